"""The exact counts of a run, in memory that does not grow with the number of rounds.

Totals are counted in a histogram with a bin for every total that occurred; sums and products are Python integers, which
have no limit. Everything that `SimulationResult` says is computed from here, whether the rounds are kept or not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nimmtsim.cards import JOKER, bull_heads
from nimmtsim.kernels.counts import MEASURES, count_units
from nimmtsim.kernels.records import ENDS
from nimmtsim.rules import Rules

__all__ = ["Counts", "add_padded", "count_all", "longest_block", "most_heads"]


def most_heads(rules: Rules, players: int, matches: bool) -> int:
    """More bull heads than any player can have after a round or match."""
    deck = sum(map(bull_heads, rules.numbers(players)))
    if rules.jokers:
        deck += 10 * bull_heads(JOKER, rules.joker_heads)
    deal = deck * rules.games(players) * (2 if rules.keep else 1)
    if not matches:
        return deal
    return rules.end_score + deal if rules.match_end == "score" else rules.deals_of_match(players) * deal


def longest_block(rules: Rules, players: int, matches: bool, group: int) -> int:
    """How many samples can be counted before a sum of products could exceed 64 bits."""
    return max(1, (1 << 62) // (group * most_heads(rules, players, matches)) ** 2)


def add_padded(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The sum of two histograms (the last axis) of different lengths."""
    longer, shorter = (first, second) if first.shape[-1] >= second.shape[-1] else (second, first)
    total = longer.copy()
    total[..., : shorter.shape[-1]] += shorter
    return total


@dataclass(eq=False)
class Counts:
    """Counts of rounds or matches.

    Attributes
    ----------
    group : int
        Units (rounds or matches) of one independent sample: 1, or as many as players when each deal is played in all
        rotations.
    highest_wins : bool
        Whether the highest total wins.
    units : int
        Rounds or matches counted.
    histogram : int64[players, bins]
        Units by player and total.
    deals : int64[bins]
        Units by how many deals they lasted.
    ends : int64[6]
        Units by why they ended, in the order of `nimmtsim.kernels.records.ENDS`.
    sums : object[3, players]
        Python integers: sums of each of `MEASURES` by player.
    moments : object[3, players, players]
        Python integers: for each measure the sums over samples of the products of two players' sums in the sample.
    """

    group: int
    highest_wins: bool
    units: int
    histogram: np.ndarray
    deals: np.ndarray
    ends: np.ndarray
    sums: np.ndarray
    moments: np.ndarray

    @classmethod
    def empty(cls, players: int, group: int, highest_wins: bool) -> Counts:
        """Nothing counted yet."""
        sums, moments = np.zeros((3, players), object), np.zeros((3, players, players), object)
        return cls(group, highest_wins, 0, np.zeros((players, 1), np.int64), np.zeros(1, np.int64),
                   np.zeros(len(ENDS), np.int64), sums, moments)  # fmt: skip

    @classmethod
    def of(cls, totals: np.ndarray, deals: np.ndarray, ends: np.ndarray, group: int, highest_wins: bool) -> Counts:
        """Counts of a block: int32[units, players], int32[units] and uint8[units]."""
        players = totals.shape[1]
        histogram = np.zeros((players, int(totals.max(initial=0)) + 1), np.int64)
        sums, moments = np.zeros((3, players), np.int64), np.zeros((3, players, players), np.int64)
        count_units(totals, group, highest_wins, histogram, sums, moments)
        lengths, why = np.bincount(deals), np.bincount(ends, minlength=len(ENDS))
        exact = sums.astype(object), moments.astype(object)
        return cls(group, highest_wins, len(totals), histogram, lengths, why, *exact)

    def add(self, other: Counts) -> None:
        """Add another block's counts."""
        self.units += other.units
        self.histogram = add_padded(self.histogram, other.histogram)
        self.deals = add_padded(self.deals, other.deals)
        self.ends = self.ends + other.ends
        self.sums = self.sums + other.sums
        self.moments = self.moments + other.moments

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.histogram)

    @property
    def samples(self) -> int:
        """Independent samples: deals (or matches) that were dealt anew."""
        return self.units // self.group

    @property
    def rounds(self) -> int:
        """Rounds that were played; a match has several."""
        return sum(length * int(count) for length, count in enumerate(self.deals))

    def sum(self, measure: str, player: int) -> int:
        """The sum of a measure over all units."""
        return int(self.sums[MEASURES.index(measure), player])

    def product(self, measure: str, first: int, second: int) -> int:
        """The sum over samples of the product of two players' sums in the sample."""
        low, high = sorted((first, second))
        return int(self.moments[MEASURES.index(measure), low, high])

    def same_as(self, other: Counts) -> bool:
        """Whether two counts agree in everything."""
        return (self.group, self.highest_wins, self.units) == (other.group, other.highest_wins, other.units) and all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in ("histogram", "deals", "ends", "sums", "moments")
        )


def count_all(
    totals: np.ndarray, deals: np.ndarray | None, ends: np.ndarray | None, rules: Rules, players: int, matches: bool,
    group: int,
) -> Counts:  # fmt: skip
    """Counts of rounds or matches that were kept, a stretch at a time.

    Parameters
    ----------
    totals : integer[units, players]
    deals, ends : integer[units] or None
        None where each unit is one deal, or ended with the hands.
    rules, players, matches, group
        What was played.
    """
    counts = Counts.empty(players, group, rules.scoring == "points")
    step = group * min(1 << 16, longest_block(rules, players, matches, group))
    for start in range(0, len(totals), step):
        part = slice(start, start + step)
        units = len(totals[part])
        lengths = np.ones(units, np.int32) if deals is None else deals[part]
        why = np.zeros(units, np.uint8) if ends is None else ends[part]
        counts.add(Counts.of(totals[part].astype(np.int32), lengths, why, group, counts.highest_wins))
    return counts
