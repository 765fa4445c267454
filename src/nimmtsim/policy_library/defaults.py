"""What a policy does about decisions that it leaves out.

Each is what a person would do without much thought; ``docs/policies.md`` says how they were measured.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nimmtsim.kernels.choose import NO_SECOND
from nimmtsim.kernels.jit import decision
from nimmtsim.kernels.rows import cheapest_slot, slot_below
from nimmtsim.kernels.streams import random_below
from nimmtsim.policy_library.sight import joker_answer, left_end, side_answer
from nimmtsim.rules import Rules

__all__ = ["DEFAULTS", "default_decision"]


@decision
def row(table, me):
    """The row with the fewest bull heads; ties to the lowest end."""
    return np.int64(cheapest_slot(table))


@decision
def second(table, me):
    """No second card."""
    return NO_SECOND


@decision
def order(table, me):
    """The lower card first."""
    return 0


@decision
def side(table, me):
    """The end that costs less, then the row with more room; ties to the right."""
    card = np.int64(me.card)
    left, _ = left_end(table, card)
    return side_answer(table, left, np.int64(slot_below(table, card, table.flags)))


@decision
def draft(table, me):
    """Any open card, each equally likely."""
    return random_below(me, np.int64(table.n_offer))


@decision
def give(table, me):
    """The highest card."""
    best = np.int64(-1)
    for i in range(me.n):
        best = max(best, np.int64(me.hand[i]) << 8 | i)
    return best & 255


@decision
def joker(table, me):
    """Join the row with the fewest cards that is open; when none is, take the cheapest row."""
    return np.int64(joker_answer(table))


@decision
def keep(table, me):
    """Nothing."""
    return 0


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
