"""Whether two cards of a hand are worth more, or less, together than one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from nimmtsim.analysis.groups import Jackknife, jackknife
from nimmtsim.cards import HIGHEST, code_of, written
from nimmtsim.errors import UsageError, shown

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.cards_held import CardValues

__all__ = ["neighbour_effect", "pair_effects"]


def pair_effects(
    values: CardValues, pairs: str | Sequence[tuple[float, float]] = "neighbours", *, policy: str | None = None
) -> pd.DataFrame:
    """The effect of pairs of cards beyond the sum of the two.

    Parameters
    ----------
    values : CardValues
    pairs : {"neighbours", "all"} or sequence of pairs of cards
        Neighbours follow each other by one (jokers 0.3 and 0.4, numbers 17 and 18); cards as people write them.
    policy : str, optional
        Whose hands; the first policy's if not given.

    Returns
    -------
    DataFrame
        A row a pair: ``measure``, what the heads are (``"penalty"`` or ``"points"``); ``first``, ``second``; ``hands``
        with both; ``together``, the mean of hands with both less that of hands with neither; ``first_alone`` and
        ``second_alone``, the means of hands with one and not the other less that of hands with neither; ``effect``,
        what together is above the sum of the two, with ``se``, ``low``, ``high``. Heads (points) a round; below 0 the
        pair costs less than its cards one by one. Nan where one of the four kinds of hands did not occur.

    Raises
    ------
    UsageError
        For a card that the game does not have, or a pair of equal cards.

    Notes
    -----
    If the cards of a hand simply added up, the effect would be 0 for hands dealt at random: the other cards, of which
    there is room for one less beside a pair, cancel in the difference of differences.
    """
    import pandas as pd

    first, second = _places(values, pairs)
    hands, heads = _cells(values, policy, first, second)
    whole, left_out = _means(hands.sum(axis=1), heads.sum(axis=1)), _means(*(_left(sums) for sums in (hands, heads)))
    effect = jackknife(_beyond(whole), _beyond(left_out))
    cards = values.deck.cards
    return pd.DataFrame(
        {
            "measure": values.measure,
            "first": [cards[place] for place in first], "second": [cards[place] for place in second],
            "hands": hands[0].sum(axis=0), "together": whole[0] - whole[3], "first_alone": whole[1] - whole[3],
            "second_alone": whole[2] - whole[3], "effect": effect.value, "se": effect.se, "low": effect.low,
            "high": effect.high,
        }
    )  # fmt: skip


def neighbour_effect(values: CardValues, *, policy: str | None = None) -> Jackknife:
    """The mean effect of all pairs of neighbouring numbers (`pair_effects`), with its interval.

    Parameters
    ----------
    values : CardValues
    policy : str, optional
        Whose hands; the first policy's if not given.

    Returns
    -------
    Jackknife
        Arrays of no dimension. The mean is over the numbers c and c + 1 of the deck (103 pairs of the cards 1 to 104)
        that can be told: that were held together, one by one and not at all, each in at least two groups of deals
        (`nimmtsim.analysis.groups`). Jokers and zero cards are not in it. `CardValues.notes` says how many pairs are
        left out. Nan when all are.
    """
    first, second = _number_neighbours(values)
    hands, heads = _cells(values, policy, first, second)
    known = _known(hands)
    if not known.any():
        return jackknife(np.array(np.nan), np.full(hands.shape[1], np.nan))
    hands, heads = hands[..., known], heads[..., known]
    whole, left_out = _means(hands.sum(axis=1), heads.sum(axis=1)), _means(*(_left(sums) for sums in (hands, heads)))
    return jackknife(_beyond(whole).mean(), _beyond(left_out).mean(axis=1))


def neighbour_counts(values: CardValues, policy: str | None = None) -> tuple[int, int]:
    """Over how many pairs of numbers `neighbour_effect` is the mean, and how many there are in the deck."""
    known = _known(_cells(values, policy, *_number_neighbours(values))[0])
    return int(known.sum()), len(known)


def neighbour_notes(values: CardValues) -> list[str]:
    """A line for each policy for which `neighbour_effect` leaves out pairs."""
    notes = []
    for policy in values.policies:
        known, pairs = neighbour_counts(values, policy)
        if known < pairs:
            notes.append(f"{policy}: neighbours without {pairs - known} of {pairs} pairs of numbers c and c + 1, that "
                         "hardly ever or never came together in a hand, or one by one")  # fmt: skip
    return notes


def _number_neighbours(values: CardValues) -> tuple[np.ndarray, np.ndarray]:
    """The places of c and of c + 1 for all numbers of the deck."""
    first, second = _places(values, "neighbours")
    numbers = values.deck.codes[second] <= HIGHEST
    return first[numbers], second[numbers]


def _known(hands: np.ndarray) -> np.ndarray:
    """Pairs whose four kinds of hands are there without any one group, too: bool[pairs] of int64[4, groups, pairs]."""
    least = min(2, hands.shape[1])
    return np.asarray(((hands > 0).sum(axis=1) >= least).all(axis=0))


def _places(values: CardValues, pairs: str | Sequence[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    """The places of the first and second cards."""
    codes = [int(code) for code in values.deck.codes]
    if isinstance(pairs, str):
        if pairs not in ("neighbours", "all"):
            raise UsageError(f"pairs={shown(pairs)}: must be 'neighbours', 'all' or a list of pairs such as [(17, 18)]")
        found = [(a, b) for a, b in combinations(range(len(codes)), 2) if pairs == "all" or codes[b] == codes[a] + 1]
    else:
        found = [_pair(values, codes, pair) for pair in pairs]
    return np.array([a for a, _ in found], np.int64), np.array([b for _, b in found], np.int64)


def _pair(values: CardValues, codes: list[int], pair: tuple[float, float]) -> tuple[int, int]:
    try:
        first, second = (code_of(card, jokers=values.rules.jokers) for card in pair)
    except TypeError:
        raise UsageError(f"{shown(pair)} is no pair of cards, such as (17, 18)") from None
    except ValueError as problem:
        raise UsageError(f"{shown(pair)} is no pair of cards: {problem}") from None
    for code in (first, second):
        if code not in codes:
            raise UsageError(f"there is no card {written(code)} in the hands of {values.rules.name}")
    if first == second:
        raise UsageError(f"{shown(pair)}: a pair is of two different cards")
    return codes.index(first), codes.index(second)


def _left(sums: np.ndarray) -> np.ndarray:
    """Sums [4, groups, pairs] without each group."""
    return sums.sum(axis=1, keepdims=True) - sums


def _cells(
    values: CardValues, policy: str | None, first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Hands, and their heads, with both cards, the first only, the second only, neither: int64[4, groups, pairs]."""
    place = values.policy_place(policy)
    cells = []
    for kind in range(2):
        sums, total = values.pairs[:, place, :, :, kind], values.totals[:, place, kind, None]
        both, one, other = sums[:, first, second], sums[:, first, first], sums[:, second, second]
        cells.append(np.stack([both, one - both, other - both, total - one - other + both]))
    return cells[0], cells[1]


def _means(hands: np.ndarray, heads: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return heads / hands


def _beyond(means: np.ndarray) -> np.ndarray:
    return means[0] - means[1] - means[2] + means[3]
