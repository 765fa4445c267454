"""The steps of Flash Magic Six, compiled: what `reference.Game` does, under the same names.

Every step gets the whole game as one record. A step that puts a decision to a policy returns `FAILED` when the answer
cannot be used; the record then says whose answer it was.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.flash.cards import STOP_CODE
from nimmtsim.flash.records import (
    BONUS,
    BONUSES,
    CARDS_OUT,
    CHAIN,
    CHAIN_BINS,
    DEADLOCK,
    GOING_ON,
    LAID,
    MOVED,
    OWN_TURNS,
    START,
    STOP_CARD,
    STOPS,
    TARGET,
    TOP_UP,
    TOPPED_UP,
    TURN_LIMIT,
)
from nimmtsim.flash.rules import HAND
from nimmtsim.kernels.jit import call_decision, kernel
from nimmtsim.kernels.streams import DEAL, GAMMA, SEAT, below, mix, start_stream, stream_key, unit_key

__all__ = ["FAILED", "fits", "play_turn", "start_game"]

FAILED = -1
MUST, NEVER = 1, 2
_HALF = np.uint64(32)


@kernel
def fits(upper, lower):
    """Whether a card may be laid on another: some octal digit of their codes is the same. A STOP fits nothing."""
    differs = upper ^ lower
    same = ((differs & 0o700) == 0) | ((differs & 0o070) == 0) | ((differs & 0o007) == 0)
    return same & (upper != STOP_CODE)


@kernel
def fail(state, seat, kind, answer):
    """Write down an answer that cannot be used."""
    state.problem_kind = kind
    state.problem_seat = seat
    state.problem_answer = answer
    return FAILED


@kernel
def ask(state, seat, kind):
    """The answer of the policy in a seat, unchecked."""
    me = state.seats[seat]
    me.asked = kind
    return call_decision(state.policies[seat, kind], state.table, me)


@kernel
def ask_yes(state, seat, kind):
    """An answer 0 or 1."""
    answer = ask(state, seat, kind)
    if answer != 0 and answer != 1:
        return fail(state, seat, kind, answer)
    return answer


# ---- setup


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
    state.end = GOING_ON
    state.winners = 0
    state.problem_kind = FAILED
    key = unit_key(state.seed, np.uint64(game))
    for seat in range(n):
        me = state.seats[seat]
        me.n = 0
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


# ---- cards on their way


@kernel
def draw(state, seat, count):
    """Draw so many cards, fewer when the pile is shorter."""
    table, me = state.table, state.seats[seat]
    n, head = me.n, state.heads[seat]
    count = min(count, table.piles[seat])
    for k in range(count):
        me.hand[n + k] = state.piles[seat, (head + k) & table.mask]
    state.heads[seat] = (head + count) & table.mask
    table.piles[seat] -= count
    me.n = n + count
    table.hands[seat] = n + count


@kernel
def put_under(state, seat, card):
    """A card under a pile."""
    table = state.table
    state.piles[seat, (state.heads[seat] + table.piles[seat]) & table.mask] = card
    table.piles[seat] += 1


@kernel
def discard_card(table, card):
    """A card on top of the discard pile."""
    table.discard[(table.bottom + table.n_discard) & table.mask] = card
    table.n_discard += 1
    table.top = card


@kernel
def keep_cards(state, seat, gone):
    """Take the cards of a bit mask of places out of a hand; the others keep their order."""
    me = state.seats[seat]
    n = 0
    for place in range(me.n):
        if not (gone >> place) & 1:
            me.hand[n] = me.hand[place]
            n += 1
    me.n = n
    state.table.hands[seat] = n


# ---- one turn


@kernel
def stop_step(state, seat):
    """The STOPs of the hand, then the held ones (F7, F16)."""
    table, me = state.table, state.seats[seat]
    while True:
        stops = count = 0
        for place in range(me.n):
            if me.hand[place] == STOP_CODE:
                stops |= 1 << place
                count += 1
        if count == 0:
            break
        shows = 1
        if count == 1 or not state.must_show:
            me.showing = 1
            shows = ask_yes(state, seat, STOP_CARD)
            if shows < 0:
                return FAILED
        if shows:
            keep_cards(state, seat, stops)
            if show(state, seat, count - 1) < 0:
                return FAILED
        elif state.keep_held:
            keep_cards(state, seat, stops)
            table.held[seat] += count
        else:
            break
        draw(state, seat, count)
    while table.held[seat] > 0:
        me.showing = 2
        shows = ask_yes(state, seat, STOP_CARD)
        if shows < 0:
            return FAILED
        if not shows:
            break
        table.held[seat] -= 1
        if show(state, seat, 0) < 0:
            return FAILED
    return 0


@kernel
def show(state, seat, given):
    """A STOP leaves the game; its target takes the side pile, and further STOPs of the hand (F10)."""
    table = state.table
    target = choose_target(state, seat, given)
    if target < 0:
        return FAILED
    taken = table.side
    table.side = 0
    for k in range(taken):
        put_under(state, target, state.side[taken - 1 - k if state.side_last_first else k])
    table.held[target] += given
    table.stops_out += 1
    state.statistics[seat, STOPS] += 1
    state.statistics[seat, MOVED] += taken
    return 0


@kernel
def choose_target(state, seat, given):
    """Who gets the side pile: another player (F9)."""
    n = state.table.n_seats
    if n == 2 and not state.table.self_target:
        return 1 - seat
    state.seats[seat].given = given
    target = ask(state, seat, TARGET)
    if target < 0 or target >= n or (target == seat and not state.table.self_target):
        return fail(state, seat, TARGET, target)
    return target


@kernel
def may_top_up(state, seat):
    """Whether a hand may be filled from below the discard pile's top (F17)."""
    table = state.table
    return state.top_up and table.piles[seat] == 0 and table.hands[seat] < HAND and table.n_discard > 1


