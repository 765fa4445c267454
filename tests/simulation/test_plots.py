"""Pictures: the data drawn is the data of the result, and nothing of the caller's is touched."""

import subprocess
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

from nimmtsim import compare_variants, simulate
from nimmtsim.plots import distribution_data, plot_distribution, plot_variants


def steps(ax):
    return [patch for patch in ax.patches if type(patch).__name__ == "StepPatch"]


def test_distribution_draws_the_shares():
    result = simulate("base", ["nearest", "random", "random"], rounds=3000)
    ax = plot_distribution(result)
    nearest, random = steps(ax)
    values, edges, _ = nearest.get_data()
    np.testing.assert_allclose(values, 100 * result.distribution()[0].to_numpy()[: len(values)] / 3000)
    assert edges[0] == -0.5
    values, _, _ = random.get_data()
    both = result.distribution()[[1, 2]].sum(axis=1).to_numpy()
    np.testing.assert_allclose(values, 100 * both[: len(values)] / 6000)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels[0] == f"nearest, mean {result.summary()['penalty'][0]:.2f}"
    assert labels[1].startswith("random (x2), mean ")
    assert ax.get_xlabel() == "bull heads a round"


def test_the_callers_axes_are_used_and_returned():
    ax = Figure().add_subplot()
    result = simulate("base", ["nearest", "random"], matches=40)
    assert plot_distribution(result, ax=ax) is ax
    assert result.plot(ax=ax) is ax
    assert ax.get_xlabel() == "bull heads a match"


def test_long_matches_are_drawn_in_bins_that_keep_the_shares():
    result = simulate("base", ["nearest", "random"], rounds=10)
    result.counts.histogram = np.ones((2, 5000), np.int64)
    result.counts.units = 5000
    values, edges, _ = steps(plot_distribution(result))[0].get_data()
    assert len(values) < 200
    np.testing.assert_allclose(values[:-1], 100 / 5000)
    assert edges[1] - edges[0] == round(4996 / 120)


def test_variants_have_a_ridge_each():
    results, left_out = compare_variants(["nearest", "random"], rounds=50, variants=["base", "championship", "plus"])
    ax = plot_variants(results)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["plus", "championship", "base"]
    assert len(steps(ax)) == 3 * 2 * 2
    means = [text.get_text() for text in ax.texts]
    games = results["championship"].summary()["penalty"] / 2
    assert f"{games[0]:.1f}" in means
    # The other numbers of a championship are those of all its games: a row that differs says so.
    assert {"mean of 2 games", "points"} <= set(means)
    assert ax.get_xlabel() == "bull heads a round"
    assert not left_out


def test_matches_of_a_championship_are_not_divided():
    results, _ = compare_variants(["nearest", "random"], matches=30, variants=["championship", "base"])
    ax = plot_variants(results)
    texts = [text.get_text() for text in ax.texts]
    assert f"{results['championship'].summary()['penalty'][0]:.1f}" in texts
    assert not any("games" in text for text in texts)
    assert ax.get_xlabel() == "bull heads a match"


def test_shares_add_up_to_one():
    data = distribution_data(simulate("base", ["nearest", "random"], rounds=100))
    assert all(shares.sum() == pytest.approx(1) for shares, _ in data.values())


def test_pyplot_is_left_alone():
    code = (
        "import sys, nimmtsim; nimmtsim.simulate('base', ['nearest', 'random'], rounds=10).plot(); "
        "assert 'matplotlib.figure' in sys.modules; assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
