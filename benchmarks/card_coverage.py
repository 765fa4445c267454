"""Do the 95 % intervals of card values cover? Many small studies against one long run.

``python benchmarks/card_coverage.py [studies] [rounds]`` prints, for each kind of estimate, how many of the intervals
of all studies and cards hold the truth. The truth is taken from a run of a hundred times as many rounds as a study has
(and another seed), whose own error is a tenth of a study's: it widens the deviations by half a per cent, which is added
to the standard errors before counting. Game: tactics, three players, of whom two share a policy (so that hands of one
table are counted together), in rotation and without.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from nimmtsim.analysis.card_pairs import neighbour_effect, pair_effects
from nimmtsim.analysis.cards_held import CardValues, card_values
from nimmtsim.analysis.cards_played import card_plays
from nimmtsim.analysis.groups import Jackknife, jackknife
from nimmtsim.statistics import t_quantile

GAME = "tactics", ["nearest", "random", "random"]
LONG = 100


def _held(values: CardValues) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    yield "difference", *values.differences("random")[:2]
    yield "value", *values.values("random")[:2]
    pairs = pair_effects(values, policy="random")
    yield "pair effect", pairs.effect.to_numpy(), pairs.se.to_numpy()
    near = neighbour_effect(values, policy="random")
    yield "mean of neighbours", near.value, near.se
    whole, left_out = values.fits("random")
    explained: Jackknife = jackknife(np.array(whole.explained), np.array([one.explained for one in left_out]))
    yield "explained", explained.value, explained.se


def _played(rounds: int, seed: int, rotate: bool) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    frame = card_plays(*GAME, rounds=rounds, seed=seed, rotate=rotate).frame("random")
    for name in ("share_of_held", "takes"):  # Wilson's intervals, as their middle and half width
        low, high = frame[f"{name}_low"].to_numpy(), frame[f"{name}_high"].to_numpy()
        yield name, (low + high) / 2, (high - low) / 2 / t_quantile(50)
    for name in ("cost", "rest"):
        yield name, frame[name].to_numpy(), frame[f"{name}_se"].to_numpy()


def _estimates(rounds: int, seed: int, rotate: bool) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    found = [*_held(card_values(*GAME, rounds=rounds, seed=seed, rotate=rotate)), *_played(rounds, seed, rotate)]
    return {name: (np.atleast_1d(value), np.atleast_1d(se)) for name, value, se in found}


def coverage(
    studies: int, rounds: int, rotate: bool, tell: Callable[[str], None] = print
) -> dict[str, tuple[float, float]]:
    """The share of intervals that hold the truth, by kind of estimate, with its standard error over the studies."""
    truth = _estimates(LONG * rounds, 2**63, rotate)
    held: dict[str, list[float]] = {name: [] for name in truth}
    began = time.perf_counter()
    for study in range(studies):
        for name, (value, se) in _estimates(rounds, study, rotate).items():
            goal, own = truth[name]
            known = np.isfinite(se) & np.isfinite(own)
            half = t_quantile(50) * np.hypot(se, own)[known]
            held[name].append(float(np.mean(np.abs(value - goal)[known] <= half)))
        if study == 9:
            tell(f"  about {(time.perf_counter() - began) / 10 * studies / 60:.1f} minutes")
    return {name: (float(np.mean(shares)), float(np.std(shares) / np.sqrt(studies))) for name, shares in held.items()}


if __name__ == "__main__":
    studies, rounds = (int(word) for word in (sys.argv[1:] + ["1000", "1500"][len(sys.argv) - 1 :]))
    for rotate in (False, True):
        print(f"{studies} studies of {rounds} {'deals in rotation' if rotate else 'rounds'}", flush=True)
        for name, (share, error) in coverage(studies, rounds, rotate).items():
            print(f"  {name:<20} {share:6.2%} +- {error:.2%}")
