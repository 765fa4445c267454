"""Pictures of penalty distributions and turns, of a size for a column of text (8.5 cm).

Each takes a frame or result and an Axes, or makes a figure of its own that no global state of matplotlib knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.distributions import Distributions
from nimmtsim.analysis.survey import survey_marks
from nimmtsim.drawing import (
    COLOURS,
    TURN,
    bare,
    binned,
    check_columns,
    column_axes,
    fitted,
    inches,
    letters,
    line_style,
    of_policy,
    reach,
    small,
)
from nimmtsim.errors import UsageError, is_among, one_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["plot_distribution_functions", "plot_ridges", "plot_survey", "plot_turns", "plot_waiting"]


def _unit_words(found: Distributions, by: str) -> str:
    if by == "rounds":
        return "rounds a match"
    return f"{'points' if found.rules.scoring == 'points' else 'bull heads'} a {found.unit}"


def plot_ridges(found: Distributions, *, by: str = "policy", ax: Axes | None = None) -> Axes:
    """How often each total occurred: a ridge of steps for each policy, player or seat.

    Parameters
    ----------
    found : Distributions
    by : str, optional
        Kind of group (`nimmtsim.analysis.distributions.Group`), such as ``"policy"``, ``"player"`` or ``"seat"``.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        When there is no such group.

    Notes
    -----
    All ridges have one scale. The tick below a line marks the mean, the dot the median.
    """
    groups = _groups(found, by)
    ax = column_axes(0.7 + 0.5 * len(groups)) if ax is None else ax
    shares = [found.tallies[group].counts / found.tallies[group].observations for group in groups]
    width = max(reach(share) for share in shares)
    bin_width = max(1, round(width / 100))
    steps = [binned(share[: width + 1], bin_width) for share in shares]
    highest = max(float(share[1:].max(initial=0)) for share in steps) or 1.0
    for place, (group, share) in enumerate(zip(groups, steps, strict=True)):
        base, tally, colour = len(groups) - 1 - place, found.tallies[group], COLOURS[place % len(COLOURS)]
        heights = base + np.minimum(0.8 * share / highest, 0.9)
        edges = np.arange(len(share) + 1) * bin_width - 0.5
        ax.stairs(heights, edges, baseline=base, color=colour, alpha=0.3, fill=True)
        ax.stairs(heights, edges, baseline=base, color=colour, linewidth=1.0, label=group.label)
        mean = tally.mean().value
        ax.plot([mean, mean], [base - 0.13, base], color=colour, linewidth=1.8)
        ax.plot([tally.quantile(0.5)[0]], [base], "o", color=colour, markersize=3)
        ax.text(1.0, base + 0.45, f"{group.label}\nmean {mean:.2f}", transform=ax.get_yaxis_transform(), ha="right",
                va="center", fontsize=small(ax), color=colour)  # fmt: skip
    ax.set_yticks([])
    ax.set_ylim(-0.2, len(groups))
    ax.set_xlim(-0.5, width + 0.5)
    ax.set_xlabel(_unit_words(found, by))
    bare(ax, "top", "right", "left")
    return ax


def _groups(found: Distributions, by: str) -> list[Any]:
    if not isinstance(found, Distributions):
        raise UsageError(f"Distributions, from distributions(...), are wanted, not {type(found).__name__}")
    groups = found.groups(by)
    if not groups:
        raise one_of("kind of group", by, dict.fromkeys(group.by for group in found.tallies))
    return groups


def plot_distribution_functions(found: Distributions, *, by: str = "policy", ax: Axes | None = None) -> Axes:
    """The share of rounds or matches with at most so many bull heads, with bands.

    A band holds the whole true function with 95 % (`nimmtsim.analysis.tallies.Tally.band`). Parameters, return value
    and error as for `plot_ridges`.
    """
    groups = _groups(found, by)
    ax = column_axes() if ax is None else ax
    widest = 1
    for place, group in enumerate(groups):
        tally = found.tallies[group]
        shares = tally.counts / tally.observations
        widest = max(widest, reach(shares))
        below, half, edges = np.cumsum(shares), tally.band(), np.arange(len(shares) + 1)
        ax.stairs(np.minimum(below + half, 1), edges, baseline=np.maximum(below - half, 0), fill=True, alpha=0.25,
                  color=COLOURS[place % len(COLOURS)])  # fmt: skip
        ax.stairs(below, edges, baseline=None, linewidth=1.2, label=group.label, **line_style(place))
    ax.set_xlim(0, widest)
    ax.set_ylim(0, 1.01)
    ax.set_xlabel(f"at most so many {_unit_words(found, by)}")
    ax.set_ylabel(f"share of {'matches' if found.matches else 'rounds'}")
    ax.legend(frameon=False, fontsize=small(ax), loc="lower right")
    bare(ax)
    return ax


def plot_turns(frame: pd.DataFrame, *, policies: Sequence[str] | None = None, ax: Axes | None = None) -> Axes:
    """Bull heads on each turn as stacked bars: by sixth card, by low card, by joker.

    Parameters
    ----------
    frame : DataFrame
        From `nimmtsim.analysis.turns.Turns.heads`.
    policies : sequence of str, optional
        Which policies, a bar each beside each other; all if not given.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For a policy that the frame does not have, or a frame of something else.

    Notes
    -----
    Policies differ in their hatching, causes in their colour. The line at a bar's top is the 95 % interval of its
    topmost part. Cards left in the hand (variant "hand") are on no turn and not drawn.
    """
    from matplotlib.ticker import MaxNLocator

    check_columns(frame, ("by", "policy", "measure", "turn", "cause", "heads", "low", "high"), "Turns.heads()")
    rows = frame[(frame["by"] == "policy") & frame["turn"].notna()]
    names = list(rows["policy"].unique()) if policies is None else list(policies)
    for name in names:
        if not is_among(name, set(rows["policy"])):
            raise one_of("policy of this frame", name, rows["policy"].unique())
    if not names:
        raise UsageError("policies must not be empty")
    ax = column_axes() if ax is None else ax
    causes, hatches, width = list(rows["cause"].unique()), ("", "////", "....", "xxxx"), 0.8 / len(names)
    for place, name in enumerate(names):
        bottom: Any = 0.0
        for at, cause in enumerate(causes):
            part = rows[(rows["policy"] == name) & (rows["cause"] == cause)]
            x = part["turn"].to_numpy(float) + (place - (len(names) - 1) / 2) * width
            heads = part["heads"].to_numpy(float)
            half = (part["high"] - part["low"]).to_numpy(float) / 2 if at == len(causes) - 1 else None
            ax.bar(x, heads, width * 0.92, bottom=bottom, color=COLOURS[at], hatch=hatches[place % 4], yerr=half,
                   edgecolor="white", linewidth=0.3, error_kw={"elinewidth": 0.7})  # fmt: skip
            bottom = bottom + heads
    _turn_legend(ax, causes, names, hatches)
    ax.set_xlabel(TURN)
    ax.set_ylabel("points a player" if "points" in set(rows["measure"]) else "bull heads a player")
    ax.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    ax.set_xlim(-0.6, float(rows["turn"].max()) + 0.6)
    bare(ax)
    return ax


def _turn_legend(ax: Axes, causes: list[str], names: list[str], hatches: tuple[str, ...]) -> None:
    from matplotlib.patches import Patch

    marks = [Patch(color=COLOURS[at], label=cause) for at, cause in enumerate(causes)]
    if len(names) > 1:
        bars = zip(names, hatches * len(names), strict=False)
        marks += [Patch(facecolor="0.6", edgecolor="white", hatch=hatch, label=name) for name, hatch in bars]
    # Above the picture: bars of some variant are high wherever else it could stand.
    ax.legend(handles=marks, frameon=False, fontsize=small(ax), ncols=min(3, len(marks)), loc="lower left",
              bbox_to_anchor=(0.0, 1.0), handlelength=1.2, handletextpad=0.4, columnspacing=1.0)  # fmt: skip


def plot_waiting(frame: pd.DataFrame, *, wait: str = "first", ax: Axes | None = None) -> Axes:
    """How many turns pass until the first take, or from one take to the next, with 95 % intervals.

    Parameters
    ----------
    frame : DataFrame
        From `nimmtsim.analysis.turns.Turns.waiting`.
    wait : {"first", "between"}, optional
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For another wait, or a frame of something else.
    """
    if not is_among(wait, ("first", "between")):
        raise one_of("wait", wait, ("first", "between"))
    check_columns(frame, ("by", "policy", "wait", "turns", "share", "low", "high"), "Turns.waiting()")
    rows = frame[(frame["by"] == "policy") & (frame["wait"] == wait) & frame["share"].notna()]
    ax = column_axes() if ax is None else ax
    names = list(rows["policy"].unique())
    longest = int(rows["turns"].max())
    step = 1 + longest // 12
    none = longest + 1.5 * step  # no take at all stands to the right of the longest wait
    for place, name in enumerate(names):
        part = rows[rows["policy"] == name]
        x = np.where(part["turns"] == 0, none, part["turns"]) + 0.12 * (place - (len(names) - 1) / 2)
        share, low, high = (part[column].to_numpy(float) for column in ("share", "low", "high"))
        ax.errorbar(x, share, [share - low, high - share], fmt="osD^v"[place % 5], markersize=3, elinewidth=0.8,
                    color=COLOURS[place % len(COLOURS)], label=name)  # fmt: skip
    ticks = list(range(1, longest + 1, step))
    ax.set_xticks([*ticks, none], [*map(str, ticks), "none"])
    ax.set_xlabel("turns until the first take" if wait == "first" else "turns until the next take")
    ax.set_ylabel("share of rounds" if wait == "first" else "share of turns with a take")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, fontsize=small(ax))
    bare(ax)
    return ax


def plot_survey(frame: pd.DataFrame, *, policy: str | None = None, value: str = "mean", ax: Axes | None = None) -> Axes:
    """A heat map of variants and numbers of players.

    Parameters
    ----------
    frame : DataFrame
        From `nimmtsim.analysis.survey.survey`.
    policy : str, optional
        Whose value; of the first policy in the frame if not given.
    value : str, optional
        A column of numbers: ``"mean"``, ``"sd"``, ``"zero"``, ``"tail"``, ...
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For a policy or column that the frame does not have, or a frame of something else.
    """
    check_columns(frame, ("variant", "players", "by", "policy", "measure", "count", "mean"), "survey()")
    rows = of_policy(frame[frame["by"] == "policy"], policy)
    numbers = list(frame.columns[frame.columns.get_loc("count") :])
    if not is_among(value, numbers):
        raise one_of("value", value, numbers)
    table = rows.pivot(index="variant", columns="players", values=value).reindex(rows["variant"].unique())
    ax = column_axes(0.6 + 0.19 * len(table)) if ax is None else ax
    grid = table.to_numpy(float)
    ax.imshow(np.ma.masked_invalid(grid), cmap="cividis", aspect="auto")
    finite = grid[np.isfinite(grid)]
    least, most = finite.min(initial=np.inf), finite.max(initial=-np.inf)
    middle, share = (least + most) / 2 if len(finite) else 0.0, most <= 1
    size = min(0.72 * letters(ax), 20 * inches(ax) / grid.shape[1])  # four digits fit into a cell
    for (row, column), number in np.ndenumerate(grid):
        if np.isfinite(number):
            text = f"{number:.0%}" if share else f"{number:.1f}"
            ax.text(column, row, text, ha="center", va="center", fontsize=size,
                    color="white" if number < middle else "black")  # fmt: skip
    ax.set_xticks(range(table.shape[1]), [str(n) for n in table.columns])
    marks = survey_marks(rows)
    ax.set_yticks(range(len(table)), [f"{v} {marks[v][0]}" if v in marks else v for v in table.index])
    ax.tick_params(length=0)
    words = ", ".join([value, str(rows["policy"].iloc[0]), *dict.fromkeys(marks.values())])
    ax.set_xlabel(fitted(ax, f"players ({words})"), loc="right")
    bare(ax, "top", "right", "left", "bottom")
    return ax
