"""How good a hand is: the mean, and the values of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nimmtsim.analysis.groups import Jackknife, jackknife, without
from nimmtsim.cards import code_of, written
from nimmtsim.checks import whole_number
from nimmtsim.errors import UsageError
from nimmtsim.simulation import MOST_SAMPLES

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.cards_held import CardValues

__all__ = ["best_and_worst_hands", "hand_quality", "rate_hand"]


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
        ``high`` (95 % interval of that expectation, not of a single round); ``difference`` from the mean of all hands;
        ``better_than``, the share of the dealt hands that have a worse expectation, ties counted half.

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
    ['penalty', 'se', 'low', 'high', 'difference', 'better_than']
    """
    import pandas as pd

    cards = _listed(cards)
    counts = _hand_counts(cards, values)
    expected = _expected(values, counts, policy)
    if np.isnan(expected.value):
        missing = [values.deck.cards[i] for i in np.flatnonzero(np.isnan(values.values(policy).value) & (counts > 0))]
        raise UsageError(f"no value is known for {', '.join(map(str, missing))}: {values.title}")
    others = _expected_sample(values, policy)
    above, equal = np.mean(others > expected.value + 1e-9), np.mean(np.abs(others - expected.value) <= 1e-9)
    better = (1 - above - equal if values.measure == "points" else above) + equal / 2
    return pd.Series(
        {
            values.measure: float(expected.value), "se": float(expected.se), "low": float(expected.low),
            "high": float(expected.high), "difference": float(expected.value - values.mean(policy).value),
            "better_than": float(better),
        },
        name=" ".join(str(card) for card in cards),
    )  # fmt: skip


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
        number) with ``se``, ``low``, ``high``; ``hand_sd``, the deviation of the expectation from hand to hand, with
        ``hand_sd_low`` and ``hand_sd_high``; ``best`` and ``worst``, the expectations of the best and the worst hand
        that can be dealt (nan when there is a card without a value). Nan for what too few rounds cannot tell.
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
    best, worst = (float(_expected(values, _extreme(values, policy, best), policy).value) for best in (True, False))
    return {
        "mean": float(mean.value), "mean_low": float(mean.low), "mean_high": float(mean.high),
        "sd": float(sd), "sd_low": float(spread.low), "sd_high": float(spread.high),
        "explained": float(explained.value), "se": float(explained.se),
        "low": float(np.maximum(explained.low, 0)), "high": float(np.minimum(explained.high, 1)),
        "hand_sd": float(between.value), "hand_sd_low": float(np.maximum(between.low, 0)),
        "hand_sd_high": float(between.high), "best": best, "worst": worst,
    }  # fmt: skip


def _root(share: float | np.ndarray) -> np.ndarray:
    """The root of shares of variance, of which estimates can lie below 0; nan stays nan."""
    return np.asarray(np.sqrt(np.maximum(share, 0)))


def _deviation(totals: np.ndarray) -> np.ndarray:
    """The standard deviation from hands, heads and squares of heads, float[...] of int64[..., 3]."""
    hands, heads, squares = np.moveaxis(totals.astype(float), -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(hands > 1, np.sqrt((squares - heads * heads / hands) / (hands - 1)), np.nan))


def best_and_worst_hands(values: CardValues, *, policy: str | None = None, dealt: int = 3) -> pd.DataFrame:
    """The hands with the best and the worst expectation.

    Parameters
    ----------
    values : CardValues
    policy : str, optional
        Who plays; the first policy if not given.
    dealt : int, optional
        So many of the best and of the worst hands that were dealt in the first rounds of the run, too; all of them, if
        there are fewer.

    Returns
    -------
    DataFrame
        ``hand`` ("best possible", "worst possible", "best dealt", "worst dealt"); ``cards``, a tuple as people write
        them; ``expected`` with ``low`` and ``high``; ``observed``, what the hand that was dealt had in its round (nan
        for the possible ones).

    Raises
    ------
    UsageError
        For `dealt` below 0.
    """
    import pandas as pd

    dealt = whole_number("dealt", dealt, 0, MOST_SAMPLES)
    found = []
    for best in (True, False):
        kind = "best" if best else "worst"
        found.append((f"{kind} possible", _extreme(values, policy, best), np.nan))
        sample, heads = _sample_counts(values, policy)
        prediction = _expected_sample(values, policy)
        order = np.argsort(prediction if best == (values.measure == "penalty") else -prediction, kind="stable")
        found += [(f"{kind} dealt", sample[row], float(heads[row])) for row in order[:dealt]]
    rows = []
    for kind, counts, observed in found:
        expected = _expected(values, counts, policy)
        cards = tuple(np.repeat(np.array(values.deck.cards, object), counts))
        rows.append((kind, cards, float(expected.value), float(expected.low), float(expected.high), observed))
    return pd.DataFrame(rows, columns=["hand", "cards", "expected", "low", "high", "observed"])


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
        raise UsageError(f"a hand is a list of cards, not {cards!r}")
    dimensions = getattr(cards, "ndim", 1)
    if dimensions != 1:
        raise UsageError(f"a hand is a list of cards, not a {type(cards).__name__} of {dimensions} dimensions")
    return list(cards)


def _described(values: CardValues) -> str:
    """The cards of the deck in words."""
    numbers = [card for card in values.deck.cards if card >= 1]
    extra = ", jokers 0.0 to 0.9" if values.rules.jokers else ", zero cards 0" if values.rules.zeros else ""
    return f"{numbers[0]} to {numbers[-1]}{extra}"


def _expected(values: CardValues, counts: np.ndarray, policy: str | None) -> Jackknife:
    """Mean plus values of the cards; arrays of no dimension."""
    place = values.policy_place(policy)
    totals = values.totals[:, place]
    whole, left_out = values.fits(policy)
    held, left = counts > 0, without(totals)
    value = totals[:, 1].sum() / totals[:, 0].sum() + counts[held] @ whole.values[held]
    others = left[:, 1] / left[:, 0] if len(totals) > 1 else np.zeros(1)
    return jackknife(np.array(value), others + np.array([counts[held] @ one.values[held] for one in left_out]))


def _sample_counts(values: CardValues, policy: str | None) -> tuple[np.ndarray, np.ndarray]:
    """Hands that were dealt to a policy, int64[hands, cards], and what they had."""
    name = values.policies[values.policy_place(policy)]
    rows = np.isin(values.sample.players, [player for player, other in enumerate(values.names) if other == name])
    hands = values.sample.hands[rows]
    places, cards = values.deck.places[hands], len(values.deck.codes)
    flat = (np.arange(len(hands))[:, None] * cards + places)[hands > 0]
    return np.bincount(flat, minlength=len(hands) * cards).reshape(-1, cards), values.sample.heads[rows]


def _expected_sample(values: CardValues, policy: str | None) -> np.ndarray:
    """The expectations of hands that were dealt, float[hands]."""
    counts, _ = _sample_counts(values, policy)
    return values.mean(policy).value + counts @ np.nan_to_num(values.fits(policy)[0].values)


def _extreme(values: CardValues, policy: str | None, best: bool) -> np.ndarray:
    """The hand with the best or worst expectation that can be dealt: the best cards of each given set."""
    worth = values.fits(policy)[0].values
    order = np.argsort(worth if best == (values.measure == "penalty") else -worth, kind="stable")
    counts = values.deck.least.copy()
    for places, number in values.deck.given:
        for place in order[np.isin(order, places)]:
            room = number - counts[places].sum()
            counts[place] += min(room, values.deck.most[place] - counts[place])
    return counts
