"""Policies that look at nothing but the hand and the ends of the rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from nimmtsim.kernels.jit import decision, kernel
from nimmtsim.kernels.records import HIGHEST_END, JOKER_CODE, JOKERS, OTHER_ROWS, POINTS, PROFESSIONAL, TWINS, ZEROS
from nimmtsim.kernels.setup import flags_of
from nimmtsim.kernels.streams import random_below
from nimmtsim.policy_library.compiling import BY_RULES
from nimmtsim.policy_library.sight import NOWHERE, outlook
from nimmtsim.rules import Rules

__all__ = ["highest", "lowest", "nearest", "random"]

#: Gaps that stand for: a joker or zero card, a card that fits nowhere, a card that would take the row.
SPECIAL_GAP, LOW_GAP, FULL_GAP = np.int64(150), np.int64(200), np.int64(300)
#: Farther than any end of a row, doubled.
_FAR = np.int64(1 << 20)
#: Rules under which a card may go elsewhere than to the right of one of four rows, or is wanted to take one.
UNUSUAL = PROFESSIONAL | OTHER_ROWS | HIGHEST_END | ZEROS | POINTS


@decision
def random(table, me):
    """A card of the hand, each equally likely.

    Ties: none; one draw of the seat's stream a card.

    Source: common; "random" of lluccardoner/toma-6 on GitHub, for one.
    """
    return random_below(me, np.int64(me.n))


@decision
def lowest(table, me):
    """The lowest card.

    Jokers count as above, zero cards as below all numbers.

    Ties: equal cards are the same.

    Source: common; "min" of lluccardoner/toma-6 on GitHub, for one.
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

    Source: common; "max" of lluccardoner/toma-6 on GitHub, for one.
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
    points it is the other way round: first the nearest of the cards that would take a row, then the farthest card, then
    a zero card.

    Ties: the lower card.

    Source: common; "NearestCard" of Lucasrsv1/6-nimmt on GitHub, for one. What the rule leaves open is of this project.
    """
    best = np.int64(1 << 30)
    for i in range(me.n):
        card = np.int64(me.hand[i])
        best = min(best, _gap(table, card) << 16 | card << 8 | i)
    return best & 255


@decision
def nearest_in_four_rows(table, me):
    """As `nearest`, for four rows that are joined at the right, without a branch for each card: eight times as fast."""
    twins, jokers = table.flags & TWINS, table.flags & JOKERS
    first, second, third, fourth = _lane(table, 0), _lane(table, 1), _lane(table, 2), _lane(table, 3)
    best = np.int64(1 << 30)
    for i in range(me.n):
        card = np.int64(me.hand[i])
        gap = _gap_above(second, card, _gap_above(first, card, LOW_GAP))
        gap = _gap_above(fourth, card, _gap_above(third, card, gap))
        if twins and (card == first[0] or card == second[0] or card == third[0] or card == fourth[0]):
            gap = np.int64(0)
        if jokers and card >= JOKER_CODE:
            gap = SPECIAL_GAP
        best = min(best, gap << 16 | card << 8 | i)
    return best & 255


@decision
def nearest_of_both_ends(table, me):
    """As `nearest`, for four rows joined at both ends. Of equally near ends the one that costs nothing comes first.

    A distance is doubled and odd when the row is full: 2 * (card - end) + full, so that the smallest is the answer.
    """
    # The ends ascend; the starts have to be sorted.
    first, second, third, fourth = _end(table, 0), _end(table, 1), _end(table, 2), _end(table, 3)
    a, b, c, d = _start(table, 0), _start(table, 1), _start(table, 2), _start(table, 3)
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, c, b, d = min(a, c), max(a, c), min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    best = np.int64(1 << 30)
    for i in range(me.n):
        card = np.int64(me.hand[i])
        double = 2 * card
        end, start = -_FAR, _FAR
        end = first if double > first else end
        end = second if double > second else end
        end = third if double > third else end
        end = fourth if double > fourth else end
        start = d if double < d else start
        start = c if double < c else start
        start = b if double < b else start
        start = a if double < a else start
        distance = min(double - end, start - double)
        gap = FULL_GAP if distance & 1 else distance >> 1
        gap = LOW_GAP if distance > 512 else gap
        best = min(best, gap << 16 | card << 8 | i)
    return best & 255


@kernel
def _end(table, slot):
    row = table.rows[slot]
    return 2 * np.int64(row.end) - np.int64(row.length >= row.capacity)


@kernel
def _start(table, slot):
    row = table.rows[slot]
    return 2 * np.int64(row.start) + np.int64(row.length >= row.capacity)


@kernel
def _lane(table, slot):
    """A row's end, and the mask and the number that turn a card above it into its gap."""
    row = table.rows[slot]
    full, end = row.length >= row.capacity, np.int64(row.end)
    return end, np.int64(0 if full else 255), FULL_GAP if full else -end


@kernel
def _gap_above(lane, card, otherwise):
    end, mask, add = lane
    return (card & mask) + add if card > end else otherwise


def _nearest_for(rules: Rules) -> Any:
    """The form of `nearest` for given rules."""
    flags = flags_of(rules)
    if not flags & UNUSUAL:
        return nearest_in_four_rows
    return nearest_of_both_ends if flags == PROFESSIONAL else nearest


BY_RULES[nearest] = _nearest_for


@kernel
def _gap(table, card):
    """The gap by any rules; where heads are points, turned round."""
    slot, gap, room, _ = outlook(table, card)
    if table.flags & POINTS:
        if room == 0:
            return gap
        return FULL_GAP if card >= JOKER_CODE else FULL_GAP - gap
    if card >= JOKER_CODE:
        return SPECIAL_GAP
    if slot == NOWHERE:
        return LOW_GAP
    return FULL_GAP if room == 0 else gap
