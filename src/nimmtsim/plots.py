"""Pictures of results. Every ``plot_x(what, *, ax=None)`` draws into an Axes and returns it.

Those of the analysis live beside it, in :mod:`nimmtsim.analysis`, and are found here under their names.

Without `ax` a new figure is made. A notebook shows it below the cell (end the line with ``;``), a script that imported
pyplot with ``plt.show()``; ``ax.figure.savefig("file.png")`` writes it. The current figure of pyplot and its settings
stay as they are. Colours are those of Okabe and Ito, which people with any common colour vision tell apart; lines
differ in their dashes, too.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.drawing import (
    COLOURS,
    LINES,
    bare,
    binned,
    is_narrow,
    legend_columns,
    line_style,
    new_axes,
    reach,
    small,
    write_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from nimmtsim.results import SimulationResult

#: Pictures that live elsewhere, with their modules in `nimmtsim.analysis`.
_ELSEWHERE = {
    "plot_card_turns": "plots_cards",
    "plot_card_values": "plots_cards",
    "plot_distribution_functions": "plots_distributions",
    "plot_luck": "plots_luck",
    "plot_pair_effects": "plots_cards",
    "plot_ridges": "plots_distributions",
    "plot_rounds_needed": "plots_luck",
    "plot_survey": "plots_distributions",
    "plot_turns": "plots_distributions",
    "plot_waiting": "plots_distributions",
}

__all__ = ["COLOURS", "LINES", "distribution_data", "new_axes", "plot_distribution", "plot_variants", *_ELSEWHERE]


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module 'nimmtsim.plots' has no attribute {name!r}")
    return getattr(importlib.import_module(f"nimmtsim.analysis.{_ELSEWHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def distribution_data(result: SimulationResult) -> dict[str, tuple[np.ndarray, float]]:
    """What `plot_distribution` draws: for each policy the share of each total 0, 1, ..., and the mean.

    Players with the same policy are taken together.
    """
    found = {}
    for name in dict.fromkeys(result.policies):
        players = [player for player, policy in enumerate(result.policies) if policy == name]
        shares = result.counts.histogram[players].sum(axis=0) / (result.units * len(players))
        found[name] = shares, float(np.arange(len(shares)) @ shares)
    return found


def plot_distribution(result: SimulationResult, *, ax: Axes | None = None) -> Axes:
    """How often each policy had each total, as steps, with the means as vertical lines.

    Parameters
    ----------
    result : SimulationResult
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes
    """
    ax = new_axes() if ax is None else ax
    data = distribution_data(result)
    width = max(reach(shares) for shares, _ in data.values())
    # Of long matches each total is rare and the steps are noisy: as many totals are put together as fit the picture.
    bin_width = max(1, round(width / 120))
    for place, (name, (shares, mean)) in enumerate(data.items()):
        count = result.policies.count(name)
        label = f"{name}{f' (x{count})' if count > 1 else ''}, mean {mean:.2f}"
        heights = binned(shares[: width + 1], bin_width) / bin_width
        edges = np.arange(len(heights) + 1) * bin_width - 0.5
        ax.stairs(heights * 100, edges, label=label, linewidth=1.6, **line_style(place))
        ax.axvline(mean, linewidth=0.9, alpha=0.7, **line_style(place))
    units = result.unit_plural
    ax.set_xlabel(f"{'points' if result.measure == 'points' else 'bull heads'} a {result.unit}")
    ax.set_ylabel(f"share of {units} (%)")
    write_title(ax, _short_title(result))
    ax.set_xlim(-0.5, width + 0.5)
    ax.set_ylim(bottom=0)
    ax.legend(fontsize=small(ax) if is_narrow(ax) else None, edgecolor="none")
    bare(ax)
    return ax


def _short_title(result: SimulationResult) -> str:
    return result.title().rpartition(", seed")[0]


def plot_variants(
    results: Mapping[str, SimulationResult] | Iterable[SimulationResult], *, ax: Axes | None = None
) -> Axes:
    """The distributions of several variants under the same policies, a ridge each.

    Parameters
    ----------
    results : mapping of str to SimulationResult, or iterable of SimulationResult
        One a variant; without names the rules' names are taken.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Notes
    -----
    In each row the policies' distributions share a base line and a scale of their own, on which the highest share of a
    total above 0 has the same height in all rows; the bar of rounds without a bull head is cut off where it is much
    higher. A tick below the line marks each mean, which is also written at the right
    where there is room. In a championship the total of
    its games is divided by their number; the row says so.
    """
    named = dict(results) if isinstance(results, Mapping) else {result.rules.name: result for result in results}
    ax = new_axes(7.2, 1.2 + 0.55 * len(named)) if ax is None else ax
    rows = {name: _per_game(result) for name, result in named.items()}
    width = max(reach(shares) for row in rows.values() for shares, _ in row.values())
    policies = list(dict.fromkeys(name for row in rows.values() for name in row))
    for place, (variant, row) in enumerate(rows.items()):
        base = len(rows) - 1 - place
        _ridge(ax, base, row, policies, width)
        if not is_narrow(ax):
            _write_means(ax, base, [row[name][1] for name in policies])
        if remark := _remark(named[variant]):
            ax.annotate(remark, (width, base + 0.2), ha="right", va="bottom", fontsize=small(ax), style="italic")
    ax.set_yticks(np.arange(len(rows)) + 0.0, list(rows)[::-1])
    ax.set_ylim(-0.25, len(rows) + 0.05)
    ax.set_xlim(-0.5, width + 0.5)
    ax.set_xlabel(f"bull heads a {' or '.join(dict.fromkeys(result.unit for result in named.values()))}")
    if not is_narrow(ax):
        ax.annotate("mean", (1, len(rows) - 0.1), (10, 0), xycoords=ax.get_yaxis_transform(), va="bottom",
                    textcoords="offset points", fontsize=small(ax), annotation_clip=False)  # fmt: skip
    ax.tick_params(axis="y", length=0)
    bare(ax, "top", "right", "left")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=legend_columns(ax, policies), frameon=False,
              fontsize=small(ax))  # fmt: skip
    return ax


def _remark(result: SimulationResult) -> str:
    """What the numbers of a row are, where they are no penalty of a round or match."""
    games = _games(result)
    remarks = ["points"] if result.measure == "points" else []
    return ", ".join([*remarks, f"mean of {games} games"] if games > 1 else remarks)


def _games(result: SimulationResult) -> int:
    """By how many games a total is divided."""
    return result.rules.games(result.players) if result.unit == "round" else 1


def _per_game(result: SimulationResult) -> dict[str, tuple[np.ndarray, float]]:
    games = _games(result)
    return {
        name: (np.pad(shares, (0, -len(shares) % games)).reshape(-1, games).sum(axis=1), mean / games)
        for name, (shares, mean) in distribution_data(result).items()
    }


def _write_means(ax: Axes, base: float, means: Sequence[float]) -> None:
    for place, mean in enumerate(means):
        # So many points to the right of the axes, whatever the size of the picture.
        ax.annotate(f"{mean:.1f}", (1, base + 0.25), (10 + 27 * place, 0), xycoords=ax.get_yaxis_transform(),
                    textcoords="offset points", va="center", fontsize=small(ax), color=COLOURS[place % len(COLOURS)],
                    annotation_clip=False)  # fmt: skip


def _ridge(ax: Axes, base: float, row: Mapping[str, tuple[np.ndarray, float]], policies: list[str], width: int) -> None:
    highest = max(float(shares[1:].max(initial=0)) for shares, _ in row.values()) or 1.0
    for name, (shares, mean) in row.items():
        colour = COLOURS[policies.index(name) % len(COLOURS)]
        heights = base + np.minimum(0.6 * shares[: width + 1] / highest, 0.9)
        edges = np.arange(len(heights) + 1) - 0.5
        label = name if base == 0 else None
        ax.stairs(heights, edges, baseline=base, color=colour, linewidth=1.2, label=label)
        ax.stairs(heights, edges, baseline=base, color=colour, alpha=0.15, fill=True)
        ax.plot([mean, mean], [base - 0.14, base], color=colour, linewidth=2)
