"""Pictures of card values. Every ``plot_x(frame, *, ax=None)`` draws into an Axes and returns it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.cards import HIGHEST
from nimmtsim.drawing import (
    COLOURS,
    TURN,
    bare,
    fitted,
    is_narrow,
    legend_columns,
    new_axes,
    of_policy,
    small,
    write_title,
)
from nimmtsim.errors import UsageError, is_among, one_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase
    from matplotlib.collections import QuadMesh
    from matplotlib.transforms import Bbox

__all__ = ["CARD_MAPS", "plot_card_turns", "plot_card_values", "plot_pair_effects"]

#: Marker, size and colour of a card by its bull heads (0: zero cards; others are drawn like the next lower).
_MARKS = {
    0: ("P", 6.0, COLOURS[6]), 1: ("o", 3.0, COLOURS[4]), 2: ("s", 4.0, COLOURS[0]), 3: ("^", 5.5, COLOURS[2]),
    5: ("D", 5.5, COLOURS[5]), 7: ("*", 11.0, COLOURS[1]),
}  # fmt: skip

#: What can be shown of cards by turn: column -> what it is ({heads}: bull heads or points).
CARD_MAPS = {
    "share_of_held": "played, share of the hands that hold it",
    "share_of_turn": "share of the cards played on the turn",
    "takes": "share of its plays that take a row",
    "sixth": "share of its plays that take as sixth card",
    "low": "share of its plays that take as low card",
    "cost": "{heads} charged for the card at once",
    "rest": "{heads} from here to the end of the round",
}


def _check(frame: pd.DataFrame, wanted: str, columns: Iterable[str]) -> None:
    """UsageError for a frame that this picture is not of."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise UsageError(f"this picture is of a frame of {wanted}, not of a {type(frame).__name__}")
    missing = [name for name in columns if name not in frame]
    if missing:
        raise UsageError(f"this picture is of a frame of {wanted}; this one has no column {missing[0]!r}")
    if frame.empty:
        raise UsageError(f"this frame of {wanted} has no rows")


def plot_card_values(
    frame: pd.DataFrame, *, what: str = "value", policy: str | None = None, ax: Axes | None = None
) -> Axes:
    """What each card is worth in the hand, with 95 % intervals; markers tell the bull heads.

    Parameters
    ----------
    frame : DataFrame
        Of `CardValues.frame`.
    what : {"value", "difference"}, optional
        The least-squares values, or the plain difference of hands with and without the card.
    policy : str, optional
        Whose hands; the first policy's if not given.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For another `what`, a policy that is not in the frame, or another frame.
    """
    if not is_among(what, ("value", "difference")):
        raise one_of("column of card values", what, ("value", "difference"))
    _check(frame, "CardValues.frame()", ["policy", "measure", "code", "heads", what, f"{what}_low", f"{what}_high"])
    own = of_policy(frame, policy)
    ax = new_axes(7.2, 3.8) if ax is None else ax
    x = _positions(own.code)
    middle, low, high = (own[name].to_numpy(float) for name in (what, f"{what}_low", f"{what}_high"))
    ax.axhline(0, color="0.4", linewidth=0.8)
    ax.vlines(x, low, high, color="0.55", linewidth=1.0)
    heads = own.heads.to_numpy()
    for number in sorted(set(heads.tolist())):
        marker, size, colour = _MARKS[max(key for key in _MARKS if key <= number)]
        chosen = heads == number
        label = f"{number} head{'' if number == 1 else 's'}"
        ax.plot(x[chosen], middle[chosen], linestyle="none", marker=marker, markersize=size, color=colour,
                markeredgecolor="black", markeredgewidth=0.4, label=label)  # fmt: skip
    _card_axis(ax, own.code, x)
    ax.set_ylabel("against an average card" if what == "value" else "hands with it less those without")
    write_title(ax, f"{own.policy.iloc[0]}: {_unit(own)} a round that a card in the hand adds")
    _legend_below(ax)
    return ax


def _unit(frame: pd.DataFrame) -> str:
    return "points" if (frame["measure"] == "points").any() else "heads"


