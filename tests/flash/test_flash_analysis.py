"""Answers against exact counts and straightforward computation; pictures by their drawn data."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from nimmtsim.errors import NimmtsimError, UsageError
from nimmtsim.flash import FlashRules, analysis, card, plots, simulate
from nimmtsim.flash.cards import fits, full_deck

SMALL = [*full_deck()[:6], *full_deck()[100:104], *full_deck()[190:194]]


def longest(hand, top):
    best = 0
    for size in range(1, len(hand) + 1):
        for order in permutations(hand, size):
            line = (top, *order)
            if all(fits(b, a) for a, b in pairwise(line)):
                best = size
                break
    return best


def test_exact_hands_is_the_count_over_all_hands():
    top = SMALL[2]
    rest = [one for one in SMALL if one != top]
    expected = np.bincount([longest(hand, top) for hand in combinations(rest, 4)], minlength=5)
    assert analysis.exact_hands(top=top, size=4, rules={"deck": SMALL}).hands.to_list() == expected.tolist()


@pytest.mark.parametrize(("size", "rules"), [(6, {"deck": SMALL}), (2, {}), (3, {}), (3, {"copies": 2})])
def test_simulated_hands_agree_with_the_exact_count(size, rules):
    exact = analysis.exact_hands(size=size, rules=rules).share
    found = analysis.random_hands("longest-chain", size=size, hands=40_000, rules=rules, seed=size)
    deviation = np.sqrt(exact * (1 - exact) / 40_000)
    assert (abs(found.share - exact) <= 4.5 * deviation + 1e-12).all()
    assert found.hands.sum() == 40_000
    assert ((found.low <= found.share) & (found.share <= found.high)).all()


def test_intervals_of_random_hands_cover():
    """95 % intervals of repeated small studies cover the exact chance as often as they should."""
    exact = float(analysis.exact_hands(size=3).share[3])
    studies = [analysis.random_hands("longest-chain", size=3, hands=200, seed=seed) for seed in range(400)]
    covered = sum(one.low[3] <= exact <= one.high[3] for one in studies)
    assert 364 <= covered <= 394


def test_greedy_lays_no_more_than_the_longest_chain():
    frame = analysis.random_hands(hands=5000, seed=1).set_index(["policy", "laid"]).share
    at_least = {name: frame[name][::-1].cumsum() for name in ("longest-chain", "greedy")}
    assert (at_least["longest-chain"] >= at_least["greedy"]).all()
    assert frame["longest-chain"][0] == frame["greedy"][0]  # nothing fits, for either


def test_versus_is_a_run_with_the_first_turn_going_round():
    frame = analysis.versus(["longest-chain", "greedy"], "greedy", players=3, games=900, seed=2)
    run = simulate(["longest-chain", "greedy", "greedy"], games=900, seed=2, rules={"first_seat": "rotate"})
    assert frame.win_share[0] == run.summary().win_share[0]
    assert (frame.low < frame.win_share).all()
    assert frame.ratio[0] > 1.5
    assert frame.low[1] < 1 / 3 < frame.high[1]


def test_lengths_first_player_and_decks():
    lengths = analysis.game_lengths(players=(2, 4), games=400)
    assert list(lengths.index) == [2, 4]
    assert (lengths.median_low <= lengths["median"]).all()
    first = analysis.first_player(players=[2], games=2000, seed=1)
    assert first.win_share.sum() == pytest.approx(1)
    assert first.advantage_low[0] > 0  # who begins wins more often
    decks = analysis.deck_sizes([40, 200], games=300)
    assert decks["median"][40] < decks["median"][200]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (lambda: analysis.exact_hands(size=6), "hands, at most"),
        (lambda: analysis.exact_hands(size=7), "size=7: must be 1 to 6"),
        (lambda: analysis.exact_hands(rules={"n_cards": 20}), "nothing exact"),
        (lambda: analysis.random_hands(top="STOP"), "cannot be a STOP"),
        (
            lambda: analysis.random_hands(
                top="1 red sun", rules={"deck": ["1 red moon"] + [f"{k} blue sun" for k in range(1, 7)]}
            ),
            "has no card",
        ),
        (lambda: analysis.random_hands(rules={"deck": ["1 red moon"]}), "too small"),
        (lambda: analysis.random_hands(hands=0), "hands=0: must be 1 to"),
        (lambda: analysis.random_hands("gredy"), "did you mean 'greedy'"),
        (lambda: analysis.game_lengths(players=()), "players is empty"),
        (lambda: analysis.first_player(players=2.5), "whole number"),
        (lambda: analysis.versus("greedy", players=[99]), "2..31"),
    ],
)
def test_bad_questions_are_one_line(question, says):
    with pytest.raises(NimmtsimError, match=says) as caught:
        question()
    assert "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def result():
    return simulate(["longest-chain", "greedy", "greedy"], games=400, seed=1)


@pytest.fixture
def ax():
    before = dict(mpl.rcParams)
    yield Figure().subplots()
    assert dict(mpl.rcParams) == before


def heights(patches):
    return [patch.get_height() for patch in patches]


def test_win_shares_are_drawn(result, ax):
    assert plots.win_shares(result, ax=ax) is ax
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(result.summary().win_share.to_list())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["0 longest-chain", "1 greedy", "2 greedy"]


def test_length_and_cards_left_are_drawn(result, ax):
    plots.length(result, ax=ax)
    values, edges, _ = ax.patches[0].get_data()
    turns = result.to_frame().turns
    assert values[50] == pytest.approx((turns == 50).mean())
    assert edges[50] == 49.5
    other = Figure().subplots()
    plots.cards_left(result, ax=other)
    at_least = other.patches[1].get_data()[0]
    assert at_least[10] == pytest.approx((result.to_frame().left_1 >= 10).mean())


def test_chain_lengths_are_drawn(result, ax):
    plots.chain_lengths(result, ax=ax)
    frame = result.chain_lengths()
    own = frame[(frame.seat == 1) & (frame.turns >= 40)]
    assert ax.lines[1].get_xdata().tolist() == own.own_turn.to_list()
    assert ax.lines[1].get_ydata() == pytest.approx(own["mean"].to_numpy())


def test_frames_are_drawn():
    hands = analysis.random_hands(hands=1000)
    assert heights(plots.random_hands(hands, ax=Figure().subplots()).patches) == pytest.approx(hands.share.to_list())
    versus = analysis.versus(["longest-chain"], players=(2, 3), games=200)
    drawn = plots.versus(versus, ax=Figure().subplots())
    assert drawn.lines[0].get_ydata() == pytest.approx(versus.ratio.to_numpy())
    lengths = analysis.game_lengths(players=(2, 3), games=200)
    drawn = plots.game_lengths(lengths, ax=Figure().subplots())
    assert drawn.lines[0].get_ydata() == pytest.approx(lengths["median"].to_numpy())
    first = analysis.first_player(players=(2, 3), games=200)
    drawn = plots.first_player(first, ax=Figure().subplots())
    assert drawn.lines[0].get_ydata() == pytest.approx(first.advantage[:2].to_numpy())
    decks = analysis.deck_sizes([60, 100], games=200)
    drawn = plots.deck_sizes(decks, ax=Figure().subplots())
    assert drawn.lines[0].get_ydata() == pytest.approx(decks.win_share.to_numpy())


def test_overview_draws_on_the_figure_given(result):
    figure = Figure()
    assert plots.overview(result, figure) is figure
    assert len(figure.axes) == 4
    assert result.plot().get_xlabel() == "share (dotted: fair)"


def test_results_are_of_their_deck():
    with pytest.raises(UsageError, match="did you mean 'red'"):
        card("3 rad cloud")
    assert FlashRules(deck=SMALL).size == len(SMALL) + 4
