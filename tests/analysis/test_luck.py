"""Luck and skill against exact enumeration, against plain loops, and against what happens in the long run."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pandas as pd
import pytest

import nimmtsim
from nimmtsim.analysis import luck as luck_module
from nimmtsim.analysis.duplicates import duplicates
from nimmtsim.analysis.luck import COMPONENTS, Luck, luck
from nimmtsim.analysis.skill import rounds_needed
from nimmtsim.analysis.survey import luck_of_variants
from nimmtsim.errors import PolicyError, RulesError, UsageError
from nimmtsim.statistics import t_quantile
from tests.analysis.tiny_games import THREE, TINY, deals, takes, total

GAMES = [(TINY, ["lowest", "highest"]), (THREE, ["lowest", "highest", "highest"])]


def _every_table(rules: nimmtsim.Rules, policies: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Heads of every player at every table, [deals, orders, players], and where the players sit, [orders, players]."""
    n = len(policies)
    orders = np.array(list(permutations(range(n))))  # seat of each player
    heads = []
    for hands, rows in deals(rules, n):
        for seats in orders:
            taken = takes(rules, hands, rows, [policies[player] for player in np.argsort(seats)])
            heads.append([total(taken, seat) for seat in seats])
    return np.array(heads, float).reshape(-1, len(orders), n), orders


def _exact(rules: nimmtsim.Rules, policies: list[str]) -> tuple[dict[str, float], np.ndarray]:
    """The components of the variance, and f[deals, seats, players]."""
    heads, orders = _every_table(rules, policies)
    n = len(policies)
    f, scatter = np.zeros((len(heads), n, n)), []
    for player in range(n):
        for seat in range(n):
            results = heads[:, orders[:, player] == seat, player]
            f[:, seat, player] = results.mean(axis=1)
            scatter.append(results.var(axis=1).mean())
    deal, seat, player = f.mean(axis=(1, 2)), f.mean(axis=(0, 2)), f.mean(axis=(0, 1))
    hand = f.mean(axis=2) - deal[:, None] - seat + f.mean()
    both = f - f.mean(axis=2, keepdims=True) - player + f.mean()
    exact = {"deal": deal.var(), "seat": seat.var(), "hand": (hand**2).mean(), "policy": player.var(),
             "policy x hand": (both**2).mean(), "rest": float(np.mean(scatter)), "total": heads.var()}  # fmt: skip
    return exact, heads


@pytest.mark.parametrize(("rules", "policies"), GAMES, ids=["two", "three"])
def test_every_deal_of_a_small_game(rules: nimmtsim.Rules, policies: list[str]) -> None:
    exact, heads = _exact(rules, policies)
    assert sum(exact[name] for name in COMPONENTS) == pytest.approx(exact["total"])  # a true split
    found = luck(rules, policies, deals=20_000, seed=7)
    frame = found.components().set_index("component")
    for name, variance in exact.items():
        row = frame.loc[name]
        se = (row["high"] - row["low"]) / 2 / t_quantile(50)
        assert abs(row["variance"] - variance) <= 4 * se + 1e-12, name
        assert row["share"] == pytest.approx(row["variance"] / frame.loc["total", "variance"])
    assert (exact["rest"] > 0) == (len(policies) == 3)  # with two players nobody else can sit elsewhere
    _needs(found, heads, _every_table(rules, policies)[1])


def _needs(found: Luck, heads: np.ndarray, orders: np.ndarray) -> None:
    """The rounds that a better policy needs, from every table."""
    row = found.rounds_needed().iloc[0]
    n = found.players
    better = [p for p, name in enumerate(found.policies) if name == row["better"]]
    worse = [p for p, name in enumerate(found.policies) if name == row["worse"]]
    pairs = [(a, b) for a in better for b in worse]
    differences = np.stack([heads[:, :, b] - heads[:, :, a] for a, b in pairs])
    margin, z = differences.mean(), 1.6448536269514722
    assert abs(row["margin"] - margin) < (row["margin_high"] - row["margin_low"])
    # All rotations of an order of the players make one duplicated deal.
    cycles: dict[tuple[int, ...], list[int]] = {}
    for at, seats in enumerate(orders):
        players = np.argsort(seats)
        cycles.setdefault(tuple(np.roll(players, -np.argmin(players))), []).append(at)
    assert {len(cycle) for cycle in cycles.values()} == {n}
    means = np.stack([differences[:, :, cycle].mean(axis=2) for cycle in cycles.values()])
    for name, spread in (("rounds", differences), ("deals", means)):
        exact = (z * math.sqrt((spread**2).mean() - margin**2) / margin) ** 2
        half = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
        assert abs(row[name] - exact) < 2 * half, name
        assert half < exact


