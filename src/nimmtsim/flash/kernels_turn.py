"""A turn, compiled: what `reference.Game` does, under the same names; each step gets the whole game as one record."""

from __future__ import annotations

import numpy as np

from nimmtsim.flash.cards import STOP_CODE
from nimmtsim.flash.kernels_table import (
    FAILED,
    ask,
    ask_yes,
    discard_card,
    draw,
    fail,
    fits,
    keep_cards,
    put_under,
)
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
    STOP_CARD,
    STOPS,
    TARGET,
    TOP_UP,
    TOPPED_UP,
    TURN_LIMIT,
)
from nimmtsim.flash.rules import HAND
from nimmtsim.kernels.jit import kernel

__all__ = ["cards_left", "lay_chain", "play_turn"]

#: `FlashRules.bonus`.
MUST, NEVER = 1, 2


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
