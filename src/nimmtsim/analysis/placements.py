"""The events of a block: which round and which player each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nimmtsim.blocks import Block, Run
from nimmtsim.kernels.records import DRAFTED_CARD, JOKER_TAKES, LOW, PASSED, SIXTH

__all__ = ["CAUSES", "Takes", "takes_of", "unit_bounds"]

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
    events = block.events
    turns = int(events["turn"].max(initial=0)) + 1
    taking = np.isin(events["kind"], list(CAUSES.values()))
    unit = np.repeat(np.arange(len(block.totals)), np.diff(unit_bounds(block, run)))[taking]
    placed = events[taking]
    rotation = (block.start + unit) % run.group
    games = run.rules.games(run.players)
    cause = np.searchsorted(list(CAUSES.values()), placed["kind"])
    return Takes(
        unit // run.group, rotation * games + placed["deal"], placed["turn"].astype(np.int64),
        (placed["seat"] - rotation) % run.players, cause, placed["heads"].astype(np.int64),
        len(block.totals) // run.group, run.group * games, turns,
    )  # fmt: skip


def unit_bounds(block: Block, run: Run) -> np.ndarray:
    """Where each round's events begin in a block of rounds, and where the last one's end.

    Parameters
    ----------
    block : Block
        With events.
    run : Run
        Of rounds, not of matches.

    Returns
    -------
    int64[units + 1]
    """
    kind, units = block.events["kind"], len(block.totals)
    if run.rules.keep:
        # Everybody plays in every turn, in the order of the seats, so this number falls only where a new round begins.
        seat = (block.events["seat"].astype(np.int64) - run.rules.first_seat) % run.players
        moment = block.events["turn"].astype(np.int64) * run.players + seat
        number = np.concatenate([[0], np.cumsum(np.diff(moment) < 0)]) if len(moment) else moment
    else:
        # All cards that were dealt are played.
        plays = (kind != PASSED) & (kind != DRAFTED_CARD)
        each = run.players * run.hand_cards * run.rules.games(run.players)
        number = (np.cumsum(plays) - plays) // each
    bounds = np.searchsorted(number, np.arange(units + 1))
    assert len(number) == 0 or number[-1] == units - 1, "events that belong to no round"
    return bounds
