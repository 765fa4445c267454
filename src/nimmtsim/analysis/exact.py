"""Exact sums over independent samples, and the estimates with intervals that follow from them.

A sample is a deal: whatever was observed in it (in its rotations, in several seats) depends on each other, so that only
the sum over a sample counts as one observation. Sums and products are integers without limit; they do not depend on how
a run was cut into blocks, and nothing is rounded before the last step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nimmtsim.statistics import Estimate, share_estimate

__all__ = ["Sums", "add_arrays", "ratio", "share_of_samples"]

#: Below this a sum of products is exact in double precision, where matrix products are fast.
_EXACT_FLOAT = 1 << 53


def add_arrays(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The sum of two arrays of the same number of axes; where one is shorter, it is filled up with zeros."""
    if first.shape == second.shape:
        return first + second
    total = np.zeros(np.maximum(first.shape, second.shape), np.result_type(first, second))
    for part in (first, second):
        total[tuple(slice(length) for length in part.shape)] += part
    return total


@dataclass(eq=False)
class Sums:
    """Sums and products of whole numbers over independent samples.

    Attributes
    ----------
    samples : int
        Independent samples, each with numbers x[..., parts].
    sums : object[..., parts]
        Python integers: sums of x over the samples.
    products : object[..., parts, parts]
        Python integers: sums over the samples of the products x[..., i] * x[..., j].
    """

    samples: int
    sums: np.ndarray
    products: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> Sums:
        """Sums of whole numbers, integer [samples, ..., parts]."""
        by_cell = np.moveaxis(values, 0, -1)  # [..., parts, samples]
        peak = int(np.abs(values).max(initial=0))
        if peak**2 * max(1, len(values)) < _EXACT_FLOAT:
            wide = by_cell.astype(float)
            products = np.matmul(wide, np.swapaxes(wide, -1, -2)).astype(np.int64)
        else:
            by_cell = by_cell.astype(object)
            products = np.matmul(by_cell, np.swapaxes(by_cell, -1, -2))
        return cls(len(values), by_cell.sum(axis=-1).astype(object), products.astype(object))

    def add(self, other: Sums) -> None:
        """Add other samples' sums; cells that one of the two does not have count as zeros in it."""
        self.samples += other.samples
        self.sums = add_arrays(self.sums, other.sums)
        self.products = add_arrays(self.products, other.products)


def ratio(
    samples: int, sums: np.ndarray, products: np.ndarray, above: Sequence[int], below: Sequence[int] | int
) -> tuple[float, float]:
    """A ratio of sums over samples, and its standard error.

    Parameters
    ----------
    samples : int
    sums, products : object[parts], object[parts, parts]
        One cell of `Sums`.
    above : sequence of int
        A weight a part: the numerator.
    below : sequence of int, or int
        The denominator: a weight a part, or how many observations each sample has.

    Returns
    -------
    (float, float)
        nan for a denominator of 0; a standard error of nan for fewer than two samples.

    Notes
    -----
    For a constant denominator this is the mean with its usual standard error. Else the numerator is linearised around
    the ratio r: the standard error is that of the mean of ``above . x - r * below . x`` (W. G. Cochran, "Sampling
    techniques", 3rd ed. 1977, section 6.3).
    """
    weights = [Fraction(w) for w in above]
    total = _dot(weights, sums)
    if isinstance(below, int):
        whole, residual, mean = Fraction(below * samples), weights, total
    else:
        whole = _dot([Fraction(w) for w in below], sums)
        if whole:
            residual = [w - total / whole * v for w, v in zip(weights, below, strict=True)]
        mean = Fraction(0)
    if not whole:
        return math.nan, math.nan
    value = float(total / whole)
    if samples < 2:
        return value, math.nan
    squares = sum((w * _dot(residual, row) for w, row in zip(residual, products, strict=True) if w), Fraction(0))
    spread = (squares - mean * mean / samples) * samples / (samples - 1)
    return value, math.sqrt(max(spread, Fraction(0))) / float(whole)


def _dot(weights: Sequence[Fraction], values: np.ndarray) -> Fraction:
    return sum((w * int(v) for w, v in zip(weights, values, strict=True) if w), Fraction(0))


def share_of_samples(count: int, squares: int, samples: int, size: int) -> Estimate:
    """The share of the observations in which something happened.

    Parameters
    ----------
    count, squares : int
        Sums over samples of how often it did in a sample, and of the squares of that.
    samples, size : int
        Independent samples, and observations of each.
    """
    spread = (samples * squares - count * count) / (samples * samples * max(1, samples - 1))
    return share_estimate(count / (samples * size), math.sqrt(spread) / size, samples)
