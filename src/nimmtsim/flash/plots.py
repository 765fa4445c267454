"""Pictures of Flash Magic Six: each takes a result or a frame and ``ax=None``, draws on it and returns the Axes.

:mod:`nimmtsim.plots` says how a picture is seen and saved. No global style is touched; the colours are those of Okabe
and Ito, told apart by colour-blind people too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.drawing import COLOURS, bare, new_axes, new_figure, write_title
from nimmtsim.flash.records import CHAIN_BINS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from nimmtsim.flash.result import FlashResult

__all__ = [
    "cards_left",
    "chain_lengths",
    "deck_sizes",
    "first_player",
    "game_lengths",
    "length",
    "overview",
    "random_hands",
    "versus",
    "win_shares",
]


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


def _finish(ax: Axes, title: str, x: str, y: str) -> Axes:
    write_title(ax, title)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    bare(ax)
    return ax


def _points(ax: Axes, x: Any, middle: Any, low: Any, high: Any, **style: Any) -> None:
    """Estimates with their intervals."""
    middle = np.asarray(middle, float)
    reach = np.maximum([middle - np.asarray(low, float), np.asarray(high, float) - middle], 0)
    look: dict[str, Any] = {"fmt": "o", "capsize": 3, "markersize": 4}
    ax.errorbar(x, middle, yerr=reach, **(look | style))


def _many(names: list[str], most: int = 12) -> list[str]:
    """Labels for seats: the policy once, or shortened where many sit at the table."""
    return [f"{seat} {name}" if len(names) <= most else str(seat) for seat, name in enumerate(names)]


def win_shares(result: FlashResult, ax: Axes | None = None) -> Axes:
    """Win share of every seat with its 95 % interval; the line is the fair share."""
    ax = new_axes() if ax is None else ax
    summary = result.summary()
    places = np.arange(result.players)
    for seat in range(result.players):
        ax.barh(seat, summary.win_share[seat], color=_colour(seat), alpha=0.7)
    reach = [summary.win_share - summary.win_low, summary.win_high - summary.win_share]
    ax.errorbar(summary.win_share, places, xerr=np.maximum(reach, 0), fmt="none", ecolor="black", capsize=3)
    ax.axvline(1 / result.players, color="grey", linestyle=":")
    ax.set_yticks(places, _many(result.policies))
    ax.invert_yaxis()
    return _finish(ax, "Who wins (95 % interval)", "share (dotted: fair)", "seat and policy")


def length(result: FlashResult, ax: Axes | None = None) -> Axes:
    """How many turns the games lasted; games beyond the 99.5 % quantile are not drawn, and counted in the title."""
    ax = new_axes() if ax is None else ax
    turns = result.counts.histograms["turns"]
    shown = int(np.searchsorted(np.cumsum(turns), 0.995 * turns.sum())) + 1
    ax.stairs(turns[:shown] / turns.sum(), np.arange(shown + 1) - 0.5, fill=True, color=_colour(0), alpha=0.7)
    ax.set_xlim(np.flatnonzero(turns)[0] - 1, shown)
    beyond = int(turns[shown:].sum())
    longer = f" ({beyond:,} longer games not shown)" if beyond else ""
    return _finish(ax, f"How long the games last{longer}", "turns", "share of the games")


def cards_left(result: FlashResult, ax: Axes | None = None) -> Axes:
    """How many cards each seat has left at the end: share of the games with at least so many."""
    ax = new_axes() if ax is None else ax
    frame = result.distribution("left")
    for seat, label in enumerate(_many(result.policies)):
        at_least = frame[seat].to_numpy()[::-1].cumsum()[::-1] / result.games
        ax.stairs(at_least, np.arange(len(at_least) + 1) - 0.5, color=_colour(seat), label=label, baseline=None)
    ax.set_xlim(0, max(1, int(np.flatnonzero(frame.sum(axis=1))[-1]) + 1))
    ax.set_ylim(0, 1)
    ax.legend(frameon=False, fontsize="small")
    return _finish(ax, "Cards left at the end", "cards", "share with at least so many")


def chain_lengths(result: FlashResult, ax: Axes | None = None) -> Axes:
    """Mean number of cards laid in a seat's first, second, ... turn, as far as a tenth of the games go."""
    ax = new_axes() if ax is None else ax
    frame = result.chain_lengths()
    frame = frame[(frame.own_turn < CHAIN_BINS - 1) & (frame.turns >= max(result.games / 10, 2))]
    for seat, label in enumerate(_many(result.policies)):
        own = frame[frame.seat == seat]
        ax.plot(own.own_turn, own["mean"], color=_colour(seat), marker=".", label=label)
        ax.fill_between(own.own_turn, own.low, own.high, color=_colour(seat), alpha=0.2, linewidth=0)
    ax.set_ylim(0, 6)
    ax.legend(frameon=False, fontsize="small")
    return _finish(ax, "Cards laid by turn (band: 95 % interval)", "own turn (from 0)", "mean cards laid")


