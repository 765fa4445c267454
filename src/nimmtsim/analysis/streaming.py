"""Adding up what blocks of a run have to say, in memory that does not grow with the number of rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from nimmtsim.blocks import Block, Run, default_threads, play_blocks
from nimmtsim.checks import whole_number
from nimmtsim.errors import UsageError
from nimmtsim.event_log import event_bounds
from nimmtsim.kernels.records import EVENT
from nimmtsim.progress import progress_bar
from nimmtsim.simulation import MOST_SAMPLES

if TYPE_CHECKING:
    from nimmtsim.results import SimulationResult

__all__ = ["Adds", "accumulate", "accumulate_kept", "check_result"]

#: Deals of a result that are looked at together.
_KEPT_DEALS = 4096


class Adds(Protocol):
    """What can be added up: exact numbers, so that the cut into blocks does not show in the sum."""

    def add(self, other: Any, /) -> None:
        """Add what another block found."""


A = TypeVar("A", bound=Adds)


def accumulate(
    run: Run,
    samples: int,
    work: Callable[[Block], A],
    *,
    hands: bool = False,
    events: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> A:
    """Play a run and add up what is found in its blocks, in their order.

    Parameters
    ----------
    run : Run
        From `nimmtsim.simulation.run_of`.
    samples : int
        Rounds or matches to play, 1 to 10**12; of a run with rotations, deals.
    work : function of a Block
        What is found in a block, a whole number of deals: an object with ``add(other)``. It runs on the threads.
    hands, events : bool, optional
        Whether blocks have the hands dealt, and the events.
    threads : int, optional
        Threads to play on; all cores that the process may use if not given. The sum does not depend on it.
    progress : bool, optional
        Show a progress bar on standard error; if not given, when that is a terminal.

    Returns
    -------
    object
        The sum.

    Raises
    ------
    UsageError
        For a number of samples or threads out of its range.
    PolicyError
        When a policy answers illegally.
    """
    samples = whole_number("rounds", samples, 1, MOST_SAMPLES)
    threads = default_threads() if threads is None else whole_number("threads", threads, 1, 1024)
    units = samples * run.group

    def counted(block: Block) -> tuple[A, int]:
        return work(block), len(block.totals)

    total: A | None = None
    with progress_bar(units, "matches" if run.matches else "rounds", progress) as bar:
        for found, played in play_blocks(run, 0, units, counted, threads=threads, hands=hands, events=events):
            if total is None:
                total = found
            else:
                total.add(found)
            bar.update(played)
    assert total is not None
    return total


def accumulate_kept(
    result: SimulationResult, work: Callable[[Block], A], *, hands: bool = False, events: bool = False
) -> A:
    """Add up what is found in rounds that were kept: the same as `accumulate` finds for the same run.

    Parameters
    ----------
    result : SimulationResult
        Of rounds, with what is wanted of them.
    work, hands, events
        As for `accumulate`.

    Returns
    -------
    object
        The sum.

    Raises
    ------
    UsageError
        For what is no result, for matches, and when rounds, hands or events were not kept.
    """
    check_result(result)
    if result.matches:
        raise UsageError("cards and turns are those of rounds: simulate with rounds=..., not matches=...")
    units, n, rules = result.units, result.players, result.rules
    totals, games = result.penalties, result.games if rules.games(n) > 1 else np.empty((units, 0, n), np.int32)
    dealt = result.hands if hands else np.empty((0, n, rules.hand_cards), np.uint8)
    happened = result.events if events else np.empty(0, EVENT)
    bounds = event_bounds(happened, units, rules, n) if events else np.zeros(units + 1, np.int64)
    total: A | None = None
    for start in range(0, units, _KEPT_DEALS * result.group):
        stop = min(start + _KEPT_DEALS * result.group, units)
        rows = slice(start, stop)
        lengths, ends = np.ones(stop - start, np.int32), np.zeros(stop - start, np.uint8)
        found = work(Block(start, totals[rows].astype(np.int32), lengths, ends, games[rows], dealt[rows],
                           happened[bounds[start] : bounds[stop]]))  # fmt: skip
        if total is None:
            total = found
        else:
            total.add(found)
    assert total is not None
    return total


def check_result(result: object) -> None:
    """UsageError for what is no result of `nimmtsim.simulate`."""
    from nimmtsim.results import SimulationResult

    if not isinstance(result, SimulationResult):
        raise UsageError(f"a result of simulate(...) is wanted, not {type(result).__name__}")