def test_plain_loops_say_the_same() -> None:
    policies, count, repeats = ["nearest", "random", "lowest"], 12, 3
    heads = duplicates("base", policies, deals=count, repeats=repeats, seed=3).plays.by_seat().astype(float)
    n = len(policies)
    others = [(k, m) for k in range(repeats) for m in range(repeats) if k != m]
    two_deals = [(d, e) for d in range(count) for e in range(count) if d != e]

    def of_two(values: np.ndarray) -> float:
        return float(np.mean([(values[:, k] * values[:, m]).mean() for k, m in others]))

    def of_deals(values: np.ndarray) -> float:
        return float(np.mean([(values[d] * values[e]).mean() for d, e in two_deals]))

    mean, seats = of_deals(heads.mean(axis=(1, 2, 3))), of_deals(heads.mean(axis=(1, 3)))
    players = of_deals(heads.mean(axis=(1, 2)))
    deal, hand, cell = of_two(heads.mean(axis=(2, 3))), of_two(heads.mean(axis=3)), of_two(heads)
    square = (heads**2).mean()
    expected = [deal - mean, seats - mean, hand - deal - (seats - mean), players - mean,
                cell - hand - (players - mean), square - cell, square - mean]  # fmt: skip
    found = luck("base", policies, deals=count, repeats=repeats, seed=3)
    np.testing.assert_allclose(found.components()["variance"], expected)
    assert found.plays == count * repeats * n == heads.size // n


def test_the_design() -> None:
    policies = ["nearest", "random", "lowest"]
    seats = duplicates("base", policies, deals=60, seed=3).plays.seats.astype(int)
    assert (np.sort(seats, axis=2) == np.arange(3)[:, None]).all()  # everybody once in every seat
    assert (np.sort(seats, axis=3) == np.arange(3)).all()  # everybody has a seat of his own
    clockwise = ((seats[..., 1] - seats[..., 0]) % 3 == 1)[:, :, 0]
    assert 0.3 < clockwise.mean() < 0.7
    assert (clockwise[:, 0] != clockwise[:, 1]).any()
    # The deals are those of simulate: two policies without draws get the same there.
    same = duplicates("base", ["nearest", "lowest"], deals=40, seed=5).plays
    straight = nimmtsim.simulate("base", ["nearest", "lowest"], rounds=40, seed=5, rotate=True).penalties
    np.testing.assert_array_equal(same.by_seat()[:, 0, 0, 0], straight[0::2, 0])


def test_draws_are_fresh_and_deals_are_not() -> None:
    heads = duplicates("base", ["random", "random"], deals=400, seed=5).plays.by_seat()
    assert (heads[:, 0] != heads[:, 1]).any(axis=(1, 2)).mean() > 0.9
    fixed = duplicates("base", ["nearest", "lowest"], deals=400, seed=5).plays.by_seat()
    np.testing.assert_array_equal(fixed[:, 0], fixed[:, 1])


def test_threads_change_nothing() -> None:
    one, two = (luck("base", ["nearest", "random", "random"], deals=500, seed=2, threads=n) for n in (1, 2))
    pd.testing.assert_frame_equal(one.components(), two.components(), check_exact=True)
    pd.testing.assert_frame_equal(one.rounds_needed(), two.rounds_needed(), check_exact=True)


def test_the_better_policy_is_ahead_as_often_as_it_says() -> None:
    policies = ["nearest", "random", "random", "random"]
    needed = luck("base", policies, deals=4000, seed=1).rounds_needed().iloc[0]
    count = math.ceil(needed["rounds"])
    penalties = nimmtsim.simulate("base", policies, rounds=6000 * count, seed=2).penalties.astype(int)
    lead = (penalties[:, 1] - penalties[:, 0]).reshape(-1, count).sum(axis=1)
    assert 0.935 < (lead > 0).mean() + (lead == 0).mean() / 2 < 0.97
    deals_count = math.ceil(needed["deals"])
    again = nimmtsim.simulate("base", policies, rounds=3000 * deals_count, seed=3, rotate=True)
    penalties = again.penalties.astype(int)
    lead = (penalties[:, 1] - penalties[:, 0]).reshape(-1, deals_count * 4).sum(axis=1)
    assert 0.93 < (lead > 0).mean() + (lead == 0).mean() / 2 < 0.98


