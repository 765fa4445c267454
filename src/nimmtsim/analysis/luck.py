"""Luck and skill: where the differences between results come from, and how long skill takes to show.

All players play all hands of each deal several times over (:mod:`nimmtsim.analysis.duplicates`). With f(d, s, p) for
what player p is to expect with the hand in seat s of deal d, averaged over the order of the others and all draws, the
variance of a result at the table splits without a remainder:

=============  ====================================================================================================
component      what varies
=============  ====================================================================================================
deal           the mean of f over seats and players, from deal to deal: heads that fall on the whole table
seat           the mean over deals and players, from seat to seat: the advantage of a place
hand           the mean over players of a hand, within its deal: better and worse cards
policy         the mean over deals and seats, from player to player: skill
policy x hand  what remains of f: cards that suit one player and not another
rest           the result around f: who else sat where, and the draws of the policies
=============  ====================================================================================================

Deals are random, seats and players are those of the table. Every product of two expectations is estimated by results
of different repeats (or of different deals), which do not depend on each other, so that no component is biased; one
that is truly zero may come out slightly below. These are the moment estimators of a random-effects model with the
crossed factors hand (in deal) and policy (S. R. Searle, G. Casella and C. E. McCulloch, "Variance components", 1992,
chapter 4), written for results of one table that depend on each other. Intervals come from leaving out one group of
deals at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.duplicates import STRETCH, Duplicates, Plays, play_duplicated
from nimmtsim.analysis.groups import GroupSums, Jackknife, jackknife, without
from nimmtsim.analysis.skill import pairs_frame, rounds_needed
from nimmtsim.checks import as_int
from nimmtsim.errors import UsageError
from nimmtsim.rules import Rules
from nimmtsim.simulation import run_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COMPONENTS", "Luck", "luck", "luck_of"]

#: Components of the variance, in the order of tables and pictures.
COMPONENTS = ("deal", "seat", "hand", "policy", "policy x hand", "rest")


def _of_two(values: np.ndarray) -> np.ndarray:
    """Sums over repeats (axis 1) of the products of two different repeats."""
    return values.sum(axis=1) ** 2 - (values**2).sum(axis=1)


def _sums(plays: Plays) -> list[np.ndarray]:
    """What is added up over deals, int64: see `_variances` and `nimmtsim.analysis.skill.rounds_needed`."""
    heads, totals = plays.by_seat(), plays.totals.astype(np.int64)  # by seat: [deals, repeats, seats, players]
    by_seat, by_player, whole = heads.sum(axis=3), heads.sum(axis=2), heads.sum(axis=(2, 3))
    squares = [(heads**2).sum(), _of_two(heads).sum(), _of_two(by_seat).sum(), _of_two(whole).sum()]
    of_deals = [part.sum(axis=1) for part in (by_seat, by_player, whole[..., None])]
    means = [np.stack([part.sum(axis=0), (part**2).sum(axis=0)]) for part in of_deals]
    same_play = np.einsum("dkrp,dkrq->pq", totals, totals)
    same_deal = np.einsum("dkp,dkq->pq", by_player, by_player)
    return [np.array([len(heads)]), np.array(squares), *means, same_play, same_deal]


def _variances(sums: Sequence[np.ndarray], repeats: int) -> np.ndarray:
    """The components of the variance, and their total, float[..., 7], from sums over deals."""
    count, squares, by_seat, by_player, whole = (part.astype(float) for part in sums[:5])
    deals, n = count[..., 0], by_seat.shape[-1]
    plays = deals * repeats
    pairs = plays * (repeats - 1)
    result = squares[..., 0] / (plays * n * n)
    cell = squares[..., 1] / (pairs * n * n)
    hand = squares[..., 2] / (pairs * n**3)
    table = squares[..., 3] / (pairs * n**4)
    seats, players = (_mean_square(part, deals, repeats * n) for part in (by_seat, by_player))
    mean = _mean_square(whole, deals, repeats * n * n)
    parts = [table - mean, seats - mean, hand - table - seats + mean, players - mean, cell - hand - players + mean,
             result - cell, result - mean]  # fmt: skip
    return np.stack(parts, axis=-1)


def _mean_square(sums: np.ndarray, deals: np.ndarray, plays: int) -> np.ndarray:
    """The mean over seats or players of their squared mean results, from results of different deals."""
    of_two = sums[..., 0, :] ** 2 - sums[..., 1, :]
    return of_two.mean(axis=-1) / (deals * (deals - 1) * plays**2)


class Luck:
    """Luck and skill of a table, from `luck` or `luck_of`.

    Attributes
    ----------
    rules : Rules
    policies : list of str
        Names by player.
    seed : int
    deals, repeats : int
        Deals; orders of the players that each was played in, in all rotations.
    """

    def __init__(
        self, rules: Rules, policies: Sequence[str], seed: int, deals: int, repeats: int, sums: list[np.ndarray]
    ) -> None:
        self.rules, self.policies, self.seed, self.deals, self.repeats = rules, list(policies), seed, deals, repeats
        self._sums = sums

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.policies)

    @property
    def plays(self) -> int:
        """Rounds played."""
        return self.deals * self.repeats * self.players

    def components(self) -> pd.DataFrame:
        """Where the variance of a result comes from.

        Returns
        -------
        DataFrame
            A row a component (`COMPONENTS`) and ``"total"``: ``variant``, ``players``, ``component``; ``variance`` in
            squared bull heads a round, with 95 % interval ``low``, ``high``; ``share`` of the total, with
            ``share_low``, ``share_high``.
        """
        import pandas as pd

        variance = self._jackknife(lambda sums: _variances(sums, self.repeats))
        share = self._jackknife(lambda sums: _shares(_variances(sums, self.repeats)))
        labels = {"variant": self.rules.name, "players": self.players}
        rows = [
            labels | {"component": name, "variance": variance.value[at], "low": variance.low[at],
                      "high": variance.high[at], "share": share.value[at], "share_low": share.low[at],
                      "share_high": share.high[at]}
            for at, name in enumerate((*COMPONENTS, "total"))
        ]  # fmt: skip
        return pd.DataFrame(rows)

    def rounds_needed(self) -> pd.DataFrame:
        """How long it takes until the better of two policies is ahead with 95 %.

        Returns
        -------
        DataFrame
            A row for each two different policies; see `nimmtsim.analysis.skill.pairs_frame`.
        """
        found = {}
        names = list(dict.fromkeys(self.policies))
        sign = 1 if self.rules.scoring == "points" else -1
        for at, first in enumerate(names):
            for second in names[at + 1 :]:
                weights = self._weights(first, second)
                value = partial(rounds_needed, repeats=self.repeats, weights=weights, sign=sign)
                found[first, second] = self._jackknife(value)
        return pairs_frame(found, self.rules.name, self.players)

    def _weights(self, first: str, second: str) -> np.ndarray:
        """A weight for each two players: one with the first policy, one with the second."""
        a, b = (np.array([name == wanted for name in self.policies], float) for wanted in (first, second))
        return np.outer(a / a.sum(), b / b.sum())

    def _jackknife(self, value: Callable[[Sequence[np.ndarray]], np.ndarray]) -> Jackknife:
        totals = [part.sum(axis=0) for part in self._sums]
        left_out = value([without(part) for part in self._sums])
        with np.errstate(invalid="ignore"):  # where nothing varies, a difference is infinitely clear
            return jackknife(value(totals), left_out)

    def notes(self) -> list[str]:
        """What a reader must know besides."""
        if not self.rules.drafted:
            return []
        note = (
            "hands are drafted from open cards: there is no luck of the deal, and what a hand is worth is the skill of "
            "its drafter; deal and hand are zero but for chance"
        )
        if self.rules.deal == "duplicate":
            note += "; a round is all games, in which every player plays every hand"
        return [note]

    def __repr__(self) -> str:
        return f"<Luck: {self.rules.name}, {', '.join(self.policies)}, {self.deals:,} deals, {self.plays:,} rounds>"


def _shares(variances: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return variances / variances[..., -1:]


def luck(
    rules: str | Rules, policies: Sequence[Any], *, deals: int = 10_000, repeats: int = 2, seed: int = 0,
    players: int | None = None, threads: int | None = None, progress: bool | None = None,
) -> Luck:  # fmt: skip
    """Play duplicated deals to tell luck from skill, in constant memory.

    Parameters
    ----------
    rules, policies, seed, players, threads, progress
        As for `nimmtsim.simulate`. Deals are those that it plays with the same seed.
    deals : int, optional
        3 to 10**9: each is played ``repeats * players`` times.
    repeats : int, optional
        Random orders of the players around the table, 2 to 1,000, in all rotations of each.

    Returns
    -------
    Luck

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `nimmtsim.simulate`.

    Examples
    --------
    >>> found = luck("base", ["nearest", "random"], deals=200, seed=1)
    >>> found.components().set_index("component").loc["total", "share"]
    np.float64(1.0)
    """
    run = run_of(rules, policies, seed=seed, players=players)
    _check_deals(deals)
    sums, names = GroupSums({}), [policy.name for policy in run.policies]
    work = partial(_group_sums, deals=deals)
    for found in play_duplicated(run, deals, repeats, work, threads=threads, progress=progress):
        sums.add(found)
    return Luck(run.rules, names, run.seed, deals, repeats, sums.stacked())


def luck_of(kept: Duplicates) -> Luck:
    """The same from duplicated deals that were kept.

    Parameters
    ----------
    kept : Duplicates
        From `nimmtsim.duplicates`. Other rounds do not do: luck and skill are told apart by hands that every player
        plays, several times over.

    Returns
    -------
    Luck

    Raises
    ------
    UsageError
        For what is none, and for less than 3 deals.

    Examples
    --------
    >>> from nimmtsim import duplicates
    >>> found = luck_of(duplicates("base", ["nearest", "random"], deals=200, seed=1))
    >>> found.plays
    800
    """
    if not isinstance(kept, Duplicates):
        raise UsageError(f"duplicated deals are wanted, from nimmtsim.duplicates(...), not {type(kept).__name__}")
    _check_deals(kept.deals)
    sums = GroupSums({})
    for start in range(0, kept.deals, STRETCH):
        some = Plays(*(part[start : start + STRETCH] for part in kept.plays))
        sums.add(_group_sums(start, some, kept.deals))
    return Luck(kept.rules, kept.policies, kept.seed, kept.deals, kept.repeats, sums.stacked())


def _check_deals(deals: object) -> None:
    number = as_int(deals)
    if number is not None and 0 <= number < 3:
        raise UsageError(f"deals={deals}: at least 3 are needed to tell luck from skill")


def _group_sums(start: int, plays: Plays, deals: int) -> GroupSums:
    """Sums of some deals of so many, by group."""
    stop = start + len(plays.totals)
    return GroupSums.of(start, stop, 1, deals, lambda first, last: _sums(Plays(*(part[first:last] for part in plays))))
