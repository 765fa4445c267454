"""Pictures of luck and skill, of a size for a column of text (8.5 cm)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nimmtsim.analysis.luck import COMPONENTS
from nimmtsim.drawing import COLOURS, bare, check_columns, column_axes, fitted, legend_columns, small
from nimmtsim.errors import UsageError, one_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["plot_luck", "plot_rounds_needed"]

#: A colour for each component: cold ones for the cards, warm ones for the players, grey for the rest.
_COLOURS = ("#0072B2", "#009E73", "#56B4E9", "#D55E00", "#E69F00", "#BBBBBB")
_COMPONENT_COLOURS = dict(zip(COMPONENTS, _COLOURS, strict=True))


def plot_luck(frame: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Where the variance of a result comes from: a stacked bar for each variant.

    Parameters
    ----------
    frame : DataFrame
        From `nimmtsim.analysis.luck.Luck.components`; those of several variants one below the other.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For a frame of something else.

    Notes
    -----
    Components below 0, which are zero but for chance, are not drawn. The share of "policy" is written beside each bar.
    """
    check_columns(frame, ("variant", "component", "share"), "Luck.components()")
    table = frame.pivot(index="variant", columns="component", values="share").reindex(frame["variant"].unique())
    ax = column_axes(1.0 + 0.19 * len(table)) if ax is None else ax
    places, left = np.arange(len(table))[::-1], np.zeros(len(table))
    for component in COMPONENTS:
        share = np.maximum(table[component].fillna(0.0).to_numpy(float), 0.0) * 100
        ax.barh(places, share, 0.8, left=left, color=_COMPONENT_COLOURS[component], label=component)
        left = left + share
    for place, share in zip(places, table["policy"], strict=True):
        ax.text(101, place, f"{share:.0%}" if np.isfinite(share) else "-", va="center", fontsize=small(ax),
                color=_COMPONENT_COLOURS["policy"])  # fmt: skip
    ax.set_yticks(places, list(table.index))
    ax.set_xlim(0, 100)
    ax.set_ylim(-0.6, len(table) - 0.4)
    ax.set_xlabel("share of the variance (%)")
    ax.legend(frameon=False, fontsize=small(ax), ncols=3, loc="lower center", bbox_to_anchor=(0.4, 1.0),
              columnspacing=1.0, handlelength=1.0)  # fmt: skip
    ax.tick_params(axis="y", length=0)
    bare(ax, "top", "right", "left")
    return ax


def plot_rounds_needed(
    frame: pd.DataFrame, *, better: str | None = None, worse: str | None = None, ax: Axes | None = None
) -> Axes:
    """How many rounds it takes until the better of two policies is ahead with 95 %, for each variant.

    Parameters
    ----------
    frame : DataFrame
        From `nimmtsim.analysis.luck.Luck.rounds_needed`; those of several variants one below the other.
    better, worse : str, optional
        Two policies, in any order; those of the first row if not given.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        When the frame has no such pair, or is one of something else.

    Notes
    -----
    Circles: single rounds. Squares: rounds on duplicated deals (as many as players for each deal). Lines are 95 %
    intervals; an arrow says that no difference can be told. A variant in which the first policy is the worse one has
    a star.
    """
    ends = [f"{name}{end}" for name in ("rounds", "deals") for end in ("", "_low", "_high")]
    check_columns(frame, ("variant", "players", "better", "worse", *ends), "Luck.rounds_needed()")
    if frame.empty:
        raise UsageError("there are no two different policies to compare")
    pair = (better or frame["better"].iloc[0], worse or frame["worse"].iloc[0])
    rows = frame[(frame["better"].isin(pair)) & (frame["worse"].isin(pair))].reset_index(drop=True)
    if rows.empty or pair[0] == pair[1]:
        raise one_of("pair", pair, zip(frame["better"], frame["worse"], strict=True))
    ax = column_axes(1.0 + 0.22 * len(rows)) if ax is None else ax
    places = np.arange(len(rows))[::-1].astype(float)
    columns = {"single rounds": ("rounds", 1, "o", 0.14), "duplicated deals": ("deals", rows["players"], "s", -0.14)}
    ax.set_xscale("log")
    for at, (label, (name, times, marker, shift)) in enumerate(columns.items()):
        value, low, high = (rows[f"{name}{end}"].to_numpy(float) * times for end in ("", "_low", "_high"))
        for place, middle, start, stop in zip(places + shift, value, low, high, strict=True):
            if np.isfinite(start):
                end = stop if np.isfinite(stop) else max(30 * start, 3 * middle if np.isfinite(middle) else 0)
                ax.plot([start, end], [place, place], color=COLOURS[at], linewidth=1)
                if end != stop:
                    ax.plot([end], [place], ">", color=COLOURS[at], markersize=3)
        finite = np.isfinite(value)
        ax.plot(value[finite], (places + shift)[finite], marker, color=COLOURS[at], markersize=3.5, label=label)
    named = zip(rows["variant"], rows["better"], strict=True)
    ax.set_yticks(places, [variant if first == pair[0] else f"{variant} *" for variant, first in named])
    ax.set_ylim(-0.6, len(rows) - 0.4)
    swapped = f" (* {pair[1]} of {pair[0]})" if (rows["better"] != pair[0]).any() else ""
    ax.set_xlabel(fitted(ax, f"rounds until {pair[0]} is ahead of {pair[1]} with 95 %{swapped}"), loc="right")
    _number_ticks(ax)
    ax.legend(frameon=False, fontsize=small(ax), ncols=legend_columns(ax, columns), loc="lower center",
              bbox_to_anchor=(0.4, 1.0), handletextpad=0.2, columnspacing=1.2)  # fmt: skip
    ax.grid(axis="x", color="0.85", linewidth=0.5)
    ax.set_axisbelow(True)
    bare(ax)
    return ax


def _number_ticks(ax: Axes) -> None:
    """Few round numbers on an axis of rounds: the fewer in a decade, the more decades there are."""
    from matplotlib.ticker import LogLocator, NullLocator

    low, high = ax.get_xlim()
    decades = np.log10(high / low)
    ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 1.5 else (1, 3) if decades < 3 else (1,)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(_round_number)


def _round_number(number: float, _: float = 0) -> str:
    """A number with one digit other than 0, for an axis."""
    if number < 1e5:
        return f"{number:,g}"
    digit, power = f"{number:.0e}".split("e")
    return f"${'' if digit == '1' else digit + ' '}10^{{{int(power)}}}$".replace(" ", r" \cdot ")
