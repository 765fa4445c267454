"""What a player sees at a glance: where a card would go right now, and what that would cost.

Helpers for policies, of every rule that places cards. They look only at the table as it lies: other cards of the same
turn may come first.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import kernel
from nimmtsim.kernels.records import HIGHEST_END, JOKER_CODE, PROFESSIONAL, TAKE, TWINS, ZERO_CODE
from nimmtsim.kernels.rows import cheapest_slot, ends_with_joker

__all__ = ["ASIDE", "ENDLESS", "NOWHERE", "joker_answer", "outlook", "side_answer"]

#: Instead of a slot: the card fits nowhere and its owner takes a row; the card is laid aside (a zero card).
NOWHERE, ASIDE = np.int64(-1), np.int64(-2)
#: Room of a card that no row can stop.
ENDLESS = np.int64(99)


@kernel
def outlook(table, card):
    """Where a card would go right now.

    Parameters
    ----------
    table : TABLE record
    card : int64
        Any card, jokers and zero cards too.

    Returns
    -------
    slot : int64
        Of the row, `NOWHERE` or `ASIDE`.
    gap : int64
        Distance to the row's end. Behind the highest end it is counted on over 104; 0 on a twin, and for a card that is no
        number or fits nowhere.
    room : int64
        Places that are free in the row: at 0 the card would take it. `ENDLESS` on a twin and for a zero card.
    cost : int64
        Bull heads that would be taken; for a card that fits nowhere those of the cheapest row.
    """
    rows, last = table.rows, np.int64(table.n_rows) - 1
    if card == ZERO_CODE:
        return ASIDE, np.int64(0), ENDLESS, np.int64(0)
    if card >= JOKER_CODE:
        answer = joker_answer(table)
        slot = answer % TAKE
        room = _room(rows[slot]) if answer < TAKE else np.int64(0)
        return slot, np.int64(0), room, np.int64(rows[slot].heads) if room == 0 else np.int64(0)
    slot = np.int64(-1)
    for r in range(table.n_rows):
        slot += card > rows[r].end
    if table.flags & TWINS and slot < last and rows[slot + 1].end == card:
        return slot + 1, np.int64(0), ENDLESS, np.int64(0)
    gap = card - np.int64(rows[max(slot, 0)].end)
    if table.flags & PROFESSIONAL:
        slot, gap = _nearer_end(table, card, slot, gap)
    if slot < 0 and table.flags & HIGHEST_END:
        slot, gap = last, 104 - np.int64(rows[last].end) + card
    if slot < 0:
        return NOWHERE, np.int64(0), np.int64(0), np.int64(rows[cheapest_slot(table)].heads)
    room = _room(rows[slot])
    return slot, gap, room, np.int64(rows[slot].heads) if room == 0 else np.int64(0)


@kernel
def _room(row):
    return max(np.int64(row.capacity) - np.int64(row.length), 0)


@kernel
def _nearer_end(table, card, right, to_right):
    """The row and distance of the nearer end (professional); at equal distance of the side that is preferred."""
    left, to_left = left_end(table, card)
    if left < 0 or (right >= 0 and to_right < to_left):
        return right, to_right
    if right >= 0 and to_right == to_left and side_answer(table, left, right) == 1:
        return right, to_right
    return left, to_left


@kernel
def left_end(table, card):
    """The slot of the row with the nearest left end above a card, and its distance (professional); -1 if there is none."""
    slot, nearest = np.int64(-1), np.int64(256)
    for r in range(table.n_rows):
        distance = np.int64(table.rows[r].start) - card
        if 0 < distance < nearest:
            slot, nearest = np.int64(r), distance
    return slot, nearest


@kernel
def side_answer(table, left, right):
    """Which of two equally near ends is better: the cheaper, then the row with more room, then the right (1)."""
    a, b = table.rows[left], table.rows[right]
    room_left, room_right = _room(a), _room(b)
    cost_left = np.int64(a.heads) if room_left == 0 else np.int64(0)
    cost_right = np.int64(b.heads) if room_right == 0 else np.int64(0)
    if cost_left != cost_right:
        return np.int64(cost_right < cost_left)
    return np.int64(room_right >= room_left)


@kernel
def joker_answer(table):
    """Where a joker is best laid: on the row with the fewest cards that is open to it, else the cheapest row is taken."""
    best = np.int64(1 << 20)
    for r in range(table.n_rows):
        row = table.rows[r]
        joins = _room(row) > 0 and not ends_with_joker(row)
        best = min(best, np.int64(row.length) * 256 + r if joins else np.int64(1 << 19))
    if best == 1 << 19:
        return TAKE + cheapest_slot(table)
    return best & 15
