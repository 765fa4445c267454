"""What a hand is to expect: the mean of all hands and the values of its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nimmtsim.analysis.groups import Jackknife, jackknife, without
from nimmtsim.analysis.least_squares import Fit
from nimmtsim.statistics import t_quantile

if TYPE_CHECKING:
    from nimmtsim.analysis.cards_held import CardValues

__all__ = ["better_than", "dealt_hands", "expected", "worth"]

#: Expectations that differ by less are equal.
_EQUAL = 1e-9


def expected(values: CardValues, hands: np.ndarray, policy: str | None) -> Jackknife:
    """The expectations of hands.

    Parameters
    ----------
    values : CardValues
    hands : int64[..., cards]
        How many of each card a hand has.
    policy : str or None
        Who plays; the first policy if not given.

    Returns
    -------
    Jackknife
        Arrays of shape [...]; nan where a hand has a card without a value.
    """
    totals, (whole, left_out) = values.totals[:, values.policy_place(policy)], values.fits(policy)
    left = without(totals)
    with np.errstate(invalid="ignore"):  # a single group has no others, and half of one has none at all
        value = totals[:, 1].sum() / totals[:, 0].sum() + _sum(hands, whole.values)
        means = left[:, 1] / left[:, 0]
    others = [mean + _sum(hands, fit.values) for mean, fit in zip(means, left_out, strict=True)]
    return jackknife(value, np.array(others))


def worth(values: CardValues, hands: np.ndarray, policy: str | None) -> Jackknife:
    """How much hands differ from the mean of all, with arguments and result as of `expected`."""
    whole, left_out = values.fits(policy)
    return jackknife(_sum(hands, whole.values), np.array([_sum(hands, fit.values) for fit in left_out]))


def _sum(hands: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """The sums of the values of the cards, nan where one has none."""
    unknown = np.isnan(worth)
    return np.asarray(np.where((hands[..., unknown] > 0).any(axis=-1), np.nan, hands @ np.where(unknown, 0, worth)))


def better_than(values: CardValues, hand: np.ndarray, policy: str | None) -> Jackknife:
    """The share of hands dealt that have a worse expectation than a hand, ties counted half; no dimension.

    Parameters
    ----------
    values : CardValues
    hand : int64[cards]
        How many of each card the hand has.
    policy : str or None
        Who plays; the first policy if not given.

    Returns
    -------
    Jackknife
        With a symmetric interval on the scale of normal quantiles (95 % of these cover 94 % to 95 %; on the scale of
        the share itself 91 % to 94 %), from the variance of the values of the cards and that of the sample of hands.
    """
    from scipy.special import ndtr, ndtri

    dealt, _ = dealt_hands(values, policy)
    whole, left_out = values.fits(policy)
    sign, half = -1 if values.measure == "points" else 1, 0.5 / len(dealt)

    def share(fit: Fit) -> float:
        more = sign * ((dealt - hand) @ np.nan_to_num(fit.values))
        return float(np.mean(more > _EQUAL) + np.mean(np.abs(more) <= _EQUAL) / 2)

    def quantile(shares: float | list[float]) -> np.ndarray:
        return np.asarray(ndtri(np.clip(shares, half, 1 - half)))

    value = share(whole)
    at, se, _, _ = jackknife(quantile(value), quantile([share(fit) for fit in left_out]))
    density = np.exp(-(at**2) / 2) / np.sqrt(2 * np.pi)
    se = np.sqrt(se**2 + ndtr(at) * ndtr(-at) / len(dealt) / density**2)
    margin = t_quantile(len(left_out)) * se
    low, high = np.minimum(ndtr(at - margin), value), np.maximum(ndtr(at + margin), value)
    return Jackknife(np.array(value), se * density, low, high)


def dealt_hands(values: CardValues, policy: str | None) -> tuple[np.ndarray, np.ndarray]:
    """Hands that were dealt to a policy in the first rounds, int64[hands, cards], and what they had."""
    name = values.policies[values.policy_place(policy)]
    rows = np.isin(values.sample.players, [player for player, other in enumerate(values.names) if other == name])
    hands = values.sample.hands[rows]
    places, cards = values.deck.places[hands], len(values.deck.codes)
    flat = (np.arange(len(hands))[:, None] * cards + places)[hands > 0]
    return np.bincount(flat, minlength=len(hands) * cards).reshape(-1, cards), values.sample.heads[rows]
