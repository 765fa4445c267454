"""`simulate`: play many rounds or matches and return what was found."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nimmtsim.blocks import Block, Run, default_threads, play_blocks
from nimmtsim.checks import as_bool, check_seed, true_or_false, whole_number
from nimmtsim.counting import Counts
from nimmtsim.errors import UsageError, is_among, one_of, shown
from nimmtsim.kept import Kept
from nimmtsim.policy_library import find_policy
from nimmtsim.progress import progress_bar
from nimmtsim.results import SimulationResult
from nimmtsim.rules import MAX_SEATS, Rules
from nimmtsim.statistics import half_width
from nimmtsim.variant_registry import rules_from

__all__ = ["KEEPS", "MOST_SAMPLES", "check_points", "policy_list", "run_of", "simulate"]

KEEPS = ("rounds", "counts")
#: Most rounds, matches or deals of a run.
MOST_SAMPLES = 10**12
#: When a precision is asked for: samples before the first check, and how many times as many before each next one.
FIRST_CHECK, NEXT_CHECK = 1_000, 1.2


def simulate(
    rules: str | Rules,
    policies: Sequence[Any],
    *,
    rounds: int | None = None,
    matches: int | None = None,
    precision: float | None = None,
    seed: int = 0,
    players: int | None = None,
    rotate: bool = False,
    keep: str = "rounds",
    hands: bool = False,
    events: bool = False,
    progress: bool | None = None,
    threads: int | None = None,
) -> SimulationResult:
    """Play many rounds or matches.

    Parameters
    ----------
    rules : str or Rules
        A variant's name, or rules.
    policies : sequence
        One a seat: a registered name, ``"module:attribute"``, a `Policy`, or a function ``card(table, me)`` (plain or
        compiled by numba).
    rounds, matches : int, optional
        How many rounds (deals on their own), or how many matches, 1 to 10**12: one of the two. With `precision`, the
        most to play.
    precision : float, optional
        Play until every player's 95 % interval of the mean is at most so many bull heads to either side. It is looked
        at after 1,000 deals, and then whenever there are 1.2 times as many as at the last look, so that the number of
        rounds is the same on every machine. The result says whether it was reached.
    seed : int, optional
        0 to 2**64 - 1. With the rules and the policies it fixes every card of every round.
    players : int, optional
        Fill up with the last policy to so many.
    rotate : bool, optional
        Play every deal once for each rotation of the players around the table, so that the luck of the deal cancels.
        `rounds` and `matches` then count the deals; as many times the number of players are played. Player p sits in
        seat (p + r) % players in rotation r.
    keep : {"rounds", "counts"}, optional
        Keep every player's total of every round, or only exact counts in constant memory.
    hands : bool, optional
        Keep the hands that were dealt, too.
    events : bool, optional
        Keep what happened, card by card, too: about 50 bytes a card. Of rounds, not of matches.
    progress : bool, optional
        Show a progress bar on standard error; if not given, when that is a terminal.
    threads : int, optional
        Threads to play on; all cores that the process may use if not given. Results do not depend on it.

    Returns
    -------
    SimulationResult

    Raises
    ------
    RulesError
        For rules that do not exist, do not go together or are not for so many players.
    PolicyError
        For a policy that does not exist, does not play these rules or answers illegally.
    UsageError
        For any other argument that cannot be used.

    Examples
    --------
    >>> result = simulate("base", ["nearest", "random", "random"], rounds=1000, seed=1)
    >>> result.penalties.shape
    (1000, 3)
    >>> bool(result.penalties[:, 0].mean() < result.penalties[:, 1].mean())
    True
    """
    run = run_of(rules, policies, seed=seed, matches=matches is not None, rotate=rotate, players=players)
    samples, precision = _how_many(rounds, matches, precision)
    if not is_among(keep, KEEPS):
        raise one_of("keep", keep, KEEPS)
    hands, events = true_or_false("hands", hands), true_or_false("events", events)
    progress = None if progress is None else true_or_false("progress", progress)
    for name, wanted in (("hands", hands), ("events", events)):
        if wanted and keep != "rounds":
            raise UsageError(f"{name}=True goes with keep='rounds': counts have no {name}")
    if events and run.matches:
        raise UsageError(
            "events=True goes with rounds=..., not matches=...; replay(..., match=...) tells those of a match"
        )
    threads = default_threads() if threads is None else whole_number("threads", threads, 1, 1024)
    points = [samples] if precision is None else check_points(samples)
    counts = Counts.empty(run.players, run.group, run.rules.scoring == "points")
    kept: list[Kept] | None = [] if keep == "rounds" else None
    reached = False
    with _bar(run, None if precision is not None else samples, progress) as bar:
        for point in points:
            for block_counts in _stage(run, counts.units, point * run.group, kept, hands, events, threads):
                counts.add(block_counts)
                bar.update(block_counts.units)
            if precision is not None and half_width(counts) <= precision:
                reached = True
                break
    return SimulationResult(
        run.rules, [policy.name for policy in run.policies], run.seed, counts, Kept.joined(kept) if kept else None,
        matches=run.matches, precision=precision, reached=reached,
    )  # fmt: skip


def _stage(
    run: Run, start: int, stop: int, kept: list[Kept] | None, hands: bool, events: bool, threads: int
) -> Iterator[Counts]:
    """Play units; yield the counts of each block, and add what is kept of all of them to a list."""
    room = None
    if kept is not None:
        room = Kept.room(run, stop - start, hands, events)
        kept.append(room)

    def work(block: Block) -> tuple[Counts, np.ndarray]:
        if room is not None:
            room.write(block, block.start - start)
        found = Counts.of(block.totals, block.deals, block.ends, run.group, run.rules.scoring == "points")
        return found, block.events.copy()  # the block has room for the most that could happen

    happened = []
    for found, some in play_blocks(run, start, stop, work, threads=threads, hands=hands, events=events):
        happened.append(some)
        yield found
    if room is not None and events:
        room.events = np.concatenate(happened)


def policy_list(policies: object) -> list[Any]:
    """Policies as they were given, one a seat; UsageError if they are no list or there is none."""
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        raise UsageError(f"policies must be a list, one a seat, such as ['nearest', 'random'], not {shown(policies)}")
    if not policies:
        raise UsageError("policies must not be empty: one a seat, such as ['nearest', 'random']")
    return list(policies)


def run_of(
    rules: str | Rules, policies: Sequence[Any], *, seed: int = 0, matches: bool = False, rotate: bool = False,
    players: int | None = None,
) -> Run:  # fmt: skip
    """What `simulate` plays, with every argument checked.

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `simulate`.
    """
    rules = rules_from(rules)
    found = [find_policy(policy) for policy in policy_list(policies)]
    if players is not None:
        most = whole_number("players", players, 1, MAX_SEATS)
        if most < len(found):
            raise UsageError(f"players={most}, but {len(found)} policies were given")
        found += [found[-1]] * (most - len(found))
    rules.check_players(len(found))
    for policy in found:
        policy.check_rules(rules)
    return Run(rules, tuple(found), check_seed(seed), matches, true_or_false("rotate", rotate))


def _how_many(rounds: object, matches: object, precision: object) -> tuple[int, float | None]:
    """The number of samples (with a precision, the most), and the precision."""
    if rounds is not None and matches is not None:
        raise UsageError("give rounds or matches, not both")
    if precision is None and rounds is None and matches is None:
        raise UsageError("say how much to play: rounds=..., matches=... or precision=...")
    wanted = None
    if precision is not None:
        try:
            wanted = float(precision)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            wanted = math.nan
        if not 0 < wanted < math.inf or as_bool(precision) is not None:
            raise UsageError(f"precision={shown(precision)}: must be a number of bull heads above 0")
    if matches is not None:
        return whole_number("matches", matches, 1, MOST_SAMPLES), wanted
    return (MOST_SAMPLES if rounds is None else whole_number("rounds", rounds, 1, MOST_SAMPLES)), wanted


def check_points(most: int) -> Iterator[int]:
    """The numbers of samples after which a precision is looked at.

    Examples
    --------
    >>> list(check_points(1500))
    [1000, 1200, 1440, 1500]
    """
    point = FIRST_CHECK
    while point < most:
        yield point
        point = math.ceil(point * NEXT_CHECK)
    yield most


def _bar(run: Run, samples: int | None, progress: bool | None) -> Any:
    total = None if samples is None else samples * run.group
    return progress_bar(total, "matches" if run.matches else "rounds", progress)
