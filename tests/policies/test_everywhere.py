"""Every built-in policy plays every game, lawfully."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimmtsim.kernels import records as r
from nimmtsim.kernels.interpreted import as_records
from nimmtsim.kernels.jit import COMPILED
from nimmtsim.kernels.run import play_units
from nimmtsim.kernels.setup import new_state
from nimmtsim.policy_library import find_policy
from nimmtsim.policy_library.registry import REGISTRY
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from

from ..engines.rule_strategies import rules_and_players

takes_many_rounds = pytest.mark.skipif(not COMPILED, reason="takes many rounds")


def play(rules: Rules, names: list[str], rounds: int, seed: int = 1, *, rotate: bool = False) -> np.ndarray:
    """Heads by round and policy; fails on an illegal answer."""
    n = len(names)
    states = new_state(rules, [find_policy(name).addresses(rules) for name in names], seed=seed, rotate=rotate)
    totals, deals, ends = np.zeros((rounds, n), np.int32), np.zeros(rounds, np.int32), np.zeros(rounds, np.uint8)
    common = as_records(states), 0, rounds, np.zeros(1, np.uint8), totals, deals, ends
    with np.errstate(over="ignore"):  # random streams wrap around; only plain Python would warn
        done = play_units(*common, np.zeros((0, 1, 1), np.int32), np.zeros((0, 1, 1), np.uint8), 0, 0)
    problem = {name: int(states[name][0]) for name in r.STATE.names if name.startswith("problem")}
    assert done == rounds, problem
    return totals


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", REGISTRY)
def test_every_variant_with_few_and_many_players(policy: str, variant: str) -> None:
    rules = rules_from(variant)
    for players in (rules.min_players, rules.most_players()):
        play(rules, [policy] * players, 20 if COMPILED else 1)


@settings(max_examples=60 if COMPILED else 10, deadline=None)
@given(drawn=rules_and_players(), policy=st.sampled_from(list(REGISTRY)), seed=st.integers(0, 2**64 - 1))
def test_any_rules_that_do_not_clash(drawn: tuple[Rules, int], policy: str, seed: int) -> None:
    rules, players = drawn
    play(rules, [policy] * players, 3 if COMPILED else 1, seed)


@takes_many_rounds
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["nearest", "safest", "cautious"])
def test_who_thinks_beats_who_does_not(policy: str, variant: str) -> None:
    rules = rules_from(variant)
    totals = play(rules, [policy, "random", "random", "random"], 2000, rotate=True)
    by_deal = (totals[:, 0] - totals[:, 1:].mean(1)).reshape(-1, 4).mean(1)
    better = by_deal if rules.scoring == "points" else -by_deal
    assert better.mean() > 2 * better.std() / len(better) ** 0.5


@takes_many_rounds
def test_random_cards_give_the_known_mean() -> None:
    # Four players of random cards, cheapest row, ties to the lowest end: 12.09 a round, as other programs find.
    totals = play(rules_from("base"), ["random"] * 4, 20_000)
    assert totals.mean() == pytest.approx(12.09, abs=0.12)
