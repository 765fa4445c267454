"""The rows of the table, in slots ordered by their ends.

That the slots are ordered makes the row which a card joins a count of comparisons, and almost every placement keeps the
order. Only a row that starts anew with a lower card has to sink to its slot.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import kernel
from nimmtsim.kernels.records import JOKER_CODE, JOKERS, OTHER_ROWS, ROW_PLACES, TWINS, VARIABLE_ROWS

__all__ = [
    "cheapest_slot",
    "ends_with_joker",
    "lay",
    "lay_left",
    "lay_twin",
    "move_down",
    "rise",
    "sink",
    "slot_below",
    "start_row",
]


@kernel
def slot_below(table, card, flags):
    """The slot of the row with the largest end below a card, -1 if there is none (rules 1 and 2)."""
    rows = table.rows
    if flags & OTHER_ROWS:
        slot = -1
        for r in range(table.n_rows):
            slot += card > rows[r].end
        return slot
    return -1 + (card > rows[0].end) + (card > rows[1].end) + (card > rows[2].end) + (card > rows[3].end)


@kernel
def start_row(table, row, card, flags):
    """A row is just this card."""
    heads = table.heads[card]
    for i in range(ROW_PLACES):
        row.cards[i] = 0
    row.start = card
    row.length = 1
    row.heads = heads
    row.cards[0] = card
    row.end = card
    if flags & JOKERS and card >= JOKER_CODE:
        row.end = 0
    if flags & TWINS:
        row.twins = 0
    if flags & VARIABLE_ROWS:
        row.effect = card < JOKER_CODE and heads >= 2
        row.capacity = heads if row.effect else table.capacity


@kernel
def lay(table, row, card, flags):
    """A card joins a row at its right end."""
    heads = table.heads[card]
    place = row.length
    if flags & TWINS:
        row.cards[place + row.twins] = card
    else:
        row.cards[np.uint64(place)] = card  # unsigned: numba asks of other places whether they count from the end (3 %)
    row.length = place + 1
    row.heads += heads
    if not (flags & JOKERS) or card < JOKER_CODE:
        row.end = card
    if flags & VARIABLE_ROWS and row.effect == 0 and card < JOKER_CODE and heads >= 2:
        row.effect = 1
        row.capacity = place + heads


@kernel
def lay_left(table, row, card):
    """A card joins a row at its left end (professional)."""
    for i in range(row.length, 0, -1):
        row.cards[i] = row.cards[i - 1]
    row.cards[0] = card
    row.start = card
    row.length += 1
    row.heads += table.heads[card]


@kernel
def lay_twin(table, row, card):
    """A card lies on its twin, the row's last card, and uses no place (double)."""
    row.cards[row.length + row.twins] = card
    row.twins += 1
    row.heads += table.heads[card]


@kernel
def ends_with_joker(row):
    """Whether a row's last card is a joker."""
    return row.cards[row.length - 1] >= JOKER_CODE


@kernel
def _rank(row):
    # Rows that are just a joker all have the end 0; the joker's value orders them.
    return row.end * 256 + (row.cards[0] if row.end == 0 else 0)


@kernel
def sink(state, slot):
    """Move a row down to the slot that its end belongs in."""
    rows = state.table.rows
    rank = _rank(rows[slot])
    target = slot
    while target > 0 and _rank(rows[target - 1]) > rank:
        target -= 1
    move_down(state, slot, target)


@kernel
def move_down(state, slot, target):
    """Move a row down to a slot; the rows between move up."""
    rows = state.table.rows
    if target < slot:
        state.spare = rows[slot]
        for r in range(slot, target, -1):
            rows[r] = rows[r - 1]
        rows[target] = state.spare


@kernel
def rise(state, slot):
    """Move a row up past rows with a lower end: a joker's row past those of lower jokers."""
    rows = state.table.rows
    while slot + 1 < state.table.n_rows and _rank(rows[slot]) > _rank(rows[slot + 1]):
        state.spare = rows[slot]
        rows[slot] = rows[slot + 1]
        rows[slot + 1] = state.spare
        slot += 1


@kernel
def cheapest_slot(table):
    """The slot of the row with the fewest bull heads; ties to the lowest end."""
    rows = table.rows
    if table.n_rows == 4:
        # Without a loop: a third of the time of a low card.
        lower = min(rows[0].heads * 16, rows[1].heads * 16 + 1)
        return min(lower, min(rows[2].heads * 16 + 2, rows[3].heads * 16 + 3)) & 15
    best = 1 << 20
    for r in range(table.n_rows):
        best = min(best, rows[r].heads * 16 + r)
    return best & 15
