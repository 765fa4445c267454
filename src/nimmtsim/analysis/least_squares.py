"""The least-squares value of each card of a hand, from exact sums.

A hand's heads y are written as ``y = mean + sum of the values of its cards + rest``. Every hand has equally many cards,
so a constant added to all values changes nothing: only differences between cards are in the data. They are *identified*
by asking that the average card has value 0: within each set of cards of which all hands have equally many
(`CardDeck.given`), the values add up to 0 when weighted with how often the cards are held. The solution of least
weighted squares has this property (the Moore-Penrose inverse in coordinates scaled by the root of the weights; see
A. Albert, Regression and the Moore-Penrose Pseudoinverse, 1972).

A card whose value the hands do not settle even so, since it came only with certain others (drafted hands) or in every
hand, has no value: nan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

__all__ = ["Fit", "fit"]

#: Sets of cards (places) of which every hand has the same number.
_Given: TypeAlias = Sequence[tuple[np.ndarray, int]]

#: Eigenvalues below this part of the largest are rounding.
_RANK = 1e-9
#: A card is unsettled when this much of it (squared) lies in directions that no hand varies in.
_LEAK = 1e-6


class Fit(NamedTuple):
    """Values float[cards] (nan where there is none), and the share of the variance that they explain, adjusted."""

    values: np.ndarray
    explained: float


def fit(
    products: np.ndarray, counts: np.ndarray, heads: np.ndarray, totals: np.ndarray, given: _Given
) -> Fit:
    """Least squares on how many of each card a hand has.

    Parameters
    ----------
    products : int64[cards, cards]
        Sums over hands of the products of two cards' numbers.
    counts, heads : int64[cards]
        Sums of a card's number, and of that times the hand's heads.
    totals : int64[3]
        Hands, heads, squares of heads.
    given : sequence of (int64[...], int)
        `CardDeck.given`.

    Returns
    -------
    Fit
        *explained* is ``1 - (1 - R^2) (hands - 1) / (hands - rank - 1)``; nan with too few hands.
    """
    n, total, squares = (float(number) for number in totals)
    values = np.full(len(counts), np.nan)
    held = counts > 0
    if n < 2 or not held.any():
        return Fit(values, np.nan)
    weights = counts[held] / n
    root = np.sqrt(weights)
    centred = products[np.ix_(held, held)] - np.outer(weights, counts[held])
    with_heads = heads[held] - weights * total
    numbers, vectors = np.linalg.eigh(centred / np.outer(root, root))
    varies = numbers > _RANK * max(numbers[-1], _RANK * n)
    turned = vectors[:, varies].T @ (with_heads / root)
    found = vectors[:, varies] @ (turned / numbers[varies]) / root
    found[_unsettled(vectors[:, ~varies], root, held, given)] = np.nan
    values[held] = found
    spread, rank = squares - total * total / n, int(varies.sum())
    explained = float(turned @ (turned / numbers[varies])) / spread if spread > 0 else np.nan
    return Fit(values, 1 - (1 - explained) * (n - 1) / (n - rank - 1) if n - rank > 1 else np.nan)


def _unsettled(still: np.ndarray, root: np.ndarray, held: np.ndarray, given: _Given) -> np.ndarray:
    """Cards that lie in directions without variation other than those of the given sets, bool[held cards]."""
    known = np.zeros((len(held), len(given)))
    for column, (places, _) in enumerate(given):
        known[places, column] = 1
    known = known[held] * root[:, None]
    lengths = np.sqrt(np.square(known).sum(axis=0))
    alone = (known > 0).sum(axis=0) == 1  # of a set with a single card every hand has the same
    known = known[:, lengths > 0] / lengths[lengths > 0]
    rest = still - known @ (known.T @ still)
    only = (known[:, alone[lengths > 0]] > 0).any(axis=1)
    return (np.square(rest).sum(axis=1) > _LEAK) | only
