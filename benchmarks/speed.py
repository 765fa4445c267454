"""How fast the compiled engine is, beside a hand-written C program that plays the same rounds (limit.c).

Run: python benchmarks/speed.py [--rounds N] [--repeats K]

Machines are noisy, so both play in turns on one core, many short runs each, and the fastest of each is compared. Both
must count the same bull heads. Then: two threads beside one; the first call on a clean cache, and a new process after
that; peak memory of keep="counts" for more and more rounds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
POLICIES = ("random", "nearest")
PLAYERS = (2, 4, 10)


def build_limit(folder: str) -> str | None:
    """Compile the C program; None without a C compiler."""
    program = os.path.join(folder, "limit")
    command = [os.environ.get("CC", "cc"), "-O3", "-march=native", "-o", program, str(HERE / "limit.c")]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"no comparison with C: {problem}")
        return None
    return program


@contextmanager
def one_core() -> Iterator[None]:
    """Both programs on the same processor, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def play_c(program: str, rounds: int, players: int, policy: int) -> tuple[int, float]:
    """Bull heads and seconds of the C program."""
    words = [program, str(rounds), str(players), str(policy), "1"]
    total, seconds = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return int(total), float(seconds)


class Compiled:
    """One table of the compiled engine, on one thread."""

    def __init__(self, policy: str, players: int, rounds: int) -> None:
        from nimmtsim.kernels.run import play_units
        from nimmtsim.kernels.setup import new_state
        from nimmtsim.policy_library import find_policy
        from nimmtsim.variant_registry import rules_from

        rules = rules_from("base")
        self.states = new_state(rules, [find_policy(policy).addresses(rules)] * players, seed=1)
        self.rounds, self.kernel = rounds, play_units
        self.totals = np.zeros((rounds, players), np.int32)
        self.rest = np.zeros(rounds, np.int32), np.zeros(rounds, np.uint8)
        self.unwanted = np.zeros((0, 1, 1), np.int32), np.zeros((0, 1, 1), np.uint8), 0, 0
        self.play()

    def play(self) -> tuple[int, float]:
        """Bull heads and seconds."""
        started = time.perf_counter()
        done = self.kernel(self.states, 0, self.rounds, np.zeros(1, np.uint8), self.totals, *self.rest, *self.unwanted)
        seconds = time.perf_counter() - started
        assert done == self.rounds
        return int(self.totals.sum()), seconds


def compare_with_c(rounds: int, repeats: int) -> None:
    """Print rounds a second of both, and the ratio."""
    print(f"{'policy':>10} {'players':>8} {'nimmtsim':>12} {'C':>12} {'ratio':>7}   rounds a second, one thread")
    with tempfile.TemporaryDirectory() as folder, one_core():
        program = build_limit(folder)
        for number, policy in enumerate(POLICIES):
            for players in PLAYERS:
                table = Compiled(policy, players, rounds)
                ours, theirs = [], []
                for _ in range(repeats):
                    ours.append(table.play())
                    if program:
                        theirs.append(play_c(program, rounds, players, number))
                assert not theirs or {heads for heads, _ in ours} == {heads for heads, _ in theirs}, "not the same game"
                fast = rounds / min(seconds for _, seconds in ours)
                limit = rounds / min((seconds for _, seconds in theirs), default=float("nan"))
                print(f"{policy:>10} {players:>8} {fast:>12,.0f} {limit:>12,.0f} {fast / limit:>7.2f}", flush=True)


def threads(rounds: int, repeats: int) -> None:
    """Print what a second thread brings."""
    import nimmtsim

    for policy in POLICIES:
        best = {1: float("inf"), 2: float("inf")}
        for _ in range(repeats):
            for n in best:
                started = time.perf_counter()
                nimmtsim.simulate("base", [policy] * 4, rounds=rounds, keep="counts", threads=n, progress=False)
                best[n] = min(best[n], time.perf_counter() - started)
        print(f"two threads beside one, four {policy}: {best[1] / best[2]:.2f} times as fast")


def processes() -> None:
    """Print the first call on a clean cache and a million rounds in a new process after it."""
    words = [sys.executable, "-m", "nimmtsim", "simulate", "base", "--policies", "nearest,nearest,nearest,nearest"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        for what, rounds in (("first call on a clean cache", 1), ("a million rounds in a new process", 1_000_000)):
            started = time.perf_counter()
            subprocess.run([*words, "--rounds", str(rounds)], check=True, env=environment, capture_output=True)
            print(f"{what}: {time.perf_counter() - started:.1f} s")


def memory(sizes: tuple[int, ...]) -> None:
    """Print the peak memory of counting."""
    code = (
        "import sys, resource, nimmtsim\n"
        "nimmtsim.simulate('base', ['random'] * 4, rounds=int(sys.argv[1]), keep='counts', progress=False)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    for rounds in (1, *sizes):  # the first one compiles what is not compiled yet
        words = [sys.executable, "-c", code, str(rounds)]
        peak = int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        if rounds > 1:
            print(f"peak memory of counting {rounds:>12,} rounds: {peak / 1024:.0f} MB")


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=50_000, help="rounds of one short run")
    parser.add_argument("--repeats", type=int, default=20, help="how many short runs of each")
    parser.add_argument(
        "--memory", type=int, nargs="*", default=[10**6, 10**7], help="rounds to count; 100000000 takes minutes"
    )
    options = parser.parse_args()
    compare_with_c(options.rounds, options.repeats)
    threads(20 * options.rounds, max(3, options.repeats // 4))
    processes()
    memory(tuple(options.memory))


if __name__ == "__main__":
    main()
