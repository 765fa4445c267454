"""The compiled engine against the reference engine, round for round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimmtsim.errors import RulesError
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from

from .agree import assert_engines_agree
from .nosy import nosy_addresses

TABLES = [(name, n) for name, v in VARIANTS.items() for n in range(v.rules.min_players, v.rules.most_players() + 1)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rounds_of_every_variant_and_number_of_players(name: str, players: int) -> None:
    assert_engines_agree(rules_from(name), [nosy_addresses()] * players, seed=players, units=range(3))


@pytest.mark.parametrize("name", VARIANTS)
def test_matches_of_every_variant(name: str) -> None:
    assert_engines_agree(rules_from(name), [nosy_addresses()] * 3, seed=9, units=(5,), matches=True)
