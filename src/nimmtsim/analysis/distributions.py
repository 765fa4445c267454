"""Penalty distributions: of players, policies and seats, of the table, its winner and its loser, and of matches.

Everything rests on exact counts that are added up block by block, or counted from rounds that were kept: the same
numbers either way. The independent samples are the deals, so that intervals hold when deals are played in rotations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nimmtsim.analysis.joint import Joint
from nimmtsim.analysis.streaming import accumulate, check_result
from nimmtsim.analysis.tallies import Tally
from nimmtsim.blocks import Block
from nimmtsim.checks import whole_number
from nimmtsim.errors import UsageError, shown
from nimmtsim.results import QUANTILES
from nimmtsim.rules import Rules
from nimmtsim.simulation import run_of

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.results import SimulationResult

__all__ = ["TAIL", "Distributions", "Group", "distributions", "distributions_of"]

#: Bull heads of a bad round (of a good one, where they are points).
TAIL = 20


class Group(NamedTuple):
    """Whose totals are counted together.

    Attributes
    ----------
    by : str
        ``"policy"`` (all players with it), ``"player"``, ``"seat"`` and ``"policy in seat"`` (where players move from
        seat to seat), ``"total"``, ``"winner"`` and ``"loser"`` (of the table), ``"rounds"`` (of a match).
    policy : str or None
    player, seat : int or None
    """

    by: str
    policy: str | None = None
    player: int | None = None
    seat: int | None = None

    @property
    def label(self) -> str:
        """In words."""
        words = {"player": f"player {self.player}: {self.policy}", "seat": f"seat {self.seat}",
                 "policy in seat": f"{self.policy} in seat {self.seat}", "policy": self.policy or "",
                 "rounds": "rounds of a match", "total": "whole table"}  # fmt: skip
        return words.get(self.by, self.by)


@dataclass(eq=False)
class _Found:
    """What blocks add up to."""

    tallies: dict[Group, Tally]
    joints: dict[tuple[int, int], Joint]

    def add(self, other: _Found) -> None:
        for group, tally in other.tallies.items():
            self.tallies[group].add(tally)
        for pair, joint in other.joints.items():
            self.joints[pair].add(joint)


def _columns(policies: Sequence[str], rotations: int) -> Iterator[tuple[Group, list[int]]]:
    """Every group of players, with its columns of the totals of a deal: rotation * players + player."""
    n, turned = len(policies), rotations > 1
    cells = [(r * n + p, p, (p + r) % n) for r in range(rotations) for p in range(n)]
    for name in dict.fromkeys(policies):
        yield Group("policy", name), [at for at, p, _ in cells if policies[p] == name]
    for player, name in enumerate(policies):
        yield Group("player", name, player, None if turned else player), [at for at, p, _ in cells if p == player]
    if turned:
        for seat in range(n):
            yield Group("seat", seat=seat), [at for at, _, s in cells if s == seat]
        for name in dict.fromkeys(policies):
            for seat in range(n):
                yield (
                    Group("policy in seat", name, None, seat),
                    [at for at, p, s in cells if policies[p] == name and s == seat],
                )


def _count(
    totals: np.ndarray, deals: np.ndarray | None, policies: Sequence[str], rotations: int, highest_wins: bool,
    pairs: Sequence[tuple[int, int]],
) -> _Found:  # fmt: skip
    """Count totals, integer [units, players], and rounds of matches, integer [units]: whole deals."""
    by_unit = totals.reshape(-1, rotations, len(policies))
    by_deal = by_unit.reshape(len(by_unit), -1)
    tallies = {group: Tally.of(by_deal[:, columns]) for group, columns in _columns(policies, rotations)}
    least, most = by_unit.min(axis=2), by_unit.max(axis=2)
    tallies[Group("total")] = Tally.of(by_unit.sum(axis=2, dtype=np.int64))
    tallies[Group("winner")] = Tally.of(most if highest_wins else least)
    tallies[Group("loser")] = Tally.of(least if highest_wins else most)
    if deals is not None:
        tallies[Group("rounds")] = Tally.of(deals.reshape(-1, rotations))
    return _Found(tallies, {(a, b): Joint.of(by_unit[:, :, a], by_unit[:, :, b]) for a, b in pairs})


class Distributions:
    """Distributions of bull heads, from `distributions` or `distributions_of`.

    Attributes
    ----------
    rules : Rules
    policies : list of str
        Names by player.
    seed : int
    matches, rotate : bool
        Whether a unit is a match; whether each deal was played in all rotations of the players.
    tallies : dict of Group to Tally
        Exact counts.
    joints : dict of (int, int) to Joint
        Exact counts of two players' totals.
    """

    def __init__(
        self, rules: Rules, policies: Sequence[str], seed: int, matches: bool, rotate: bool,
        tallies: dict[Group, Tally], joints: dict[tuple[int, int], Joint],
    ) -> None:  # fmt: skip
        self.rules, self.policies, self.seed, self.matches, self.rotate = rules, list(policies), seed, matches, rotate
        self.tallies, self.joints = tallies, joints

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.policies)

    @property
    def unit(self) -> str:
        """``"round"`` or ``"match"``."""
        return "match" if self.matches else "round"

    @property
    def samples(self) -> int:
        """Independent deals (of matches: sequences of deals)."""
        return next(iter(self.tallies.values())).samples

    @property
    def units(self) -> int:
        """Rounds or matches played, all rotations counted."""
        return self.samples * (self.players if self.rotate else 1)

    def groups(self, *by: str) -> list[Group]:
        """The groups there are, of all kinds or of some."""
        return [group for group in self.tallies if not by or group.by in by]

    def summary(self, tail: int = TAIL) -> pd.DataFrame:
        """A row a group, with 95 % intervals.

        Parameters
        ----------
        tail : int, optional
            The threshold of the share ``tail``, 1 to 10**6: of bad results, or of good ones in games for points.

        Returns
        -------
        DataFrame
            ``variant``; ``players``; the group: ``by``, ``policy``, ``player``, ``seat`` (None where it has none), see
            `Group`; ``measure`` (``"penalty"``, ``"points"`` or ``"rounds"``); ``count`` of observations and ``deals``,
            the independent samples; ``mean``, ``se``, ``low``, ``high`` (bull heads a round or match; rounds); ``sd``,
            ``sd_low``, ``sd_high``; ``zero``, the share without a bull head, ``zero_low``, ``zero_high``; ``tail``, the
            share of at least `tail`, ``tail_low``, ``tail_high``; quantiles ``q05``, ``q25``, ``median``, ``q75``,
            ``q95``, each with ``..._low`` and ``..._high`` (infinite where more than was observed is possible, nan for
            one deal); ``highest``, the highest observed.

        Raises
        ------
        UsageError
            For a threshold that is no such number.
        """
        import pandas as pd

        threshold = whole_number("tail", tail, 1, 10**6)
        rows = [self._labels(group) | _summary_row(tally, threshold) for group, tally in self.tallies.items()]
        return pd.DataFrame(rows).astype({"player": "Int64", "seat": "Int64"})

    def histogram(self) -> pd.DataFrame:
        """A row for each group and value that occurred.

        Returns
        -------
        DataFrame
            Columns of the group as in `summary`; ``value``; ``observed``, how often exactly; ``share`` with ``low``,
            ``high``; ``tail``, the share of at least that value, with ``tail_low``, ``tail_high``.
        """
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for group, tally in self.tallies.items():
            labels, tails = self._labels(group), tally.tails()
            for value in np.flatnonzero(tally.counts).tolist():
                share, tail = tally.share(value), tails[value]
                rows.append(labels | {
                    "value": value, "observed": int(tally.counts[value]), "share": share.value, "low": share.low,
                    "high": share.high, "tail": tail.value, "tail_low": tail.low, "tail_high": tail.high,
                })  # fmt: skip
        return pd.DataFrame(rows).astype({"player": "Int64", "seat": "Int64"})

    def joint(self, a: int, b: int) -> Joint:
        """How the totals of two players occur together; UsageError for a pair that was not counted."""
        if (a, b) not in self.joints:
            counted = ", ".join(map(str, self.joints)) or "none"
            raise UsageError(f"players {a} and {b} were not counted together: name them in pairs; counted: {counted}")
        return self.joints[a, b]

    def _labels(self, group: Group) -> dict[str, Any]:
        measure = "rounds" if group.by == "rounds" else self.rules.scoring
        return {"variant": self.rules.name, "players": self.players, **group._asdict(), "measure": measure}

    def __repr__(self) -> str:
        return (f"<Distributions: {self.rules.name}, {', '.join(self.policies)}, {self.units:,} {self.unit}"
                f"{'es' if self.matches else 's'}>")  # fmt: skip


def _summary_row(tally: Tally, tail: int) -> dict[str, Any]:
    mean, sd, zero, bad = tally.mean(), tally.deviation(), tally.share(0), tally.tail(tail)
    row: dict[str, Any] = {"count": tally.observations, "deals": tally.samples}
    row |= {"mean": mean.value, "se": mean.se, "low": mean.low, "high": mean.high}
    for name, estimate in (("sd", sd), ("zero", zero), ("tail", bad)):
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    for name, share in QUANTILES.items():
        row[name], row[f"{name}_low"], row[f"{name}_high"] = tally.quantile(share)
    return row | {"highest": len(tally.counts) - 1}


def distributions(
    rules: str | Rules, policies: Sequence[Any], *, rounds: int | None = None, matches: int | None = None,
    seed: int = 0, players: int | None = None, rotate: bool = False, pairs: Sequence[tuple[int, int]] = (),
    threads: int | None = None, progress: bool | None = None,
) -> Distributions:  # fmt: skip
    """Play many rounds or matches and count their totals, in constant memory.

    Parameters
    ----------
    rules, policies, seed, players, rotate, threads, progress
        As for `nimmtsim.simulate`.
    rounds, matches : int, optional
        How many rounds, or how many matches, 1 to 10**12: one of the two. With `rotate`, how many deals.
    pairs : sequence of (int, int), optional
        Players whose totals are counted together.

    Returns
    -------
    Distributions

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `nimmtsim.simulate`.

    Examples
    --------
    >>> found = distributions("base", ["nearest", "random"], rounds=1000, seed=1)
    >>> bool(found.summary().set_index("by").loc["total", "highest"] <= 171)
    True
    """
    run = run_of(rules, policies, seed=seed, matches=matches is not None, rotate=rotate, players=players)
    if (rounds is None) == (matches is None):
        raise UsageError("say how much to play: rounds=... or matches=...")
    names, wanted = [policy.name for policy in run.policies], _pairs(pairs, run.players)

    def work(block: Block) -> _Found:
        deals = block.deals if run.matches else None
        return _count(block.totals, deals, names, run.group, run.rules.scoring == "points", wanted)

    samples = rounds if rounds is not None else matches
    assert samples is not None
    found = accumulate(run, samples, work, threads=threads, progress=progress)
    return Distributions(run.rules, names, run.seed, run.matches, run.rotate, found.tallies, found.joints)


def distributions_of(result: SimulationResult, *, pairs: Sequence[tuple[int, int]] = ()) -> Distributions:
    """The distributions of a result that kept its rounds: the same as `distributions` finds for the same run.

    Parameters
    ----------
    result : SimulationResult
        With ``keep="rounds"``.
    pairs : sequence of (int, int), optional
        Players whose totals are counted together.

    Raises
    ------
    UsageError
        When the rounds were not kept, for players that are not there, or for what is no result.
    """
    check_result(result)
    deals = result._array("rounds", "matches have them") if result.matches else None
    found = _count(result.penalties, deals, result.policies, result.group, result.measure == "points",
                   _pairs(pairs, result.players))  # fmt: skip
    return Distributions(result.rules, result.policies, result.seed, result.matches, result.rotate, found.tallies,
                         found.joints)  # fmt: skip


def _pairs(pairs: Sequence[tuple[int, int]], players: int) -> list[tuple[int, int]]:
    try:
        wanted = [(a, b) for a, b in pairs]
    except (TypeError, ValueError):
        raise UsageError(f"pairs={shown(pairs)}: must be a list of pairs of players, such as [(0, 1)]") from None
    for a, b in wanted:
        if whole_number("player", a, 0, players - 1) == whole_number("player", b, 0, players - 1):
            raise UsageError(f"pairs: player {a} twice; name two players")
    return wanted
