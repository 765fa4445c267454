"""The distinct legal answers to every decision: how many there are, and the i-th.

`uniform` draws among them; scripts name one by its place. Each physical card counts separately. The order: by place in
the hand, offer or rows; for a second card "none" first, where that is legal; for a joker first "join", then "take";
for keeping, subsets by ascending bit mask.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import NO_SECOND, count_seconds, is_second
from nimmtsim.kernels.jit import kernel
from nimmtsim.kernels.records import (
    CHOOSE_ROW,
    DRAFT,
    KEEP_CARDS,
    ONE_OR_TWO,
    ORDER,
    PLACE_JOKER,
    SECOND,
    SIDE,
    TAKE,
)
from nimmtsim.kernels.rows import ends_with_joker

__all__ = ["count_answers", "count_subsets", "nth_answer"]


@kernel
def count_subsets(n, most):
    """How many subsets of at most `most` elements n elements have."""
    total, with_k = 0, 1
    for k in range(min(n, most) + 1):
        total += with_k
        with_k = with_k * (n - k) // (k + 1)
    return total


@kernel
def nth_subset(n, most, index):
    """The index-th subset of at most `most` of n elements, as a bit mask, in ascending order of masks."""
    mask = 0
    for bit in range(n - 1, -1, -1):
        without = count_subsets(bit, most)
        if index >= without:
            index -= without
            mask |= 1 << bit
            most -= 1
    return mask


@kernel
def count_answers(kind, table, me):
    """How many legal answers a decision has."""
    if kind == CHOOSE_ROW:
        return np.int64(table.n_rows)
    if kind in (SIDE, ORDER):
        return 2
    if kind == DRAFT:
        return np.int64(table.n_offer)
    if kind == SECOND and table.flags & ONE_OR_TWO:
        return 1 + count_seconds(table, me)
    if kind == PLACE_JOKER:
        joins = 0
        for slot in range(table.n_rows):
            joins += not ends_with_joker(table.rows[slot])
        return joins + np.int64(table.n_rows)
    if kind == KEEP_CARDS:
        return count_subsets(np.int64(me.n_taken), np.int64(me.keep_limit))
    return np.int64(me.n)


@kernel
def nth_answer(kind, table, me, index):
    """The legal answer at a place 0..count-1."""
    if kind == SECOND and table.flags & ONE_OR_TWO:
        if index == 0:
            return NO_SECOND
        for i in range(me.n):
            index -= is_second(table, me, np.int64(me.hand[i]))
            if index == 0:
                return i
    if kind == PLACE_JOKER:
        for slot in range(table.n_rows):
            if not ends_with_joker(table.rows[slot]):
                if index == 0:
                    return slot
                index -= 1
        return TAKE + index
    if kind == KEEP_CARDS:
        return nth_subset(np.int64(me.n_taken), np.int64(me.keep_limit), index)
    return index
