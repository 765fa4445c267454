"""Exact counts of a block of rounds or matches: histograms, and sums and products over the independent samples.

Integers only, so that the counts of a run do not depend on how it was cut into blocks or spread over threads. A block
is short enough for 64 bits (`nimmtsim.counting.longest_block`); blocks are added up in Python's unlimited integers.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import entry

__all__ = ["MEASURES", "WIN_PARTS", "count_units"]

#: What is counted of each player in a round or match: bull heads, parts of a win, and 1 for no bull heads at all.
MEASURES = ("heads", "wins", "zeros")

#: A win has so many parts: winners share them, exactly for up to ten. (Of eleven or more each gets the whole part
#: below, which is off by less than 0.4 % of such a share.)
WIN_PARTS = 2520


@entry
def count_units(totals, group, highest_wins, histogram, sums, moments):
    """Count units, of which each `group` that follow each other is one sample (the rotations of one deal).

    Parameters
    ----------
    totals : int32[units, players]
        Heads by unit and player; a whole number of groups.
    group : int64
        Units of a sample.
    highest_wins : bool
        Whether the highest total wins.
    histogram : int64[players, bins]
        Added to: units by player and total; there are bins for all totals.
    sums : int64[3, players]
        Added to: sums of each of `MEASURES` by player.
    moments : int64[3, players, players]
        Added to: for each measure, sums over samples of the products of two players' sums in the sample (second
        player not before the first).
    """
    n = totals.shape[1]
    sample = np.zeros((3, n), np.int64)
    for unit in range(totals.shape[0]):
        best = totals[unit, 0]
        winners = 0
        for p in range(n):
            value = totals[unit, p]
            if value == best:
                winners += 1
            elif (value > best) == highest_wins:
                best, winners = value, 1
        share = WIN_PARTS // winners
        for p in range(n):
            value = totals[unit, p]
            histogram[p, value] += 1
            sample[0, p] += value
            if value == best:
                sample[1, p] += share
            if value == 0:
                sample[2, p] += 1
        if (unit + 1) % group == 0:
            for measure in range(3):
                for a in range(n):
                    first = sample[measure, a]
                    if first != 0:  # most players have no part of the win, and few rounds are without heads
                        sums[measure, a] += first
                        for b in range(a, n):
                            moments[measure, a, b] += first * sample[measure, b]
            for measure in range(3):
                for a in range(n):
                    sample[measure, a] = 0
