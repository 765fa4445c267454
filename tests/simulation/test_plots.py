"""Pictures: the data drawn is the data of the result, and nothing of the caller's is touched."""

import subprocess
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

from nimmtsim import compare_variants, flash, simulate
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


RUN = "import sys, nimmtsim; r = nimmtsim.simulate('base', ['nearest', 'random'], rounds=10, keep='counts')\n"


def test_pyplot_is_left_alone():
    code = RUN + (
        "from nimmtsim import flash\n"
        "r.plot(); flash.plots.overview(flash.simulate('greedy,greedy', games=10))\n"
        "assert 'matplotlib.figure' in sys.modules and 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_leaves_pyplot_alone(tmp_path):
    words = ["simulate", "base", "--policies", "nearest,random", "--rounds", "10", "--plot", str(tmp_path / "p.png")]
    code = f"import sys; from nimmtsim.cli import main; main({words}); assert 'matplotlib.pyplot' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert (tmp_path / "p.png").exists()


@pytest.mark.parametrize("draw", ["result", "flash"])
def test_where_pyplot_is_in_use_it_shows_the_picture(draw):
    import matplotlib.pyplot as plt

    before = dict(plt.rcParams)
    if draw == "result":
        figure = simulate("base", ["nearest", "random"], rounds=100).plot().figure
    else:
        figure = flash.plots.overview(flash.simulate("greedy,greedy", games=50))
    assert [plt.figure(number) for number in plt.get_fignums()] == [figure]
    assert dict(plt.rcParams) == before


def test_the_newest_picture_is_current_when_the_caller_has_no_figure():
    import matplotlib.pyplot as plt

    result = simulate("base", ["nearest", "random"], rounds=100)
    for _ in range(2):
        assert result.plot().figure is plt.gcf()


def test_the_callers_current_figure_stays_current():
    import matplotlib.pyplot as plt

    own, axes = plt.subplots(1, 2)
    plt.sca(axes[0])
    drawn = simulate("base", ["nearest", "random"], rounds=100).plot()
    assert drawn.figure is not own
    assert plt.gcf() is own
    assert plt.gca() is axes[0]
    assert len(plt.get_fignums()) == 2
