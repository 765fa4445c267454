"""The compiled engine against the reference engine, round for round."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimmtsim import replay, simulate
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from

from .agree import assert_engines_agree
from .nosy import nosy_addresses, nosy_policy
from .rule_strategies import rules_and_players

TABLES = [(name, n) for name, v in VARIANTS.items() for n in range(v.rules.min_players, v.rules.most_players() + 1)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rounds_of_every_variant_and_number_of_players(name: str, players: int) -> None:
    assert_engines_agree(rules_from(name), [nosy_addresses()] * players, seed=players, units=range(3))


@pytest.mark.parametrize("name", VARIANTS)
def test_matches_of_every_variant(name: str) -> None:
    assert_engines_agree(rules_from(name), [nosy_addresses()] * 3, seed=9, units=(5,), matches=True)


@pytest.mark.parametrize("options", [{}, {"open_hands": False}], ids=["", "closed"])
@pytest.mark.parametrize("name", VARIANTS)
def test_no_round_sees_another(name: str, options: dict[str, bool]) -> None:
    rules, policies = rules_from(name, **options), [nosy_policy()] * 3
    penalties = simulate(rules, policies, rounds=60, seed=5, threads=1).penalties
    assert np.array_equal(simulate(rules, policies, rounds=60, seed=5, threads=4).penalties, penalties)
    for unit in (0, 1, 59):
        assert replay(rules, policies, seed=5, round=unit).penalties == penalties[unit].tolist()


@settings(max_examples=150, deadline=None)
@given(drawn=rules_and_players(), seed=st.integers(0, 2**64 - 1), unit=st.integers(0, 2**40), matches=st.booleans())
def test_any_rules_that_do_not_clash(drawn: tuple[Rules, int], seed: int, unit: int, matches: bool) -> None:
    rules, players = drawn
    assert_engines_agree(rules, [nosy_addresses()] * players, seed=seed, units=(unit,), matches=matches)


CARD_SETS = {
    "full": {},
    "tactics": {"deck": "tactics"},
    "logic": {"deck": "tactics", "deal": "drafted", "open_hands": True},
}
LENGTHS = {"66": {}, "40": {"end_score": 40}, "3 deals": {"match_end": "deals", "deals": 3}}


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("professional", [False, True])
@pytest.mark.parametrize("cards", CARD_SETS)
def test_the_options_of_board_game_arena(cards: str, professional: bool, length: str) -> None:
    rules = Rules(professional=professional, **CARD_SETS[cards], **LENGTHS[length])
    assert_engines_agree(rules, [nosy_addresses()] * 3, seed=4, units=(1,), matches=True)


@pytest.mark.parametrize("options", range(8))
def test_jokers_passing_and_variable_rows_together(options: int) -> None:
    rules = Rules(jokers=bool(options & 1), pass_on=bool(options & 2), variable_rows=bool(options & 4))
    assert_engines_agree(rules, [nosy_addresses()] * 4, seed=options, units=(0, 1))


@pytest.mark.parametrize("other", [{"deck": "tactics"}, {"turn": "shown"}, {"deck": "tactics", "turn": "shown"}])
@pytest.mark.parametrize("option", ["professional", "jokers", "pass_on", "variable_rows"])
def test_one_option_with_tactics_and_with_open(option: str, other: dict[str, str]) -> None:
    assert_engines_agree(Rules(**{option: True}, **other), [nosy_addresses()] * 4, seed=2, units=(0, 1))


@pytest.mark.parametrize(
    "rules", [Rules(deck="tactics", open_hands=True), rules_from("championship", professional=True)]
)
def test_open_hands_and_championships(rules: Rules) -> None:
    assert_engines_agree(rules, [nosy_addresses()] * 4, seed=3, units=(0, 1))


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(3, 6), capacity=st.integers(3, 8), hand=st.integers(5, 15), players=st.integers(2, 10))
def test_base_games_of_any_size(rows: int, capacity: int, hand: int, players: int) -> None:
    rules = Rules(rows=rows, capacity=capacity, hand=hand)
    if players <= rules.most_players():
        assert_engines_agree(rules, [nosy_addresses()] * players, seed=rows, units=(hand,))
