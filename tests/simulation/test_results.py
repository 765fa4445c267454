"""What a result tells: tables, frames, comparisons, text."""

import json

import numpy as np
import pandas as pd
import pytest

from nimmtsim import NimmtsimError, Rules, simulate
from nimmtsim.result_text import as_json, as_text

POLICIES = ["nearest", "random", "random"]


@pytest.fixture(scope="module")
def result():
    return simulate("base", POLICIES, rounds=2000, seed=1)


def test_summary(result):
    summary = result.summary()
    assert summary.index.name == "seat"
    assert list(summary.columns) == [
        "policy", "penalty", "se", "low", "high", "sd", "q05", "q25", "median", "q75", "q95",
        "zero", "zero_low", "zero_high", "wins", "wins_low", "wins_high",
    ]  # fmt: skip
    np.testing.assert_allclose(summary["penalty"], result.penalties.mean(axis=0))
    np.testing.assert_allclose(summary["sd"], result.penalties.std(axis=0, ddof=1))
    np.testing.assert_allclose(summary["zero"], (result.penalties == 0).mean(axis=0))
    assert summary["wins"].sum() == pytest.approx(1)
    for name, share in (("q05", 0.05), ("median", 0.5), ("q95", 0.95)):
        np.testing.assert_array_equal(
            summary[name], np.quantile(result.penalties, share, axis=0, method="inverted_cdf")
        )
    inside = (summary["low"] < summary["penalty"]) & (summary["penalty"] < summary["high"])
    assert inside.all()


def test_points_are_called_points_and_the_most_win():
    result = simulate("plus", POLICIES, rounds=300)
    summary = result.summary()
    assert "points" in summary
    assert result.to_frame().columns[0] == "points_0"
    assert result.distribution().index.name == "points"
    best = result.penalties.max(axis=1, keepdims=True)
    won = result.penalties == best
    np.testing.assert_allclose(summary["wins"], (won / won.sum(axis=1, keepdims=True)).mean(axis=0))


def test_distribution(result):
    distribution = result.distribution()
    assert (distribution.sum() == result.units).all()
    assert distribution.loc[3, 1] == (result.penalties[:, 1] == 3).sum()
    assert distribution.iloc[-1].sum() > 0


def test_frame(result):
    frame = result.to_frame()
    assert frame.index.name == "round"
    assert list(frame.columns) == ["penalty_0", "penalty_1", "penalty_2"]
    np.testing.assert_array_equal(frame.to_numpy(), result.penalties)
    matches = simulate("base", POLICIES, matches=30).to_frame()
    assert matches.index.name == "match"
    assert (matches.filter(like="penalty").max(axis=1) >= 66).all()
    assert set(matches["end"]) == {"score"}
    rotated = simulate("base", POLICIES, rounds=4, rotate=True).to_frame()
    assert rotated["deal"].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert rotated["rotation"].tolist() == [0, 1, 2] * 4


def test_matches_last_what_their_rounds_say():
    result = simulate("base", POLICIES, matches=50)
    lengths = result.match_rounds()
    assert lengths.sum() == 50
    assert (lengths.index.to_numpy() * lengths.to_numpy()).sum() == result.rounds == result.to_frame()["rounds"].sum()


@pytest.mark.parametrize("rotate", [False, True])
def test_a_championship_tells_who_played_which_hand(rotate):
    policies = ["nearest", "random", "highest"]
    result = simulate("championship", policies, rounds=6, seed=2, rotate=rotate, hands=True)
    frame = result.games_frame()
    totals = frame.pivot_table(index="round", columns="player", values="penalty", aggfunc="sum")
    np.testing.assert_array_equal(totals.to_numpy(), result.penalties)
    assert (frame.groupby(["round", "player"])["sheet"].nunique() == 3).all()
    assert (frame.groupby(["round", "sheet"])["player"].nunique() == 3).all()
    assert (frame[frame.game == 0].seat == frame[frame.game == 0].sheet).all()
    assert (np.array(policies)[frame.player] == frame.policy).all()
    assert result.hands.shape == (result.units, 3, 10)
    assert len(np.unique(result.hands[0])) == 30


def test_hands_are_what_was_dealt():
    result = simulate("base", POLICIES, rounds=5, hands=True, seed=3)
    assert result.hands.shape == (5, 3, 10)
    assert all(len(np.unique(deal)) == 30 for deal in result.hands)
    assert result.hands.min() >= 1
    assert result.hands.max() <= 104
    plain = simulate("base", POLICIES, rounds=5, seed=3)
    np.testing.assert_array_equal(plain.penalties, result.penalties)


def test_compare(result):
    found = result.compare(0, 2)
    difference = result.penalties[:, 0].astype(int) - result.penalties[:, 2]
    assert found["difference"] == pytest.approx(difference.mean())
    assert found["se"] == pytest.approx(difference.std(ddof=1) / 2000**0.5)
    assert found["high"] < 0
    by_name = result.compare("nearest", "random")
    means = result.penalties.mean(axis=0)
    assert by_name["difference"] == pytest.approx(means[0] - means[1:].mean())
    assert by_name["wins"] > 0
    assert result.compare(1, 1)["difference"] == 0
    for wrong, says in (("neerest", "did you mean 'nearest'"), (3, "player=3"), (1.5, "whole number")):
        with pytest.raises(NimmtsimError, match=says):
            result.compare(wrong, 0)


def test_rotation_narrows_the_difference():
    """The luck of the deal cancels: the same number of rounds tells more."""
    plain = simulate("base", ["nearest", "random"], rounds=4000, seed=1).compare(0, 1)
    rotated = simulate("base", ["nearest", "random"], rounds=2000, seed=1, rotate=True).compare(0, 1)
    assert rotated["se"] < plain["se"]


def test_what_was_not_kept_is_not_there(result):
    counts = simulate("base", POLICIES, rounds=10, keep="counts")
    for use in (lambda: counts.penalties, counts.to_frame, lambda: result.games, lambda: result.hands):
        with pytest.raises(NimmtsimError):
            use()


def test_text(result):
    text = as_text(result)
    assert text.startswith("base, 3 players, 2,000 rounds, seed 1\n")
    assert "nearest" in text
    assert max(map(len, text.splitlines())) <= 120
    assert repr(result) == "<SimulationResult: base, 3 players, 2,000 rounds, seed 1; nearest, random, random>"
    assert "<table" in result._repr_html_()
    changed = simulate(Rules(rows=5, professional=True), POLICIES, rounds=2)
    assert changed.title() == "custom (rows=5, professional), 3 players, 2 rounds, seed 0"
    match = as_text(simulate("base", POLICIES, matches=1))
    assert "1 match," in match
    assert "rounds of a match:" in match


def test_json(result):
    found = json.loads(as_json(result))
    assert found["units"] == 2000
    assert found["rules"]["name"] == "base"
    assert [row["policy"] for row in found["players"]] == POLICIES
    assert found["players"][0]["penalty"] == result.summary()["penalty"][0]
    one = json.loads(as_json(simulate("base", POLICIES, rounds=1)))
    assert one["players"][0]["se"] is None


def test_penalties_need_little_memory(result):
    assert result.penalties.dtype == np.int16
    long = Rules(match_end="deals", deals=1000)
    assert simulate(long, POLICIES, matches=1).penalties.dtype == np.int32
    assert isinstance(result.ends(), pd.Series)
