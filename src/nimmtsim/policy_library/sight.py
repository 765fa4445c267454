"""What a player sees at a glance: where a card would go right now, and what that would cost.

Helpers for policies, of every rule that places cards. They look only at the table as it lies: other cards of the same
turn may come first.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.cards import CODES
from nimmtsim.kernels.jit import decision, flow
from nimmtsim.kernels.records import HIGHEST_END, IN_TURN, JOKER_CODE, PROFESSIONAL, SHOWN, TAKE, TWINS, TWO, ZERO_CODE
from nimmtsim.kernels.rows import cheapest_slot, ends_with_joker

__all__ = [
    "ASIDE",
    "ENDLESS",
    "NOWHERE",
    "joker_answer",
    "left_end",
    "others_to_come",
    "outlook",
    "room_in",
    "shown_between",
    "side_answer",
    "unseen",
    "unseen_between",
    "way_from",
]

#: Instead of a slot: the card fits nowhere and its owner takes a row; the card is laid aside (a zero card).
NOWHERE, ASIDE = np.int64(-1), np.int64(-2)
#: Room of a card that no row can stop.
ENDLESS = np.int64(99)


# Compiled by itself, not as part of each policy that asks for it: that halves the time of their first call.
@decision
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
        Distance to the row's end. Behind the highest end it is counted on over 104; 0 on a twin, and for a card that is
        no number or fits nowhere.
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
        room = room_in(rows[slot]) if answer < TAKE else np.int64(0)
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
    room = room_in(rows[slot])
    return slot, gap, room, np.int64(rows[slot].heads) if room == 0 else np.int64(0)


@flow
def room_in(row):
    return max(np.int64(row.capacity) - np.int64(row.length), 0)


@flow
def _nearer_end(table, card, right, to_right):
    """The row and distance of the nearer end (professional); at equal distance of the side that is preferred."""
    left, to_left = left_end(table, card)
    if left < 0 or (right >= 0 and to_right < to_left):
        return right, to_right
    if right >= 0 and to_right == to_left and side_answer(table, left, right) == 1:
        return right, to_right
    return left, to_left


@flow
def left_end(table, card):
    """The slot of the row with the nearest left end above a card, -1 if none, and its distance (professional)."""
    slot, nearest = np.int64(-1), np.int64(256)
    for r in range(table.n_rows):
        distance = np.int64(table.rows[r].start) - card
        if 0 < distance < nearest:
            slot, nearest = np.int64(r), distance
    return slot, nearest


@flow
def side_answer(table, left, right):
    """Which of two equally near ends is better: the cheaper, then the row with more room, then the right (1)."""
    a, b = table.rows[left], table.rows[right]
    room_left, room_right = room_in(a), room_in(b)
    cost_left = np.int64(a.heads) if room_left == 0 else np.int64(0)
    cost_right = np.int64(b.heads) if room_right == 0 else np.int64(0)
    if cost_left != cost_right:
        return np.int64(cost_right < cost_left)
    return np.int64(room_right >= room_left)


@flow
def joker_answer(table):
    """Where a joker is laid by default: on the dearest row open to it and not full; else the cheapest is taken."""
    best = np.int64(-1)
    for r in range(table.n_rows):
        row = table.rows[r]
        if room_in(row) > 0 and not ends_with_joker(row):
            best = max(best, np.int64(row.heads) * 16 + 15 - r)
    return TAKE + cheapest_slot(table) if best < 0 else 15 - (best & 15)


@flow
def way_from(table, card, slot):
    """The number above which other cards would come to that row before this card, which goes to `slot`.

    Cards are placed in ascending order: those between the row's end and the card come first; before a card that fits
    nowhere, or that joins the highest end, all that are lower; none before a card that joins at the left, lies on its
    twin or is no number.
    """
    if card >= JOKER_CODE:
        return card
    if slot == NOWHERE:
        return np.int64(0)
    end = np.int64(table.rows[slot].end)
    if card > end:
        return end
    return np.int64(0) if table.flags & HIGHEST_END else card


@flow
def unseen_between(table, me, low, card):
    """Unseen cards between two numbers: how many, and the bull heads on them.

    Unseen are the cards of the deck that have not lain open in this deal and are not one's own.
    """
    count, heads = np.int64(0), np.int64(0)
    for c in range(low + 1, card):
        n = np.int64(table.copies[c]) - np.int64(table.seen[c])
        count += n
        heads += n * np.int64(table.heads[c])
    for i in range(me.n):
        own = np.int64(me.hand[i])
        if low < own < card:
            count -= 1
            heads -= np.int64(table.heads[own])
    return max(count, 0), max(heads, 0)


@flow
def unseen(table, me):
    """How many cards of the deck have not lain open in this deal and are not in one's own hand."""
    count = -np.int64(me.n)
    for c in range(CODES):
        count += np.int64(table.copies[c]) - np.int64(table.seen[c])
    return max(count, 1)


@flow
def shown_between(table, low, card):
    """How many cards that lie open in this turn, to be placed, are between two numbers."""
    count = np.int64(0)
    if table.flags & SHOWN:
        for p in range(table.n_seats):
            count += low < table.played[table.turn & 15, p, 0] < card
    return count


@flow
def others_to_come(table, me):
    """How many cards the others will place in this turn that are not open yet and may come before one's own."""
    count = np.int64(0)
    if table.flags & IN_TURN:
        return count
    for p in range(table.n_seats):
        waits = p != me.seat and table.hand_n[p] > 0
        count += waits and table.played[table.turn & 15, p, 0] == 0
    return count * 2 if table.flags & TWO else count
