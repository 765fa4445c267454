"""How many games of Flash Magic Six the compiled engine plays a second, on one thread and on two.

    python benchmarks/flash.py

Wanted on one core: 50,000 games a second with four `greedy` players, 10,000 with four `longest-chain`.
"""

from __future__ import annotations

import time

from nimmtsim.flash import simulate
from nimmtsim.flash.strategies import CHAINS

WANTED = {"greedy": 50_000, "longest-chain": 10_000}
PLAYERS = 4


def speed(name: str, games: int, threads: int) -> float:
    """Games a second: the best of three runs, each after the code is compiled and loaded."""
    simulate([name], players=PLAYERS, games=1, threads=1, progress=False)
    best = 0.0
    for seed in range(3):
        started = time.perf_counter()
        simulate([name], players=PLAYERS, games=games, seed=seed, threads=threads, keep="counts", progress=False)
        best = max(best, games / (time.perf_counter() - started))
    return best


def main() -> None:
    print(f"{PLAYERS} players, 220 cards; games a second")
    print(f"{'policy':<22}{'1 thread':>10}{'2 threads':>11}{'wanted':>9}")
    for name in CHAINS:
        games = 8_000 if name == "uniform" else 60_000
        one, two = speed(name, games, 1), speed(name, games, 2)
        wanted = WANTED.get(name)
        print(
            f"{name:<22}{one:>10,.0f}{two:>11,.0f}{wanted or '':>9}{'' if not wanted or one >= wanted else '  MISSED'}"
        )


if __name__ == "__main__":
    main()
