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

from nimmtsim.analysis.kernels_cards import solve_regular

__all__ = ["Fit", "fit"]

#: Sets of cards (places) of which every hand has the same number.
_Given: TypeAlias = Sequence[tuple[np.ndarray, int]]

#: Eigenvalues and pivots below this part of the largest are rounding.
_RANK = 1e-9
#: A card is unsettled when this much of it (squared) lies in directions that no hand varies in.
_LEAK = 1e-6


class Fit(NamedTuple):
    """Values float[cards] (nan where there is none), and the share of the variance that they explain, adjusted."""

    values: np.ndarray
    explained: float


def fit(products: np.ndarray, counts: np.ndarray, heads: np.ndarray, totals: np.ndarray, given: _Given) -> Fit:
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
    scaled = (products[np.ix_(held, held)] / n - np.outer(weights, weights)) / np.outer(root, root)
    right = (heads[held] / n - weights * (total / n)) / root
    known, alone = _given_directions(root, held, given)
    found, rank, unsettled = _solve(scaled, right, known)
    variance = squares / n - (total / n) ** 2
    explained = float(found @ right) / variance if variance > 0 else np.nan
    found[unsettled | alone] = np.nan
    values[held] = found / root
    return Fit(values, 1 - (1 - explained) * (n - 1) / (n - rank - 1) if n - rank > 1 else np.nan)


def _given_directions(root: np.ndarray, held: np.ndarray, given: _Given) -> tuple[np.ndarray, np.ndarray]:
    """Directions (unit vectors float[held cards, sets]) without variation, and which cards are a set of their own."""
    known = np.zeros((len(held), len(given)))
    for column, (places, _) in enumerate(given):
        known[places, column] = 1
    known = known[held][:, known[held].any(axis=0)]
    alone = known[:, known.sum(axis=0) == 1].any(axis=1)
    known *= root[:, None]
    return known / np.sqrt(np.square(known).sum(axis=0)), alone


def _solve(scaled: np.ndarray, right: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, int, np.ndarray]:
    """The shortest solution, the rank, and which cards are unsettled (bool[held cards]).

    As a rule hands vary in every direction but the known ones. Adding those makes the matrix regular and leaves the
    solution as it is. Otherwise the directions are found as eigenvectors, which takes longer.
    """
    found = right.copy()
    if solve_regular(scaled + known @ known.T, found, _RANK):
        return found, len(right) - known.shape[1], np.zeros(len(right), bool)
    numbers, vectors = np.linalg.eigh(scaled)
    varies = numbers > _RANK * max(numbers[-1], _RANK)
    found = vectors[:, varies] @ ((vectors[:, varies].T @ right) / numbers[varies])
    still = vectors[:, ~varies]
    rest = still - known @ (known.T @ still)
    return found, int(varies.sum()), np.square(rest).sum(axis=1) > _LEAK
