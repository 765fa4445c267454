"""Do the 95 % intervals of results, distributions, turns and luck hold the truth? Thousands of small studies.

``python benchmarks/interval_coverage.py [studies] [deals]`` prints for each kind of estimate how many of the
intervals hold the truth, with and without rotations. For distributions the truth is what all studies together find
(so many times as many rounds that its own error does not show), for the others a run `LONG` times as long as a study.
Game: base, four players, of whom two share a policy, so that dependent results of one table are counted together.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

import nimmtsim
from nimmtsim.analysis.joint import Joint
from nimmtsim.analysis.luck import COMPONENTS, luck
from nimmtsim.analysis.tallies import Tally
from nimmtsim.analysis.turns import turns

POLICIES = ["nearest", "lowest", "random", "random"]
LONG = 400
#: Bull heads to either side (in rounds, and in deals in rotation) that half of the studies reach with 1,440 deals.
PRECISION = {False: 0.469, True: 0.238}

#: What is estimated of a distribution: its name, and how.
TALLIED = {
    "mean": lambda tally: tally.mean(),
    "standard deviation": lambda tally: tally.deviation(),
    "share without a head": lambda tally: tally.share(0),
    "share of exactly 10": lambda tally: tally.share(10),
    "share of 20 or more": lambda tally: tally.tail(20),
    "share of 35 or more": lambda tally: tally.tail(35),
}


def _holds(low: float, high: float, truth: float) -> bool:
    return bool(low <= truth <= high)


def distributions(studies: int, deals: int, rotate: bool) -> Iterator[tuple[str, list[bool]]]:
    """Shares, means, deviations, quantiles, correlations and bands of the two players with one policy."""
    result = nimmtsim.simulate("base", POLICIES, rounds=studies * deals, seed=1, rotate=rotate)
    by_deal = result.penalties.reshape(studies * deals, -1, 4)
    parts = by_deal.reshape(studies, deals, -1, 4)
    whole = Tally.of(by_deal[:, :, 2:].reshape(len(by_deal), -1))
    tallies = [Tally.of(part[:, :, 2:].reshape(deals, -1)) for part in parts]
    for name, estimate in TALLIED.items():
        truth = estimate(whole).value
        yield name, [_holds(*estimate(tally)[2:], truth) for tally in tallies]
    for share in (0.5, 0.9):
        truth = whole.quantile(share)[0]
        yield f"{share:.0%} quantile (whole numbers)", [_holds(*tally.quantile(share)[1:], truth) for tally in tallies]
    joint = Joint.of(by_deal[:, :, 0], by_deal[:, :, 2]).correlation().value
    yield "correlation", [_holds(*Joint.of(p[:, :, 0], p[:, :, 2]).correlation()[2:], joint) for p in parts]
    yield "band (whole function)", [_in_band(tally, whole) for tally in tallies]


def _in_band(tally: Tally, whole: Tally) -> bool:
    below = [np.cumsum(one.counts) / one.observations for one in (tally, whole)]
    bins = max(map(len, below))
    study, truth = (np.pad(one, (0, bins - len(one)), constant_values=1) for one in below)
    return bool(np.abs(study - truth).max() <= tally.band())


def results(studies: int, deals: int, rotate: bool) -> Iterator[tuple[str, list[bool]]]:
    """Shares of wins, and what a result says of two players."""

    def of(rounds: int, seed: int) -> dict[str, Any]:
        played = {"rounds": rounds, "seed": seed, "rotate": rotate, "keep": "counts", "progress": False}
        found = nimmtsim.simulate("base", POLICIES, **played)
        summary, compared = found.summary(), found.compare("nearest", "random")
        return {
            "share of wins": summary.loc[0, ["wins", "wins_low", "wins_high"]],
            "difference of two policies": compared[["difference", "low", "high"]],
            "difference of their wins": compared[["wins", "wins_low", "wins_high"]],
        }

    yield from _against_long_run(of, studies, deals)


def with_precision(studies: int, rotate: bool) -> Iterator[tuple[str, list[bool]]]:
    """Means after playing until an interval is short enough, which stops at deals of the run's own choice."""

    def of(rounds: int, seed: int) -> dict[str, Any]:
        until = {"precision": PRECISION[rotate]} if seed < 2**63 else {"rounds": rounds}
        found = nimmtsim.simulate("base", POLICIES, seed=seed, rotate=rotate, keep="counts", progress=False, **until)
        summary = found.summary()
        return {f"mean of {POLICIES[p]}, precision": summary.loc[p, ["penalty", "low", "high"]] for p in (0, 2)}

    yield from _against_long_run(of, studies, 2_000)


