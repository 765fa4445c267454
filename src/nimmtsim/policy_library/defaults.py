"""What a policy does about decisions that it leaves out.

Each is what a person would do without much thought; ``docs/policies.md`` says how much better it is than what else was
tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nimmtsim.kernels.choose import NO_SECOND
from nimmtsim.kernels.jit import decision, kernel
from nimmtsim.kernels.records import IN_TURN, JOKER_CODE, POINTS, ZERO_CODE
from nimmtsim.kernels.rows import cheapest_slot, slot_below
from nimmtsim.kernels.streams import random_below
from nimmtsim.policy_library.sight import joker_answer, left_end, outlook, room_in, side_answer
from nimmtsim.rules import Rules

__all__ = ["DEFAULTS", "default_decision"]

_NOTHING = np.int64(-1)


@decision
def row(table, me):
    """The row with the fewest bull heads; ties to the lowest end."""
    return np.int64(cheapest_slot(table))


@decision
def side(table, me):
    """The end that costs less, then the row with more room; ties to the right."""
    card = np.int64(me.card)
    left, _ = left_end(table, card)
    return side_answer(table, left, np.int64(slot_below(table, card, table.flags)))


@decision
def joker(table, me):
    """Join the row with the most bull heads among those open and not full; if there is none, take the cheapest row.

    Ties to the lowest end.
    """
    return np.int64(joker_answer(table))


@decision
def give(table, me):
    """Pass on the highest number; a joker only when there is nothing else."""
    best = _NOTHING
    for i in range(me.n):
        card = np.int64(me.hand[i])
        best = max(best, (np.int64(0) if card >= JOKER_CODE else card) << 8 | i)
    return best & 255


@decision
def draft(table, me):
    """The open card that is farthest from all of one's own; ties, and the first card, at random.

    Chance is needed: a draft has no other, and all rounds of a run would be the same.
    """
    turn = random_below(me, np.int64(table.n_offer))
    best = _NOTHING
    for i in range(table.n_offer):
        lot = (i + turn) % np.int64(table.n_offer)
        best = max(best, _distance_to_own(me, np.int64(table.offer[i])) << 16 | lot << 8 | i)
    return best & 255


@kernel
def _distance_to_own(me, card):
    distance = np.int64(255)
    for j in range(me.n):
        distance = min(distance, abs(card - np.int64(me.hand[j])))
    return distance


#: Cards are kept only when nobody else has fewer cards than this, and they have at least so many bull heads.
KEEP_WHILE, KEEP_FROM = np.int64(4), np.int64(3)


@decision
def keep(table, me):
    """Cards of three and more bull heads, the most heads first, while everybody else has at least four cards.

    Ties to the card that lay farther right. Later in the round what is kept would count double too often.
    """
    for p in range(table.n_seats):
        if p != me.seat and table.hand_n[p] < KEEP_WHILE:
            return np.int64(0)
    kept = np.int64(0)
    for _ in range(me.keep_limit):
        best = np.int64(0)
        for i in range(me.n_taken):
            heads = np.int64(table.heads[me.taken[i]])
            if not kept >> i & 1 and heads >= KEEP_FROM:
                best = max(best, heads << 8 | i)
        if best == 0:
            return kept
        kept |= np.int64(1) << (best & 255)
    return kept


@decision
def order(table, me):
    """The order that costs less as the rows lie; ties to the lower card first.

    Only two cards for the same row can make a difference: laid first, the higher sends the lower to another row.
    """
    low, high = np.int64(me.pair[0]), np.int64(me.pair[1])
    slot, _, room, cost = outlook(table, low)
    other, _, _, cost_high = outlook(table, high)
    if slot != other or slot < 0:
        return np.int64(0)
    rows = table.rows
    ascending = cost
    if room == 1:
        ascending += np.int64(rows[slot].heads) + np.int64(table.heads[low])
    return np.int64(cost_high + _cost_below(table, low, high, slot, room) < ascending)


@kernel
def _cost_below(table, low, high, slot, room):
    """What the lower card costs after the higher has been laid in their row: it goes to the next row below, if any."""
    if slot > 0:
        row = table.rows[slot - 1]
        return np.int64(row.heads) if room_in(row) == 0 else np.int64(0)
    heads = np.int64(table.heads[high])
    cheapest = heads if room == 0 else np.int64(table.rows[0].heads) + heads
    for r in range(1, table.n_rows):
        cheapest = min(cheapest, np.int64(table.rows[r].heads))
    return cheapest


@decision
def second(table, me):
    """Where a second card may be played: one that costs nothing, or takes a row where heads are points; else none.

    Played in turn: the card with the smallest gap that costs nothing behind the first. Placed together: none where
    heads are a penalty, since others may come first. For points: beside a card that takes a row, a zero card, which
    brings it forward; else the card that takes most, alone or together with the first. Ties to the lower card.
    """
    if table.flags & POINTS:
        return _second_for_points(table, me)
    return _second_in_turn(table, me) if table.flags & IN_TURN else NO_SECOND


@kernel
def _room_behind(table, me, card):
    """Gap and room of a card after the first has been laid; no room where that sends it to another row."""
    slot, gap, room, _ = outlook(table, card)
    first = np.int64(me.card)
    first_slot, _, first_room, _ = outlook(table, first)
    lies_already = table.played[table.turn & 15, me.seat, 0] != 0
    if slot == first_slot and slot >= 0 and not lies_already:
        room = room - 1 if first_room > 0 else np.int64(table.capacity) - 1
        if card < first:
            room = np.int64(0)
    return gap, room


@kernel
def _second_in_turn(table, me):
    best = np.int64(1 << 30)
    for i in range(me.n):
        card = np.int64(me.hand[i])
        gap, room = _room_behind(table, me, card)
        if room > 0 and card < JOKER_CODE:
            best = min(best, gap << 16 | card << 8 | i)
    return NO_SECOND if best == 1 << 30 else best & 255


@kernel
def _second_for_points(table, me):
    first = np.int64(me.card)
    first_slot, _, first_room, _ = outlook(table, first)
    best = _NOTHING
    for i in range(me.n):
        card = np.int64(me.hand[i])
        gain = _gain_beside(table, card, first, first_slot, first_room)
        if gain > 0:
            best = max(best, gain << 16 | (255 - card) << 8 | i)
    return NO_SECOND if best < 0 else best & 255


@kernel
def _gain_beside(table, card, first, first_slot, first_room):
    """How good a card is beside the first where heads are points: the heads it would take, more with a zero card."""
    slot, _, room, cost = outlook(table, card)
    if card == ZERO_CODE:
        return np.int64(first_room == 0) << 8
    if room == 0:
        return cost
    both = slot == first_slot and room == 1 and first != ZERO_CODE
    return np.int64(table.rows[slot].heads) if both else np.int64(0)


DEFAULTS: dict[str, Callable[..., Any]] = {
    "row": row,
    "second": second,
    "order": order,
    "side": side,
    "draft": draft,
    "pass": give,
    "joker": joker,
    "keep": keep,
}


def default_decision(kind: str, rules: Rules, card: Callable[..., Any]) -> Callable[..., Any]:
    """The function for a decision that a policy leaves out.

    Parameters
    ----------
    kind : str
        The decision.
    rules : Rules
        What is played.
    card : function
        How the policy chooses a card: where two cards must be played it chooses the second from the rest, too.

    Returns
    -------
    function
    """
    if kind == "second" and rules.cards == "two":
        return card
    return DEFAULTS[kind]
