"""Values of cards in the hand: against every deal of a small game, against plain numpy and pandas, for any threads."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmtsim
from nimmtsim.analysis.card_pairs import neighbour_counts, neighbour_effect, pair_effects
from nimmtsim.analysis.cards_held import card_values, card_values_of
from nimmtsim.analysis.groups import GROUPS, group_count, jackknife, share_jackknife, stretches
from nimmtsim.analysis.hand_rating import hand_quality
from nimmtsim.errors import UsageError
from tests.analysis import small_cards

#: Games whose decks and hands differ in every way that matters here, with policies and whether the deals are rotated.
GAMES = [
    ("base", ["nearest", "random", "nearest"], True),
    ("double", ["nearest", "lowest"], False),
    ("plus", ["nearest", "random"], False),
    ("plus-equal-zeros", ["nearest", "random"], True),
    ("jokers", ["nearest", "random"], False),
    ("logic", ["nearest", "random"], True),
    ("championship", ["nearest", "random", "nearest"], True),
    ("open", ["highest", "random"], False),
]


@pytest.fixture(scope="module")
def exact():
    return small_cards.everything()


@pytest.fixture(scope="module")
def studied():
    return card_values(small_cards.RULES, small_cards.POLICIES, rounds=200_000, seed=3)


def assert_close(found, truth, low, high, share=0.9):
    """Estimates lie around the truth as their intervals say: most intervals hold it, and none misses it by far."""
    half = (high - low) / 2
    assert np.mean(np.abs(found - truth) <= half) >= share
    assert np.max(np.abs(found - truth) / half) < 2.5


def test_values_are_those_of_all_deals_of_a_small_game(exact, studied):
    hands, heads, _ = exact
    frame = studied.frame()
    assert frame.card.tolist() == list(range(1, 13))
    held = hands.astype(bool)
    differences = np.array([heads[held[:, c]].mean() - heads[~held[:, c]].mean() for c in range(12)])
    for name, rows in (("mean_with", held), ("mean_without", ~held)):
        means = np.array([heads[rows[:, c]].mean() for c in range(12)])
        assert_close(frame[name], means, frame[f"{name}_low"], frame[f"{name}_high"], share=0.8)
    assert_close(frame.difference, differences, frame.difference_low, frame.difference_high, share=0.8)
    values = np.linalg.lstsq(hands, heads, rcond=None)[0]
    values -= values.mean()  # every card is equally often held
    assert_close(frame.value, values, frame.value_low, frame.value_high, share=0.8)
    assert frame.value_se.max() < 0.02 < np.ptp(values)


def test_pairs_and_explained_variance_are_those_of_all_deals(exact, studied):
    hands, heads, _ = exact
    held = hands.astype(bool)
    truth = []
    for a, b in zip(range(11), range(1, 12), strict=True):
        cells = [heads[(held[:, a] == x) & (held[:, b] == y)].mean() for x, y in ((1, 1), (1, 0), (0, 1), (0, 0))]
        truth.append(cells[0] - cells[1] - cells[2] + cells[3])
    found = pair_effects(studied)
    assert_close(found.effect, np.array(truth), found.low, found.high, share=0.8)
    assert abs(neighbour_effect(studied).value - np.mean(truth)) < 2 * neighbour_effect(studied).se
    fitted = hands @ np.linalg.lstsq(hands, heads, rcond=None)[0]
    quality = hand_quality(studied).loc["lowest"]
    assert quality.low < fitted.var() / heads.var() < quality.high
    assert quality["best"] == pytest.approx(np.min(fitted), abs=0.1)
    assert quality["worst"] == pytest.approx(np.max(fitted), abs=0.1)


def hand_rows(result, codes):
    """Every hand of a kept result as counts of codes, what it cost, whose it was and its deal; in plain Python."""
    rows, heads, names, deals = [], [], [], []
    n = result.players
    games = result.rules.games(n)
    for unit in range(result.units):
        turned = unit % n if result.rotate else 0
        for game in range(games):
            for seat in range(n):
                player = (seat - turned) % n
                hand = result.hands[unit, (seat - game) % n].tolist()
                heads.append(int(result.games[unit, game, seat] if games > 1 else result.penalties[unit, player]))
                rows.append([hand.count(code) for code in codes])
                names.append(result.policies[player])
                deals.append(unit // (n if result.rotate else 1))
    return np.array(rows), np.array(heads), np.array(names), np.array(deals)


@pytest.mark.parametrize(("variant", "policies", "rotate"), GAMES)
def test_values_are_what_numpy_and_pandas_find_in_kept_rounds(variant, policies, rotate):
    rounds = 600 if variant != "championship" else 200
    result = nimmtsim.simulate(variant, policies, rounds=rounds, seed=5, rotate=rotate, hands=True)
    found = card_values_of(result)
    rows, heads, names, _ = hand_rows(result, found.deck.codes.tolist())
    for policy in found.policies:
        mine, cost, frame = rows[names == policy], heads[names == policy], found.frame(policy)
        assert found.mean(policy).value == pytest.approx(cost.mean())
        assert_differences(frame, mine, cost)
        assert_least_squares(frame.value.to_numpy(), mine, cost, found.deck.given)


def assert_differences(frame, rows, cost):
    for place, row in frame.iterrows():
        mean = pd.Series(cost).groupby(rows[:, place] > 0).mean()
        assert row.hands == (rows[:, place] > 0).sum()
        if len(mean) == 2:
            assert row.difference == pytest.approx(mean[True] - mean[False])
        else:
            assert np.isnan(row.difference)


def assert_least_squares(values, rows, cost, given_sets):
    """The prediction is that of numpy's least squares, and the average card of each given set has value 0."""
    design = np.column_stack([np.ones(len(rows)), rows])
    fitted = design @ np.linalg.lstsq(design, cost, rcond=None)[0]
    known = np.nan_to_num(values)  # nan: never held, or equally many in every hand
    assert rows[:, np.isnan(values)].std(axis=0).max(initial=0) == 0
    np.testing.assert_allclose(cost.mean() + rows @ known, fitted, atol=1e-6)
    for places, number in given_sets:
        assert (rows[:, places].sum(axis=1) == number).all()
        assert abs((rows @ np.diag(known))[:, places].sum()) < 1e-6 * len(rows)


