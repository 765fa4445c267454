"""Adding up what blocks of a run have to say, in memory that does not grow with the number of rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from nimmtsim.blocks import Block, Run, default_threads, play_blocks
from nimmtsim.checks import whole_number
from nimmtsim.simulation import MOST_SAMPLES

__all__ = ["Adds", "accumulate"]


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
    from tqdm import tqdm

    samples = whole_number("rounds", samples, 1, MOST_SAMPLES)
    threads = default_threads() if threads is None else whole_number("threads", threads, 1, 1024)
    units = samples * run.group

    def counted(block: Block) -> tuple[A, int]:
        return work(block), len(block.totals)

    total: A | None = None
    unit = " matches" if run.matches else " rounds"
    disable = None if progress is None else not progress
    with tqdm(total=units, unit=unit, unit_scale=True, leave=False, disable=disable) as bar:
        for found, played in play_blocks(run, 0, units, counted, threads=threads, hands=hands, events=events):
            if total is None:
                total = found
            else:
                total.add(found)
            bar.update(played)
    assert total is not None
    return total
