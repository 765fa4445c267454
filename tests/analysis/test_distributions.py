"""Distributions against exact enumeration, against pandas, and against themselves on other threads."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import nimmtsim
from nimmtsim.analysis.distributions import Distributions, Group, distributions, distributions_of
from nimmtsim.analysis.exact import Sums, ratio
from nimmtsim.analysis.joint import Joint
from nimmtsim.analysis.survey import luck_of_variants, survey
from nimmtsim.analysis.tallies import Tally
from nimmtsim.errors import NimmtsimError, RulesError, UsageError
from nimmtsim.statistics import share_estimate
from nimmtsim.variant_registry import VARIANTS
from tests.analysis.tiny_games import SMALL, TINY, everything, shares, total

FOUR = ["nearest", "random", "random", "lowest"]


@pytest.mark.parametrize("rules", [TINY, SMALL], ids=lambda rules: rules.name)
def test_every_deal_of_a_small_game(rules: nimmtsim.Rules) -> None:
    policies = ["lowest", "highest"]
    played = everything(rules, policies)
    found = distributions(rules, policies, rounds=40_000, seed=5, pairs=[(0, 1)])
    seats = [[total(deal, seat) for deal in played] for seat in (0, 1)]
    both = list(zip(*seats, strict=True))
    exact = {
        Group("player", "lowest", 0, 0): seats[0], Group("player", "highest", 1, 1): seats[1],
        Group("total"): [sum(pair) for pair in both], Group("winner"): [min(pair) for pair in both],
        Group("loser"): [max(pair) for pair in both],
    }  # fmt: skip
    for group, values in exact.items():
        tally, likely = found.tallies[group], shares(values)
        expected = np.zeros(max(likely) + 1)
        expected[list(likely)] = [float(share) * 40_000 for share in likely.values()]
        assert len(tally.counts) == len(expected)  # what cannot happen did not, what can did
        assert not tally.counts[expected == 0].any()
        assert stats.chisquare(tally.counts[expected > 0], expected[expected > 0]).pvalue > 1e-3
        _is_near(tally.mean(), np.mean(values))
        _is_near(tally.deviation(), np.std(values))
        assert tally.quantile(0.5)[0] == np.quantile(values, 0.5, method="inverted_cdf")
    joint = found.joint(0, 1)
    for pair, share in shares(both).items():
        assert joint.counts[pair] / 40_000 == pytest.approx(float(share), abs=4 * math.sqrt(share / 40_000))
    _is_near(joint.correlation(), np.corrcoef(*seats)[0, 1])


def _is_near(estimate: object, truth: float) -> None:
    value, se = estimate[:2]  # type: ignore[index]
    assert abs(value - truth) < 4 * se, (value, truth, se)


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("much", [{"rounds": 3000}, {"matches": 400}], ids=["rounds", "matches"])
def test_kept_rounds_say_the_same(much: dict[str, int], rotate: bool) -> None:
    pairs = [(0, 1), (2, 0)]
    streamed = distributions("base", FOUR, seed=3, rotate=rotate, pairs=pairs, threads=2, **much)
    alone = distributions("base", FOUR, seed=3, rotate=rotate, pairs=pairs, threads=1, **much)
    kept = distributions_of(nimmtsim.simulate("base", FOUR, seed=3, rotate=rotate, **much), pairs=pairs)
    for other in (alone, kept):
        pd.testing.assert_frame_equal(streamed.summary(), other.summary(), check_exact=True)
        pd.testing.assert_frame_equal(streamed.histogram(), other.histogram(), check_exact=True)
        for pair in pairs:
            pd.testing.assert_frame_equal(streamed.joint(*pair).frame(), other.joint(*pair).frame(), check_exact=True)
            assert streamed.joint(*pair).correlation() == other.joint(*pair).correlation()


def test_pandas_says_the_same() -> None:
    result = nimmtsim.simulate("base", FOUR, rounds=2000, seed=8, rotate=True)
    found = distributions_of(result, pairs=[(0, 3)])
    frame = result.to_frame()
    summary = found.summary(15)
    long = frame.melt(["deal", "rotation"], var_name="player", value_name="heads")
    long["player"] = long["player"].str[-1].astype(int)
    long["seat"] = (long["player"] + long["rotation"]) % 4
    long["policy"] = np.array(FOUR)[long["player"]]
    groups = {"policy": ["policy"], "player": ["player"], "seat": ["seat"], "policy in seat": ["policy", "seat"]}
    for by, names in groups.items():
        rows = summary[summary["by"] == by].set_index(names)
        for key, part in long.groupby(names if len(names) > 1 else names[0]):
            _row_is(rows.loc[key], part, 15)
    table = long.groupby(["deal", "rotation"])["heads"]
    for by, values in (("total", table.sum()), ("winner", table.min()), ("loser", table.max())):
        _row_is(summary[summary["by"] == by].iloc[0], values.reset_index(), 15)
    cross = pd.crosstab(frame["penalty_0"], frame["penalty_3"])
    counted = found.joint(0, 3).frame().pivot(index="first", columns="second", values="observed").fillna(0)
    np.testing.assert_array_equal(counted, cross)
    assert found.joint(0, 3).correlation().value == pytest.approx(frame["penalty_0"].corr(frame["penalty_3"]))


def _row_is(row: pd.Series, part: pd.DataFrame, tail: int) -> None:
    heads = part["heads"]
    assert row["mean"] == pytest.approx(heads.mean())
    assert row["se"] == pytest.approx(heads.groupby(part["deal"]).mean().sem())
    assert row["sd"] == pytest.approx(heads.std())
    assert (row["median"], row["q95"]) == tuple(heads.quantile([0.5, 0.95], interpolation="inverted_cdf"))
    assert row["highest"] == heads.max()
    for name, hit in (("zero", heads == 0), ("tail", heads >= tail)):
        assert row[name] == pytest.approx(hit.mean())
        if 0 < hit.mean() < 1:  # Wilson's interval solves this equation at both ends
            se = hit.groupby(part["deal"]).mean().sem()
            effective = hit.mean() * (1 - hit.mean()) / se**2
            t = stats.t.ppf(0.975, part["deal"].nunique() - 1)
            for end in (row[f"{name}_low"], row[f"{name}_high"]):
                assert abs(hit.mean() - end) == pytest.approx(t * math.sqrt(end * (1 - end) / effective))
        else:
            assert row[f"{name}_low"] == pytest.approx(hit.mean(), abs=0.01)


def test_spread_of_the_deviation_and_correlation_by_leaving_out_deals() -> None:
    """Their standard errors come from formulas of their own; a jackknife over deals knows none of them."""
    penalties = nimmtsim.simulate("base", FOUR, rounds=1500, seed=2, rotate=True).penalties.reshape(-1, 4, 4)
    x, y = penalties[:, :, 0].astype(float), penalties[:, :, 1].astype(float)
    keep = ~np.eye(len(x), dtype=bool)

    def spread(values: np.ndarray) -> float:
        return math.sqrt((len(x) - 1) / len(x) * ((values - values.mean()) ** 2).sum())

    sd = np.array([x[one].std() for one in keep])
    r = np.array([np.corrcoef(x[one].ravel(), y[one].ravel())[0, 1] for one in keep])
    assert Tally.of(penalties[:, :, 0]).deviation().se == pytest.approx(spread(sd), rel=0.01)
    assert Joint.of(penalties[:, :, 0], penalties[:, :, 1]).correlation().se == pytest.approx(spread(r), rel=0.01)


def test_sums_are_exact_beyond_64_bits() -> None:
    values = np.array([[3, 4], [2**40, 1]])
    sums = Sums.of(values)
    sums.add(Sums.of(values))
    assert sums.products[0, 0] == 2 * (9 + 2**80)
    assert sums.sums.tolist() == [2 * (3 + 2**40), 10]
    one = Sums.of(np.array([[1, 2], [3, 4], [5, 5]]))
    mean, se = ratio(3, one.sums, one.products, (1, 0), 1)
    assert (mean, se) == (3.0, pytest.approx(math.sqrt(4 / 3)))
    share, _ = ratio(3, one.sums, one.products, (1, 0), (0, 1))
    assert share == float(Fraction(9, 11))
    assert all(math.isnan(number) for number in ratio(3, one.sums, one.products, (1, 0), (0, 0)))


def test_intervals_at_their_ends() -> None:
    never = share_estimate(0.0, 0.0, 100)
    assert never.low == 0 < never.high < 0.05
    assert share_estimate(1.0, 0.0, 100).low == pytest.approx(1 - never.high)
    one = Tally.of(np.array([[5]]))
    assert math.isnan(one.mean().se)
    assert math.isnan(one.share(5).low)
    assert one.quantile(0.5)[0] == 5
    assert np.isnan(one.quantile(0.5)[1:]).all()
    same = Tally.of(np.full((10, 2), 3))
    assert same.deviation() == (0, 0, 0, 0)
    assert (same.tail(4).value, same.tail(3).value, same.share(-1).value, same.tail(-5).value) == (0, 1, 0, 1)
    assert same.band() == pytest.approx(math.sqrt(math.log(40) / 20))


def test_quantiles_of_few_samples_are_open_above_and_hold() -> None:
    few = Tally.of(np.arange(20)[:, None])
    assert few.quantile(0.95) == (18, 16.0, math.inf)
    assert few.quantile(0.05)[1] == 0
    assert math.isfinite(few.quantile(0.5)[2])
    rng, truth = np.random.default_rng(1), stats.poisson.ppf(0.95, 10)
    ends = [Tally.of(rng.poisson(10, (20, 1))).quantile(0.95)[1:] for _ in range(500)]
    assert np.mean([low <= truth <= high for low, high in ends]) >= 0.95
    summary = distributions("base", ["random", "random"], rounds=10, seed=1).summary()
    assert (summary["q95_high"] == math.inf).all()
    assert (summary["q95_low"] <= summary["q95"]).all()


def test_points_are_won_by_the_most() -> None:
    result = nimmtsim.simulate("plus", ["nearest", "random", "lowest"], rounds=300, seed=1)
    found = distributions_of(result)
    assert found.tallies[Group("winner")].mean().value == pytest.approx(result.penalties.max(axis=1).mean())
    assert set(found.summary()["measure"]) == {"points"}


def test_every_variant_and_what_cannot_be_played() -> None:
    frame, left_out = survey(["random"], players=(2, 6), rounds=50, seed=1)
    assert set(frame["variant"]) == set(VARIANTS)
    assert list(left_out) == [("championship", 6)]
    assert frame[["mean", "se", "low", "high", "sd", "zero", "tail"]].notna().all(axis=None)
    with pytest.raises(NimmtsimError, match="nothing can be played: championship"):
        survey(["random"], variants=["championship"], players=[9])


def test_what_a_survey_takes_and_refuses() -> None:
    one, left_out = survey(["random"], variants="base", players=4, rounds=5)
    assert (set(one["variant"]), set(one["players"]), left_out) == ({"base"}, {4}, {})
    several, _ = survey(["random"], variants=["base", "plus"], players=(n for n in (2, 3)), rounds=5)
    assert len(several[["variant", "players"]].drop_duplicates()) == 4
    assert list(luck_of_variants(["nearest", "random"], variants="base", deals=5)[0]) == ["base"]
    for call in (survey, luck_of_variants):
        with pytest.raises(RulesError, match="unknown variant 'plux'; did you mean 'plus'"):
            call(["random", "random"], variants=["base", "plux"])
    for players in (None, "4", 1, [3, 2.5]):
        with pytest.raises(UsageError, match="players="):
            survey(["random"], variants="base", players=players, rounds=5)  # type: ignore[arg-type]
    for policies in ("nearest", None, {"nearest"}, []):
        with pytest.raises(UsageError, match="policies must"):
            survey(policies, variants="base", rounds=5)  # type: ignore[arg-type]


def test_only_results_have_distributions() -> None:
    with pytest.raises(UsageError, match=r"a result of simulate\(...\) is wanted, not str"):
        distributions_of("x")  # type: ignore[arg-type]


def test_rounds_of_matches() -> None:
    result = nimmtsim.simulate("base", FOUR, matches=300, seed=6)
    rounds = distributions_of(result).tallies[Group("rounds")]
    np.testing.assert_array_equal(np.flatnonzero(rounds.counts), result.match_rounds().index)
    assert rounds.mean().value == result.kept.rounds.mean()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: distributions("base", FOUR), "say how much to play: rounds=... or matches=..."),
        (lambda: distributions("base", FOUR, rounds=1, matches=1), "say how much to play"),
        (lambda: distributions("base", FOUR, rounds=0), "rounds=0: must be 1 to"),
        (lambda: distributions("base", FOUR, rounds=1, pairs=[(1, 1)]), "player 1 twice"),
        (lambda: distributions("base", FOUR, rounds=1, pairs=[(1, 4)]), "player=4: must be 0 to 3"),
        (lambda: distributions("base", FOUR, rounds=1, pairs=[3]), "must be a list of pairs"),
        (lambda: distributions("base", FOUR, rounds=1).joint(0, 1), "not counted together: name them in pa"),
        (lambda: distributions("base", FOUR, rounds=1).summary(0), "tail=0: must be 1 to"),
        (lambda: distributions_of(nimmtsim.simulate("base", FOUR, rounds=5, keep="counts")), "rounds were not kept"),
    ],
)
def test_errors(call: object, says: str) -> None:
    with pytest.raises(UsageError, match=says.replace("(", r"\(")):
        call()  # type: ignore[operator]


def test_it_says_what_it_is() -> None:
    found = distributions("base", FOUR, rounds=20)
    assert repr(found) == "<Distributions: base, nearest, random, random, lowest, 20 rounds>"
    assert isinstance(found, Distributions)
