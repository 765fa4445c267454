"""What a run keeps of every round or match, when it is asked to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nimmtsim.blocks import Block, Run
from nimmtsim.counting import most_heads
from nimmtsim.errors import UsageError
from nimmtsim.kernels.records import EVENT

__all__ = ["Kept", "check_memory"]

#: Where an array comes from, when a block calls it otherwise.
_SOURCES = {"penalties": "totals", "rounds": "deals"}


@dataclass(eq=False)
class Kept:
    """Arrays with a row a unit (round or match).

    Attributes
    ----------
    penalties : int16 or int32 [units, players]
        Bull heads by unit and player.
    rounds : int32[units] or None
        How many rounds a match lasted; None for rounds.
    ends : uint8[units] or None
        Why a unit ended (places in `nimmtsim.kernels.records.ENDS`); None where there is only one way.
    games : int32[units, games, seats] or None
        Bull heads by game and seat of a championship (not in matches of several championships).
    hands : uint8[units, seats, cards] or None
        The hands first dealt, by seat, as card codes.
    events : EVENT[n] or None
        What happened, unit after unit (`nimmtsim.kernels.records.EVENT`).
    """

    penalties: np.ndarray
    rounds: np.ndarray | None = None
    ends: np.ndarray | None = None
    games: np.ndarray | None = None
    hands: np.ndarray | None = None
    events: np.ndarray | None = None

    @classmethod
    def room(cls, run: Run, units: int, hands: bool, events: bool) -> Kept:
        """Room for so many units, but for their events; UsageError when there is not enough memory."""
        n, games = run.players, run.rules.games(run.players)
        if run.matches and run.rules.deals_of_match(n) > 1:
            games = 1  # the kernels tell the games of the last deal only
        small = most_heads(run.rules, n, run.matches) <= np.iinfo(np.int16).max
        kinds: dict[str, tuple[type, tuple[int, ...]]] = {}
        kinds["penalties"] = (np.int16 if small else np.int32, (units, n))
        if run.matches:
            kinds["rounds"] = (np.int32, (units,))
        if run.matches or run.rules.keep:
            kinds["ends"] = (np.uint8, (units,))
        if games > 1:
            kinds["games"] = (np.int32, (units, games, n))
        if hands:
            kinds["hands"] = (np.uint8, (units, n, run.rules.hand_cards))
        size = sum(np.dtype(kind).itemsize * int(np.prod(shape, dtype=object)) for kind, shape in kinds.values())
        if events:  # one a card at least, and all of them twice while they are put together
            size += 2 * EVENT.itemsize * units * games * n * run.rules.hand_cards
        check_memory(size, f"{units:,} {'matches' if run.matches else 'rounds'} of {n} players",
                     "keep='counts' (--keep counts)")  # fmt: skip
        return cls(**{name: np.empty(shape, kind) for name, (kind, shape) in kinds.items()})

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays there are, by name."""
        return {name: array for name, array in vars(self).items() if array is not None}

    def write(self, block: Block, at: int) -> None:
        """Put a block's units in from a row on."""
        for name, array in self.arrays().items():
            array[at : at + len(block.totals)] = getattr(block, _SOURCES.get(name, name))

    @classmethod
    def joined(cls, parts: Sequence[Kept]) -> Kept:
        """Several stretches of units as one."""
        if len(parts) == 1:
            return parts[0]
        return cls(**{name: np.concatenate([part.arrays()[name] for part in parts]) for name in parts[0].arrays()})


def check_memory(size: int, what: str, instead: str) -> None:
    """UsageError when so many bytes are more than the machine has: for what, and what to do instead."""
    try:
        most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return
    if size > most:
        raise UsageError(f"{what} need {size / 1e9:,.1f} GB to be kept; {instead} needs hardly any memory")