def _legend_below(ax: Axes) -> None:
    """A legend under the label of the axis, whose height does not depend on that of the picture."""
    from matplotlib.transforms import offset_copy

    labels = ax.get_legend_handles_labels()[1]
    below = offset_copy(ax.transAxes, ax.get_figure(root=True), y=-34, units="points")
    ax.legend(frameon=False, fontsize=small(ax), ncols=legend_columns(ax, labels), loc="upper center",
              bbox_to_anchor=(0.5, 0.0), bbox_transform=below, handletextpad=0.2, columnspacing=1.2)  # fmt: skip


def plot_pair_effects(frame: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """What pairs of neighbouring cards cost beyond the sum of the two, with 95 % intervals.

    Parameters
    ----------
    frame : DataFrame
        Of `pair_effects`: neighbouring numbers. Pairs with a joker or a zero card are not drawn.
    ax : Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For pairs of numbers that are no neighbours, no pair of numbers, or another frame.
    """
    _check(frame, "pair_effects()", ["measure", "first", "second", "effect", "low", "high"])
    numbers = frame[(frame["first"] >= 1) & (frame["second"] >= 1)]
    if numbers.empty or (abs(numbers["second"] - numbers["first"]) != 1).any():
        raise UsageError("this picture is of neighbours only: pair_effects(values), or pairs of numbers c and c + 1")
    ax = new_axes(7.2, 3.4) if ax is None else ax
    x = numbers[["first", "second"]].min(axis=1).to_numpy(float) + 0.5
    ax.axhline(0, color="0.4", linewidth=0.8)
    ax.vlines(x, numbers.low, numbers.high, color="0.55", linewidth=1.0)
    sure = (numbers.low > 0) | (numbers.high < 0)
    for chosen, face, label in ((sure, COLOURS[1], "interval without 0"), (~sure, "white", "interval with 0")):
        ax.plot(x[chosen], numbers.effect[chosen], linestyle="none", marker="o", markersize=3 if is_narrow(ax) else 4,
                color=face, markeredgecolor=COLOURS[1], label=label)  # fmt: skip
    ax.set_xlabel(fitted(ax, "pair of cards c and c + 1, drawn between the two"))
    ax.set_ylabel(f"{_unit(frame)} beyond the sum")
    ax.legend(frameon=False, fontsize=small(ax), ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0),
              handletextpad=0.2, columnspacing=1.2)  # fmt: skip
    bare(ax)
    return ax


