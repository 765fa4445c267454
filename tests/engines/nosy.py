"""A policy whose answers depend on everything that it is shown.

When the compiled engine shows a seat anything else than the reference engine does, the two soon play differently.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from nimmtsim.kernels import records as r
from nimmtsim.kernels.answers import count_answers, nth_answer
from nimmtsim.kernels.jit import COMPILED, address_of, kernel
from nimmtsim.kernels.streams import mix, random_below

CARD, SECOND, ORDER = r.CARD, r.SECOND, r.ORDER


@kernel
def stir(hash_, value):
    return mix(hash_ * np.uint64(31) + np.uint64(np.int64(value) + 7))


@kernel
def look_at_table(table):
    """A hash of all that everybody knows."""
    h = np.uint64(17)
    for value in (table.n_seats, table.n_rows, table.hand_size, table.turn, table.deal, table.capacity, table.flags):
        h = stir(h, value)
    for slot in range(table.n_rows):
        row = table.rows[slot]
        for value in (row.length, row.capacity, row.heads, row.twins):
            h = stir(h, value)
        h = stir(stir(h, row.end), row.number)
        if table.flags & r.PROFESSIONAL:
            h = stir(h, row.start)
        if table.flags & r.VARIABLE_ROWS:
            h = stir(h, row.effect)
        for i in range(row.length + row.twins):
            h = stir(h, row.cards[i])
    for card in range(r.CODES):
        h = stir(stir(stir(h, table.seen[card]), table.copies[card]), table.heads[card])
    for turn in range(min(table.turn + 1, r.MEMORY)):
        for p in range(table.n_seats):
            h = stir(stir(h, table.played[(table.turn - turn) % r.MEMORY, p, 0]), 1)
            h = stir(stir(h, table.played[(table.turn - turn) % r.MEMORY, p, 1]), 2)
    if table.flags & (r.SHOWN | r.IN_TURN):
        h = stir(h, table.start_seat)
    for p in range(table.n_seats):
        h = stir(stir(stir(h, table.taken[p]), table.penalty[p]), table.score[p])
    return h


@kernel
def look_at_hands(h, table, me):
    """And of the hands, as far as they are known."""
    for p in range(table.n_seats):
        if p != me.seat:
            h = stir(h, table.hand_n[p])
            if table.flags & r.OPEN_HANDS:
                for i in range(table.hand_n[p]):
                    h = stir(h, table.hands[p, i])
    h = stir(h, me.n)
    for i in range(me.n):
        h = stir(h, me.hand[i])
    if table.flags & r.PASS_ON:
        for turn in range(table.turn):
            h = stir(stir(h, me.given[turn % r.MEMORY]), me.received[turn % r.MEMORY])
    return h


@kernel
def look_at_question(h, kind, table, me):
    """And of what is asked."""
    if kind in (r.CHOOSE_ROW, r.SIDE, r.PLACE_JOKER, r.KEEP_CARDS, r.SECOND):
        h = stir(h, me.card)
    if kind == r.ORDER:
        h = stir(stir(h, me.pair[0]), me.pair[1])
    if kind == r.KEEP_CARDS:
        h = stir(h, me.keep_limit)
        for i in range(me.n_taken):
            h = stir(h, me.taken[i])
    if kind == r.DRAFT:
        for i in range(table.n_offer):
            h = stir(h, table.offer[i])
    return h


def _decision(kind: int) -> Any:
    code = np.int64(kind)

    def nosy(table, me):
        h = stir(look_at_hands(look_at_table(table), table, me), random_below(me, 1000))
        h = look_at_question(h, code, table, me)
        n = count_answers(code, table, me)
        return nth_answer(code, table, me, np.int64(h % np.uint64(n)))

    if COMPILED:
        from numba import njit

        return njit(nosy)
    return nosy


_DECISIONS = [_decision(kind) for kind in range(len(r.KINDS))]


@cache
def nosy_addresses() -> tuple[int, ...]:
    """The addresses of the nosy policy."""
    return tuple(address_of(function, r.SIGNATURE) for function in _DECISIONS)
