"""Estimates with honest intervals from exact counts.

The independent samples are the deals. When each deal is played in all rotations, a deal's rounds depend on each other,
and only their sum counts as one observation. Variances are computed in integers without rounding, so that they are
right for a billion rounds, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from nimmtsim.counting import Counts
from nimmtsim.kernels.counts import WIN_PARTS

__all__ = [
    "CONFIDENCE",
    "Estimate",
    "contrast",
    "deviation",
    "half_width",
    "independent_tries",
    "mean_estimate",
    "mean_of",
    "quantile",
    "share_estimate",
    "share_of",
    "t_quantile",
    "wilson",
]

CONFIDENCE = 0.95

#: What one unit of a measure is worth.
_SCALE = {"heads": 1, "wins": WIN_PARTS, "zeros": 1}


class Estimate(NamedTuple):
    """A mean a unit with its standard error and 95 % interval (nan for less than two samples)."""

    value: float
    se: float
    low: float
    high: float


def t_quantile(samples: int, confidence: float = CONFIDENCE) -> float:
    """Student's quantile for the mean of so many samples; nan for fewer than two."""
    from scipy.special import stdtrit  # scipy.stats takes a second to import

    return float(stdtrit(samples - 1, 0.5 + confidence / 2)) if samples > 1 else math.nan


def mean_estimate(value: float, se: float, samples: int) -> Estimate:
    """A mean with Student's interval."""
    half = t_quantile(samples) * se
    return Estimate(value, se, value - half, value + half)


def wilson(share: Any, tries: Any, quantile: float) -> tuple[Any, Any]:
    """The interval of E. B. Wilson (J. Am. Stat. Assoc. 22, 1927) for shares of so many independent tries.

    It stays within 0 and 1, and is not empty when something never or always happened. Numbers, or arrays of one shape.
    """
    square = quantile**2 / tries
    middle = (share + square / 2) / (1 + square)
    half = np.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return np.maximum(0.0, np.minimum(middle - half, share)), np.minimum(1.0, np.maximum(middle + half, share))


def independent_tries(share: Any, se: Any, otherwise: Any) -> Any:
    """How many independent tries would give shares these standard errors; `otherwise` where the share is 0 or 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = share * (1 - share)
        return np.where((se > 0) & (spread > 0), spread / np.square(se), otherwise)


def share_estimate(share: float, se: float, samples: int) -> Estimate:
    """A share with Wilson's interval, for as many tries as independent ones would have its standard error."""
    if samples < 2 or not math.isfinite(share):
        return Estimate(share, math.nan, math.nan, math.nan)
    low, high = wilson(share, independent_tries(share, se, samples), t_quantile(samples))
    return Estimate(share, se, float(low), float(high))


def contrast(counts: Counts, measure: str, weights: Mapping[int, Fraction | int]) -> tuple[Fraction, Fraction | None]:
    """A weighted sum of players' means a unit, and the variance of its estimate, both exact.

    Parameters
    ----------
    counts : Counts
    measure : {"heads", "wins", "zeros"}
    weights : mapping of player to number

    Returns
    -------
    (Fraction, Fraction or None)
        The variance is None for fewer than two samples.
    """
    samples = counts.samples
    sums = {p: counts.sum(measure, p) for p in weights}
    scale = _SCALE[measure] * counts.group
    mean = sum((Fraction(w) * sums[p] for p, w in weights.items()), Fraction(0)) / (scale * samples)
    if samples < 2:
        return mean, None
    spread = sum(
        Fraction(v) * w * (samples * counts.product(measure, p, q) - sums[p] * sums[q])
        for p, v in weights.items()
        for q, w in weights.items()
    )
    return mean, Fraction(spread) / (samples * samples * (samples - 1) * scale * scale)


def mean_of(counts: Counts, measure: str, weights: Mapping[int, Fraction | int]) -> Estimate:
    """A weighted sum of players' means a unit, with Student's interval."""
    mean, variance = contrast(counts, measure, weights)
    return mean_estimate(float(mean), math.nan if variance is None else math.sqrt(variance), counts.samples)


def share_of(counts: Counts, measure: str, player: int) -> Estimate:
    """A player's share of the wins (ties split) or of the rounds without bull heads, with Wilson's interval."""
    estimate = mean_of(counts, measure, {player: 1})
    return share_estimate(estimate.value, estimate.se, counts.samples)


def deviation(counts: Counts, player: int) -> float:
    """The standard deviation of a player's total in a round or match; nan for one unit."""
    units = counts.units
    if units < 2:
        return math.nan
    present = [(int(value), int(counts.histogram[player, value])) for value in np.flatnonzero(counts.histogram[player])]
    total, squares = sum(v * c for v, c in present), sum(v * v * c for v, c in present)
    return math.sqrt(Fraction(units * squares - total * total, units * (units - 1)))


def quantile(histogram: np.ndarray, share: float) -> int:
    """The smallest value at or below which at least this share of the units lies."""
    below = np.cumsum(histogram)
    return int(np.searchsorted(below, max(1, math.ceil(share * int(below[-1])))))


def half_width(counts: Counts) -> float:
    """Half the width of the widest player's interval of the mean; infinite for fewer than two samples."""
    if counts.samples < 2:
        return math.inf
    estimates = (mean_of(counts, "heads", {player: 1}) for player in range(counts.players))
    return max((e.high - e.low) / 2 for e in estimates)
