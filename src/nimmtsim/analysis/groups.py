"""Groups of deals: sums that are kept apart by stretches of a run, and the intervals that follow from them.

The players of a table share a deal, and so do the rotations of a deal; only deals are independent. A run is cut into
`GROUPS` stretches of whole deals, by the numbers of the deals alone, and every sum is kept a stretch. Leaving out one
stretch at a time (the delete-a-group jackknife) then gives a standard error of whatever is computed from the sums, be
it a ratio or a regression, that is right for dependent hands of a table, in memory that does not grow with the run.

Sources: B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans (1982), chapters 3 and 4; for the group
version P. S. Kott, Journal of Official Statistics 17 (2001) 521-526.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nimmtsim.statistics import independent_tries, t_quantile, wilson

__all__ = [
    "GROUPS",
    "GroupSums",
    "Jackknife",
    "group_count",
    "group_deals",
    "jackknife",
    "share_jackknife",
    "stretches",
    "without",
]

#: Stretches of a run. More make the standard errors steadier (their own error is one in sqrt(2 * GROUPS)).
GROUPS = 50


class Jackknife(NamedTuple):
    """Estimates with standard errors and 95 % intervals, arrays of one shape (nan where there is none)."""

    value: np.ndarray
    se: np.ndarray
    low: np.ndarray
    high: np.ndarray


def group_count(deals: int) -> int:
    """Groups of a run of so many deals: `GROUPS`, or one a deal in a shorter run."""
    return min(GROUPS, deals)


def group_deals(deals: int) -> np.ndarray:
    """Deals of each group of such a run, int64[groups].

    Examples
    --------
    >>> group_deals(120).tolist()[:4], int(group_deals(120).sum())
    ([2, 2, 3, 2], 120)
    """
    groups = group_count(deals)
    return np.diff([deals * group // groups for group in range(groups + 1)])


def stretches(start: int, stop: int, unit_group: int, deals: int) -> Iterator[tuple[int, int, int]]:
    """The parts of a block that lie in one group each.

    Parameters
    ----------
    start, stop : int
        Units of the block.
    unit_group : int
        Units of a deal (`Run.group`).
    deals : int
        Deals of the whole run.

    Yields
    ------
    (int, int, int)
        Group, first unit, and the unit after the last.

    Examples
    --------
    >>> list(stretches(0, 10, 1, 100))[:2], list(stretches(7, 12, 3, 4))
    ([(0, 0, 2), (1, 2, 4)], [(2, 7, 9), (3, 9, 12)])
    """
    groups = group_count(deals)
    while start < stop:
        group = ((start // unit_group + 1) * groups - 1) // deals
        end = min(stop, (deals * (group + 1) // groups) * unit_group)
        yield group, start, end
        start = end


@dataclass(eq=False)
class GroupSums:
    """Exact sums by group: what `nimmtsim.analysis.streaming.accumulate` adds up.

    Attributes
    ----------
    sums : dict of int to list of int64[...]
        For each group its arrays.
    """

    sums: dict[int, list[np.ndarray]]

    @classmethod
    def of(
        cls, start: int, stop: int, unit_group: int, deals: int, work: Callable[[int, int], list[np.ndarray]]
    ) -> GroupSums:
        """Sums of the units start .. stop - 1; `work` gives those of the rows first .. last - 1 of them."""
        parts = stretches(start, stop, unit_group, deals)
        return cls({group: work(first - start, last - start) for group, first, last in parts})

    def add(self, other: GroupSums) -> None:
        """Add another block's sums."""
        for group, arrays in other.sums.items():
            if group in self.sums:
                for mine, theirs in zip(self.sums[group], arrays, strict=True):
                    mine += theirs
            else:
                self.sums[group] = arrays

    def stacked(self) -> list[np.ndarray]:
        """The arrays of all groups together: int64[groups, ...] each."""
        return [np.stack(arrays) for arrays in zip(*(self.sums[group] for group in sorted(self.sums)), strict=True)]


def without(sums: np.ndarray) -> np.ndarray:
    """Sums without each group in turn: int64[groups, ...] of int64[groups, ...]."""
    return sums.sum(axis=0)[None] - sums


def jackknife(value: np.ndarray, left_out: np.ndarray) -> Jackknife:
    """The interval of a value that is computed from sums over groups.

    Parameters
    ----------
    value : float[...]
        From all groups.
    left_out : float[groups, ...]
        From all but one.

    Returns
    -------
    Jackknife
        With Student's quantile for as many degrees of freedom as groups less one. No interval for a single group, or
        where a value without one group is nan.
    """
    groups = len(left_out)
    value = np.asarray(value, float)
    if groups < 2:
        nothing = np.full(value.shape, np.nan)
        return Jackknife(value, nothing, nothing, nothing)
    deviation = left_out - left_out.mean(axis=0)
    se = np.sqrt((groups - 1) / groups * np.square(deviation).sum(axis=0))
    half = t_quantile(groups) * se
    return Jackknife(value, se, value - half, value + half)


def share_jackknife(hits: np.ndarray, tries: np.ndarray) -> Jackknife:
    """The interval of a share, which stays within 0 and 1.

    Parameters
    ----------
    hits, tries : int64[groups, ...]

    Returns
    -------
    Jackknife
        Wilson's interval for as many independent tries as would have the same standard error; when nothing or
        everything was hit, for the tries there were.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share, se, _, _ = jackknife(hits.sum(axis=0) / tries.sum(axis=0), without(hits) / without(tries))
        count = independent_tries(share, se, tries.sum(axis=0) + 0.0 * se)  # nan where there is no standard error
        return Jackknife(share, se, *wilson(share, count, t_quantile(len(hits))))
