"""Every picture fits into a column of text: nothing is cut off, and there is room left for what is drawn."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import pandas as pd
import pytest

import nimmtsim
from nimmtsim import flash, plots
from nimmtsim.drawing import COLUMN, new_axes

POLICIES = ["nearest", "random", "cautious"]
#: Decks of every kind: numbers only, jokers, zero cards and points, twins, turns without end.
VARIANTS = ("base", "jokers", "plus", "double", "hand")

DRAWN: dict[str, Callable[[str], Any]] = {
    "plot_card_values": lambda name: nimmtsim.card_values(name, POLICIES, rounds=400).frame(),
    "plot_pair_effects": lambda name: nimmtsim.pair_effects(nimmtsim.card_values(name, POLICIES, rounds=400)),
    "plot_card_turns": lambda name: nimmtsim.card_plays(name, POLICIES, rounds=400).frame(),
    "plot_ridges": lambda name: nimmtsim.distributions(name, POLICIES, rounds=400),
    "plot_distribution_functions": lambda name: nimmtsim.distributions(name, POLICIES, rounds=400),
    "plot_distribution": lambda name: nimmtsim.simulate(name, POLICIES, rounds=400),
    "plot_turns": lambda name: nimmtsim.turns(name, POLICIES, rounds=400).heads(),
    "plot_waiting": lambda name: nimmtsim.turns(name, POLICIES, rounds=400).waiting(),
}


def fits(ax: Any) -> None:
    """Draw the picture of an Axes and see what stands where."""
    figure = ax.get_figure(root=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # matplotlib warns when a layout does not work out
        figure.canvas.draw()
    whole, drawn = figure.bbox, ax.get_tightbbox()
    assert drawn.x0 >= -1
    assert drawn.x1 <= whole.x1 + 1
    assert drawn.y0 >= -1
    assert drawn.y1 <= whole.y1 + 1
    assert ax.get_window_extent().width > 0.4 * whole.width
    assert ax.get_window_extent().height > 0.3 * whole.height


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("picture", DRAWN)
def test_pictures_of_a_variant(picture: str, variant: str) -> None:
    plot, found = getattr(plots, picture), DRAWN[picture](variant)
    fits(plot(found))
    fits(plot(found, ax=new_axes(COLUMN, 3.0)))


@cache
def all_variants() -> tuple[Any, ...]:
    some = ["base", "championship", "plus-equal-zeros", "variable-rows"]
    found = nimmtsim.luck_of_variants(POLICIES, variants=some, deals=60)[0].values()
    return (
        nimmtsim.survey(POLICIES, variants=some, rounds=50)[0],
        pd.concat([one.components() for one in found]),
        pd.concat([one.rounds_needed() for one in found]),
        nimmtsim.compare_variants(POLICIES, variants=some, rounds=100)[0],
    )


@pytest.mark.parametrize("picture", ["plot_survey", "plot_luck", "plot_rounds_needed", "plot_variants"])
def test_pictures_of_all_variants(picture: str) -> None:
    at = ["plot_survey", "plot_luck", "plot_rounds_needed", "plot_variants"].index(picture)
    plot, found = getattr(plots, picture), all_variants()[at]
    fits(plot(found))
    fits(plot(found, ax=new_axes(COLUMN, 3.0)))


@pytest.mark.parametrize("picture", ["win_shares", "length", "cards_left", "chain_lengths"])
def test_pictures_of_flash(picture: str) -> None:
    result = flash.simulate(["longest-chain", "greedy", "greedy"], games=300, seed=1)
    plot = getattr(flash.plots, picture)
    fits(plot(result))
    fits(plot(result, ax=new_axes(COLUMN, 3.0)))
