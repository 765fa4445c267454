"""The events of a block: which round and which player each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nimmtsim.blocks import Block
from nimmtsim.event_log import event_bounds
from nimmtsim.kernels.records import JOKER_TAKES, LOW, SIXTH
from nimmtsim.rules import Rules

__all__ = ["CAUSES", "Takes", "takes_of"]

#: Why rows are taken, with the kinds of events.
CAUSES = {"sixth card": int(SIXTH), "low card": int(LOW), "joker": int(JOKER_TAKES)}


@dataclass(frozen=True, eq=False)
class Takes:
    """Every taking of a row in a block, in order.

    Attributes
    ----------
    deal : int64[n]
        Independent sample, from 0 in the block.
    game : int64[n]
        Which of the sample's games: rotation * games of a deal + game.
    turn, player, cause, heads : int64[n]
        Turn from 0; whose card took; place in `CAUSES`; heads charged.
    deals, games, turns : int
        Samples of the block, games of a sample, and turns of the longest game.
    """

    deal: np.ndarray
    game: np.ndarray
    turn: np.ndarray
    player: np.ndarray
    cause: np.ndarray
    heads: np.ndarray
    deals: int
    games: int
    turns: int


def takes_of(block: Block, rules: Rules, players: int, group: int) -> Takes:
    """The takings of rows in a block of rounds that has events."""
    events = block.events
    turns = int(events["turn"].max(initial=0)) + 1
    taking = np.isin(events["kind"], list(CAUSES.values()))
    unit = np.repeat(np.arange(len(block.totals)), np.diff(event_bounds(events, len(block.totals), rules, players)))[
        taking
    ]
    placed = events[taking]
    rotation = (block.start + unit) % group
    games = rules.games(players)
    cause = np.searchsorted(list(CAUSES.values()), placed["kind"])
    return Takes(
        unit // group, rotation * games + placed["deal"], placed["turn"].astype(np.int64),
        (placed["seat"] - rotation) % players, cause, placed["heads"].astype(np.int64),
        len(block.totals) // group, group * games, turns,
    )  # fmt: skip
