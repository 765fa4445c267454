"""Rounds and placements a second of every variant, side by side, on one thread.

Run: python benchmarks/variants.py [--policy random] [--players 4] [--repeats K]

A placement is one card that finds its place. The simultaneous games of one card are to play at least half as many of
them a second as the base game does; passing puts a second decision to every seat for each placement. Every variant
plays in turn, many short runs each, and its fastest run counts, since machines are noisy.
"""

from __future__ import annotations

import argparse
import time

from nimmtsim.blocks import Run, play_blocks
from nimmtsim.kernels.records import EVENTS
from nimmtsim.policy_library import find_policy
from nimmtsim.variant_registry import VARIANTS

PLACEMENTS = EVENTS.index("pass")


def placements(run: Run, rounds: int = 400) -> float:
    """Cards placed in a round, on average."""
    counts = play_blocks(run, 0, rounds, lambda block: int((block.events["kind"] < PLACEMENTS).sum()), events=True)
    return sum(counts) / rounds


class Timed:
    """A variant that is played again and again; the fastest run counts."""

    def __init__(self, run: Run, rounds: int) -> None:
        self.run, self.rounds, self.best = run, rounds, float("inf")
        self.placements = placements(run)

    def play(self) -> None:
        """One short run."""
        started = time.perf_counter()
        for _ in play_blocks(self.run, 0, self.rounds, lambda block: None, threads=1):
            pass
        self.best = min(self.best, time.perf_counter() - started)

    @property
    def speed(self) -> float:
        """Rounds a second."""
        return self.rounds / self.best


def main() -> None:
    """Time every variant and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--policy", default="random")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=20_000, help="rounds of one short run")
    parser.add_argument("--repeats", type=int, default=10)
    options = parser.parse_args()
    policies = (find_policy(options.policy),) * options.players
    rules = {name: variant.rules for name, variant in VARIANTS.items()}
    # What is left of "logic" when its draft is taken away.
    rules["logic, no draft"] = rules["logic"].replace(deal="random")
    timed = {name: Timed(Run(each, policies, seed=1), options.rounds) for name, each in rules.items()}
    for _ in range(options.repeats):
        for each in timed.values():
            each.play()
    base = timed["base"].speed * timed["base"].placements
    print(f"{'variant':>18} {'rounds/s':>12} {'placements/s':>14} {'of base':>8}   {options.players} {options.policy}")
    for name, each in timed.items():
        placed = each.speed * each.placements
        print(f"{name:>18} {each.speed:>12,.0f} {placed:>14,.0f} {placed / base:>8.2f}")


if __name__ == "__main__":
    main()
