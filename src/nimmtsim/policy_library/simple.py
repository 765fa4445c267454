"""Policies that look at nothing but the hand and the ends of the rows."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import decision, kernel
from nimmtsim.kernels.records import JOKER_CODE, POINTS
from nimmtsim.kernels.rows import slot_below
from nimmtsim.kernels.streams import random_below
from nimmtsim.policy_library.sight import NOWHERE, outlook

__all__ = ["highest", "lowest", "nearest", "random"]

#: Gaps that stand for: a joker or zero card, a card that fits nowhere, a card that would take the row.
SPECIAL_GAP, LOW_GAP, FULL_GAP = np.int64(150), np.int64(200), np.int64(300)
_BASE = np.int64(0)


@decision
def random(table, me):
    """A card of the hand, each equally likely.

    Ties: none; one draw of the seat's stream a card.
    """
    return random_below(me, np.int64(me.n))


@decision
def lowest(table, me):
    """The lowest card.

    Jokers count as above, zero cards as below all numbers.

    Ties: equal cards are the same.
    """
    best = np.int64(1 << 30)
    for i in range(me.n):
        best = min(best, _rank(me.hand[i]) << 8 | i)
    return best & 255


@decision
def highest(table, me):
    """The highest card.

    Jokers count as above, zero cards as below all numbers.

    Ties: equal cards are the same.
    """
    best = np.int64(-1)
    for i in range(me.n):
        best = max(best, _rank(me.hand[i]) << 8 | i)
    return best & 255


@kernel
def _rank(card):
    """Cards in ascending order: zero cards, numbers, jokers."""
    return np.int64(card) % 120


@decision
def nearest(table, me):
    """The card with the smallest gap to the row that it would join; a card that would take a row comes last.

    A joker or zero card counts as gap 150, a card that fits nowhere 200, one that would be a sixth 300. Where heads are
    points it is the other way round: the nearest of the cards that would take a row, then the farthest.

    Ties: the lower card.
    """
    best = np.int64(1 << 30)
    if table.flags == 0:
        for i in range(me.n):
            card = np.int64(me.hand[i])
            best = min(best, _gap_in_four_rows(table, card) << 16 | card << 8 | i)
    else:
        for i in range(me.n):
            card = np.int64(me.hand[i])
            best = min(best, _gap(table, card) << 16 | card << 8 | i)
    return best & 255


@kernel
def _gap_in_four_rows(table, card):
    """The gap in the base game; the same as `_gap`, five times as fast."""
    slot = slot_below(table, card, _BASE)
    row = table.rows[max(slot, 0)]
    gap = card - np.int64(row.end)
    gap = FULL_GAP if row.length >= row.capacity else gap
    return LOW_GAP if slot < 0 else gap


@kernel
def _gap(table, card):
    """The gap by any rules; where heads are points, less is better all the same."""
    slot, gap, room, _ = outlook(table, card)
    if card >= JOKER_CODE:
        gap = SPECIAL_GAP
    elif slot == NOWHERE:
        gap = LOW_GAP
    elif room == 0:
        gap = FULL_GAP
    if table.flags & POINTS:
        return np.int64(0) if room == 0 else 256 - gap
    return gap
