"""The yardstick: every decision uniformly at random among its distinct legal answers."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.answers import count_answers, nth_answer
from nimmtsim.kernels.choose import NO_SECOND
from nimmtsim.kernels.jit import decision, kernel
from nimmtsim.kernels.records import (
    CHOOSE_ROW,
    DRAFT,
    KEEP_CARDS,
    ONE_OR_TWO,
    ONE_ZERO_ONLY,
    ORDER,
    ORDERED_PAIRS,
    PASS,
    PLACE_JOKER,
    SECOND,
    SIDE,
    ZERO_CODE,
)
from nimmtsim.kernels.streams import random_below

__all__ = ["DECISIONS", "uniform"]


@decision
def uniform(table, me):
    """Every decision uniformly at random among its distinct legal answers.

    Each physical card counts separately. One or two cards are chosen among all single cards and all pairs together:
    pairs without an order, or with one where the order of laying is chosen, too. Two cards: a pair, then its order. A
    joker: to join a row or to take one, all alike. Keeping: all subsets that the hand limit allows.

    Ties: none.

    Source: this project, as the yardstick of its engines.
    """
    if table.flags & ONE_OR_TWO and table.flags & ONE_ZERO_ONLY:
        return _weighted_first(table, me)
    return random_below(me, np.int64(me.n))


@kernel
def _single_weight(table):
    # A pair without an order can be chosen in two ways, by its one card first or by its other: a single card must weigh
    # twice as much as a pair does each time.
    return np.int64(1 if table.flags & ORDERED_PAIRS else 2)


@kernel
def _weighted_first(table, me):
    """The first card where zero cards do not go together: a card weighs as much as it has partners, and itself."""
    n = np.int64(me.n)
    zeros = np.int64(0)
    for i in range(n):
        zeros += me.hand[i] == ZERO_CODE
    single = _single_weight(table)
    of_zero, of_number = single + n - zeros, single + n - 1
    left = random_below(me, zeros * of_zero + (n - zeros) * of_number)
    for i in range(n):
        left -= of_zero if me.hand[i] == ZERO_CODE else of_number
        if left < 0:
            return np.int64(i)
    return n - 1


@decision
def second(table, me):
    """None, or any legal card: as likely as makes all singles and all pairs equal."""
    extra = np.int64(0)
    if table.flags & ONE_OR_TWO:
        extra = _single_weight(table) - 1
    answer = random_below(me, count_answers(SECOND, table, me) + extra)
    return NO_SECOND if answer < extra else np.int64(nth_answer(SECOND, table, me, answer - extra))


def _among_all(kind):
    @decision
    def answer(table, me):
        """Any legal answer."""
        return np.int64(nth_answer(kind, table, me, random_below(me, count_answers(kind, table, me))))

    return answer


DECISIONS = {
    "second": second,
    "row": _among_all(CHOOSE_ROW),
    "order": _among_all(ORDER),
    "side": _among_all(SIDE),
    "draft": _among_all(DRAFT),
    "pass_": _among_all(PASS),
    "joker": _among_all(PLACE_JOKER),
    "keep": _among_all(KEEP_CARDS),
}