def test_drafted_hands_without_draws_leave_nothing_to_luck() -> None:
    first, last = (nimmtsim.policy(play, draft=pick) for play, pick in ((_first, _first_open), (_last, _last_open)))
    found = luck("logic", [first, last], deals=100, seed=1)
    frame = found.components().set_index("component")
    for name in ("deal", "hand", "rest"):
        assert frame.loc[name, ["variance", "low", "high"]].abs().max() < 1e-9
    row = found.rounds_needed().iloc[0]
    assert (row["deals"], row["deal_rounds"]) == (1, 2)  # the second deal is as the first
    assert "no luck of the deal" in found.notes()[0]
    assert "all games" in luck("championship", ["nearest", "random"], deals=10).notes()[0]
    assert luck("base", ["nearest", "random"], deals=10).notes() == []


def _first(table, me):  # type: ignore[no-untyped-def]
    return 0


def _last(table, me):  # type: ignore[no-untyped-def]
    return me.n - 1


def _first_open(table, me):  # type: ignore[no-untyped-def]
    return 0


def _last_open(table, me):  # type: ignore[no-untyped-def]
    return table.n_offer - 1


def test_more_points_are_better() -> None:
    policies = ["nearest", "lowest"]
    row = luck("plus", policies, deals=2000, seed=1).rounds_needed().iloc[0]
    points = nimmtsim.simulate("plus", policies, rounds=2000, seed=1, rotate=True).penalties.mean(axis=0)
    most, fewest = policies[int(points.argmax())], policies[int(points.argmin())]
    assert (row["better"], row["worse"]) == (most, fewest)
    assert row["margin_low"] < points.max() - points.min() < row["margin_high"]


def test_no_difference_needs_no_end_of_rounds() -> None:
    same = luck("base", ["random", "random"], deals=50, seed=1)
    assert same.rounds_needed().empty
    assert same.rounds_needed().columns[-1] == "deal_rounds"
    twin = nimmtsim.policy(_also_random, name="twin")
    close = luck("base", ["random", twin], deals=30, seed=4).rounds_needed().iloc[0]
    assert close["rounds_high"] == math.inf
    assert close["rounds_low"] <= close["rounds"]
    zero = [np.array([10]), None, None, np.full((2, 2), 10), None, np.full((2, 2), 40), np.full((2, 2), 40)]
    assert rounds_needed(zero, 2, np.array([[0, 1.0], [0, 0]]), 1).tolist() == [0, 0, 0]  # type: ignore[arg-type]


def _also_random(table, me):  # type: ignore[no-untyped-def]
    return nimmtsim.random_below(me, me.n)


def test_all_variants() -> None:
    found, left_out = luck_of_variants(["nearest", "random"], players=6, deals=20)
    assert list(left_out) == ["championship"]
    for one in found.values():
        shares = one.components().set_index("component")["share"]
        assert shares[list(COMPONENTS)].sum() == pytest.approx(1.0)
    with pytest.raises(RulesError, match="championship: 9 players are too many"):
        luck_of_variants(["nearest", "random"], variants=["championship"], players=9)


def test_errors() -> None:
    with pytest.raises(UsageError, match="deals=2: at least 3"):
        luck("base", ["nearest", "random"], deals=2)
    with pytest.raises(UsageError, match="repeats=1: must be 2 to 1,000"):
        luck("base", ["nearest", "random"], deals=3, repeats=1)
    with pytest.raises(UsageError, match=r"deals=1\.5"):
        luck("base", ["nearest", "random"], deals=1.5)  # type: ignore[arg-type]
    with pytest.raises(PolicyError, match="policy 'wrong' gave no legal answer to decision 'card' in deal 0"):
        luck("base", ["nearest", nimmtsim.policy(_wrong, name="wrong")], deals=200)
    assert repr(luck("base", ["nearest", "random"], deals=3)) == "<Luck: base, nearest, random, 3 deals, 12 rounds>"
    assert luck_module.__doc__ is not None
    assert all(name in luck_module.__doc__ for name in COMPONENTS)


def _wrong(table, me):  # type: ignore[no-untyped-def]
    return -7
