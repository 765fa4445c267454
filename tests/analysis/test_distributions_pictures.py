"""Pictures by what they draw: data, not pixels; and that they leave the caller's figure and style alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from nimmtsim.analysis import plots_distributions as plots
from nimmtsim.analysis.distributions import Distributions, Group, distributions
from nimmtsim.analysis.luck import COMPONENTS, luck
from nimmtsim.analysis.plots_luck import _round_number, plot_luck, plot_rounds_needed
from nimmtsim.analysis.survey import survey
from nimmtsim.analysis.turns import Turns, turns
from nimmtsim.errors import UsageError

POLICIES = ["nearest", "random", "random"]


@pytest.fixture(scope="module")
def found() -> Distributions:
    return distributions("base", POLICIES, rounds=800, rotate=True, seed=1)


@pytest.fixture(scope="module")
def by_turn() -> Turns:
    return turns("base", POLICIES, rounds=800, seed=1)


def test_ridges(found: Distributions) -> None:
    ax = plots.plot_ridges(found)
    share = found.tallies[Group("policy", "random")].counts / (800 * 3 * 2)
    outline = [patch for patch in ax.patches if patch.get_label() == "random"]
    steps = outline[0].get_data()
    tallies = [found.tallies[group] for group in found.groups("policy")]
    scale = 0.8 / max(float((tally.counts / tally.observations)[1:].max()) for tally in tallies)
    np.testing.assert_allclose(steps.values, (share * scale)[: len(steps.values)])
    mean = found.tallies[Group("policy", "random")].mean().value
    assert any(np.allclose(line.get_xdata(), [mean, mean]) for line in ax.lines if len(line.get_xdata()) == 2)
    assert len(plots.plot_ridges(found, by="policy in seat").get_ylim()) == 2
    with pytest.raises(UsageError, match="unknown kind of group 'rounds'"):
        plots.plot_ridges(found, by="rounds")


def test_distribution_functions(found: Distributions) -> None:
    ax = plots.plot_distribution_functions(found)
    band, line = ax.patches[:2]
    tally = found.tallies[Group("policy", "nearest")]
    below = np.cumsum(tally.counts) / tally.observations
    np.testing.assert_allclose(line.get_data().values, below)
    np.testing.assert_allclose(band.get_data().values, np.minimum(below + tally.band(), 1))
    np.testing.assert_allclose(band.get_data().baseline, np.maximum(below - tally.band(), 0))


def test_rounds_of_a_match_are_called_so() -> None:
    matches = distributions("plus", POLICIES, matches=20, seed=1)
    assert plots.plot_ridges(matches, by="rounds").get_xlabel() == "rounds a match"
    assert plots.plot_ridges(matches).get_xlabel() == "points a match"
    assert plots.plot_distribution_functions(matches, by="rounds").get_xlabel() == "at most so many rounds a match"


def test_turns(by_turn: Turns) -> None:
    heads = by_turn.heads()
    ax = plots.plot_turns(heads)
    rows = heads[heads["by"] == "policy"]
    np.testing.assert_allclose(sum(bar.get_height() for bar in ax.patches), rows["heads"].sum())
    tops = sorted(bar.get_y() + bar.get_height() for bar in ax.patches if bar.get_y() > 0)
    np.testing.assert_allclose(tops[-1], rows.groupby(["policy", "turn"])["heads"].sum().max())
    assert len(plots.plot_turns(heads, policies=["random"]).patches) == 20
    assert ax.get_ylabel() == "bull heads a player"
    assert plots.plot_turns(turns("plus", POLICIES, rounds=20).heads()).get_ylabel() == "points a player"
    with pytest.raises(UsageError, match="unknown policy of this frame 'nobody'"):
        plots.plot_turns(heads, policies=["nobody"])
    with pytest.raises(UsageError, match="must not be empty"):
        plots.plot_turns(heads, policies=[])


@pytest.mark.parametrize("wait", ["first", "between"])
def test_waiting(by_turn: Turns, wait: str) -> None:
    frame = by_turn.waiting()
    ax = plots.plot_waiting(frame, wait=wait)
    rows = frame.query("by == 'policy' and policy == 'nearest'")
    rows = rows[rows["wait"] == wait]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), rows["share"])
    with pytest.raises(UsageError, match="unknown wait 'never'"):
        plots.plot_waiting(frame, wait="never")


def test_survey() -> None:
    frame, _ = survey(["nearest", "random"], variants=["base", "championship", "plus"], players=(2, 6), rounds=50)
    ax = plots.plot_survey(frame)
    drawn = ax.images[0].get_array()
    rows = frame.query("by == 'policy' and policy == 'nearest'")
    table = rows.pivot(index="variant", columns="players", values="mean").loc[["base", "championship", "plus"]]
    np.testing.assert_allclose(drawn.filled(np.nan), table.to_numpy(float))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["base", "championship +", "plus *"]
    assert len(ax.texts) == 5
    assert plots.plot_survey(frame, policy="random", value="zero").texts[0].get_text().endswith("%")
    assert len(plots.plot_survey(frame.assign(mean=np.inf)).texts) == 0
    with pytest.raises(UsageError, match="unknown value 'meen'; did you mean 'mean'"):
        plots.plot_survey(frame, value="meen")
    with pytest.raises(UsageError, match="unknown policy of this frame"):
        plots.plot_survey(frame, policy="lowest")


def test_luck_and_rounds_needed() -> None:
    results = [luck(variant, POLICIES, deals=100, seed=2) for variant in ("base", "logic")]
    components = pd.concat([one.components() for one in results])
    ax = plot_luck(components)
    drawn = np.array([bar.get_width() for bar in ax.patches]).reshape(len(COMPONENTS), 2).T
    table = components.pivot(index="variant", columns="component", values="share")
    table = table.loc[["base", "logic"], list(COMPONENTS)]
    np.testing.assert_allclose(drawn, 100 * np.maximum(table, 0))
    needed = pd.concat([one.rounds_needed() for one in results])
    ax = plot_rounds_needed(needed)
    markers = {line.get_label(): line.get_xdata() for line in ax.lines if not line.get_label().startswith("_")}
    np.testing.assert_allclose(markers["single rounds"], needed["rounds"])
    np.testing.assert_allclose(markers["duplicated deals"], needed["deal_rounds"])
    unclear = needed.assign(rounds_high=np.inf, better="random", worse="nearest")
    ax = plot_rounds_needed(unclear, better="nearest", worse="random")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["base *", "logic *"]
    assert ax.get_xlabel().replace("\n", " ").endswith("(* random of nearest)")
    assert sum(line.get_marker() == ">" for line in ax.lines) == 2
    with pytest.raises(UsageError, match="unknown pair"):
        plot_rounds_needed(needed, better="nearest", worse="lowest")
    with pytest.raises(UsageError, match="no two different policies"):
        plot_rounds_needed(needed.iloc[:0])


@pytest.mark.parametrize("most", [3e1, 3e3, 3e5, 3e7, 3e12])
def test_numbers_of_rounds_are_told_apart(most: float) -> None:
    needed = luck("base", POLICIES, deals=50, seed=2).rounds_needed()
    rounds = {"rounds": most / 3, "rounds_low": 4.0, "rounds_high": np.inf, "deals": 5.0, "deals_high": 9.0}
    ax = plot_rounds_needed(needed.assign(**rounds, deals_low=4.0))
    arrow = next(line for line in ax.lines if line.get_marker() == ">")
    assert arrow.get_xdata()[0] > most / 3
    ax.get_figure().canvas.draw()
    low, high = ax.get_xlim()
    labels = [text for text, at in zip(ax.get_xticklabels(), ax.get_xticks(), strict=True) if low <= at <= high]
    boxes = [text.get_window_extent() for text in labels]
    assert len(boxes) >= 2
    assert [_round_number(n) for n in (1, 3000, 1e5, 3e6)] == ["1", "3,000", "$10^{5}$", r"$3 \cdot 10^{6}$"]
    assert all(one.x1 < other.x0 for one, other in pairwise(boxes))


def test_the_callers_figure_and_style_stay_as_they_are(found: Distributions, by_turn: Turns) -> None:
    before = dict(mpl.rcParams)
    current = plt.figure()
    figure = mpl.figure.Figure(figsize=(5, 3))
    ax, other = figure.subplots(1, 2)
    assert plots.plot_ridges(found, ax=ax) is ax
    assert plots.plot_turns(by_turn.heads(), ax=other) is other
    assert (figure.get_size_inches() == (5, 3)).all()
    assert figure.axes == [ax, other]
    own = plots.plot_distribution_functions(found).get_figure()
    assert own is not figure
    assert own.get_size_inches()[0] == pytest.approx(8.5 / 2.54)
    assert dict(mpl.rcParams) == before
    assert plt.gcf() is current


@pytest.mark.parametrize(
    ("plot", "wants"),
    [
        (plots.plot_ridges, "Distributions, from distributions"),
        (plots.plot_distribution_functions, "Distributions, from distributions"),
        (plots.plot_turns, r"a frame of Turns\.heads\(\) is wanted"),
        (plots.plot_waiting, r"a frame of Turns\.waiting\(\) is wanted"),
        (plots.plot_survey, r"a frame of survey\(\) is wanted"),
        (plot_luck, r"a frame of Luck\.components\(\) is wanted"),
        (plot_rounds_needed, r"a frame of Luck\.rounds_needed\(\) is wanted"),
    ],
)
def test_pictures_of_something_else(plot: Callable[[object], object], wants: str) -> None:
    for wrong in ("base", None, pd.DataFrame({"card": [1], "heads": [2.0]}), pd.DataFrame()):
        with pytest.raises(UsageError, match=wants):
            plot(wrong)
    with pytest.raises(UsageError, match="this one has no column variant, component, share"):
        plot_luck(pd.DataFrame({"card": [1]}))


def test_they_are_found_among_the_plots() -> None:
    import nimmtsim.plots

    assert nimmtsim.plots.plot_luck is plot_luck
    assert nimmtsim.plots.plot_ridges is plots.plot_ridges
    assert {name for name in plots.__all__ if name.startswith("plot_")} < set(dir(nimmtsim.plots))
    with pytest.raises(AttributeError, match="no attribute 'plot_nothing'"):
        _ = nimmtsim.plots.plot_nothing
