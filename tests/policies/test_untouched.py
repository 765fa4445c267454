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


def wipes_in_a_loop(table: Any, me: Any) -> Any:
    for row in table.rows:
        row.heads = 0
    return 0


def one_or_the_other(table: Any, me: Any) -> Any:
    cards = me.hand if me.n > 3 else table.heads
    cards[0] = 104
    return 0


def hands_on(table: Any, me: Any) -> Any:
    _overwrite(me.hand)
    return 0


def by_another_name(table: Any, me: Any) -> Any:
    hand = me.hand
    part = hand[1:4]
    part[:] = 1
    return 0


@pytest.mark.parametrize(
    "function", [sorts, forges, wipes, wipes_in_a_loop, one_or_the_other, forgives, hands_on, by_another_name]
)
def test_what_changes_the_records_is_refused(function: Any) -> None:
    with pytest.raises(PolicyError, match=f"{function.__name__}.*changes what it is shown"):
        nimmtsim.simulate("base", [function, "random"], rounds=10)


@numba.njit
def _overwrite_in(held: Any) -> None:
    held[0][0] = 104


def shuffles(table: Any, me: Any) -> Any:
    np.random.shuffle(me.hand)  # noqa: NPY002 - a generator of numpy cannot be compiled
    return 0


def adds(table: Any, me: Any) -> Any:
    np.add(me.hand, me.hand, me.hand)
    return 0


def through_a_view(table: Any, me: Any) -> Any:
    np.asarray(me.hand)[0] = 104
    me.hand.reshape(4, 8)[0, 1] = 103
    for card in np.nditer(me.hand):
        card[()] = 102
    return 0


def through_a_tuple(table: Any, me: Any) -> Any:
    _overwrite_in((me.hand, table.heads))
    [me.hand][0][0] = 103
    return 0


def through_a_closure(table: Any, me: Any) -> Any:
    def write() -> None:
        me.hand[0] = 104

    write()
    return 0


def numbered(table: Any, me: Any) -> Any:
    for _, row in enumerate(table.rows):
        row.end = 1
    return 0


def first_card(table: Any, me: Any) -> Any:
    return 0


@pytest.mark.parametrize("function", [shuffles, adds, through_a_view, through_a_tuple, through_a_closure, numbered])
def test_what_changes_copies_changes_no_game(function: Any) -> None:
    for variant in ("base", "professional"):
        harmless = nimmtsim.simulate(variant, [first_card, "nearest"], rounds=100, seed=2).penalties
        assert np.array_equal(nimmtsim.simulate(variant, [function, "nearest"], rounds=100, seed=2).penalties, harmless)


@numba.njit
def _at(cards: Any, place: Any) -> Any:
    return cards[place]


def searches_on(table: Any, me: Any) -> Any:
    place = 0
    while me.hand[place] != 105:
        place += 1
    return place


def far_away(table: Any, me: Any) -> Any:
    return me.hand[me.n * 10_000_000]


def in_the_next_seat(table: Any, me: Any) -> Any:
    return me.hand[176] * 0


def by_a_function(table: Any, me: Any) -> Any:
    return _at(me.hand, 176) * 0


@pytest.mark.parametrize(
    "function", [searches_on, far_away, in_the_next_seat, by_a_function, numba.njit(in_the_next_seat)]
)
def test_nobody_reads_on_behind_the_records(function: Any) -> None:
    with pytest.raises(PolicyError, match="raised an exception when asked for decision 'card' in round 0, turn 0"):
        nimmtsim.simulate("base", [function, "random"], rounds=10)


def by_list(table: Any, me: Any) -> Any:
    cards = [me.hand[i] for i in range(me.n)]
    return cards.index(min(cards))


def by_inner_function(table: Any, me: Any) -> Any:
    def worth(i: int) -> Any:
        return np.int64(me.hand[i]) * 2

    best = 0
    for i in range(me.n):
        if worth(i) < worth(best):
            best = i
    return best


@pytest.mark.parametrize("function", [by_list, by_inner_function])
def test_lists_and_inner_functions_work(function: Any) -> None:
    own = nimmtsim.simulate("base", [function, "random"], rounds=200, seed=3)
    assert np.array_equal(own.penalties, nimmtsim.simulate("base", ["lowest", "random"], rounds=200, seed=3).penalties)


def sorted_and_drawn(table: Any, me: Any) -> Any:
    return nimmtsim.random_below(me, len(np.unique(me.hand[: me.n])))


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


@pytest.mark.parametrize("function", [drawn, sorted_and_drawn])
def test_draws_move_the_stream_of_the_seat_and_nothing_else(function: Any) -> None:
    own = nimmtsim.simulate("base", [function, "random"], rounds=200, seed=3)
    given = nimmtsim.simulate("base", ["random", "random"], rounds=200, seed=3)
    assert np.array_equal(own.penalties, given.penalties)
