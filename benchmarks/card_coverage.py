"""Do the 95 % intervals of card values, plays, and ratings of hands cover? Many small studies against one long run.

``python benchmarks/card_coverage.py [studies] [rounds]`` prints, for each kind of estimate, how many of the intervals
of all studies and cards hold the truth, which a run of `LONG` times as many rounds tells. Game: tactics, three
players, of whom two share a policy (so that hands of one table are counted together), in rotation and without.

What never or always happens does not count, since its intervals cannot miss. The best and worst hands are those that
a study itself names: the truth of them is what the long run makes of the same hands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Any

import numpy as np

from nimmtsim.analysis.card_pairs import neighbour_effect, pair_effects
from nimmtsim.analysis.cards_held import CardValues, card_values
from nimmtsim.analysis.cards_played import card_plays
from nimmtsim.analysis.extreme_hands import best_and_worst_hands
from nimmtsim.analysis.groups import Jackknife, jackknife
from nimmtsim.analysis.hand_rating import hand_quality, rate_hand

GAME, POLICY = ("tactics", ["nearest", "random", "random"]), "random"
LONG = 400
#: Hands that are rated: one of near neighbours, one spread out, one of high cards.
HANDS = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 5, 9, 12, 16, 20, 23, 27, 30, 34], [4, 13, *range(27, 35)]]

#: Name of an estimate, with its values, and the ends of its intervals.
Intervals = Iterator[tuple[str, Any, Any, Any]]


def _columns(frame: Any, names: dict[str, str]) -> Intervals:
    """Columns of a frame or series that have ``_low`` and ``_high``, with what they are called here."""
    for column, name in names.items():
        ends = (f"{column}_low", f"{column}_high") if f"{column}_low" in frame else ("low", "high")
        yield name, frame[column], frame[ends[0]], frame[ends[1]]


def _held(values: CardValues) -> Intervals:
    cards = ("difference", "value", "mean_with", "mean_without")
    yield from _columns(values.frame(POLICY), {name: name for name in cards})
    pairs = pair_effects(values, policy=POLICY)
    yield "pair effect", pairs.effect, pairs.low, pairs.high
    near = neighbour_effect(values, policy=POLICY)
    yield "mean of neighbours", near.value, near.low, near.high
    whole, left_out = values.fits(POLICY)
    explained: Jackknife = jackknife(np.array(whole.explained), np.array([one.explained for one in left_out]))
    yield "explained", explained.value, explained.low, explained.high
    yield from _columns(hand_quality(values).loc[POLICY], {"mean": "mean", "sd": "sd", "hand_sd": "sd of expectations"})
    for hand in HANDS:
        rated = rate_hand(hand, values, policy=POLICY)
        names = {"penalty": "rating", "difference": "rating: difference", "better_than": "rating: better than"}
        yield from _columns(rated, names)


def _played(rounds: int, seed: int, rotate: bool, threads: int | None) -> Intervals:
    plays = card_plays(*GAME, rounds=rounds, seed=seed, rotate=rotate, threads=threads, progress=False)
    columns = ("share_of_held", "share_of_turn", "takes", "sixth", "low", "cost", "rest")
    yield from _columns(plays.frame(POLICY), {name: f"plays: {name}" for name in columns})


def _estimates(
    rounds: int, seed: int, rotate: bool, threads: int | None = 1
) -> tuple[CardValues, dict[str, list[np.ndarray]]]:
    """The card values of a study, and its estimates by name: values and ends of intervals."""
    values = card_values(*GAME, rounds=rounds, seed=seed, rotate=rotate, threads=threads, progress=False)
    found: dict[str, list[np.ndarray]] = {}
    for name, *three in [*_held(values), *_played(rounds, seed, rotate, threads)]:
        arrays = np.array([np.atleast_1d(np.asarray(one, float)) for one in three])
        found[name] = list(np.hstack([found[name], arrays]) if name in found else arrays)
    return values, found


@cache
def _truth(rounds: int, rotate: bool) -> tuple[CardValues, dict[str, list[np.ndarray]]]:
    """What the long run finds; once in a process."""
    return _estimates(LONG * rounds, 2**63, rotate, threads=None)


def _named_hands(values: CardValues, truth: CardValues) -> Iterator[tuple[str, float]]:
    """For each kind of hand that a study names, the share of its intervals that hold what the long run tells."""
    for row in best_and_worst_hands(values, policy=POLICY, dealt=1).itertuples():
        goal = rate_hand(row.cards, truth, policy=POLICY)[values.measure]
        yield f"{row.hand} hand", float(row.low <= goal <= row.high)


def _study(seed: int, rounds: int, rotate: bool) -> dict[str, float]:
    """The share of the intervals of one study that hold the truth, by kind of estimate."""
    (long_run, truth), (values, found) = _truth(rounds, rotate), _estimates(rounds, seed, rotate)
    held = {}
    for name, (_, low, high) in found.items():
        goal = truth[name][0]
        known = np.isfinite(low) & np.isfinite(goal)
        known &= (goal != 0) & (goal != 1)  # what never or always happens, such as a sixth card on the first turn
        held[name] = float(np.mean((low <= goal)[known] & (goal <= high)[known]))
    return held | dict(_named_hands(values, long_run))


def coverage(studies: int, rounds: int, rotate: bool) -> dict[str, tuple[float, float]]:
    """The share of intervals that hold the truth, by kind of estimate, with its standard error over the studies."""
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(_study, rounds=rounds, rotate=rotate), range(studies), chunksize=10))
    shares = {name: np.array([one[name] for one in found]) for name in found[0]}
    return {name: (float(each.mean()), float(each.std() / np.sqrt(studies))) for name, each in shares.items()}


if __name__ == "__main__":
    studies, rounds = (int(word) for word in (sys.argv[1:] + ["1000", "1500"][len(sys.argv) - 1 :]))
    for rotate in (False, True):
        print(f"{studies} studies of {rounds} {'deals in rotation' if rotate else 'rounds'}", flush=True)
        for name, (share, error) in coverage(studies, rounds, rotate).items():
            print(f"  {name:<24} {share:6.2%} +- {error:.2%}", flush=True)