def test_intervals_are_those_of_clusters_of_deals():
    """The jackknife over groups agrees with the sandwich over deals; neither takes hands of a table as independent."""
    result = nimmtsim.simulate("tactics", ["nearest", "random", "random"], rounds=6000, seed=2, hands=True)
    found = card_values_of(result)
    rows, heads, names, deals = hand_rows(result, found.deck.codes.tolist())
    rows, heads, deals = rows[names == "random"], heads[names == "random"], deals[names == "random"]
    centred = rows - rows.mean(axis=0)
    residual = heads - heads.mean() - centred @ found.values("random").value
    scores = np.zeros((6000, rows.shape[1]))
    np.add.at(scores, deals, centred * residual[:, None])
    bread = np.linalg.pinv(centred.T @ centred, rcond=1e-9)
    sandwich = np.sqrt(np.diag(bread @ (scores.T @ scores) @ bread))
    ratio = found.values("random").se / sandwich
    assert np.median(ratio) == pytest.approx(1, abs=0.06)
    assert 0.65 < ratio.min() < ratio.max() < 1.4


@pytest.mark.parametrize(("variant", "policies", "rotate"), [GAMES[0], GAMES[1], GAMES[6]])
def test_sums_do_not_depend_on_threads_or_on_keeping(variant, policies, rotate):
    asked = {"rounds": 3000 if variant == "base" else 300, "seed": 8, "rotate": rotate}
    first = card_values(variant, policies, **asked, threads=1)
    others = [card_values(variant, policies, **asked, threads=threads) for threads in (2, 7)]
    others.append(card_values_of(nimmtsim.simulate(variant, policies, **asked, hands=True)))
    for other in others:
        for name in ("pairs", "singles", "totals"):
            assert np.array_equal(getattr(first, name), getattr(other, name))
        for name in ("hands", "heads", "players"):
            assert np.array_equal(getattr(first.sample, name), getattr(other.sample, name))
        pd.testing.assert_frame_equal(first.frame(), other.frame(), check_exact=True)


def same_card(table, me):
    return 0


def highest_offer(table, me):
    return table.n_offer - 1


def test_cards_that_always_come_together_have_no_value():
    fixed = nimmtsim.policy(name="fixed", draft=highest_offer)(same_card)
    found = card_values("logic", [fixed, fixed, fixed], rounds=200, seed=1)
    assert found.frame().value.isna().all()
    note, pairs = found.notes()
    assert pairs.startswith("fixed: neighbours without 33 of 33 pairs of numbers")
    assert np.isnan(neighbour_effect(found)).all()
    assert note.startswith("fixed: no value for 34 of 34 cards (1, 2, 3, 4, 5, ...)")
    with_it = found.frame().set_index("card").hands
    assert with_it[34] == 200
    assert with_it[1] == 0


def test_zero_cards_that_are_all_given_out_have_no_value():
    rules = nimmtsim.rules_from("plus-equal-zeros", zeros=4)
    found = card_values(rules, ["nearest", "random"], rounds=2000, seed=1)
    frame = found.frame("nearest").set_index("card")
    assert np.isnan(frame.value[0])
    assert np.isnan(frame.difference[0])
    assert frame.value.drop(0).notna().all()
    assert all("no value for 1 of 105 cards (0)" in note for note in found.notes())


def test_too_few_hands_are_told():
    found = card_values("base", ["nearest", "random"], rounds=1, seed=1)
    assert found.frame().value_se.isna().all()
    assert len(found.notes()) == 4