def overview(result: FlashResult, figure: Figure | None = None) -> Figure:
    """The four pictures of a result on one figure."""
    figure = new_figure(11, 8) if figure is None else figure
    axes = figure.subplots(2, 2)
    for draw, ax in zip((win_shares, length, chain_lengths, cards_left), axes.flat, strict=True):
        draw(result, ax=ax)
    figure.suptitle(result.title())
    return figure


def random_hands(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """How many cards of a random hand can be laid (frame of `analysis.random_hands`)."""
    ax = new_axes() if ax is None else ax
    policies = list(dict.fromkeys(frame.policy))
    for k, name in enumerate(policies):
        own = frame[frame.policy == name]
        x = own.laid + (k - (len(policies) - 1) / 2) * 0.8 / len(policies)
        ax.bar(x, own.share, 0.8 / len(policies), color=_colour(k), alpha=0.7, label=name)
        _points(ax, x, own.share, own.low, own.high, fmt="none", ecolor="black")
    ax.legend(frameon=False)
    return _finish(ax, "Cards of a random hand that can be laid", "cards laid", "share of the hands")


def versus(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Win shares relative to the fair share, by number of players (frame of `analysis.versus`)."""
    ax = new_axes() if ax is None else ax
    policies = list(dict.fromkeys(frame.policy))
    for k, name in enumerate(policies):
        own = frame[frame.policy == name]
        x = own.players + (k - (len(policies) - 1) / 2) * 0.5 / len(policies)
        _points(ax, x, own.ratio, own.ratio_low, own.ratio_high, color=_colour(k), label=name)
    ax.axhline(1, color="grey", linestyle=":")
    ax.set_xticks(sorted(set(frame.players)))
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False, fontsize="small")
    return _finish(ax, f"One player against {frame.against.iloc[0]}", "players", "win share / fair share")


def game_lengths(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Median length of a game with the middle 90 %, by number of players (frame of `analysis.game_lengths`)."""
    ax = new_axes() if ax is None else ax
    ax.fill_between(frame.index, frame.q05, frame.q95, color=_colour(0), alpha=0.2, label="5 % to 95 % of the games")
    _points(ax, frame.index, frame["median"], frame.median_low, frame.median_high, color=_colour(0), fmt="o-",
            label="median (95 % interval)")  # fmt: skip
    ax.set_xticks(list(frame.index))
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False)
    return _finish(ax, "How long a game lasts", "players", "turns")


def first_player(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Win share above the fair one by place in the order of the first turns (frame of `analysis.first_player`)."""
    ax = new_axes() if ax is None else ax
    for k, (n, own) in enumerate(frame.groupby("players")):
        _points(ax, own.place, own.advantage, own.advantage_low, own.advantage_high, color=_colour(k), fmt="o-",
                label=f"{n} players")  # fmt: skip
    ax.axhline(0, color="grey", linestyle=":")
    ax.set_xticks(sorted(set(frame.place)))
    ax.legend(frameon=False)
    title = "Advantage of moving early, all playing alike"
    return _finish(ax, title, "place in the order of play (from 0)", "win share - fair")


def deck_sizes(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Win shares by size of the deck (frame of `analysis.deck_sizes`)."""
    ax = new_axes() if ax is None else ax
    labels = {"win_share": "one better player", "first": "who begins, all playing alike"}
    for k, (name, label) in enumerate(labels.items()):
        _points(ax, frame.index, frame[name], frame[f"{name}_low"], frame[f"{name}_high"], color=_colour(k), fmt="o-",
                label=label)  # fmt: skip
    ax.set_ylim(0, 1)
    ax.legend(frameon=False)
    return _finish(ax, "What the size of the deck changes", "cards without STOPs", "win share")
