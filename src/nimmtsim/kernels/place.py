"""Placing one card (rules 1 to 4), with the placements of the variants."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import FAILED, ask, ask_of_card, fail
from nimmtsim.kernels.jit import call_step_with, flow, kernel, step
from nimmtsim.kernels.log import note_row
from nimmtsim.kernels.records import (
    CHOOSE_ROW,
    JOINS,
    JOINS_HIGHEST,
    JOINS_LEFT,
    JOKER_CODE,
    JOKER_TAKES,
    JOKERS,
    KEEP,
    LOW,
    NOBODY,
    PLACE_JOKER,
    SIDE,
    SIXTH,
    TAKE,
    TWIN,
    TWINS,
)
from nimmtsim.kernels.rows import (
    cheapest_slot,
    ends_with_joker,
    lay,
    lay_left,
    lay_twin,
    move_down,
    rise,
    sink,
    slot_below,
    start_row,
)
from nimmtsim.kernels.take import keep_cards, take

__all__ = [
    "highest_end",
    "keeping",
    "place_by_rules",
    "place_right",
    "professional",
    "right",
    "with_jokers",
    "with_twins",
]


#: Higher than any start of a row.
_NO_START = np.int64(1 << 12)


@flow
def _restart(state, seat, partner, slot, card, kind, flags):
    """The owner takes the row, and his card (or the twins) starts it anew."""
    row = state.table.rows[slot]
    take(state, seat, partner, row, card, kind, flags)
    start_row(state.table, row, card, flags)
    if flags & TWINS and partner != NOBODY:
        lay_twin(state.table, row, card)


@kernel
def _join(state, seat, partner, slot, card, kind, flags):
    """The card joins a row at the right, or takes it when the row is full (rule 3)."""
    row = state.table.rows[slot]
    if row.length >= row.capacity:
        _restart(state, seat, partner, slot, card, SIXTH, flags)
        return
    lay(state.table, row, card, flags)
    note_row(state, kind, seat, card, row, 0, False, flags)
    if flags & TWINS and partner != NOBODY:
        lay_twin(state.table, row, card)
        note_row(state, TWIN, partner, card, row, 0, False, flags)


@kernel
def _low_card(state, seat, partner, card, flags):
    """The card fits nowhere: its owner takes a row of his choice (rule 4). Returns whether the run has failed."""
    if flags & TWINS and partner != NOBODY and state.twin_cheapest:
        slot = cheapest_slot(state.table)
    else:
        slot = ask_of_card(state, seat, CHOOSE_ROW, card, state.table.n_rows)
        if slot == FAILED:
            return True
    _restart(state, seat, partner, slot, card, LOW, flags)
    move_down(state, slot, 0)
    return False


@kernel
def _left_slot(table, card):
    """The slot of the row with the smallest start above a card, -1 if there is none (professional)."""
    nearest = np.int64(_NO_START)
    for r in range(table.n_rows):
        start = np.int64(table.rows[r].start)
        nearest = min(nearest, (start if start > card else _NO_START) << 4 | r)
    return nearest & 15 if nearest < _NO_START else np.int64(-1)


@kernel
def _goes_left(state, seat, left, right, card):
    """Of two equally near ends, whether the left one is used: 1 or 0, or FAILED (professional)."""
    if state.pro_tie == 0:
        side = ask_of_card(state, seat, SIDE, card, 2)
        return FAILED if side == FAILED else 1 - side
    if state.pro_tie == 3:
        first, second = state.table.rows[left], state.table.rows[right]
        at_left = first.heads if first.length >= first.capacity else 0
        at_right = second.heads if second.length >= second.capacity else 0
        return np.int64(at_left < at_right)
    return np.int64(state.pro_tie == 2)


@kernel
def _place_professional(state, seat, card, flags):
    """The card joins the nearest end, right or left. Returns whether the run has failed."""
    table = state.table
    right, left = slot_below(table, card, flags), _left_slot(table, card)
    if right < 0 and left < 0:
        return _low_card(state, seat, NOBODY, card, flags)
    goes_left = np.int64(right < 0)
    if right >= 0 and left >= 0:
        to_right, to_left = card - table.rows[right].end, table.rows[left].start - card
        goes_left = np.int64(to_left < to_right)
        if to_left == to_right:
            goes_left = _goes_left(state, seat, left, right, card)
            if goes_left == FAILED:
                return True
    row = table.rows[left]
    if not goes_left:
        _join(state, seat, NOBODY, right, card, JOINS, flags)
    elif row.length >= row.capacity:
        _restart(state, seat, NOBODY, left, card, SIXTH, flags)
        sink(state, left)
        rise(state, left)  # only a row that was typed in can have ended lower than it starts
    else:
        lay_left(table, row, card)
        note_row(state, JOINS_LEFT, seat, card, row, 0, False, flags)
    return False


@kernel
def _place_joker(state, seat, card, flags):
    """The joker joins any row that does not end with a joker, or takes any row. Returns whether the run has failed."""
    table = state.table
    if table.n_rows == 1 and ends_with_joker(table.rows[0]):
        answer = TAKE
    else:
        state.seats[seat].card = card
        answer = ask(state, seat, PLACE_JOKER)
    slot = answer % TAKE
    joins = answer == slot
    if answer < 0 or answer >= 2 * TAKE or slot >= table.n_rows or (joins and ends_with_joker(table.rows[slot])):
        fail(state, seat, PLACE_JOKER, answer, table.n_rows)
        return True
    state.seats[seat].card = 0
    row = table.rows[slot]
    if joins and row.length < row.capacity:
        lay(table, row, card, flags)
        note_row(state, JOINS, seat, card, row, 0, False, flags)
    else:
        _restart(state, seat, NOBODY, slot, card, SIXTH if joins else JOKER_TAKES, flags)
        sink(state, slot)
        rise(state, slot)
    return False


@kernel
def place_right(state, seat, card, flags):
    """Rules 1 to 4 as in the base game. Returns whether the run has failed."""
    slot = slot_below(state.table, card, flags)
    if slot < 0:
        return _low_card(state, seat, NOBODY, card, flags)
    _join(state, seat, NOBODY, slot, card, JOINS, flags)
    return False


@step
def right(state, seat, partner, card):
    """Base game, variable rows."""
    return np.int64(place_right(state, seat, card, state.flags & ~(TWINS | KEEP)))


@step
def keeping(state, seat, partner, card):
    """As in the base game, then some of the taken cards may come into the hand."""
    flags = (state.flags | KEEP) & ~TWINS
    state.seats[seat].n_taken = 0
    if place_right(state, seat, card, flags):
        return 1
    if state.seats[seat].n_taken == 0:
        return 0
    return np.int64(keep_cards(state, seat, card, flags))


@step
def professional(state, seat, partner, card):
    """Both ends."""
    return np.int64(_place_professional(state, seat, card, state.flags & ~(TWINS | KEEP)))


@step
def with_jokers(state, seat, partner, card):
    """A joker goes anywhere, a number to the right."""
    if card >= JOKER_CODE:
        return np.int64(_place_joker(state, seat, card, state.flags | JOKERS))
    return np.int64(place_right(state, seat, card, state.flags | JOKERS))


@step
def with_twins(state, seat, partner, card):
    """A card joins its twin, or is placed to the right, alone or as a pair of twins (double)."""
    table, flags = state.table, state.flags | TWINS
    at = slot_below(table, card + 1, flags)
    if at >= 0 and table.rows[at].end == card:
        lay_twin(table, table.rows[at], card)
        note_row(state, TWIN, seat, card, table.rows[at], 0, False, flags)
        return 0
    slot = slot_below(table, card, flags)
    if slot < 0:
        return np.int64(_low_card(state, seat, partner, card, flags))
    _join(state, seat, partner, slot, card, JOINS, flags)
    return 0


@step
def highest_end(state, seat, partner, card):
    """A card below all ends joins the highest ("plus" and its relatives)."""
    table, flags = state.table, state.flags & ~(TWINS | KEEP)
    slot = slot_below(table, card, flags)
    if slot >= 0:
        _join(state, seat, NOBODY, slot, card, JOINS, flags)
    else:
        last = table.n_rows - 1
        _join(state, seat, NOBODY, last, card, JOINS_HIGHEST, flags)
        move_down(state, last, 0)
    return 0


@kernel
def place_by_rules(state, seat, partner, card):
    """Place a card as the rules of this game say. Returns whether the run has failed."""
    return call_step_with(state.place_step, state, seat, partner, card) != 0
