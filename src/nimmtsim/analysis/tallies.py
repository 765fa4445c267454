"""Exact histograms whose every share has a true interval, whatever depends on what within a deal."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nimmtsim.analysis.exact import Sums, add_arrays, ratio, share_of_samples
from nimmtsim.statistics import CONFIDENCE, Estimate, mean_estimate, quantile, t_quantile

__all__ = ["Tally", "tied_counts"]


def tied_counts(ordered: np.ndarray, bins: int) -> tuple[np.ndarray, np.ndarray]:
    """How often each value occurs, and the sum over samples of the squares of how often it occurs in a sample.

    Parameters
    ----------
    ordered : integer[samples, size]
        0 to bins - 1, ascending within each sample.
    bins : int

    Returns
    -------
    (int64[bins], int64[bins])
    """
    counts, squares = np.zeros(bins, np.int64), np.zeros(bins, np.int64)
    run = np.zeros(len(ordered), np.int64)  # the place of a value among the equal ones before it in its sample
    for k in range(ordered.shape[1]):
        run = np.where(ordered[:, k] == ordered[:, k - 1], run + 1, 1) if k else run + 1
        counts += np.bincount(ordered[:, k], minlength=bins)
        # The squares 1, 4, 9, ... grow by 1, 3, 5, ...
        squares += np.bincount(ordered[:, k], 2.0 * run - 1, minlength=bins).astype(np.int64)
    return counts, squares


@dataclass(eq=False)
class Tally:
    """Exact counts of a whole number, 0 or more, that is observed equally often in every independent sample.

    Attributes
    ----------
    size : int
        Observations of a sample.
    samples : int
    counts : int64[bins]
        How often each value was observed.
    squares : int64[bins]
        Sum over samples of the squared number of observations with that value.
    steps : int64[bins]
        Its sum from a value up is the sum over samples of the squared number of observations of at least that value.
    moments : Sums
        Of the sample's sum and sum of squares.
    """

    size: int
    samples: int
    counts: np.ndarray
    squares: np.ndarray
    steps: np.ndarray
    moments: Sums

    @classmethod
    def of(cls, values: np.ndarray) -> Tally:
        """Counts of observations, integer [samples, size]."""
        samples, size = values.shape
        wide = values.astype(np.int64)
        moments = Sums.of(np.stack([wide.sum(axis=1), (wide**2).sum(axis=1)], axis=1))
        bins = int(values.max(initial=0)) + 1
        if size == 1:
            counts = np.bincount(values[:, 0], minlength=bins).astype(np.int64)
            return cls(1, samples, counts, counts, counts, moments)
        ordered = np.sort(values, axis=1)
        steps = np.zeros(bins, np.int64)
        for k in range(size):  # the k-th highest raises the square of the number that is at least so high by 2k + 1
            steps += (2 * k + 1) * np.bincount(ordered[:, size - 1 - k], minlength=bins)
        return cls(size, samples, *tied_counts(ordered, bins), steps, moments)

    def add(self, other: Tally) -> None:
        """Add other samples' counts."""
        self.samples += other.samples
        self.counts = add_arrays(self.counts, other.counts)
        self.squares = add_arrays(self.squares, other.squares)
        self.steps = add_arrays(self.steps, other.steps)
        self.moments.add(other.moments)

    @property
    def observations(self) -> int:
        """All observations."""
        return self.samples * self.size

    def mean(self) -> Estimate:
        """The mean, with Student's interval."""
        m = self.moments
        return mean_estimate(*ratio(m.samples, m.sums, m.products, (1, 0), self.size), m.samples)

    def deviation(self) -> Estimate:
        """The standard deviation of an observation.

        Its interval is Student's for the logarithm of the variance, whose standard error is that of the mean of
        ``(x - mean)**2 - variance`` over the samples.
        """
        n, m = self.observations, self.moments
        if n < 2 or m.samples < 2:
            return Estimate(math.nan, math.nan, math.nan, math.nan)
        total, squares = int(m.sums[0]), int(m.sums[1])
        variance = (n * squares - total * total) / (n * (n - 1))
        if variance == 0:
            return Estimate(0.0, 0.0, 0.0, 0.0)
        # A sample's sum of (x - mean)^2 is its sum of x^2 - 2 mean x, and a constant, which has no spread.
        _, se = ratio(m.samples, m.sums, m.products, (-2 * total, n), self.size * n)
        sd, half = math.sqrt(variance), t_quantile(m.samples) * se / (2 * variance)
        return Estimate(sd, se / (2 * sd), sd * math.exp(-half), sd * math.exp(half))

    def share(self, value: int) -> Estimate:
        """The share of one value."""
        part = slice(value, value + 1) if value >= 0 else slice(0, 0)
        return self._estimate(int(self.counts[part].sum()), int(self.squares[part].sum()))

    def tail(self, value: int) -> Estimate:
        """The share of observations of at least a value."""
        part = slice(max(0, value), None)
        return self._estimate(int(self.counts[part].sum()), int(self.steps[part].sum()))

    def tails(self) -> list[Estimate]:
        """The shares of at least 0, at least 1, ..., and at least one more than was observed."""
        counts, squares = (np.cumsum(part[::-1])[::-1].tolist() for part in (self.counts, self.steps))
        return [self._estimate(count, square) for count, square in zip([*counts, 0], [*squares, 0], strict=True)]

    def _estimate(self, count: int, square: int) -> Estimate:
        return share_of_samples(count, square, self.samples, self.size)

    def quantile(self, share: float) -> tuple[int, float, float]:
        """The smallest value at or below which at least a share lies, and its 95 % interval.

        The interval has the values that the intervals of the shares at or below them allow (R. S. Woodruff, J. Am.
        Stat. Assoc. 47, 1952). Values are whole, so that it covers at least as often as it says. Its upper end is
        infinite where so few samples allow more than was observed, and both ends are nan for one sample.
        """
        value = quantile(self.counts, share)
        if self.samples < 2:
            return value, math.nan, math.nan
        above = self.tails()[1:]
        low = next(v for v, tail in enumerate(above) if 1 - tail.low >= share)  # of the highest value: 1 - 0
        high = next((v for v, tail in enumerate(above) if 1 - tail.high >= share), math.inf)
        return value, float(min(low, value)), float(max(high, value))

    def band(self) -> float:
        """Half the height of a band that holds the whole distribution function with 95 %.

        After A. Dvoretzky, J. Kiefer and J. Wolfowitz with the constant of P. Massart (Ann. Probab. 18, 1990), for as
        many observations as there are samples: several observations of a sample may depend on each other, and then
        count as one.
        """
        return math.sqrt(math.log(2 / (1 - CONFIDENCE)) / (2 * self.samples))
