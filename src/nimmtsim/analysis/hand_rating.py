"""How good a hand is: the mean, and the values of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nimmtsim.analysis.expectations import better_than, expected, worth
from nimmtsim.analysis.extreme_hands import EXTREMES, extreme_hand
from nimmtsim.analysis.groups import jackknife, without
from nimmtsim.cards import code_of, written
from nimmtsim.errors import UsageError, shown

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.cards_held import CardValues

__all__ = ["hand_quality", "rate_hand"]


def rate_hand(cards: Iterable[float], values: CardValues, *, policy: str | None = None) -> pd.Series:
    """What a hand is expected to cost (to bring, where heads are points) by the values of its cards.

    Parameters
    ----------
    cards : iterable of int or float
        A whole hand as people write it: numbers, 0 for a zero card, 0.4 for a joker.
    values : CardValues
        What cards are worth under some rules, to some policies.
    policy : str, optional
        Who plays the hand; the first policy if not given.

    Returns
    -------
    Series
        ``penalty`` (``points``), the mean of all hands plus the values of these cards, with ``se``, ``low`` and
        ``high`` (95 % interval of that expectation, not of a single round); ``difference`` from the mean of all hands,
        and ``better_than``, the share of hands dealt that have a worse expectation, ties counted half, both with
        ``_low`` and ``_high``.

    Raises
    ------
    UsageError
        For what is no hand of these rules, or has a card without a value.

    Examples
    --------
    >>> from nimmtsim import card_values
    >>> values = card_values("base", ["nearest"] * 4, rounds=5000, seed=1)
    >>> good = rate_hand([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], values)
    >>> [*good.index]
    ['penalty', 'se', 'low', 'high', 'difference', 'difference_low', 'difference_high', 'better_than', \
'better_than_low', 'better_than_high']
    """
    import pandas as pd

    cards = _listed(cards)
    counts = _hand_counts(cards, values)
    found = expected(values, counts, policy)
    if np.isnan(found.value):
        missing = [values.deck.cards[i] for i in np.flatnonzero(np.isnan(values.values(policy).value) & (counts > 0))]
        raise UsageError(f"no value is known for {', '.join(map(str, missing))}: {values.title}")
    row = {values.measure: found.value, "se": found.se, "low": found.low, "high": found.high}
    for name, estimate in (("difference", worth(values, counts, policy)),
                           ("better_than", better_than(values, counts, policy))):  # fmt: skip
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    figures = {name: float(figure) for name, figure in row.items()}
    return pd.Series(figures, name=" ".join(str(card) for card in cards))


def hand_quality(values: CardValues) -> pd.DataFrame:
    """How much of the penalty (points) the dealt hand explains.

    Parameters
    ----------
    values : CardValues

    Returns
    -------
    DataFrame
        Index ``policy``. ``mean`` and ``sd`` of a hand's penalty (points), each with ``_low`` and ``_high``;
        ``explained``, the share of its variance that the least-squares values of the cards explain (adjusted for their
        number) with ``se``, ``low``, ``high``; ``hand_sd``, the deviation of the expectation from hand to hand;
        ``best`` and ``worst``, the expectations of those that are found to be the best and the worst hand that can be
        dealt (nan when there is a card without a value), as `best_and_worst_hands` tells them; these three with
        ``_low`` and ``_high``, too. Nan for what too few rounds cannot tell.
    """
    import pandas as pd

    return pd.DataFrame.from_dict({name: _quality(values, name) for name in values.policies},
                                  orient="index").rename_axis("policy")  # fmt: skip


def _quality(values: CardValues, policy: str) -> dict[str, float]:
    """The row of a policy in `hand_quality`."""
    whole, left_out = values.fits(policy)
    explained = jackknife(np.array(whole.explained), np.array([one.explained for one in left_out]))
    totals = values.totals[:, values.policy_place(policy)]
    sd, others_sd = _deviation(totals.sum(axis=0)), _deviation(without(totals))
    shares = np.array([one.explained for one in left_out])
    between = jackknife(sd * _root(whole.explained), others_sd * _root(shares))
    mean, spread = values.mean(policy), jackknife(sd, others_sd)
    extremes: dict[str, float] = {}
    for which in EXTREMES:
        found = extreme_hand(values, policy, which)
        extremes |= {which: float(found.value), f"{which}_low": float(found.low), f"{which}_high": float(found.high)}
    return {
        "mean": float(mean.value), "mean_low": float(mean.low), "mean_high": float(mean.high),
        "sd": float(sd), "sd_low": float(spread.low), "sd_high": float(spread.high),
        "explained": float(explained.value), "se": float(explained.se),
        "low": float(np.maximum(explained.low, 0)), "high": float(np.minimum(explained.high, 1)),
        "hand_sd": float(between.value), "hand_sd_low": float(np.maximum(between.low, 0)),
        "hand_sd_high": float(between.high),
        **extremes,
    }  # fmt: skip


def _root(share: float | np.ndarray) -> np.ndarray:
    """The root of shares of variance, of which estimates can lie below 0; nan stays nan."""
    return np.asarray(np.sqrt(np.maximum(share, 0)))


def _deviation(totals: np.ndarray) -> np.ndarray:
    """The standard deviation from hands, heads and squares of heads, float[...] of int64[..., 3]."""
    hands, heads, squares = np.moveaxis(totals.astype(float), -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(hands > 1, np.sqrt((squares - heads * heads / hands) / (hands - 1)), np.nan))


def _hand_counts(cards: Sequence[float], values: CardValues) -> np.ndarray:
    """How many of each card a hand has; UsageError when it cannot be dealt."""
    rules, deck = values.rules, values.deck
    codes = [code_of(card.item() if isinstance(card, np.generic) else card, jokers=rules.jokers) for card in cards]
    who = f"a hand of {rules.name} with {len(values.names)} players"
    for code in codes:
        if code not in deck.codes:
            raise UsageError(f"{who} has no card {written(code)}; it has {_described(values)}")
    counts = deck.counts(codes)
    for place in np.flatnonzero((counts > deck.most) | (counts < deck.least)):
        limits = f"{deck.least[place]} to {deck.most[place]}"
        raise UsageError(f"{who} has {limits} of card {deck.cards[place]}, not {counts[place]}")
    for places, number in deck.given:
        if counts[places].sum() != number:
            kind = "cards"
            if len(deck.given) > 1:
                kind = "numbers" if places[0] else "jokers" if rules.jokers else "zero cards"
            raise UsageError(f"{who} has {number} {kind}, not {counts[places].sum()}")
    return counts


def _listed(cards: Iterable[float]) -> list[float]:
    """The cards of any collection, a Series or a generator, too; UsageError in one line for what is none."""
    if isinstance(cards, str | bytes | Mapping) or not isinstance(cards, Iterable):
        raise UsageError(f"a hand is a list of cards, not {shown(cards)}")
    dimensions = getattr(cards, "ndim", 1)
    if dimensions != 1:
        raise UsageError(f"a hand is a list of cards, not a {type(cards).__name__} of {dimensions} dimensions")
    return list(cards)


def _described(values: CardValues) -> str:
    """The cards of the deck in words."""
    numbers = [card for card in values.deck.cards if card >= 1]
    extra = ", jokers 0.0 to 0.9" if values.rules.jokers else ", zero cards 0" if values.rules.zeros else ""
    return f"{numbers[0]} to {numbers[-1]}{extra}"
