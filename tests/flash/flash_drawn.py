"""Policies whose decisions a test draws: not sensible, only legal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from nimmtsim.flash import FlashPolicy
from nimmtsim.flash.chains import add_to_chain
from nimmtsim.flash.kernels_table import fits
from nimmtsim.flash.records import CHAIN, KINDS, START, TARGET
from nimmtsim.kernels.jit import load_word

_TARGET, _START, _CHAIN = TARGET, START, CHAIN
_STOP = 0o777


@njit
def _next(me, n):
    """The next drawn word modulo n; the words are used in a circle."""
    count = load_word(np.uint64(me.number), 0)
    word = load_word(np.uint64(me.number), 1 + me.memory[0] % count)
    me.memory[0] += 1
    return word % n


@njit
def _chain(table, me):
    chain = length = used = 0
    top = table.top
    while True:
        fitting = 0
        for place in range(me.n):
            fitting += not (used >> place) & 1 and fits(me.hand[place], top)
        if fitting == 0:
            return chain
        chosen = _next(me, fitting + table.stop_early)
        if chosen == fitting:
            return chain
        for place in range(me.n):
            if not (used >> place) & 1 and fits(me.hand[place], top):
                if chosen == 0:
                    chain = add_to_chain(chain, length, place)
                    used |= 1 << place
                    length += 1
                    top = np.int64(me.hand[place])
                    break
                chosen -= 1


@njit
def decide(table, me):
    """Any decision."""
    if me.asked == _CHAIN:
        return _chain(table, me)
    if me.asked == _TARGET:
        if table.self_target:
            return _next(me, table.n_seats)
        return (me.seat + 1 + _next(me, table.n_seats - 1)) % table.n_seats
    if me.asked == _START:
        place = _next(me, me.n)
        while me.hand[place] == _STOP:
            place = (place + 1) % me.n
        return place
    return _next(me, 2)


def drawn(words: Sequence[int]) -> tuple[FlashPolicy, np.ndarray]:
    """A policy that decides by these words, and the memory that it reads (to be kept alive)."""
    memory = np.array([len(words), *words], np.int64)
    return FlashPolicy("drawn", *[decide] * len(KINDS), number=memory.ctypes.data), memory