def plot_card_turns(
    frame: pd.DataFrame, *, what: str = "share_of_held", policy: str | None = None, least: int = 30,
    ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """A map of the cards by turn: when they are played, how often they take, what they cost.

    Parameters
    ----------
    frame : DataFrame
        Of `CardPlays.frame`.
    what : str, optional
        A column of it, one of `CARD_MAPS`.
    policy : str, optional
        Whose plays; the first policy's if not given.
    least : int, optional
        Cells with fewer plays (for ``share_of_held``: held less often) are left grey, late turns with such cells
        only are left out. Colours of ``share_of_held`` reach to the highest share before the last turn, on which every
        card must be played.
    ax : Axes, optional
        Where to draw; a new figure if not given. The map leaves room for the colour bar at the right of this Axes.

    Returns
    -------
    Axes

    Raises
    ------
    UsageError
        For another `what`, a policy that is not in the frame, or another frame.
    """
    if not is_among(what, CARD_MAPS):
        raise one_of("map of cards by turn", what, CARD_MAPS)
    _check(frame, "CardPlays.frame()", ["turn", "policy", "measure", "code", "held", "played", what])
    own = of_policy(frame, policy)
    ax = new_axes(7.2, 3.6) if ax is None else ax
    shown = own[what].where(own["held" if what == "share_of_held" else "played"] >= least)
    grid = np.ma.masked_invalid(shown.to_numpy(float).reshape(int(own.turn.max()) + 1, -1))
    turns = int(np.flatnonzero(grid.count(axis=1)).max(initial=0)) + 1  # late turns that hardly ever come are left out
    every_card = what == "share_of_held" and turns == len(grid) > 1  # on the last turn
    grid = grid[:turns]
    codes = own.code.iloc[: grid.shape[1]]
    x = _positions(codes)
    ax.set_facecolor("0.88")
    before_last = every_card and grid[:-1].count() > 0
    highest = (grid[:-1] if before_last else grid).max() or 1.0
    mesh = None
    for part in np.split(np.arange(len(x)), np.flatnonzero(np.diff(x) > 1) + 1):
        edges = np.append(x[part] - 0.5, x[part[-1]] + 0.5)
        mesh = ax.pcolormesh(edges, np.arange(turns + 1) - 0.5, grid[:, part], cmap="cividis", rasterized=True,
                             vmin=0 if what != "rest" else grid.min(), vmax=highest)  # fmt: skip
    ax.set_ylim(turns - 0.5, -0.5)
    ax.set_yticks(range(0, turns, 1 if turns <= 12 else 2))
    ax.set_ylabel(TURN)
    _card_axis(ax, codes, x)
    assert mesh is not None
    _colour_bar(ax, mesh, "max" if before_last else "neither")
    unit = "points" if _unit(own) == "points" else "bull heads"
    write_title(ax, f"{own.policy.iloc[0]}: {CARD_MAPS[what].format(heads=unit)}")
    return ax


#: Points between a map and its colour bar, and the width of the bar as part of that of the map.
_GAP, _BAR = 5.0, 0.03


class _Narrower:
    """Where a map stands: in the place of its Axes, with room for the colour bar left at the right.

    matplotlib asks for it whenever it draws or lays out, so the map keeps to its place when that changes.
    """

    def __init__(self, ax: Axes) -> None:
        self.before = ax.get_axes_locator()
        self.get_subplotspec = ax.get_subplotspec  # as `tight_layout` asks for it
        labels = 9.0 + 2.5 * float(ax.yaxis.get_ticklabels()[0].get_fontsize())  # a mark and a number such as 0.25
        self.points = _GAP + labels

    def __call__(self, ax: Any, renderer: RendererBase) -> Bbox:
        from matplotlib.transforms import Bbox

        whole = ax.get_position(original=True) if self.before is None else self.before(ax, renderer)
        parent = ax.get_figure(root=False)
        room = self.points / 72 * parent.dpi / parent.bbox.width
        width = max(whole.width - room, 0.3 * whole.width) / (1 + _BAR)
        return Bbox.from_bounds(whole.x0, whole.y0, width, whole.height)


def _colour_bar(ax: Axes, mesh: QuadMesh, extend: str) -> None:
    """A colour bar in the place of an Axes, which becomes narrower."""
    from matplotlib.transforms import offset_copy

    figure = ax.get_figure(root=True)
    assert figure is not None
    ax.set_axes_locator(_Narrower(ax))
    beside = offset_copy(ax.transAxes, figure, x=_GAP, units="points")
    bar = ax.inset_axes((1.0, 0.0, _BAR, 1.0), transform=beside)
    figure.colorbar(mesh, cax=bar, extend=extend)
    bar.tick_params(labelsize=ax.yaxis.get_ticklabels()[0].get_fontsize())


def _positions(codes: pd.Series) -> np.ndarray:
    """Where cards stand: numbers at their number, jokers and zero cards to the left of them, float[cards]."""
    special = codes.to_numpy() > HIGHEST
    return np.where(special, np.arange(len(codes)) - special.sum() - 2.0, codes.to_numpy(float))


def _card_axis(ax: Axes, codes: pd.Series, x: np.ndarray) -> None:
    special = int((codes.to_numpy() > HIGHEST).sum())
    highest = int(x.max())
    step = (10 if highest > 40 else 5) * (2 if is_narrow(ax) else 1)
    first = [] if special and is_narrow(ax) else [1]  # there is no room for it beside the others
    ticks: list[float] = [*first, *range(step, highest + 1, step)]
    labels = [str(tick) for tick in ticks]
    if special:
        ticks, labels = [float(np.mean(x[:special])), *ticks], ["0" if special == 1 else "0.0-0.9", *labels]
    ax.set_xticks(ticks, labels)
    ax.set_xlim(x.min() - 1, x.max() + 1)
    ax.set_xlabel("card")
    bare(ax)
