"""Rating of hands."""

import numpy as np
import pandas as pd
import pytest

import nimmtsim
from nimmtsim.analysis.cards_held import card_values
from nimmtsim.analysis.extreme_hands import best_and_worst_hands
from nimmtsim.analysis.hand_rating import hand_quality, rate_hand
from nimmtsim.errors import UsageError
from nimmtsim.statistics import t_quantile


@pytest.fixture(scope="module")
def base():
    return card_values("base", ["lowest", "random", "random"], rounds=8000, seed=1)


def test_a_rating_is_the_mean_and_the_values_of_the_cards(base):
    hand = [3, 14, 15, 92, 65, 35, 89, 79, 32, 38]
    rated = rate_hand(hand, base, policy="random")
    frame = base.frame("random").set_index("card")
    assert rated.difference == pytest.approx(frame.value[hand].sum())
    assert rated.penalty == pytest.approx(base.mean("random").value + frame.value[hand].sum())
    assert rated.low < rated.penalty < rated.high
    assert rated.difference_low < rated.difference < rated.difference_high
    assert rated.difference_high - rated.difference_low == pytest.approx(rated.high - rated.low, rel=0.1)
    for same in (np.array(hand), pd.Series(hand, index=list("abcdefghij")), set(hand), iter(hand)):
        again = rate_hand(same, base, policy="random")
        assert again.to_numpy() == pytest.approx(rated.to_numpy())


def test_better_than_is_the_share_of_dealt_hands_with_a_worse_expectation(base):
    value = base.frame("lowest").set_index("code").value
    mine = base.sample.players == 0
    expected = base.mean("lowest").value + np.array([value[hand].sum() for hand in base.sample.hands[mine].tolist()])
    hand = base.sample.hands[mine][0].tolist()
    rated = rate_hand(hand, base)
    assert rated.better_than == pytest.approx((expected > expected[0] + 1e-9).mean() + 0.5 / mine.sum())
    assert len(expected) == 5000
    fits = base.fits("lowest")[1]
    counts = np.array([np.bincount(one, minlength=105)[1:] for one in base.sample.hands[mine].tolist()])
    shares = [np.mean(counts @ fit.values > counts[0] @ fit.values + 1e-9) for fit in fits]
    spread = t_quantile(50) * np.sqrt(49 / 50 * np.square(shares - np.mean(shares)).sum())
    assert rated.better_than_low < rated.better_than < rated.better_than_high
    assert rated.better_than_high - rated.better_than_low == pytest.approx(2 * spread, rel=0.15)
    extremes = best_and_worst_hands(base, dealt=2).set_index("hand")
    assert rate_hand(extremes.loc["best possible", "cards"], base).better_than == 1
    assert rate_hand(extremes.loc["worst possible", "cards"], base).better_than == 0


def test_one_half_of_the_deals_picks_and_the_other_half_judges(base):
    picking, judging = base.halves()
    assert picking.deals + judging.deals == base.deals
    np.testing.assert_array_equal(picking.totals.sum(axis=0) + judging.totals.sum(axis=0), base.totals.sum(axis=0))
    mine = base.sample.players == 0
    hands, heads = base.sample.hands[mine], base.sample.heads[mine]
    by_code = picking.frame("lowest").set_index("code").value
    ratings = np.array([by_code[hand].sum() for hand in hands.tolist()])
    found = best_and_worst_hands(base, dealt=2).set_index("hand")
    for kind, place in (("best dealt", np.argmin(ratings)), ("worst dealt", np.argmax(ratings))):
        assert found.loc[kind].iloc[0].cards == tuple(sorted(hands[place].tolist()))
        assert found.loc[kind].iloc[0].observed == heads[place]
    cheapest = by_code.sort_values(kind="stable").index
    assert found.loc["best possible", "cards"] == tuple(sorted(cheapest[:10]))
    assert found.loc["worst possible", "cards"] == tuple(sorted(cheapest[-10:]))
    for row in found.itertuples():
        rated = rate_hand(row.cards, judging)
        assert [row.expected, row.low, row.high] == pytest.approx([rated.penalty, rated.low, rated.high])
    quality = hand_quality(base).loc["lowest"]
    assert quality[["best", "best_low", "best_high"]].tolist() == pytest.approx(
        found.loc["best possible"].iloc[1:4].tolist()
    )
    assert quality[["worst", "worst_low", "worst_high"]].tolist() == pytest.approx(
        found.loc["worst possible"].iloc[1:4].tolist()
    )


def test_how_many_dealt_hands_are_told(base):
    assert best_and_worst_hands(base, dealt=0).hand.tolist() == ["best possible", "worst possible"]
    few = card_values("base", ["nearest"] * 4, rounds=100, seed=1)
    assert len(best_and_worst_hands(few, dealt=1000)) == 2 * (1 + 400)
    for dealt in (-1, 1.5):
        with pytest.raises(UsageError, match="dealt="):
            best_and_worst_hands(base, dealt=dealt)