@kernel
def top_up(state, seat):
    """Fill the hand from the bottom of the discard pile: by choice, or to end a deadlock (F13)."""
    table, me = state.table, state.seats[seat]
    if not may_top_up(state, seat):
        return 0
    if table.dead_turns < table.n_seats:
        wants = ask_yes(state, seat, TOP_UP)
        if wants <= 0:
            return wants
    n = me.n
    count = min(HAND - n, table.n_discard - 1)
    for k in range(count):
        me.hand[n + k] = table.discard[(table.bottom + k) & table.mask]
    table.bottom = (table.bottom + count) & table.mask
    table.n_discard -= count
    me.n = n + count
    table.hands[seat] = me.n
    state.statistics[seat, TOPPED_UP] += count
    return 1


@kernel
def lay(state, seat, topped_up):
    """Lay a chain of hand cards on the discard pile; count dead turns (F13). Returns the number laid."""
    table, me = state.table, state.seats[seat]
    possible = False
    stops = table.held[seat]
    for place in range(me.n):
        possible |= fits(me.hand[place], table.top)
        stops += me.hand[place] == STOP_CODE
    laid = 0
    if possible:
        laid = lay_chain(state, seat, ask(state, seat, CHAIN))
        if laid < 0:
            return FAILED
        table.dead_turns = 0
    else:
        live = stops + topped_up
        for other in range(table.n_seats):
            live += table.piles[other]
        table.dead_turns = 0 if live else table.dead_turns + 1
    own_turn = state.statistics[seat, OWN_TURNS]
    state.chains[seat, min(own_turn, CHAIN_BINS - 1), laid] += 1
    state.statistics[seat, OWN_TURNS] = own_turn + 1
    state.statistics[seat, LAID] += laid
    return laid


