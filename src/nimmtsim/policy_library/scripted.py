"""Policies that answer what they were told: for tests of the engines, and to resolve one turn.

A seat's script is an array of 64-bit integers whose address, length and position are fields of its record.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nimmtsim.kernels.answers import count_answers, nth_answer
from nimmtsim.kernels.choose import NO_ANSWER
from nimmtsim.kernels.jit import decision, kernel, load_word
from nimmtsim.kernels.records import (
    CARD,
    CHOOSE_ROW,
    DRAFT,
    KEEP_CARDS,
    ORDER,
    PASS,
    PLACE_JOKER,
    SECOND,
    SIDE,
    TAKE,
)
from nimmtsim.policy_library.model import Policy

__all__ = ["drawn", "told"]

_NO_ANSWER = np.int64(NO_ANSWER)


@kernel
def _next_word(me):
    word = load_word(me.script, me.script_at)
    me.script_at += 1
    return word


@kernel
def _slot_of(table, number):
    """The slot of the row with a number; a number that no row has stays as it is, and is no legal answer."""
    for slot in range(table.n_rows):
        if table.rows[slot].number == number:
            return np.int64(slot)
    return np.int64(number) | 64


def _drawn(kind: Any) -> Any:
    @decision
    def answer(table, me):
        """The legal answer at the place that the next number of the script names, modulo their count."""
        if me.script_at >= me.n_script:
            return _NO_ANSWER
        return np.int64(nth_answer(kind, table, me, _next_word(me) % count_answers(kind, table, me)))

    return answer


def _told(kind: Any) -> Any:
    @decision
    def answer(table, me):
        """The next number of the script."""
        if me.script_at >= me.n_script:
            return _NO_ANSWER
        word = np.int64(_next_word(me))
        if kind == CHOOSE_ROW:
            return _slot_of(table, word)
        if kind == PLACE_JOKER and word >= 0:
            return word // TAKE * TAKE + _slot_of(table, word % TAKE)
        return word

    return answer


_KINDS = {
    "card": CARD,
    "row": CHOOSE_ROW,
    "second": SECOND,
    "order": ORDER,
    "side": SIDE,
    "draft": DRAFT,
    "pass": PASS,
    "joker": PLACE_JOKER,
    "keep": KEEP_CARDS,
}

#: Each number of the script chooses among the legal answers.
drawn = Policy("drawn", {name: _drawn(kind) for name, kind in _KINDS.items()})

#: Each number of the script is the answer; a row is given by its number on the table, not by its slot.
told = Policy("told", {name: _told(kind) for name, kind in _KINDS.items()})
