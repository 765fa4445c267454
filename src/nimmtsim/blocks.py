"""Runs played in blocks on threads: how many there are changes nothing in what a run finds.

A *unit* is what is numbered in a run: a round, or a match. A block is a stretch of units that one thread plays at a
time. What is to be found out about a block (its counts, say) is a function that runs on that thread; the answers come
back in the order of the units, so that everything that depends on an order is the same for any number of threads.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from nimmtsim.counting import longest_block
from nimmtsim.kernels.interpreted import as_records, words_wrap
from nimmtsim.kernels.records import EVENT, STATE
from nimmtsim.kernels.run import play_units
from nimmtsim.kernels.setup import most_events, new_state
from nimmtsim.problems import policy_problem
from nimmtsim.rules import Rules
from nimmtsim.workers import Workers

if TYPE_CHECKING:
    from nimmtsim.policy_library import Policy

__all__ = ["Block", "Run", "default_threads", "play_blocks"]

#: Blocks are sized to take about so long, in seconds: short enough to stop soon, long enough to start seldom.
BLOCK_SECONDS = 0.05
#: Most units of a block, and most bytes for its events.
MOST_UNITS, EVENT_BYTES = 1 << 14, 1 << 23

T = TypeVar("T")


@dataclass(frozen=True)
class Run:
    """What is played: it fixes every card of every unit.

    Attributes
    ----------
    rules : Rules
        Checked for the number of players.
    policies : tuple of Policy
        One a player; player p sits in seat p, with `rotate` in seat (p + r) % players in rotation r.
    seed : int
        0 to 2**64 - 1.
    matches, rotate : bool
        Whether a unit is a match; whether each deal is played in all rotations of the players around the table (unit
        u is then rotation u % players of deal u // players).
    """

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int = 0
    matches: bool = False
    rotate: bool = False

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.policies)

    @property
    def group(self) -> int:
        """Units of one deal (or one sequence of deals, in a match): the rotations."""
        return self.players if self.rotate else 1

    @cached_property
    def addresses(self) -> list[list[int]]:
        """For each player the addresses of his decisions; compiles what is not compiled yet."""
        return [policy.addresses(self.rules) for policy in self.policies]

    def state(self, **wanted: bool) -> np.ndarray:
        """A game ready to be played, STATE[1]; what is wanted of it (record, hands) as in `new_state`."""
        return new_state(self.rules, self.addresses, seed=self.seed, matches=self.matches, rotate=self.rotate, **wanted)


@dataclass(eq=False)
class Block:
    """Units that were played.

    Attributes
    ----------
    start : int
        The first one's number.
    totals : int32[units, players]
        Heads by unit and player (column p is policy p, wherever it sat).
    deals : int32[units]
        Deals played.
    ends : uint8[units]
        Why each ended: places in `nimmtsim.kernels.records.ENDS`.
    games : int32[units, games, seats]
        Heads by game and *seat* of a championship; no games in other variants.
    hands : uint8[units, seats, cards]
        Hands as first dealt, by *seat*; no units when not asked for.
    events : EVENT[n]
        What happened, in order; empty when not asked for.
    """

    start: int
    totals: np.ndarray
    deals: np.ndarray
    ends: np.ndarray
    games: np.ndarray
    hands: np.ndarray
    events: np.ndarray

    @property
    def stop(self) -> int:
        """The number after the last one's."""
        return self.start + len(self.totals)


def default_threads() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Player:
    """Plays blocks of one run, on any thread."""

    def __init__(self, run: Run, hands: bool, events: bool) -> None:
        self.run, self.hands, self.events = run, hands, events
        self.stopped = np.zeros(1, np.uint8)
        self.template = run.state(record=events, hands=hands)
        self.unit_events = most_events(run.rules, run.players, run.matches) if events else 0
        self.play(0, 0)  # compiles on the caller's thread, where Ctrl-C arrives

    def most_units(self) -> int:
        """Units of the longest block, a whole number of groups."""
        run = self.run
        most = min(MOST_UNITS, run.group * longest_block(run.rules, run.players, run.matches, run.group))
        if self.unit_events:
            most = min(most, EVENT_BYTES // (self.unit_events * EVENT.itemsize))
        return max(1, most // run.group) * run.group

    def play(self, start: int, stop: int) -> Block:
        """Play units; a short block when the run is stopped, a PolicyError when a policy fails."""
        # Byte by byte: numpy's copy leaves the gaps between fields as the memory was.
        run, states = self.run, as_records(self.template.view(np.uint8).copy().view(STATE))
        n, units = run.players, stop - start
        totals, deals, ends = np.empty((units, n), np.int32), np.empty(units, np.int32), np.empty(units, np.uint8)
        games = np.empty((units, run.rules.games(n) if run.rules.games(n) > 1 else 0, n), np.int32)
        hands = np.empty((units if self.hands else 0, n, run.rules.hand_cards), np.uint8)
        log = np.empty(units * self.unit_events, EVENT)
        states["log"] = log.ctypes.data
        with words_wrap():
            found = (totals, deals, ends, games if games.shape[1] else games[:0], hands)
            done = play_units(states, start, stop, self.stopped, *found, len(log), self.unit_events)
        if states[0]["problem"]:
            raise policy_problem(states[0], run)
        events = log[: int(states[0]["n_log"])]
        return Block(start, totals[:done], deals[:done], ends[:done], games[:done], hands[:done], events)


class _Sizes:
    """How long the next block is: from one group up, as fast as the time of the last ones allows.

    Sizes depend on the clock, results do not: they are kept by unit, and counts are exact.
    """

    def __init__(self, group: int, most: int) -> None:
        self.group, self.most, self.size = group, most, group

    def note(self, units: int, seconds: float) -> None:
        """Learn from a block that was played."""
        fitting = int(BLOCK_SECONDS * units / max(seconds, 1e-9)) // self.group * self.group
        self.size = max(self.group, min(fitting, 4 * self.size, self.most))


def play_blocks(
    run: Run,
    start: int,
    stop: int,
    work: Callable[[Block], T],
    *,
    threads: int | None = None,
    hands: bool = False,
    events: bool = False,
) -> Iterator[T]:
    """Play units of a run in blocks on threads.

    Parameters
    ----------
    run : Run
    start, stop : int
        Units to play: whole deals, if the players rotate.
    work : function of a Block
        What to find out about a block. It runs on the threads, and should leave the interpreter lock alone for the
        most part (numpy, compiled code). What it is given is not kept unless it keeps it.
    threads : int, optional
        All cores that the process may use when not given.
    hands, events : bool, optional
        Whether blocks have the hands dealt, and the events.

    Yields
    ------
    object
        What `work` returned, in the order of the units.

    Raises
    ------
    PolicyError
        When a policy answers illegally: always for the first unit in which one does.

    Notes
    -----
    Whatever ends the iteration early (an error, Ctrl-C, the consumer) stops the threads within one unit each, and does
    not wait long for a policy that does not answer.
    """
    threads = default_threads() if threads is None else threads
    player = _Player(run, hands, events)
    sizes = _Sizes(run.group, player.most_units())

    def one(first: int, last: int) -> tuple[T, int, float]:
        began = time.perf_counter()
        block = player.play(first, last)
        seconds = time.perf_counter() - began
        return work(block), last - first, seconds

    waiting: deque[Future[tuple[T, int, float]]] = deque()
    with Workers(threads, player.stopped) as workers:
        while waiting or start < stop:
            while start < stop and len(waiting) < 2 * threads:
                last = min(start + sizes.size, stop)
                waiting.append(workers.submit(one, start, last))
                start = last
            found, units, seconds = waiting.popleft().result()
            sizes.note(units, seconds)
            yield found
