"""The best and the worst hands by the values of their cards, and what they are truly to expect.

The hand that looks best of all is also the one whose values happen to be estimated best, so that the rounds that have
picked it flatter it. Here one half of the deals picks hands, and the other half tells what they are to expect (M.
Stone, Journal of the Royal Statistical Society B 36 (1974) 111-147): an estimate that is right on average, with an
interval that covers as often as for a hand of anybody's choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nimmtsim.analysis.expectations import dealt_hands, expected
from nimmtsim.analysis.groups import Jackknife
from nimmtsim.checks import whole_number
from nimmtsim.simulation import MOST_SAMPLES

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.cards_held import CardValues

__all__ = ["EXTREMES", "best_and_worst_hands", "extreme_hand"]

#: Hands that are looked for.
EXTREMES = ("best", "worst")


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

    Notes
    -----
    Every other group of deals (:mod:`nimmtsim.analysis.groups`) picks the hands, and those in between tell what they
    are to expect: less extreme than a rating by all rounds (`nimmtsim.rate_hand`), which flatters hands that it has
    picked, and maybe out of order where hands are nearly the same.
    """
    import pandas as pd

    dealt = whole_number("dealt", dealt, 0, MOST_SAMPLES)
    picking, judging = values.halves()
    worth = picking.fits(policy)[0].values
    sample, heads = dealt_hands(values, policy)
    cards, frames = np.array(values.deck.cards, object), []
    for which in EXTREMES:
        sign = _sign(values, which)
        order = np.argsort(sign * (sample @ np.nan_to_num(worth)), kind="stable")[:dealt]
        hands = np.concatenate([_cheapest(values, sign * worth)[None], sample[order]])
        found = expected(judging, hands, policy)
        kinds = [f"{which} possible", *[f"{which} dealt"] * len(order)]
        columns = {"hand": kinds, "cards": [tuple(np.repeat(cards, hand)) for hand in hands], "expected": found.value,
                   "low": found.low, "high": found.high, "observed": np.append(np.nan, heads[order])}  # fmt: skip
        frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def extreme_hand(values: CardValues, policy: str, which: str) -> Jackknife:
    """What the hand that looks ``"best"`` or ``"worst"`` of all that can be dealt is to expect; no dimension."""
    picking, judging = values.halves()
    worth = picking.fits(policy)[0].values
    return expected(judging, _cheapest(values, _sign(values, which) * worth), policy)


def _sign(values: CardValues, which: str) -> int:
    """1 where the hands looked for have the fewest heads, -1 where they have the most."""
    return 1 if (which == "best") == (values.measure == "penalty") else -1


def _cheapest(values: CardValues, worth: np.ndarray) -> np.ndarray:
    """The hand with the fewest heads that can be dealt, int64[cards]: of each given set the cheapest cards."""
    deck, order = values.deck, np.argsort(worth, kind="stable")
    counts = deck.least.copy()
    for places, number in deck.given:
        for place in order[np.isin(order, places)]:
            room = number - counts[places].sum()
            counts[place] += min(room, deck.most[place] - counts[place])
    return counts