def by_turn(studies: int, deals: int, rotate: bool) -> Iterator[tuple[str, list[bool]]]:
    """Heads and waits by turn."""

    def of(rounds: int, seed: int) -> dict[str, Any]:
        found = turns("base", POLICIES, rounds=rounds, seed=seed, rotate=rotate, progress=False)
        heads = found.heads().query("by == 'policy' and policy == 'random'").set_index(["turn", "cause"])
        waits = found.waiting().query("by == 'policy' and policy == 'random'").set_index(["wait", "turns"])
        values = found.histogram().query("by == 'policy' and policy == 'random'").set_index(["turn", "value"])
        return {
            "no head on turn 5": values.loc[(5, 0), ["share", "low", "high"]],
            "7 heads on turn 6": values.loc[(6, 7), ["share", "low", "high"]],
            "heads on turn 4, sixth card": heads.loc[(4, "sixth card"), ["heads", "low", "high"]],
            "heads on turn 9, low card": heads.loc[(9, "low card"), ["heads", "low", "high"]],
            "takes on turn 4, sixth card": heads.loc[(4, "sixth card"), ["takes", "takes_low", "takes_high"]],
            "takes on turn 9, low card": heads.loc[(9, "low card"), ["takes", "takes_low", "takes_high"]],
            "first take after 4 turns": waits.loc[("first", 4), ["share", "low", "high"]],
            "next take after 2 turns": waits.loc[("between", 2), ["share", "low", "high"]],
        }  # fmt: skip

    yield from _against_long_run(of, studies, deals)


def of_luck(studies: int, deals: int) -> Iterator[tuple[str, list[bool]]]:
    """Components of the variance, and rounds needed."""

    def of(count: int, seed: int) -> dict[str, Any]:
        found = luck("base", POLICIES, deals=count, seed=seed, progress=False)
        parts = found.components().set_index("component")
        wanted: dict[str, Any] = {f"variance: {c}": parts.loc[c, ["variance", "low", "high"]] for c in COMPONENTS}
        wanted["share: policy"] = parts.loc["policy", ["share", "share_low", "share_high"]]
        needed = found.rounds_needed().set_index(["better", "worse"]).loc[("nearest", "random")]
        for name in ("rounds", "deals"):
            wanted[f"{name} needed"] = needed[[name, f"{name}_low", f"{name}_high"]]
        return wanted

    yield from _against_long_run(of, studies, deals)


def _against_long_run(of: Any, studies: int, deals: int) -> Iterator[tuple[str, list[bool]]]:
    truth = {name: row.iloc[0] for name, row in of(LONG * deals, 2**63).items()}
    held: dict[str, list[bool]] = {name: [] for name in truth}
    for study in range(studies):
        for name, row in of(deals, study).items():
            held[name].append(_holds(*row.iloc[1:], truth[name]))
    yield from held.items()


def main(studies: int = 4000, deals: int = 400) -> None:
    """Print the coverage of every kind of interval."""
    print(f"{studies:,} studies of {deals:,} deals; a fifth as many for turns, half as many for luck\n")
    rows = {
        "rounds": distributions(studies, deals, False), "rotations": distributions(studies, deals, True),
        "results": results(studies, deals, False), "results, rotations": results(studies, deals, True),
        "precision": with_precision(studies, False), "precision, rotations": with_precision(studies, True),
        "turns": by_turn(studies // 5, deals, False), "turns, rotations": by_turn(studies // 5, deals, True),
        "luck": of_luck(studies // 2, deals),
    }  # fmt: skip
    for where, found in rows.items():
        for name, held in found:
            share = Counter(held)[True] / len(held)
            error = (0.95 * 0.05 / len(held)) ** 0.5
            print(f"{where:<20} {name:<32} {share:>7.2%} (+- {error:.2%} by chance)", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
