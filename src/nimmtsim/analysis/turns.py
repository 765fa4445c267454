"""What is taken on which turn of a round, for which reason, and how long it takes until somebody takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.exact import Sums, add_arrays, ratio, share_of_samples
from nimmtsim.analysis.placements import CAUSES, Takes, takes_of
from nimmtsim.analysis.streaming import accumulate, accumulate_kept, check_result
from nimmtsim.blocks import Block
from nimmtsim.rules import Rules
from nimmtsim.simulation import run_of
from nimmtsim.statistics import mean_estimate, share_estimate

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.results import SimulationResult

__all__ = ["Turns", "turns", "turns_of"]


@dataclass(eq=False)
class _Found:
    """What blocks add up to; cells and parts as in `Turns`."""

    taken: Sums
    left: Sums
    histogram: np.ndarray
    first: Sums
    between: Sums

    def add(self, other: _Found) -> None:
        for name in ("taken", "left", "first", "between"):
            getattr(self, name).add(getattr(other, name))
        self.histogram = add_arrays(self.histogram, other.histogram)


def _count(block: Block, rules: Rules, policies: Sequence[str], group: int) -> _Found:
    n = len(policies)
    takes = takes_of(block, rules, n, group)
    shape = (takes.deals, takes.turns, len(CAUSES), n)
    cell = np.ravel_multi_index((takes.deal, takes.turn, takes.cause, takes.player), shape)
    size = int(np.prod(shape))
    heads = np.bincount(cell, takes.heads, size).astype(np.int64).reshape(shape)
    times = np.bincount(cell, minlength=size).reshape(shape)
    left = block.totals.astype(np.int64).reshape(takes.deals, -1, n).sum(axis=1) - heads.sum(axis=(1, 2))
    first, between = _waits(takes, n)
    taken, histogram = Sums.of(np.stack([heads, times], axis=3)), _histogram(takes, _kinds(policies))
    return _Found(taken, Sums.of(left), histogram, Sums.of(first), Sums.of(between))


def _kinds(policies: Sequence[str]) -> np.ndarray:
    """The number of each player's policy, in the order in which they come, int64[players]."""
    names = list(dict.fromkeys(policies))
    return np.array([names.index(name) for name in policies], np.int64)


def _histogram(takes: Takes, kinds: np.ndarray) -> np.ndarray:
    """How often each player, and each policy, took so many heads on a turn, int64[2, turns, owners, heads].

    First counts, then the sums over deals of the squares of a deal's counts. Owners are the players, then the policies
    (`kinds` tells those of the players). Place 0 stands for anything above 0 taken: only all blocks together tell how
    many turns there are, and so in how many games nothing was (`_with_zeros`).
    """
    n, owners = len(kinds), len(kinds) + int(kinds.max()) + 1
    places = (takes.deals, takes.games, takes.turns, n)
    at = np.ravel_multi_index((takes.deal, takes.game, takes.turn, takes.player), places)
    cells, inverse = np.unique(at, return_inverse=True)
    heads = np.bincount(inverse, takes.heads, len(cells)).astype(np.int64)
    cells, heads = cells[heads > 0], heads[heads > 0]
    deal, _, turn, player = np.unravel_index(cells, places)
    found = np.zeros((2, takes.turns, owners, int(heads.max(initial=0)) + 1), np.int64)
    for owner in (player, n + kinds[player]):
        for value in (heads, np.zeros_like(heads)):
            where = np.ravel_multi_index((deal, turn, owner, value), (takes.deals, *found.shape[1:]))
            where, times = np.unique(where, return_counts=True)
            cell = where % found[0].size
            for part, power in zip(found, (1, 2), strict=True):
                part += np.bincount(cell, times**power, part.size).astype(np.int64).reshape(part.shape)
    return found


def _with_zeros(found: np.ndarray, samples: int, sizes: np.ndarray) -> np.ndarray:
    """Counts and squares of all blocks, with the games in which nothing was taken on a turn, or there was no such turn.

    A deal has `sizes` games of each owner: of c in which something was taken, the others are size - c.
    """
    counts, squares = found[..., 0]
    found = found.copy()
    found[..., 0] = samples * sizes - counts, samples * sizes**2 - 2 * sizes * counts + squares
    return found