@kernel
def lay_chain(state, seat, answer):
    """Check an answer card by card, and lay it; places are octal digits plus one, the first card lowest."""
    table, me = state.table, state.seats[seat]
    used = laid = 0
    rest = answer
    top = table.top
    while rest != 0:
        place = (rest & 7) - 1
        rest >>= 3
        if place < 0 or place >= me.n or (used >> place) & 1 or not fits(me.hand[place], top):
            return fail(state, seat, CHAIN, answer)
        used |= 1 << place
        laid += 1
        top = np.int64(me.hand[place])
        discard_card(table, top)
    if not table.stop_early:
        for place in range(me.n):
            if not (used >> place) & 1 and fits(me.hand[place], top):
                return fail(state, seat, CHAIN, answer)
    keep_cards(state, seat, used)
    return laid


@kernel
def bonus(state, seat, laid):
    """Whoever has laid his whole hand may put his pile's top card on the side pile, unseen (F5, F6)."""
    table = state.table
    if state.seats[seat].n > 0 or table.piles[seat] == 0 or state.bonus == NEVER:
        return 0
    if state.bonus_for_six and laid < HAND:
        return 0
    if state.bonus != MUST:
        wants = ask_yes(state, seat, BONUS)
        if wants <= 0:
            return wants
    state.side[table.side] = state.piles[seat, state.heads[seat]]
    table.side += 1
    state.heads[seat] = (state.heads[seat] + 1) & table.mask
    table.piles[seat] -= 1
    state.statistics[seat, BONUSES] += 1
    return 0


@kernel
def cards_left(state, seat):
    """Cards of a seat in hand and pile; held STOPs do not count."""
    return state.table.piles[seat] + state.seats[seat].n


@kernel
def put_back_and_draw(state, seat):
    """The rest goes under the pile in hand order; six new cards are drawn."""
    me = state.seats[seat]
    for place in range(me.n):
        put_under(state, seat, me.hand[place])
    me.n = 0
    draw(state, seat, HAND)


@kernel
def play_turn(state):
    """The turn of the seat that is to move."""
    table = state.table
    mover = table.to_move
    showing = table.n_seats if state.stop_any_time else 1
    for k in range(showing):
        seat = (mover + k) % table.n_seats
        if stop_step(state, seat) < 0:
            return FAILED
        if cards_left(state, seat) == 0:  # F15
            return finish_turn(state, seat)
    topped_up = top_up(state, mover)
    if topped_up < 0:
        return FAILED
    laid = lay(state, mover, topped_up)
    if laid < 0:
        return FAILED
    if bonus(state, mover, laid) < 0:
        return FAILED
    if cards_left(state, mover) == 0:
        return finish_turn(state, mover)
    put_back_and_draw(state, mover)
    return finish_turn(state, FAILED)


@kernel
def finish_turn(state, winner):
    """Count the turn; see whether the game has come to its end (F13, F14). A winner is a seat, or -1 for none yet."""
    table = state.table
    n = table.n_seats
    table.turn += 1
    if winner >= 0:
        state.end = CARDS_OUT
        state.winners = 1 << winner
    elif table.dead_turns >= n and is_stuck(state):
        state.end = DEADLOCK
    elif table.turn >= state.max_turns:
        state.end = TURN_LIMIT
    if state.end != GOING_ON and winner < 0:
        rank(state)
    table.to_move = table.to_move + 1 if table.to_move + 1 < n else 0
    return 0


@kernel
def is_stuck(state):
    """Whether dead turns of everybody cannot be ended by topping up."""
    possible = False
    for seat in range(state.table.n_seats):
        possible |= may_top_up(state, seat)
    return state.deadlock_ends or not possible


@kernel
def rank(state):
    """The seats with the fewest cards win together."""
    fewest = cards_left(state, 0)
    for seat in range(state.table.n_seats):
        left = cards_left(state, seat)
        if left < fewest:
            fewest = left
            state.winners = 0
        if left == fewest:
            state.winners |= 1 << seat
