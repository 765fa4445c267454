"""The placements of a block: which round and which player each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nimmtsim.blocks import Block, Run
from nimmtsim.kernels.records import JOKER_TAKES, LAID_ASIDE, LOW, SIXTH

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


def takes_of(run: Run, block: Block) -> Takes:
    """The takings of rows in a block of rounds that has events."""
    placed = block.events[block.events["kind"] <= LAID_ASIDE]
    unit = _units(run, block, placed)
    turns = int(placed["turn"].max(initial=0)) + 1
    taking = np.isin(placed["kind"], list(CAUSES.values()))
    placed, unit = placed[taking], unit[taking]
    rotation = (block.start + unit) % run.group
    games = run.rules.games(run.players)
    cause = np.searchsorted(list(CAUSES.values()), placed["kind"])
    return Takes(
        unit // run.group, rotation * games + placed["deal"], placed["turn"].astype(np.int64),
        (placed["seat"] - rotation) % run.players, cause, placed["heads"].astype(np.int64),
        len(block.totals) // run.group, run.group * games, turns,
    )  # fmt: skip


def _units(run: Run, block: Block, placed: np.ndarray) -> np.ndarray:
    """The unit of each placement, from 0 in the block."""
    rules, n = run.rules, run.players
    if not rules.keep:  # every card dealt is placed once
        return np.arange(len(placed)) // (run.hand_cards * n * rules.games(n))
    # With keeping the number of placements varies; seats play in turn, so that a new round is a step back.
    moment = placed["turn"].astype(np.int64) * n + (placed["seat"].astype(np.int64) - rules.first_seat) % n
    return np.cumsum(np.diff(moment, prepend=0) < 0)