def test_the_best_hand_of_a_game_for_points_has_the_most():
    found = card_values("plus", ["nearest", "random"], rounds=3000, seed=2)
    hands = best_and_worst_hands(found).set_index("hand")
    mean = found.mean().value
    assert hands.expected["best possible"] > mean > hands.expected["worst possible"]
    assert hands.expected["best dealt"].min() > mean > hands.expected["worst dealt"].max()
    assert rate_hand(hands.loc["best possible", "cards"], found).better_than == 1
    quality = hand_quality(found)
    assert quality.best["nearest"] == pytest.approx(hands.expected["best possible"])


def test_possible_hands_have_what_every_hand_has():
    jokers = card_values("jokers", ["nearest", "random"], rounds=500, seed=2)
    for cards in best_and_worst_hands(jokers).cards:
        assert len(cards) == 11
        assert sum(card < 1 for card in cards) == 1
    zeros = card_values("plus-equal-zeros", ["nearest", "random"], rounds=500, seed=2)
    for cards in best_and_worst_hands(zeros).cards:
        assert len(cards) == 15
        assert 2 <= cards.count(0) <= 5
    twins = card_values("double", ["nearest", "random"], rounds=500, seed=2)
    assert max(cards.count(card) for cards in best_and_worst_hands(twins).cards for card in cards) <= 2


@pytest.mark.parametrize(
    ("variant", "hand", "message"),
    [
        ("base", [1, 2, 3], "a hand of base with 2 players has 10 cards, not 3"),
        ("base", [*range(1, 10), 105], r"105 is not a card: a number 1 to 104"),
        ("base", [1, *range(1, 10)], "a hand of base with 2 players has 0 to 1 of card 1, not 2"),
        ("base", "1 2 3", "a hand is a list of cards, not '1 2 3'"),
        ("base", {3: 4}, "a hand is a list of cards, not {3: 4}"),
        ("base", pd.DataFrame({"card": range(10)}), "a hand is a list of cards, not a DataFrame of 2 dimensions"),
        ("base", 7, "a hand is a list of cards, not 7"),
        ("base", [*range(1, 10), "ten"], "'ten' is not a card"),
        ("base", [*range(1, 10), 0.4], "a hand of base with 2 players has no card 0.4; it has 1 to 104"),
        ("tactics", range(20, 30), "a hand of tactics with 2 players has no card 25; it has 1 to 24"),
        ("open", range(1, 11), "a hand of open with 2 players has no card 1; it has 2 to 104"),
        ("jokers", range(1, 12), "a hand of jokers with 2 players has 1 jokers, not 0"),
        ("jokers", [0, 0.1, *range(1, 10)], "a hand of jokers with 2 players has 1 jokers, not 2"),
        ("plus-equal-zeros", range(1, 16), "has 2 to 5 of card 0, not 0"),
        ("plus-equal-zeros", [0] * 6 + [*range(1, 10)], "has 2 to 5 of card 0, not 6"),
    ],
)
def test_what_is_no_hand(variant, hand, message):
    with pytest.raises(UsageError, match=message):
        rate_hand(hand, card_values(variant, ["random", "random"], rounds=20))


def test_a_hand_with_a_card_without_value_is_not_rated():
    found = card_values("base", ["random", "random"], rounds=2, seed=1)
    with pytest.raises(UsageError, match=r"no value is known for .*: base, 2 players, 2 rounds, seed 1"):
        rate_hand(range(1, 11), found)
    assert np.isnan(hand_quality(found).explained["random"])


def test_joker_zero_and_zero_card_are_told_apart():
    jokers = card_values("jokers", ["random", "random"], rounds=3000, seed=1)
    rated = rate_hand([0, *range(20, 30)], jokers)
    assert rated.difference == pytest.approx(jokers.frame().set_index("code").value[[110, *range(20, 30)]].sum())
    zeros = card_values(nimmtsim.rules_from("zeros-minus"), ["random", "random"], rounds=3000, seed=1)
    rated = rate_hand([0, 0, *range(20, 33)], zeros)
    assert rated.difference == pytest.approx(zeros.frame().set_index("code").value[[120, 120, *range(20, 33)]].sum())


@pytest.mark.parametrize("rounds", [1, 2, 40])
def test_what_too_few_rounds_cannot_tell_is_nan(rounds):
    quality = hand_quality(card_values("base", ["nearest", "random"], rounds=rounds, seed=1)).loc["nearest"]
    names = ["explained", "se", "low", "high", "hand_sd", "hand_sd_low", "hand_sd_high", "best", "worst_low"]
    assert quality[names].isna().all()
    assert quality["mean"] >= 0
    assert np.isnan(quality.mean_low) == (rounds == 1)


def test_mean_and_deviations_have_intervals(base):
    quality = hand_quality(base)
    mean = base.mean("random")
    assert quality.loc["random", ["mean", "mean_low", "mean_high"]].tolist() == [mean.value, mean.low, mean.high]
    heads = base.sample.heads[base.sample.players == 0]
    assert quality.sd["lowest"] == pytest.approx(heads.std(ddof=1), rel=0.05)
    assert quality.hand_sd.to_numpy() == pytest.approx(quality.sd * quality.explained**0.5)
    for name in ("mean", "sd", "hand_sd"):
        assert (quality[f"{name}_low"] < quality[name]).all()
        assert (quality[name] < quality[f"{name}_high"]).all()
