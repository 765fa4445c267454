"""Estimates: against numpy and scipy on the kept rounds."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nimmtsim import simulate
from nimmtsim.counting import Counts
from nimmtsim.statistics import half_width, mean_of, quantile, share_of, t_quantile


def wins_by_hand(penalties, highest=False):
    best = penalties.max(axis=1, keepdims=True) if highest else penalties.min(axis=1, keepdims=True)
    won = penalties == best
    return won / won.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("rules", ["base", "plus"])
def test_means_and_shares_are_those_of_the_samples(rules, rotate):
    result = simulate(rules, ["nearest", "random", "highest"], rounds=400, seed=3, rotate=rotate)
    group = 3 if rotate else 1
    values = {
        "heads": result.penalties.astype(float),
        "wins": wins_by_hand(result.penalties, rules == "plus"),
        "zeros": (result.penalties == 0).astype(float),
    }
    for measure, rows in values.items():
        samples = rows.reshape(400, group, 3).mean(axis=1)
        for player in range(3):
            found = mean_of(result.counts, measure, {player: 1})
            assert found.value == pytest.approx(rows[:, player].mean(), rel=1e-12)
            assert found.se == pytest.approx(stats.sem(samples[:, player]), rel=1e-9, abs=1e-15)
            if found.se > 0:
                low, high = stats.t.interval(0.95, 399, found.value, found.se)
                assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)
        difference = samples[:, 0] - samples[:, 2]
        found = mean_of(result.counts, measure, {0: 1, 2: -1})
        assert found.value == pytest.approx(difference.mean(), abs=1e-12)
        assert found.se == pytest.approx(stats.sem(difference), rel=1e-9)


def test_rotations_are_not_taken_for_independent_rounds():
    """Four players who do the same have the same mean in every deal: there is nothing to be unsure of."""
    result = simulate("base", ["nearest"] * 4, rounds=200, rotate=True)
    found = mean_of(result.counts, "heads", {0: 1, 1: -1})
    assert found.value == 0
    assert found.se == 0
    naive = stats.sem(result.penalties[:, 0] - result.penalties[:, 1])
    assert naive > 0.3


def test_shares_keep_within_0_and_1_and_never_claim_certainty():
    counts = Counts.of(np.array([[0, 5]] * 50, np.int32), np.ones(50, np.int32), np.zeros(50, np.uint8), 1, False)
    always, never = share_of(counts, "wins", 0), share_of(counts, "wins", 1)
    assert always.value == always.high == 1
    assert 0.9 < always.low < 1
    assert never.value == never.low == 0
    assert 0 < never.high < 0.1


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5])
def test_intervals_of_shares_cover(share):
    """Exact coverage for 60 rounds: the sum over all outcomes."""
    n, covered = 60, 0.0
    for wins in range(n + 1):
        totals = np.array([[0, 1]] * wins + [[1, 0]] * (n - wins), np.int32)
        found = share_of(Counts.of(totals, np.ones(n, np.int32), np.zeros(n, np.uint8), 1, False), "wins", 0)
        if found.low <= share <= found.high:
            covered += stats.binom.pmf(wins, n, share)
    assert 0.92 < covered < 0.99


def test_few_samples():
    one = simulate("base", ["nearest", "random"], rounds=1)
    row = one.summary().iloc[0]
    assert math.isnan(row.se)
    assert math.isnan(row.low)
    assert math.isnan(row.sd)
    assert half_width(one.counts) == math.inf
    assert t_quantile(2) == pytest.approx(stats.t.ppf(0.975, 1))
    assert math.isnan(t_quantile(1))


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60), st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95]))
def test_quantiles(values, share):
    exact = sorted(values)[max(1, math.ceil(Fraction(str(share)) * len(values))) - 1]
    assert quantile(np.bincount(values), share) == exact


def test_a_large_offset_costs_no_digits():
    totals = np.array([[30_000], [30_001]] * 500, np.int32)
    counts = Counts.of(totals, np.ones(1000, np.int32), np.zeros(1000, np.uint8), 1, False)
    assert mean_of(counts, "heads", {0: 1}).se == pytest.approx(stats.sem(totals[:, 0].astype(float)), rel=1e-12)
