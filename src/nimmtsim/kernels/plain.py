"""The turns of a game without rule flags, in one piece of machine code.

What `turn`, `place` and `take` do step by step for any rules is written out here for the base game (any number of
players, capacity and hand size): four players who think little take a fifth less time, two a quarter. The tests compare
both with the plain Python engine.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import FAILED, ask, ask_of_card, fail
from nimmtsim.kernels.jit import flow, kernel, step, trailing_zeros
from nimmtsim.kernels.records import CARD, CHOOSE_ROW, END_HANDS, LAST_MEMORY
from nimmtsim.kernels.rows import lay, slot_below, start_row

__all__ = ["plain_game"]

_NONE, _ONE, _SIX = np.uint64(0), np.uint64(1), np.uint64(6)
#: Known when compiling: what only variants do is not in the machine code.
_NO_FLAGS = np.int64(0)


@flow
def _choose(state, left):
    """Everybody chooses one of `left` cards, face down. Returns whether the run has failed."""
    last = left - 1
    for p in range(state.table.n_seats):
        me = state.seats[p]
        place = np.int64(0)
        if last > 0:
            place = ask(state, p, CARD)
            if place < 0 or place > last:
                fail(state, p, CARD, place, left)
                return True
        state.chosen[p, 0] = me.hand[place]
        me.hand[place] = me.hand[last]
        me.hand[last] = 0
        me.n = last
    return False


@flow
def _reveal(state, turn, left):
    """All cards lie open. Returns them as two words with a bit for each card: the lowest is found without comparing."""
    table = state.table
    lower = upper = _NONE
    for p in range(table.n_seats):
        card = np.int64(state.chosen[p, 0])
        table.played[turn & LAST_MEMORY, p, 0] = card
        table.seen[card] = 1
        table.hand_n[p] = left
        state.owner[card] = p
        bit, is_upper = _ONE << np.uint64(card & 63), np.uint64(card >> 6)
        lower |= bit & (is_upper - _ONE)
        upper |= bit & (_NONE - is_upper)
    return lower, upper


@kernel
def _take(table, row, seat):
    table.penalty[seat] += row.heads
    table.taken[seat] += row.length


@flow
def _take_a_row(state, seat, card):
    """The card is lower than all ends: its owner takes a row of his choice (rule 4). Returns whether it has failed."""
    table = state.table
    slot = ask_of_card(state, seat, CHOOSE_ROW, card, 4)
    if slot == FAILED:
        return True
    _take(table, table.rows[slot], seat)
    number = table.rows[slot].number
    for r in range(slot, 0, -1):
        table.rows[r] = table.rows[r - 1]
    table.rows[0].number = number
    start_row(table, table.rows[0], card, _NO_FLAGS)
    return False


@flow
def _place(state, seat, card):
    """Rules 1 to 4. Returns whether the run has failed."""
    table = state.table
    slot = slot_below(table, card, _NO_FLAGS)
    if slot < 0:
        return _take_a_row(state, seat, card)
    row = table.rows[slot]
    if row.length >= table.capacity:
        _take(table, row, seat)
        start_row(table, row, card, _NO_FLAGS)
    else:
        lay(table, row, card, _NO_FLAGS)
    return False


@step
def plain_game(state):
    """Turns until all hands are empty. Returns the number of turns, -1 if the run has failed."""
    table = state.table
    for turn in range(state.hand):
        table.turn = turn
        left = state.hand - turn
        if _choose(state, left):
            return np.int64(-1)
        lower, upper = _reveal(state, turn, left - 1)
        for _ in range(table.n_seats):
            none_lower = np.uint64(lower == _NONE)
            card = trailing_zeros(lower | (upper & (_NONE - none_lower))) + np.int64(none_lower << _SIX)
            lower &= lower - _ONE
            upper &= upper - none_lower
            if _place(state, np.int64(state.owner[card]), card):
                return np.int64(-1)
    state.end = END_HANDS
    return state.hand
