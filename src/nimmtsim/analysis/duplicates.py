"""Duplicated deals: every hand of a deal is played by every player, several times over.

The design that separates luck from skill. A deal is played in all rotations of the players, so that each player has
each hand once; and this `repeats` times, each time with the players in another random order around the table and with
fresh draws of the policies. What differs between two repeats of the same player with the same hand is neither the deal
nor the hand nor the player: it is who sat where else, and the draws.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from nimmtsim.analysis.groups import GroupSums
from nimmtsim.analysis.kernels_luck import play_duplicates
from nimmtsim.blocks import Run, default_threads
from nimmtsim.checks import whole_number
from nimmtsim.errors import PolicyError
from nimmtsim.kernels import records as r
from nimmtsim.kernels.interpreted import as_records, words_wrap

__all__ = ["MOST_REPEATS", "Plays", "duplicate"]

#: Plays of a stretch that one thread plays at a time, about.
STRETCH = 4096
#: Most orders of the players that a deal is played in.
MOST_REPEATS = 1000


class Plays(NamedTuple):
    """Deals that were played.

    Attributes
    ----------
    totals : int64[deals, repeats, rotations, players]
        Bull heads.
    seats : int64[deals, repeats, rotations, players]
        Where each player sat.
    """

    totals: np.ndarray
    seats: np.ndarray

    def by_seat(self) -> np.ndarray:
        """Bull heads by seat and player, int64[deals, repeats, seats, players]: in which rotation does not matter."""
        return np.take_along_axis(self.totals, np.argsort(self.seats, axis=2, kind="stable"), axis=2)


class _Player:
    """Plays stretches of deals, on any thread."""

    def __init__(self, run: Run, repeats: int) -> None:
        self.run, self.repeats = run, repeats
        self.stopped = np.zeros(1, np.uint8)
        self.template = run.state()
        self.play(0, 0)  # compiles on the caller's thread, where Ctrl-C arrives

    def play(self, start: int, stop: int) -> Plays:
        """Play deals; a PolicyError when a policy fails."""
        states, n = as_records(self.template.copy()), self.run.players
        shape = (stop - start, self.repeats, n, n)
        totals, seats = np.zeros(shape, np.int32), np.zeros(shape, np.uint8)
        with words_wrap():
            seed = np.uint64(self.run.seed)
            play_duplicates(states, seed, start, stop, self.repeats, self.stopped, totals, seats)
        if states[0]["problem"]:
            self.fail(states[0])
        return Plays(totals.astype(np.int64), seats.astype(np.int64))

    def fail(self, state: np.void) -> None:
        """Raise the error of a policy that answered illegally."""
        policy = self.run.policies[int(state["policy_of"][int(state["problem_seat"])])]
        kind = r.KINDS[int(state["problem_kind"])]
        raise PolicyError(
            f"policy {policy.name!r} gave no legal answer to decision {kind!r} in deal {int(state['problem_unit'])}; "
            f"simulate(..., rotate=True) with this seed plays the same deals and tells more"
        )


def duplicate(
    run: Run, deals: int, repeats: int, work: Callable[[Plays], list[np.ndarray]], *, threads: int | None = None,
    progress: bool | None = None,
) -> GroupSums:  # fmt: skip
    """Play duplicated deals and add up what is found in them.

    Parameters
    ----------
    run : Run
        Of single rounds; whether it rotates does not matter.
    deals : int
        1 to 10**9.
    repeats : int
        Orders of the players, 2 to 1,000: each deal is played repeats * players times.
    work : function of Plays
        Sums over its deals, int64 arrays. It runs on the threads.
    threads, progress
        As for `nimmtsim.simulate`.

    Returns
    -------
    GroupSums
        The sums by group of deals; they do not depend on the threads.

    Raises
    ------
    UsageError
        For a number out of its range.
    PolicyError
        When a policy answers illegally.
    """
    from tqdm import tqdm

    deals, repeats = whole_number("deals", deals, 1, 10**9), whole_number("repeats", repeats, 2, MOST_REPEATS)
    threads = default_threads() if threads is None else whole_number("threads", threads, 1, 1024)
    player, total = _Player(run, repeats), GroupSums({})
    plays = repeats * run.players

    def one(start: int, stop: int) -> GroupSums:
        played = player.play(start, stop)

        def part(first: int, last: int) -> list[np.ndarray]:
            return work(Plays(played.totals[first:last], played.seats[first:last]))

        return GroupSums.of(start, stop, 1, deals, part)

    step = max(1, STRETCH // plays)
    starts = iter(range(0, deals, step))
    waiting: deque[Future[GroupSums]] = deque()
    bar = tqdm(total=deals * plays, unit=" rounds", unit_scale=True, leave=False,
               disable=None if progress is None else not progress)  # fmt: skip
    with bar, ThreadPoolExecutor(threads, "nimmtsim") as pool:
        try:
            while True:
                while len(waiting) < 2 * threads and (start := next(starts, None)) is not None:
                    waiting.append(pool.submit(one, start, min(start + step, deals)))
                if not waiting:
                    return total
                total.add(waiting.popleft().result())
                bar.update(min(step * plays, deals * plays - bar.n))
        finally:
            player.stopped[0] = 1
            pool.shutdown(cancel_futures=True)
