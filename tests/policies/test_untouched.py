"""A policy that would change what it is shown is refused; one that works on copies plays."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

import nimmtsim
from nimmtsim.errors import PolicyError
from nimmtsim.kernels.jit import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="policies are read when they are compiled")


@numba.njit
def _overwrite(cards: Any) -> None:
    cards[0] = 104


def sorts(table: Any, me: Any) -> Any:
    me.hand[: me.n].sort()
    return 0


def forges(table: Any, me: Any) -> Any:
    me.hand[0] = 104
    return 0


def wipes(table: Any, me: Any) -> Any:
    for slot in range(4):
        row = table.rows[slot]
        row.heads = 0
    return 0


def forgives(table: Any, me: Any) -> Any:
    table.penalty[me.seat] -= 1
    return 0


def hands_on(table: Any, me: Any) -> Any:
    _overwrite(me.hand)
    return 0


def by_another_name(table: Any, me: Any) -> Any:
    hand = me.hand
    part = hand[1:4]
    part[:] = 1
    return 0


@pytest.mark.parametrize("function", [sorts, forges, wipes, forgives, hands_on, by_another_name])
def test_what_changes_the_records_is_refused(function: Any) -> None:
    with pytest.raises(PolicyError, match=f"{function.__name__}.*changes what it is shown"):
        nimmtsim.simulate("base", [function, "random"], rounds=10)


def lowest_by_copy(table: Any, me: Any) -> Any:
    hand = me.hand[: me.n].copy()
    hand.sort()
    found = np.zeros(1, np.int64)
    for i in range(me.n):
        if me.hand[i] == hand[0]:
            found[0] = i
    return found[0]


def test_a_copy_may_be_changed() -> None:
    own = nimmtsim.simulate("base", [lowest_by_copy, "random"], rounds=200, seed=3)
    given = nimmtsim.simulate("base", ["lowest", "random"], rounds=200, seed=3)
    assert np.array_equal(own.penalties, given.penalties)


def drawn(table: Any, me: Any) -> Any:
    return nimmtsim.random_below(me, me.n)


def test_draws_move_the_stream_of_the_seat_and_nothing_else() -> None:
    own = nimmtsim.simulate("base", [drawn, "random"], rounds=200, seed=3)
    given = nimmtsim.simulate("base", ["random", "random"], rounds=200, seed=3)
    assert np.array_equal(own.penalties, given.penalties)
