"""95 % intervals for what the simulations of this game estimate."""

from __future__ import annotations

import math

import numpy as np
from scipy import special  # not scipy.stats, which takes a second to import

from nimmtsim.statistics import CONFIDENCE, t_quantile, wilson

__all__ = ["Z", "mean_interval", "quantile_interval", "share_interval"]

_UPPER = 0.5 + CONFIDENCE / 2
#: Upper quantile of the normal distribution.
Z = float(special.ndtri(_UPPER))


def share_interval(share: float, n: float) -> tuple[float, float]:
    """Wilson's score interval of a share of n games.

    Also right for shares of a win: with ties split, the variance is at most that of wins undivided, so that the
    interval covers at least as often.
    """
    if n <= 0:
        return 0.0, 1.0
    low, high = wilson(share, n, Z)
    return float(low), float(high)


def mean_interval(histogram: np.ndarray) -> tuple[float, float, float, float]:
    """Mean, its interval (Student's t) and the standard deviation, from counts of 0, 1, 2, ...

    A single game tells nothing about the spread: the interval is then infinite.
    """
    values, n = np.arange(len(histogram), dtype=float), int(histogram.sum())
    if n == 0:
        return math.nan, -math.inf, math.inf, math.nan
    mean = float(values @ histogram) / n
    if n == 1:
        return mean, -math.inf, math.inf, math.nan
    deviation = math.sqrt(float((values - mean) ** 2 @ histogram) / (n - 1))
    half = t_quantile(n) * deviation / math.sqrt(n)
    return mean, mean - half, mean + half, deviation


def quantile_interval(histogram: np.ndarray, share: float) -> tuple[int, int, int]:
    """A quantile and the order statistics that bracket it with at least 95 %, from counts of 0, 1, 2, ...

    The quantile is the smallest value at or below which at least the share of the games lies.
    """
    below, n = np.cumsum(histogram), int(histogram.sum())
    low = _binomial_quantile(1 - _UPPER, n, share)
    high = _binomial_quantile(_UPPER, n, share) + 1

    def value_of(rank: int) -> int:
        return int(np.searchsorted(below, min(max(rank, 1), n)))

    return value_of(math.ceil(share * n)), value_of(low), value_of(high)


def _binomial_quantile(level: float, n: int, share: float) -> int:
    """The smallest k with P(X <= k) >= level, for X the number of successes in n trials."""
    k = max(math.ceil(special.bdtrik(level, n, share)), 0)
    return k - 1 if k > 0 and special.bdtr(k - 1, n, share) >= level else k
