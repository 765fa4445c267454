"""What all pictures have in common: axes, colours, dashes, and how far an axis goes."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import numpy as np

from nimmtsim.errors import UsageError, is_among, one_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "COLOURS",
    "COLUMN",
    "LINES",
    "TURN",
    "bare",
    "binned",
    "check_columns",
    "column_axes",
    "fitted",
    "inches",
    "is_narrow",
    "legend_columns",
    "letters",
    "line_style",
    "new_axes",
    "new_figure",
    "of_policy",
    "reach",
    "small",
    "write_title",
]

#: Okabe and Ito's colours without yellow, which is pale on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
#: Dashes that go with them.
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))

#: Width of a column of text in inches: 8.5 cm.
COLUMN = 8.5 / 2.54

#: The label of an axis of turns, which are counted from 0 as everything is.
TURN = "turn (from 0)"

#: Share of the observations that an axis of totals shows at least; the few beyond would make the rest small.
_SHOWN = 0.999

#: Figures of pyplot that were made here: none of the caller's own.
_made: WeakSet[Figure] = WeakSet()


def _somebody_looks() -> bool:
    """Whether pyplot is in use, or this is a notebook or IPython, where pyplot is what shows pictures."""
    if "matplotlib.pyplot" in sys.modules:
        return True
    shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return shell is not None and shell() is not None


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, of a size in inches.

    Where somebody looks it is one of pyplot's: a notebook shows it after the cell, ``plt.show()`` in a script. If the
    current figure of pyplot is the caller's own, it stays the current one. Elsewhere, as in a batch run, pyplot is not
    imported and the figure belongs to whoever has it.
    """
    if _somebody_looks():
        import matplotlib.pyplot as plt

        current = plt.gcf() if plt.get_fignums() else None
        figure = plt.figure(figsize=(width, height), layout="constrained")
        if current is not None and current not in _made:
            plt.figure(current)
        _made.add(figure)
        return figure
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def new_axes(width: float = 6.4, height: float = 4.0) -> Axes:
    """An Axes in a new figure (see `new_figure`): inches, of a size that is legible in a column of text."""
    return new_figure(width, height).add_subplot()


def column_axes(height: float = 2.4) -> Axes:
    """An Axes in a figure of a column's width with letters that can be read in print (7 and 8 points)."""
    ax = new_axes(COLUMN, height)
    ax.tick_params(labelsize=7)
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set_fontsize(8)
    return ax


def letters(ax: Axes) -> float:
    """The size of the labels of an Axes, in points."""
    return float(ax.xaxis.label.get_fontsize())


def small(ax: Axes) -> float:
    """The size of the small print in an Axes, in points."""
    return 0.9 * letters(ax)


def inches(ax: Axes) -> float:
    """The width of an Axes, before a layout has made room for what stands beside it."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return float(ax.get_position().width * figure.get_figwidth())


def is_narrow(ax: Axes) -> bool:
    """Whether an Axes is that of a column of text."""
    return inches(ax) < 4.0


def fitted(ax: Axes, text: str) -> str:
    """A label or title, broken into lines that are no longer than the Axes is wide."""
    return textwrap.fill(text, max(12, int(72 * inches(ax) / (0.5 * letters(ax)))))


def write_title(ax: Axes, text: str) -> None:
    """A title at the left, in as many lines as it needs."""
    ax.set_title(fitted(ax, text), fontsize=letters(ax), loc="left")


def legend_columns(ax: Axes, labels: Iterable[str]) -> int:
    """How many columns of a legend in small print fit above or below an Axes."""
    widths = [0.55 * len(label) + 4.5 for label in labels]  # in heights of a letter, with mark and gap
    return max(1, min(len(widths), int(72 * inches(ax) / (small(ax) * max(widths)))))


def bare(ax: Axes, *sides: str) -> None:
    """Take sides of the frame away: top and right, if none are named."""
    for side in sides or ("top", "right"):
        ax.spines[side].set_visible(False)


def line_style(place: int) -> dict[str, Any]:
    """Colour and dashes of the line at a place in the order of a picture."""
    return {"color": COLOURS[place % len(COLOURS)], "linestyle": LINES[place % len(LINES)]}


def reach(shares: np.ndarray) -> int:
    """The value up to which an axis goes, of the shares of 0, 1, ..."""
    return max(1, int(np.searchsorted(np.cumsum(shares), _SHOWN * shares.sum())))


def binned(shares: np.ndarray, width: int) -> np.ndarray:
    """Shares of so many neighbouring values together."""
    padded = np.pad(shares, (0, -len(shares) % width))
    return padded.reshape(-1, width).sum(axis=1)


def check_columns(frame: object, wanted: Iterable[str], of: str) -> None:
    """UsageError for what is no frame with these columns; `of` says where such frames come from."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise UsageError(f"a frame of {of} is wanted, not {type(frame).__name__}")
    missing = [name for name in wanted if name not in frame]
    if missing:
        raise UsageError(f"a frame of {of} is wanted; this one has no column {', '.join(missing)}")


def of_policy(frame: pd.DataFrame, policy: str | None) -> pd.DataFrame:
    """The rows of a policy, or of the first one; UsageError for one that the frame does not have."""
    names = list(dict.fromkeys(frame["policy"]))
    if policy is not None and not is_among(policy, names):
        raise one_of("policy of this frame", policy, names)
    return frame[frame["policy"] == (names[0] if policy is None else policy)]
