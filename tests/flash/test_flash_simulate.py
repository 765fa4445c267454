"""Runs: what they count, that threads change nothing, what is kept on disk, and what is said about bad input."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from nimmtsim.errors import DataError, RulesError, UsageError
from nimmtsim.flash import FlashResult, FlashRules, card, full_deck, simulate
from nimmtsim.flash.intervals import mean_interval, quantile_interval, share_interval

POLICIES = ["longest-chain", "greedy", "uniform+wait-2"]


@pytest.fixture(scope="module")
def result():
    return simulate(POLICIES, games=3000, seed=4)


def same(a: FlashResult, b: FlashResult) -> None:
    assert a.policies == b.policies
    assert (a.rules, a.seed, a.games) == (b.rules, b.seed, b.games)
    assert a.counts.winners == b.counts.winners
    assert np.array_equal(a.counts.chains, b.counts.chains)
    for name, histogram in a.counts.histograms.items():
        assert np.array_equal(histogram, b.counts.histograms[name]), name


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_nothing(result, threads):
    other = simulate(POLICIES, games=3000, seed=4, threads=threads)
    assert np.array_equal(result.rows, other.rows)
    same(result, other)


def test_counts_are_those_of_the_kept_games(result):
    counts = simulate(POLICIES, games=3000, seed=4, keep="counts")
    same(result, counts)
    frame = result.to_frame()
    summary = result.summary()
    for seat in range(3):
        won = frame.winners.map(lambda mask, seat=seat: (mask >> seat & 1) / mask.bit_count())
        assert summary.win_share[seat] == pytest.approx(won.mean())
        left = frame[f"left_{seat}"]
        assert summary.cards_left[seat] == pytest.approx(left.mean())
        half = stats.t.ppf(0.975, len(left) - 1) * left.sem()
        assert summary.left_high[seat] - summary.cards_left[seat] == pytest.approx(half)
        assert result.distribution("left")[seat].sum() == 3000
        assert (np.arange(7) * result.distribution("chain")[seat]).sum() == frame[f"laid_{seat}"].sum()
    assert summary.win_share.sum() == pytest.approx(1)
    assert result.length()["mean"] == pytest.approx(frame.turns.mean())
    assert result.length()["median"] == np.sort(frame.turns)[1499]
    assert result.ends().games.sum() == 3000
    lengths = result.chain_lengths()
    assert lengths.turns.sum() == sum(frame[f"own_turns_{seat}"].sum() for seat in range(3))
    assert np.isnan(counts.summary().chain_low).all()


def test_the_seed_fixes_games_and_games_do_not_depend_on_their_number(result):
    assert np.array_equal(simulate(POLICIES, games=100, seed=4).rows, result.rows[:100])
    assert not np.array_equal(simulate(POLICIES, games=100, seed=5).rows, result.rows[:100])


def test_golden_games():
    """A change of these numbers is a change of the random streams or of the rules: a major release."""
    rows = simulate(["greedy", "greedy", "uniform"], games=3, seed=1).rows
    assert rows[:, :11].tolist() == GOLDEN


GOLDEN = [
    [0, 49, 1, 1, 0, 17, 75, 4, 8, 1, 0],
    [0, 59, 1, 2, 5, 20, 68, 3, 2, 0, 0],
    [0, 64, 1, 1, 0, 22, 80, 2, 10, 1, 0],
]


def test_compare_is_the_paired_difference(result):
    frame = result.to_frame()
    share = [frame.winners.map(lambda m, seat=seat: (m >> seat & 1) / m.bit_count()) for seat in range(3)]
    found = result.compare(0, 2)
    assert found.difference == pytest.approx((share[0] - share[2]).mean())
    assert found.high - found.difference == pytest.approx(1.96 * (share[0] - share[2]).sem(), rel=0.01)


@pytest.mark.parametrize("keep", ["games", "counts"])
def test_saved_and_loaded(tmp_path, keep):
    rules = FlashRules(deck=full_deck()[:60], n_stop=2, first_seat="rotate", max_turns=100)
    before = simulate(POLICIES, games=500, seed=2**64 - 1, rules=rules, keep=keep)
    before.save(tmp_path / "run.parquet")
    after = FlashResult.load(tmp_path / "run.parquet")
    same(before, after)
    assert (after.rows is None) == (keep == "counts")
    assert before.summary().equals(after.summary())
    assert os.listdir(tmp_path) == ["run.parquet"]


def test_files_that_cannot_be_used(tmp_path, result):
    with pytest.raises(DataError, match="there is no folder"):
        result.save(tmp_path / "no" / "run.parquet")
    with pytest.raises(DataError, match="is a folder"):
        result.save(tmp_path)
    with pytest.raises(DataError, match="cannot read"):
        FlashResult.load(tmp_path / "nothing.parquet")
    (tmp_path / "text.parquet").write_text("text")
    with pytest.raises(DataError, match="cannot read"):
        FlashResult.load(tmp_path / "text.parquet")
    result.to_frame().to_parquet(tmp_path / "other.parquet")
    with pytest.raises(DataError, match="no result"):
        FlashResult.load(tmp_path / "other.parquet")
    with pytest.raises(DataError):
        FlashResult.load(None)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"games": 0}, UsageError, "games=0: must be 1 to"),
        ({"games": -5}, UsageError, "games=-5: must be 1 to"),
        ({"games": 2.5}, UsageError, "whole number"),
        ({"seed": -1}, UsageError, "seed=-1: must be a whole number 0 to"),
        ({"seed": 2**64}, UsageError, "must be a whole number 0 to"),
        ({"threads": 0}, UsageError, "threads=0: must be 1 to"),
        ({"keep": "game"}, UsageError, "did you mean 'games'"),
        ({"players": 40}, RulesError, "2..31 players"),
        ({"players": 1}, UsageError, "at least the 2"),
        ({"rules": {"n_cards": 9}}, RulesError, "7 are needed: too few for a game"),
        ({"players": 20, "rules": {"n_cards": 66}}, RulesError, "at most 10 players"),
        ({"rules": {"n_cards": 300}}, RulesError, "n_cards must be 1..216"),
        ({"rules": {"n_card": 30}}, RulesError, "did you mean 'n_cards'"),
        ({"rules": {"bonus": "most"}}, RulesError, "did you mean 'must'"),
        ({"rules": {"deck": []}}, RulesError, "empty list"),
        ({"rules": {"deck": ["1 red sun", "sun red 1"]}}, RulesError, "1 red sun twice"),
        ({"rules": {"deck": ["STOP"]}}, RulesError, "n_stop"),
        ({"rules": {"deck": "half"}}, RulesError, "'full' or a list"),
        ({"rules": {"deck": 7}}, RulesError, "'full' or a list"),
        ({"rules": {"deck": ["1 red son"]}}, UsageError, "did you mean 'sun'"),
        ({"rules": {"n_stop": -1}}, RulesError, "n_stop must be"),
        ({"rules": {"n_stop": 250}}, RulesError, "n_stop must be less"),
        ({"rules": {"n_stop": True}}, RulesError, "whole number"),
        ({"rules": {"stop_early": 1}}, RulesError, "True or False"),
        ({"rules": {"first_seat": 2}}, RulesError, "first_seat must be 0..1"),
        ({"rules": {"first_seat": "last"}}, RulesError, "'rotate'"),
        ({"rules": {"copies": 9}}, RulesError, "at most 1024"),
        ({"rules": {"max_turns": 0}}, RulesError, "max_turns must be"),
        ({"rules": "full"}, RulesError, "must be FlashRules"),
    ],
)
def test_bad_arguments_are_one_line(arguments, error, says):
    with pytest.raises(error, match=says) as caught:
        simulate(["greedy", "greedy"], **{"games": 5} | arguments)
    assert "\n" not in str(caught.value)


def test_one_game_and_odd_questions():
    one = simulate(["greedy", "greedy"], games=1)
    assert math.isinf(one.summary().left_low[0])
    assert "Flash Magic Six, 2 players, 1 games" in repr(one)
    assert "<table" in one._repr_html_()
    with pytest.raises(UsageError, match="did you mean 'turns'"):
        one.distribution("turn")
    with pytest.raises(UsageError, match=r"a=\d: must be 0 to 1"):
        one.compare(2, 0)
    with pytest.raises(UsageError, match="not kept"):
        simulate(["greedy", "greedy"], games=1, keep="counts").to_frame()


def test_deals_are_even():
    """Every card is equally likely to open the game; chi-square over 216 cards."""
    from nimmtsim.flash.kernels_play import start
    from nimmtsim.flash.setup import new_state
    from nimmtsim.flash.strategies import resolve

    states = new_state(FlashRules(), resolve(["greedy"] * 3), 8)
    found = np.zeros(512)
    with np.errstate(over="ignore"):
        for game in range(5000):
            start(states, game)
            found[int(states[0].table.top)] += 1
    seen = found[found > 0]
    assert len(seen) == 216
    assert stats.chisquare(seen).pvalue > 1e-4


def test_intervals_against_scipy():
    values = np.array([3, 3, 5, 8, 9, 9, 9, 12, 15, 40])
    histogram = np.bincount(values)
    mean, low, high, deviation = mean_interval(histogram)
    expected = stats.t.interval(0.95, 9, values.mean(), stats.sem(values))
    assert (mean, low, high, deviation) == pytest.approx((values.mean(), *expected, values.std(ddof=1)))
    wilson = stats.binomtest(7, 50).proportion_ci(method="wilson")
    assert share_interval(0.14, 50) == pytest.approx((wilson.low, wilson.high))
    rng = np.random.default_rng(1)
    covered = sum(
        low <= 6 <= high
        for _, low, high in (quantile_interval(np.bincount(rng.poisson(6.2, 60)), 0.5) for _ in range(500))
    )
    assert covered >= 465


def test_imports_are_light():
    heavy = "('numba', 'pandas', 'scipy', 'matplotlib')"
    code = f"import sys, nimmtsim.flash, nimmtsim.commands.flash; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_cards_have_names():
    from nimmtsim.flash.cards import card_of, code_of

    assert [card_of(code_of(one)) for one in full_deck()] == list(full_deck())
    assert card("stop") == card("STOP") == card_of(0o777)
    assert str(card("CLOUD red 3")) == "3 red cloud"
    for wrong in ("", "3 red", "3 red cloud sun", 7, None):
        with pytest.raises(UsageError):
            card(wrong)


def test_rules_as_json():
    rules = FlashRules(deck=["1 red sun", "2 red sun"], copies=20, bonus="must")
    assert FlashRules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
