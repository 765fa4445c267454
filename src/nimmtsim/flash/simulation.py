"""Playing many games: blocks of games on threads, exact counts, the same result however many threads there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import numpy as np

from nimmtsim.blocks import default_threads
from nimmtsim.checks import check_seed, whole_number
from nimmtsim.errors import PolicyError, is_among, one_of
from nimmtsim.flash.kernels_play import play_games
from nimmtsim.flash.records import GAME_COLUMNS, KINDS, SEAT_COLUMNS
from nimmtsim.flash.result import Counts, FlashResult
from nimmtsim.flash.rules import FlashRules, as_rules
from nimmtsim.flash.setup import new_state
from nimmtsim.flash.strategies import FlashPolicy, resolve
from nimmtsim.kernels.interpreted import words_wrap
from nimmtsim.kernels.jit import RAISED
from nimmtsim.progress import progress_bar
from nimmtsim.workers import Workers

__all__ = ["illegal_answer", "simulate"]

#: Games in a block: some 20 ms of work, and 300 kB.
BLOCK = 1024


def simulate(
    policies: Sequence[object] | str,
    *,
    games: int,
    rules: FlashRules | dict[str, Any] | None = None,
    players: int | None = None,
    seed: int = 0,
    keep: str = "games",
    threads: int | None = None,
    progress: bool | None = None,
) -> FlashResult:
    """Play many games.

    Parameters
    ----------
    policies : sequence
        One a seat: a name (``"longest-chain+wait-5"``), a `FlashPolicy`, or a compiled chain function.
    games : int
        How many, at least 1.
    rules : FlashRules or dict of its options, optional
    players : int, optional
        Fill up with the last policy to so many seats.
    seed : int
        0..2**64 - 1; with the rules and the policies it fixes every game.
    keep : {"games", "counts"}
        Keep a row a game, or only exact counts, in memory that does not grow with the number of games.
    threads : int, optional
        All cores when not given; the result does not depend on it.
    progress : bool, optional
        Show a progress bar; when not given, in a terminal for runs of a second or more.

    Returns
    -------
    FlashResult

    Raises
    ------
    UsageError, RulesError
        When an argument cannot be used.
    PolicyError
        When a policy does not exist or answers a decision illegally.

    Examples
    --------
    >>> result = simulate(["longest-chain", "greedy"], games=500, seed=1)
    >>> result.games, result.players
    (500, 2)
    """
    run = _Run(
        resolve(policies, players),
        as_rules(rules),
        whole_number("games", games, 1, 1 << 40),
        check_seed(seed),
        keep,
    )
    if not is_among(keep, ("games", "counts")):
        raise one_of("keep", keep, ["games", "counts"])
    return run.play(default_threads() if threads is None else whole_number("threads", threads, 1, 1024), progress)


@dataclass
class _Run:
    policies: list[FlashPolicy]
    rules: FlashRules
    games: int
    seed: int
    keep: str

    def play(self, threads: int, progress: bool | None) -> FlashResult:
        """Play all blocks; add them up in their order."""
        n = len(self.policies)
        self.template = new_state(self.rules, self.policies, self.seed)
        self.stop = np.zeros(1, np.int64)
        self._block(0, 0)  # compiles on the caller's thread, where Ctrl-C arrives
        counts = Counts.empty(n)
        kept = []
        # After an error or Ctrl-C running blocks end with the game they are at.
        with Workers(threads, self.stop) as workers, _bar(self.games, progress) as bar:
            for rows, chains in self._blocks(workers, 2 * threads):
                counts.add(rows, chains)
                if self.keep == "games":
                    kept.append(rows)
                bar.update(len(rows))
        return FlashResult(
            [policy.name for policy in self.policies],
            self.rules,
            self.seed,
            counts,
            np.concatenate(kept) if kept else None,
        )

    def _blocks(self, workers: Workers, ahead: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        waiting: deque[Future[tuple[np.ndarray, np.ndarray]]] = deque()
        for first in range(0, self.games, BLOCK):
            waiting.append(workers.submit(self._block, first, min(BLOCK, self.games - first)))
            if len(waiting) > ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _block(self, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Games first .. first + count - 1: a row each, and how long their chains were."""
        states = self.template.copy()
        n = len(self.policies)
        rows = np.zeros((count, len(GAME_COLUMNS) + n * len(SEAT_COLUMNS)), np.int32)
        with words_wrap():
            done = play_games(states, first, count, rows, self.stop)
        if states[0].problem_kind >= 0:
            raise illegal_answer(states[0], self.policies, self.seed, first + done)
        return rows[:done], states[0].chains[:n].copy()


def illegal_answer(state: Any, policies: Sequence[FlashPolicy], seed: int, game: int) -> PolicyError:
    """The error for a policy's answer that cannot be used, with how to see that game."""
    seat, kind, answer = int(state.problem_seat), KINDS[int(state.problem_kind)], int(state.problem_answer)
    policy = policies[seat]
    if answer == RAISED:
        said = "raised an exception"
    elif kind == "chain" and answer >= 0:
        said = f"answered {answer:#o}"
    else:
        said = f"answered {answer}"
    names = ",".join(one.name for one in policies)
    return PolicyError(
        f"policy {policy.name!r} in seat {seat} {said} to the decision '{kind}' in game {game}, which is not legal; "
        f"see 'nimmtsim flash replay --policies {names} --seed {seed} --game {game}' (with the same rule options)"
    )


def _bar(games: int, progress: bool | None) -> Any:
    return progress_bar(games, "games", progress, delay=1 if progress is None else 0)  # short runs stay quiet