@pytest.mark.parametrize(("variant", "pairs"), [("jokers", 103), ("plus-equal-zeros", 103)])
def test_the_mean_of_neighbours_is_that_of_the_numbers(variant, pairs):
    found = card_values(variant, ["nearest", "random"], players=4, rounds=8000, seed=1)
    near, effects = neighbour_effect(found), pair_effects(found)
    numbers = effects[effects["first"] >= 1]
    assert neighbour_counts(found) == (pairs, len(numbers)) == (pairs, pairs)
    assert near.value == pytest.approx(numbers.effect.mean())
    assert near.low < near.value < near.high
    assert not any("neighbours" in note for note in found.notes())


@pytest.mark.parametrize(("variant", "rounds", "possible"), [("base", 150, 103), ("championship", 2000, 43)])
def test_pairs_that_never_came_are_left_out_of_the_mean_of_neighbours(variant, rounds, possible):
    players = 2 if variant == "base" else 4
    found = card_values(variant, ["nearest", "random"], players=players, rounds=rounds, seed=1)
    near, effects, (known, pairs) = neighbour_effect(found), pair_effects(found), neighbour_counts(found)
    assert effects.effect.isna().any()
    told = effects.dropna(subset="low")
    assert known == len(told) < pairs == possible
    assert near.value == pytest.approx(told.effect.mean())
    assert near.low < near.value < near.high
    assert any(
        note.startswith(f"nearest: neighbours without {possible - known} of {possible} pairs") for note in found.notes()
    )


def test_neighbours_all_and_named_pairs_are_the_same():
    found = card_values("jokers", ["nearest", "random"], rounds=2000, seed=4)
    every = pair_effects(found, "all", policy="random").set_index(["first", "second"])
    assert len(every) == 114 * 113 // 2
    near = pair_effects(found, policy="random").set_index(["first", "second"])
    assert len(near) == 103 + 9
    assert every.loc[(17, 18)].equals(near.loc[(17, 18)])
    one = pair_effects(found, [(0.4, 17)], policy="random").iloc[0]
    assert one.effect == every.loc[(0.4, 17)].effect
    assert one.effect == pytest.approx(one.together - one.first_alone - one.second_alone)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([(17, 17)], r"a pair is of two different cards"),
        ([(17, 105)], r"is no pair of cards: 105 is not a card"),
        ([17], r"17 is no pair of cards, such as \(17, 18\)"),
        ([(0.4, 5)], r"there is no card 0.4 in the hands of base"),
        ("some", r"pairs='some': must be 'neighbours', 'all' or a list of pairs"),
    ],
)
def test_pairs_that_do_not_exist(pairs, message):
    found = card_values("base", ["random", "random"], rounds=50)
    with pytest.raises(UsageError, match=message):
        pair_effects(found, pairs)


def test_what_cannot_be_studied():
    with pytest.raises(UsageError, match="cards and turns are those of rounds"):
        card_values_of(nimmtsim.simulate("base", ["random", "random"], matches=2, hands=True))
    with pytest.raises(UsageError, match="there are no hands: simulate with hands=True"):
        card_values_of(nimmtsim.simulate("base", ["random", "random"], rounds=2))
    with pytest.raises(UsageError, match=r"rounds=0: must be 1 to"):
        card_values("base", ["random", "random"], rounds=0)
    with pytest.raises(UsageError, match=r"unknown policy of these card values 'near'"):
        card_values("base", ["random", "random"], rounds=5).frame("near")


@given(st.integers(1, 400), st.integers(1, 4), st.data())
def test_groups_are_whole_deals_of_equal_number(deals, unit_group, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, deals), max_size=5)) | {0, deals})
    parts = [part for a, b in pairwise(cuts)
             for part in stretches(a * unit_group, b * unit_group, unit_group, deals)]  # fmt: skip
    group_of = np.concatenate([np.full(stop - start, group) for group, start, stop in parts])
    assert len(group_of) == deals * unit_group
    by_deal = group_of.reshape(deals, unit_group)
    assert (by_deal == by_deal[:, :1]).all()
    sizes = np.bincount(by_deal[:, 0])
    assert len(sizes) == group_count(deals) == min(GROUPS, deals)
    assert sizes.max() - sizes.min() <= 1
    assert (np.diff(group_of) >= 0).all()


def test_jackknife_of_a_mean_is_the_usual_standard_error():
    values = np.random.default_rng(1).normal(size=40)
    left_out = (values.sum() - values) / 39
    found = jackknife(np.array(values.mean()), left_out)
    assert found.se == pytest.approx(values.std(ddof=1) / np.sqrt(40))
    low, high = found.low, found.high
    assert (low + high) / 2 == pytest.approx(values.mean())
    assert (high - low) / 2 == pytest.approx(2.0227 * found.se, rel=1e-4)


def test_shares_of_nothing_and_everything_have_an_interval():
    tries = np.full((50, 3), 4)
    hits = np.stack([np.zeros(50), np.full(50, 4), np.tile([1, 3], 25)], axis=1).astype(int)
    found = share_jackknife(hits, tries)
    assert found.value.tolist() == [0, 1, 0.5]
    assert found.low[0] == 0 < found.high[0] < 0.03
    assert found.high[1] == 1 > found.low[1] > 0.97
    assert found.low[2] < 0.5 < found.high[2]