def _waits(takes: Takes, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Waiting times of each deal, int64[deals, waits, 2 * players]: how often each player had that wait, and had any.

    Waits are numbers of turns, that of the take included: of the first take on turn t it is t + 1. 0 if there is none
    until the end of the round.
    """
    rounds = (takes.deals, takes.games, n)
    key = np.ravel_multi_index((takes.deal, takes.game, takes.player), rounds) * takes.turns + takes.turn
    key = np.unique(key)  # turns with a take, in the order of rounds
    owner, turn = np.divmod(key, takes.turns)
    begins = np.diff(owner, prepend=-1) != 0
    first = np.zeros(int(np.prod(rounds)), np.int64)
    first[owner[begins]] = turn[begins] + 1
    step = np.append(np.diff(turn), 0)
    step[np.append(begins[1:], True)] = 0
    everyone = np.arange(len(first))
    return _by_deal(everyone, first, rounds, takes.turns), _by_deal(owner, step, rounds, takes.turns)


def _by_deal(owner: np.ndarray, wait: np.ndarray, rounds: tuple[int, int, int], turns: int) -> np.ndarray:
    deals, games, n = rounds
    deal, player = owner // (games * n), owner % n
    shape = (deals, turns + 1, n)
    cell = np.ravel_multi_index((deal, wait, player), shape)
    had = np.bincount(cell, minlength=int(np.prod(shape))).reshape(shape)
    return np.concatenate([had, np.broadcast_to(had.sum(axis=1, keepdims=True), shape)], axis=2)


class Turns:
    """What happened by turn, from `turns` or `turns_of`.

    Attributes
    ----------
    rules : Rules
    policies : list of str
        Names by player.
    seed : int
    rotate : bool
    games : int
        Games of an independent deal (rotations, and games of a championship).
    taken : Sums
        Cells [turns, causes, 2], parts players: heads, and how many rows were taken.
    left : Sums
        Parts players: heads charged for cards left in the hand (only in games with keeping).
    counts : int64[2, turns, players + policies, heads]
        How often a player, and then the players with a policy, took so many heads on a turn; and the sums over deals of
        the squares of how often they did in a deal.
    first, between : Sums
        Cells [waits], parts 2 * players: how often each had that wait, and had any.
    """

    def __init__(self, rules: Rules, policies: Sequence[str], seed: int, rotate: bool, found: _Found) -> None:
        self.rules, self.policies, self.seed, self.rotate = rules, list(policies), seed, rotate
        self.games = (len(policies) if rotate else 1) * rules.games(len(policies))
        self.taken, self.left, self.first, self.between = found.taken, found.left, found.first, found.between
        sizes = self.games * np.append(np.ones(len(policies), np.int64), np.bincount(_kinds(policies)))
        self.counts = _with_zeros(found.histogram, found.taken.samples, sizes)

    @property
    def samples(self) -> int:
        """Independent deals."""
        return self.taken.samples

    def _owners(self) -> Iterator[tuple[dict[str, Any], list[int]]]:
        """Policies and players: what a row is called, and a weight a player."""
        game = {"variant": self.rules.name, "players": len(self.policies)}
        for name in dict.fromkeys(self.policies):
            yield {**game, "by": "policy", "policy": name, "player": None}, [int(p == name) for p in self.policies]
        for player, name in enumerate(self.policies):
            weights = [int(p == player) for p in range(len(self.policies))]
            yield {**game, "by": "player", "policy": name, "player": player}, weights

    def heads(self) -> pd.DataFrame:
        """Bull heads and rows taken on each turn, a player and game, for each reason.

        Returns
        -------
        DataFrame
            ``variant``, ``players``, ``by`` (``"policy"``: a player with it, ``"player"``), ``policy``, ``player``;
            ``measure`` (``"penalty"`` or ``"points"``: what bull heads are); ``turn`` from 0; ``cause``:
            ``"sixth card"``, ``"low card"``, ``"joker"`` (took a row of its owner's choice), and ``"left in hand"`` on
            turn <NA>; ``heads``, mean bull heads with ``se`` and 95 % interval ``low``, ``high``; ``takes``, mean
            number of rows taken, with ``takes_se``, ``takes_low``, ``takes_high``.
            Causes that the rules do not have are left out. The means of all turns and causes sum to the mean total.
        """
        import pandas as pd

        rows = []
        for owner, weights in self._owners():
            labels = owner | {"measure": self.rules.scoring}
            for turn, causes in enumerate(self._cells()):
                for cause, cell in causes.items():
                    estimates = [self._mean(self.taken, (*cell, measure), weights) for measure in range(2)]
                    rows.append(labels | {"turn": turn, "cause": cause} | _mean_columns(*estimates))
            if self.rules.keep:
                rest = self._mean(self.left, (), weights)
                rows.append(labels | {"turn": None, "cause": "left in hand"} | _mean_columns(rest))
        return pd.DataFrame(rows).astype({"turn": "Int64", "player": "Int64"})

    def _cells(self) -> Iterator[dict[str, tuple[int, int]]]:
        """For each turn the causes that there are in these rules, with their cells."""
        there = {"joker": self.rules.jokers, "low card": self.rules.low_card == "take-row"}
        for turn in range(len(self.taken.sums)):
            yield {cause: (turn, at) for at, cause in enumerate(CAUSES) if there.get(cause, True)}

    def _mean(self, sums: Sums, cell: tuple[int, ...], weights: list[int]) -> Any:
        found = ratio(sums.samples, sums.sums[cell], sums.products[cell], weights, self.games * sum(weights))
        return mean_estimate(*found, sums.samples)

    def histogram(self) -> pd.DataFrame:
        """How many heads a player took on each turn, exactly.

        Returns
        -------
        DataFrame
            Columns of `heads` up to ``turn``; ``value``, bull heads; ``observed``, in how many games of a player;
            ``share`` with its 95 % interval ``low``, ``high``. Values that occurred; games that ended before a turn
            have 0 on it.
        """
        import pandas as pd

        rows: list[dict[str, Any]] = []
        places = [*range(len(self.policies), self.counts.shape[2]), *range(len(self.policies))]  # policies come first
        for place, (owner, weights) in zip(places, self._owners(), strict=True):
            labels = owner | {"measure": self.rules.scoring}
            counts, squares = self.counts[:, :, place]
            for turn, value in np.argwhere(counts).tolist():
                count, square = int(counts[turn, value]), int(squares[turn, value])
                share = share_of_samples(count, square, self.samples, self.games * sum(weights))
                rows.append(labels | {"turn": turn, "value": value, "observed": count, "share": share.value,
                                      "low": share.low, "high": share.high})  # fmt: skip
        return pd.DataFrame(rows).astype({"player": "Int64"})

    def waiting(self) -> pd.DataFrame:
        """How many turns pass until the first take, and from one turn with a take to the next.

        Returns
        -------
        DataFrame
            Columns of `heads` up to ``player``; ``wait``: ``"first"`` or ``"between"``; ``turns``: how many, that of
            the take included (the first take on turn t: t + 1), 0 for none until the end of the round; ``observed``,
            how often exactly; ``share`` of the player's games (of his turns with a take) with its 95 % interval
            ``low``, ``high``.
        """
        import pandas as pd

        rows = []
        for labels, weights in self._owners():
            above, below = weights + [0] * len(weights), [0] * len(weights) + weights
            for wait, sums in (("first", self.first), ("between", self.between)):
                for length in range(len(sums.sums)):
                    value, se = ratio(sums.samples, *_wait_cell(sums, length), above, below)
                    share = share_estimate(value, se, sums.samples)
                    observed = int(np.dot(np.array(above, object), sums.sums[length]))
                    rows.append(labels | {"wait": wait, "turns": length, "observed": observed, "share": share.value,
                                          "low": share.low, "high": share.high})  # fmt: skip
        return pd.DataFrame(rows).astype({"player": "Int64"})

    def __repr__(self) -> str:
        return f"<Turns: {self.rules.name}, {', '.join(self.policies)}, {self.samples:,} deals>"


def _wait_cell(sums: Sums, length: int) -> tuple[np.ndarray, np.ndarray]:
    """One wait's sums and products; those of all waits together are taken from wait 0, which every block has."""
    n = sums.sums.shape[-1] // 2
    found, products = sums.sums[length].copy(), sums.products[length].copy()
    found[n:], products[n:, n:] = sums.sums[0, n:], sums.products[0, n:, n:]
    return found, products


def _mean_columns(heads: Any, takes: Any = None) -> dict[str, float]:
    columns = {"heads": heads.value, "se": heads.se, "low": heads.low, "high": heads.high}
    nothing = float("nan")
    value, se, low, high = takes or (nothing, nothing, nothing, nothing)
    return columns | {"takes": value, "takes_se": se, "takes_low": low, "takes_high": high}


def turns(
    rules: str | Rules, policies: Sequence[Any], *, rounds: int, seed: int = 0, players: int | None = None,
    rotate: bool = False, threads: int | None = None, progress: bool | None = None,
) -> Turns:  # fmt: skip
    """Play many rounds and count what happens on which turn, in constant memory.

    Parameters
    ----------
    rules, policies, seed, players, rotate, threads, progress
        As for `nimmtsim.simulate`.
    rounds : int
        How many, 1 to 10**12; with `rotate` how many deals.

    Returns
    -------
    Turns

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `nimmtsim.simulate`.

    Examples
    --------
    >>> found = turns("base", ["nearest", "random"], rounds=100, seed=1)
    >>> found.heads().query("by == 'player' and player == 0").turn.max()
    np.int64(9)
    """
    run = run_of(rules, policies, seed=seed, rotate=rotate, players=players)
    names = [policy.name for policy in run.policies]
    work = partial(_count, rules=run.rules, policies=names, group=run.group)
    found = accumulate(run, rounds, work, events=True, threads=threads, progress=progress)
    return Turns(run.rules, names, run.seed, run.rotate, found)


def turns_of(result: SimulationResult) -> Turns:
    """The same from rounds that were kept with their events.

    Parameters
    ----------
    result : SimulationResult
        Of ``simulate(..., rounds=..., events=True)``.

    Returns
    -------
    Turns

    Raises
    ------
    UsageError
        For what is no result, for matches, and for rounds or events that were not kept.
    """
    check_result(result)
    work = partial(_count, rules=result.rules, policies=result.policies, group=result.group)
    found = accumulate_kept(result, work, events=True)
    return Turns(result.rules, result.policies, result.seed, result.rotate, found)
