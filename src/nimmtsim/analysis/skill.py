"""How many rounds it takes until the better of two policies is ahead.

Two players at one table. D is how many bull heads the worse one has more than the better one. After N independent
rounds the better one is ahead with probability about ``Phi(sqrt(N) * mean(D) / sd(D))``, by the central limit theorem,
so that it takes

    N = (z * sd(D) / mean(D))**2        with z = Phi^-1(0.95) = 1.645

rounds until that is 95 %. In *single* rounds everybody has his own hand, in a seat at random: sd(D) is that of one
round. On *duplicated* deals each deal is played once in every rotation, and D is the mean over the rotations of one
deal: luck of the hand cancels, sd(D) is smaller, and each of the N deals costs as many rounds as there are players.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.groups import Jackknife
from nimmtsim.statistics import CONFIDENCE

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["pairs_frame", "rounds_needed"]


def rounds_needed(sums: Sequence[np.ndarray], repeats: int, weights: np.ndarray, sign: int) -> np.ndarray:
    """How clearly one policy is better than another.

    Parameters
    ----------
    sums : sequence of int64[...]
        Of `nimmtsim.analysis.luck`: over deals, with any axes before.
    repeats : int
        Orders of the players that each deal was played in.
    weights : float[players, players]
        A weight for each pair of players, one with the first policy and one with the second; they sum to 1.
    sign : int
        1 where bull heads are points, -1 where they are a penalty.

    Returns
    -------
    float[..., 3]
        By how much the first is better a round, in bull heads; that in standard deviations of a single round; and in
        those of a duplicated deal. Differences of 0 have 0 standard deviations.
    """
    deals, by_player, same_play, same_deal = (sums[at].astype(float) for at in (0, 3, 5, 6))
    n = weights.shape[0]
    plays = deals[..., 0] * repeats
    means = by_player[..., 0, :] / (plays * n)[..., None]
    mean = sign * ((means[..., :, None] - means[..., None, :]) * weights).sum(axis=(-2, -1))
    single = _squares(same_play, weights) / (plays * n) - mean**2
    duplicated = _squares(same_deal, weights) / (plays * n * n) - mean**2
    return np.stack([mean, _clearness(mean, single), _clearness(mean, duplicated)], axis=-1)


def _squares(products: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The weighted sum of squared differences, from the sums of products of two players' results."""
    own = np.diagonal(products, axis1=-2, axis2=-1)
    return ((own[..., :, None] + own[..., None, :] - 2 * products) * weights).sum(axis=(-2, -1))


def _clearness(mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    # Where nothing varies, rounding leaves a variance of about 1e-16 of the squares.
    variance = np.where(variance > 1e-9 * (1 + mean**2), variance, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(mean == 0, 0.0, mean / np.sqrt(variance))


def _number(clearness: float) -> float:
    """Rounds or deals until the better is ahead with 95 %: at least one, and infinitely many without a difference."""
    from scipy.special import ndtri

    return max(1.0, (float(ndtri(CONFIDENCE)) / clearness) ** 2) if clearness else math.inf


def _interval(low: float, high: float) -> tuple[float, float]:
    """The numbers that the interval of a clearness allows: any number up to infinity when it holds 0."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return math.nan, math.nan
    fewest = _number(max(abs(low), abs(high)))
    return fewest, math.inf if low <= 0 <= high else _number(min(abs(low), abs(high)))


def pairs_frame(found: Mapping[tuple[str, str], Jackknife], variant: str, players: int) -> pd.DataFrame:
    """The rounds that pairs of policies need.

    Parameters
    ----------
    found : mapping of (str, str) to Jackknife
        Values of `rounds_needed`.
    variant : str
    players : int

    Returns
    -------
    DataFrame
        A row a pair: ``variant``, ``players``, ``better``, ``worse``; ``margin``, bull heads a round between the two,
        with 95 % interval ``margin_low``, ``margin_high``; ``rounds``, single rounds until the better one is ahead with
        95 %, with ``rounds_low``, ``rounds_high``; ``deals``, the same for duplicated deals, with ``deals_low``,
        ``deals_high``; ``deal_rounds``, the rounds that these are. The numbers are infinite where no difference can be
        told, and at least 1; nan where there is no interval, because nothing varies or there are too few deals.
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for pair, estimate in found.items():
        swap = bool(estimate.value[0] < 0)
        better, worse = pair[::-1] if swap else pair
        value, low, high = (np.array(part, float) for part in (estimate.value, estimate.low, estimate.high))
        if swap:
            value, low, high = -value, -high, -low
        rounds, deals = _number(value[1]), _number(value[2])
        rounds_low, rounds_high = _interval(low[1], high[1])
        deals_low, deals_high = _interval(low[2], high[2])
        rows.append({
            "variant": variant, "players": players, "better": better, "worse": worse,
            "margin": value[0], "margin_low": low[0], "margin_high": high[0],
            "rounds": rounds, "rounds_low": rounds_low, "rounds_high": rounds_high,
            "deals": deals, "deals_low": deals_low, "deals_high": deals_high, "deal_rounds": players * deals,
        })  # fmt: skip
    columns = ["variant", "players", "better", "worse", "margin", "margin_low", "margin_high", "rounds", "rounds_low",
               "rounds_high", "deals", "deals_low", "deals_high", "deal_rounds"]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)
