"""`nearest` has a fast form for four rows: it chooses as the form that works under all rules."""

from __future__ import annotations

import numpy as np
import pytest

from nimmtsim.kernels import records as r
from nimmtsim.kernels.jit import COMPILED, address_of
from nimmtsim.kernels.run import ask_once
from nimmtsim.kernels.setup import new_table
from nimmtsim.policy_library import simple
from nimmtsim.policy_library.compiling import BY_RULES
from nimmtsim.variant_registry import rules_from


def _draw(name: str, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A table in the middle of a round, and a hand."""
    tables, seats = new_table(rules_from(name), 4), np.zeros(1, r.SEAT)
    cards = rng.permutation(np.arange(1, 105))
    parts = np.split(cards[:34], np.cumsum(rng.integers(1, 6, 4)))
    rows = sorted((sorted(part) for part in parts[:4]), key=lambda row: row[-1])
    for row, record in zip(rows, tables["rows"][0], strict=False):
        record["end"], record["start"], record["length"] = row[-1], row[0], len(row)
        record["heads"], record["cards"][: len(row)] = rng.integers(1, 20), row
        if name == "variable-rows":
            record["capacity"] = rng.integers(len(row), 9)
    hand = cards[40 : 40 + rng.integers(1, 11)].copy()
    if name == "jokers":
        hand[0] = 113
    if name == "double":
        hand[-1] = rows[2][-1]
    seats["n"], seats["hand"][0, : len(hand)] = len(hand), hand
    return tables, seats


@pytest.mark.skipif(not COMPILED, reason="calls compiled functions by address")
@pytest.mark.parametrize("name", ["base", "professional", "double", "jokers", "variable-rows", "pass-on"])
def test_fast_path_and_general_path_choose_alike(name: str) -> None:
    rules = rules_from(name)
    fitting = BY_RULES[simple.nearest](rules)
    assert fitting is not simple.nearest
    addresses = address_of(simple.nearest, r.SIGNATURE), address_of(fitting, r.SIGNATURE)
    rng = np.random.default_rng(1)
    for _ in range(2000):
        tables, seats = _draw(name, rng)
        slow, fast = (ask_once(np.uint64(address), tables, seats) for address in addresses)
        assert fast == slow


def test_other_rules_have_the_general_path() -> None:
    for name in ("plus", "zeros-minus", "simple-minus"):
        assert BY_RULES[simple.nearest](rules_from(name)) is simple.nearest
    assert BY_RULES[simple.nearest](rules_from("base", rows=5)) is simple.nearest
