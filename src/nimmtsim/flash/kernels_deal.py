"""The setup of a game, compiled: shuffling, dealing, the start card; names as in `reference.Game`."""

from __future__ import annotations

import numpy as np

from nimmtsim.flash.cards import STOP_CODE
from nimmtsim.flash.kernels_table import FAILED, ask, discard_card, draw, fail
from nimmtsim.flash.records import GOING_ON, MOVED, OWN_TURNS, START
from nimmtsim.flash.rules import HAND, MAX_CARDS
from nimmtsim.kernels.jit import kernel
from nimmtsim.kernels.streams import DEAL, GAMMA, SEAT, below, mix, start_stream, stream_key, unit_key

__all__ = ["shuffle", "start_game"]

_HALF = np.uint64(32)


@kernel
def shuffle(deck, n, size, stream):
    """Fill the places 0..n-1 at random from all cards that lie at or behind them (two places a word)."""
    for first in range(0, n, 2):
        stream += GAMMA
        word = mix(stream)
        other = first + below(word << _HALF, size - first)
        deck[first], deck[other] = deck[other], deck[first]
        if first + 1 < n:
            other = first + 1 + below(word, size - first - 1)
            deck[first + 1], deck[other] = deck[other], deck[first + 1]
    return stream


@kernel
def shuffle_deck(state, game):
    """A game's deck: a random choice of the cards when not all take part, then STOPs added and all shuffled."""
    deck, n_cards, available = state.deck, state.n_cards, state.available
    stream = stream_key(unit_key(state.seed, np.uint64(game)), 0, DEAL)
    for place in range(available):
        deck[place] = state.cards[place]
    if n_cards < available:
        stream = shuffle(deck, n_cards, available, stream)
    size = state.table.n_deck
    for place in range(n_cards, size):
        deck[place] = STOP_CODE
    shuffle(deck, size, size, stream)


@kernel
def deal(state):
    """Deal everybody the same number of cards (F1)."""
    table = state.table
    n = table.n_seats
    each = table.n_deck // n
    for seat in range(n):
        state.heads[seat] = 0
        table.piles[seat] = each
        for place in range(each):
            state.piles[seat, place] = state.deck[seat * each + place]
    if state.dealt_remainder:
        for place in range(table.n_deck - n * each):
            seat = (table.to_move + place) % n
            state.piles[seat, each] = state.deck[n * each + place]
            table.piles[seat] = each + 1


@kernel
def clear(state, game):
    """An empty table before the deal; everybody's random stream at its start."""
    table = state.table
    n = table.n_seats
    state.first = game % n if state.first_seat < 0 else state.first_seat
    table.to_move = state.first
    table.turn = table.n_discard = table.bottom = table.side = table.stops_out = table.dead_turns = 0
    for place in range(MAX_CARDS):
        table.discard[place] = 0
    state.end = GOING_ON
    state.winners = 0
    state.problem_kind = FAILED
    key = unit_key(state.seed, np.uint64(game))
    for seat in range(n):
        me = state.seats[seat]
        me.n = 0
        for place in range(HAND):
            me.hand[place] = 0
        table.hands[seat] = table.held[seat] = 0
        for place in range(8):
            me.memory[place] = 0
        start_stream(me, stream_key(key, 0, SEAT + seat))
        for column in range(OWN_TURNS, MOVED + 1):
            state.statistics[seat, column] = 0


@kernel
def choose_start(state, first, place):
    """The first player's choice among the STOP-free of his six top cards (F2); `place` is the first of them."""
    me = state.seats[first]
    stops = 0
    for k in range(HAND):
        me.hand[k] = state.piles[first, k]
        stops += me.hand[k] == STOP_CODE
    if HAND - stops < 2:
        return place
    me.n = HAND
    answer = ask(state, first, START)
    me.n = 0
    if answer < 0 or answer >= HAND or me.hand[answer] == STOP_CODE:
        return fail(state, first, START, answer)
    return answer


@kernel
def open_table(state):
    """Lay the start card (F2), and everybody draws six (F3)."""
    table, first = state.table, state.table.to_move
    place = 0
    while state.piles[first, place] == STOP_CODE:
        place += 1
    if state.choose_start:
        place = choose_start(state, first, place)
        if place < 0:
            return FAILED
    top = state.piles[first, place]
    for k in range(place, 0, -1):
        state.piles[first, k] = state.piles[first, k - 1]
    state.heads[first] = 1
    table.piles[first] -= 1
    discard_card(table, top)
    for seat in range(table.n_seats):
        draw(state, seat, HAND)
    return 0


@kernel
def start_game(state, game):
    """Shuffle, deal and open."""
    clear(state, game)
    shuffle_deck(state, game)
    deal(state)
    return open_table(state)
