"""Policies that look at how full the rows are and at the cards that may come first."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import decision, kernel
from nimmtsim.kernels.records import JOKER_CODE, POINTS
from nimmtsim.policy_library.sight import (
    others_to_come,
    outlook,
    shown_between,
    unseen,
    unseen_between,
    way_from,
)

__all__ = ["cautious", "safest"]

#: What it is worth, in thousandths of a bull head, to keep a joker or a zero card for later.
RESERVE = np.int64(1500)
#: Classes of `safest`, the best first: a penalty is avoided, points are wanted.
SURE, UNSURE, SPECIAL, TAKES = (np.int64(k << 8) for k in range(4))
TAKES_POINTS, MAY_TAKE, TAKES_NOTHING, ZERO = (np.int64(k << 8) for k in range(4))
#: More than any expected thousandths.
_ENOUGH = np.int64(1_000_000)


@decision
def safest(table, me):
    """A card that cannot be a sixth in this turn, of those the one with the smallest gap.

    It cannot be, when fewer of the others' cards can come before it to its row than there are places: at most as many
    as they will play, and as there are unseen cards between. Next best are cards for which that many may come, by
    gap; then a joker or zero card; last cards that would take a row right now, the cheapest first. Where heads are
    points it is the other way round: a card that would take a row right now, the dearest first; one that may be a
    sixth, the dearest row first; then the largest gap; a zero card last.

    Ties: the lower card.

    Source: this project.
    """
    others = others_to_come(table, me)
    best = np.int64(1 << 60)
    for i in range(me.n):
        card = np.int64(me.hand[i])
        best = min(best, _danger(table, me, card, others) << 16 | card << 8 | i)
    return best & 255


@kernel
def _danger(table, me, card, others):
    """What `safest` minimises: the class of a card, and its rank there."""
    slot, gap, room, cost = outlook(table, card)
    low = way_from(table, card, slot)
    between, _ = unseen_between(table, me, low, card)
    may_be_sixth = shown_between(table, low, card) + min(between, others) >= room
    if table.flags & POINTS:
        if card >= JOKER_CODE:
            return ZERO
        if room == 0:
            return TAKES_POINTS + 255 - cost
        return MAY_TAKE + 255 - np.int64(table.rows[slot].heads) if may_be_sixth else TAKES_NOTHING + 255 - gap
    if room == 0:
        return TAKES + cost
    if card >= JOKER_CODE:
        return SPECIAL
    return UNSURE + gap if may_be_sixth else SURE + gap


@decision
def cautious(table, me):
    """The card with the lowest expected penalty in this turn, reckoned from row fill and the unseen cards between.

    The expected penalty is ``P * (heads + room * average)``: `heads` lie in the row (of a card that fits nowhere: in
    the cheapest, with room 0), `room` places are free, `average` is the mean of the heads on the unseen cards between
    the row's end and the card, and P the chance that exactly as many as there is room for come first: of U unseen
    cards, `between` of which lie between, the others draw k, so P = C(between, room) * C(U - between, k - room) /
    C(U, k). Cards that lie open in this turn and are between count as room less. Nobody comes before a card that
    joins at the left. A joker or zero card costs 1.5 heads, what keeping it is worth. Where heads are points the
    highest expectation wins.

    Ties: the smaller gap (points: the larger), then the lower card.

    Source: this project.
    """
    others, pool = others_to_come(table, me), unseen(table, me)
    best = np.int64(1 << 60)
    for i in range(me.n):
        card = np.int64(me.hand[i])
        best = min(best, _burden(table, me, card, others, pool) << 16 | card << 8 | i)
    return best & 255


@kernel
def _burden(table, me, card, others, pool):
    """What `cautious` minimises: expected heads in thousandths (what is missing to many, for points), then the gap."""
    slot, gap, room, cost = outlook(table, card)
    low = way_from(table, card, slot)
    between, heads = unseen_between(table, me, low, card)
    wanted = room - shown_between(table, low, card)
    row_heads = cost if room == 0 else np.int64(table.rows[max(slot, 0)].heads)
    average = heads / max(between, 1)
    expected = chance_of(between, others, pool, wanted) * (row_heads + room * average)
    thousandths = np.int64(1000.0 * expected + 0.5)
    if table.flags & POINTS:
        return (_ENOUGH - thousandths) << 8 | (255 - gap)
    return (thousandths + RESERVE if card >= JOKER_CODE else thousandths) << 8 | gap


@kernel
def chance_of(between, others, pool, wanted):
    """The chance that exactly `wanted` of the others' cards, drawn from `pool`, are among those `between`."""
    if wanted < 0 or wanted > others or wanted > between:
        return 0.0
    chance = 1.0
    for j in range(wanted):
        chance *= (others - j) * (between - j) / ((j + 1.0) * max(pool - j, 1))
    for j in range(others - wanted):
        chance *= max(pool - between - j, 0) / max(pool - wanted - j, 1.0)
    return chance
