"""Duplicated deals: every hand of a deal is played by every player, several times over.

The design that separates luck from skill. A deal is played in all rotations of the players, so that each player has
each hand once; and this `repeats` times, each time with the players in another random order around the table and with
fresh draws of the policies. What differs between two repeats of the same player with the same hand is neither the deal
nor the hand nor the player: it is who sat where else, and the draws.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from nimmtsim.analysis.kernels_luck import play_duplicates
from nimmtsim.blocks import Run, default_threads
from nimmtsim.checks import whole_number
from nimmtsim.errors import PolicyError
from nimmtsim.kept import check_memory
from nimmtsim.kernels import records as r
from nimmtsim.kernels.interpreted import as_records, words_wrap
from nimmtsim.progress import progress_bar
from nimmtsim.rules import Rules
from nimmtsim.simulation import run_of
from nimmtsim.workers import Workers

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MOST_REPEATS", "Duplicates", "Plays", "duplicates", "play_duplicated"]

#: Plays of a stretch that one thread plays at a time, about.
STRETCH = 4096
#: Most orders of the players that a deal is played in.
MOST_REPEATS = 1000

T = TypeVar("T")


class Plays(NamedTuple):
    """Deals that were played.

    Attributes
    ----------
    totals : int32[deals, repeats, rotations, players]
        Bull heads.
    seats : uint8[deals, repeats, rotations, players]
        Where each player sat.
    """

    totals: np.ndarray
    seats: np.ndarray

    def by_seat(self) -> np.ndarray:
        """Bull heads by seat and player, int64[deals, repeats, seats, players]: in which rotation does not matter."""
        return np.take_along_axis(self.totals.astype(np.int64), np.argsort(self.seats, axis=2, kind="stable"), axis=2)


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
        return Plays(totals, seats)

    def fail(self, state: np.void) -> None:
        """Raise the error of a policy that answered illegally."""
        policy = self.run.policies[int(state["policy_of"][int(state["problem_seat"])])]
        kind = r.KINDS[int(state["problem_kind"])]
        raise PolicyError(
            f"policy {policy.name!r} gave no legal answer to decision {kind!r} in deal {int(state['problem_unit'])}; "
            f"simulate(..., rotate=True) with this seed plays the same deals and tells more"
        )


def play_duplicated(
    run: Run, deals: int, repeats: int, work: Callable[[int, Plays], T], *, threads: int | None = None,
    progress: bool | None = None,
) -> Iterator[T]:  # fmt: skip
    """Play duplicated deals in stretches on threads.

    Parameters
    ----------
    run : Run
        Of single rounds; whether it rotates does not matter.
    deals : int
        1 to 10**9.
    repeats : int
        Orders of the players, 2 to 1,000: each deal is played repeats * players times.
    work : function of (int, Plays)
        What is found in a stretch of deals, of which the first one's number is given. It runs on the threads.
    threads, progress
        As for `nimmtsim.simulate`.

    Yields
    ------
    object
        What `work` returned, in the order of the deals.

    Raises
    ------
    UsageError
        For a number out of its range.
    PolicyError
        When a policy answers illegally.
    """
    deals, repeats = whole_number("deals", deals, 1, 10**9), whole_number("repeats", repeats, 2, MOST_REPEATS)
    threads = default_threads() if threads is None else whole_number("threads", threads, 1, 1024)
    player, plays = _Player(run, repeats), repeats * run.players
    step = max(1, STRETCH // plays)
    starts = iter(range(0, deals, step))
    waiting: deque[Future[T]] = deque()

    def one(start: int) -> T:
        return work(start, player.play(start, min(start + step, deals)))

    bar = progress_bar(deals * plays, "rounds", progress)
    with bar, Workers(threads, player.stopped) as workers:
        while True:
            while len(waiting) < 2 * threads and (start := next(starts, None)) is not None:
                waiting.append(workers.submit(one, start))
            if not waiting:
                return
            yield waiting.popleft().result()
            bar.update(min(step * plays, deals * plays - bar.n))


@dataclass(frozen=True, eq=False, repr=False)
class Duplicates:
    """Duplicated deals that were kept, from `duplicates`.

    Attributes
    ----------
    rules : Rules
    policies : list of str
        Names by player.
    seed : int
    plays : Plays
        Bull heads and seats of every round: int32 and uint8 [deals, repeats, rotations, players].
    """

    rules: Rules
    policies: list[str]
    seed: int
    plays: Plays

    @property
    def deals(self) -> int:
        """Deals."""
        return len(self.plays.totals)

    @property
    def repeats(self) -> int:
        """Orders of the players that each deal was played in."""
        return int(self.plays.totals.shape[1])

    def to_frame(self) -> pd.DataFrame:
        """A row for each player in each round.

        Returns
        -------
        DataFrame
            ``deal``, ``repeat``, ``rotation``, ``player``, ``policy``, ``seat`` and ``penalty`` (``points``).
        """
        import pandas as pd

        index = np.indices(self.plays.totals.shape)
        columns = dict(zip(("deal", "repeat", "rotation", "player"), (each.ravel() for each in index), strict=True))
        columns["policy"] = np.array(self.policies)[columns["player"]]
        columns["seat"] = self.plays.seats.ravel().astype(np.int64)
        return pd.DataFrame(columns | {self.rules.scoring: self.plays.totals.ravel()})

    def __repr__(self) -> str:
        much = f"{self.deals:,} deals in {self.repeats} orders"
        return f"<Duplicates: {self.rules.name}, {', '.join(self.policies)}, {much}>"


def duplicates(
    rules: str | Rules, policies: Sequence[Any], *, deals: int, repeats: int = 2, seed: int = 0,
    players: int | None = None, threads: int | None = None, progress: bool | None = None,
) -> Duplicates:  # fmt: skip
    """Play duplicated deals and keep every round: those in which `nimmtsim.luck` tells luck from skill.

    Parameters
    ----------
    rules, policies, seed, players, threads, progress
        As for `nimmtsim.simulate`. Deals are those that it plays with the same seed.
    deals : int
        1 to 10**9: each is played ``repeats * players`` times.
    repeats : int, optional
        Random orders of the players around the table, 2 to 1,000, in all rotations of each.

    Returns
    -------
    Duplicates
        `nimmtsim.luck_of` tells luck from skill in it.

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `nimmtsim.simulate`.

    Examples
    --------
    >>> frame = duplicates("base", ["nearest", "random"], deals=50, seed=1).to_frame()
    >>> len(frame)  # two repeats, two rotations, two players
    400
    """
    run = run_of(rules, policies, seed=seed, players=players)
    rounds = whole_number("deals", deals, 1, 10**9) * whole_number("repeats", repeats, 2, MOST_REPEATS) * run.players
    # A total and a seat of each player, and all of them twice while they are put together.
    check_memory(2 * 5 * rounds * run.players, f"{rounds:,} rounds of {run.players} players", "nimmtsim.luck")
    kept = play_duplicated(run, deals, repeats, lambda start, plays: plays, threads=threads, progress=progress)
    plays = Plays(*map(np.concatenate, zip(*kept, strict=True)))
    return Duplicates(run.rules, [policy.name for policy in run.policies], run.seed, plays)
