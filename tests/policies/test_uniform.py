"""uniform: every distinct legal answer equally likely, by chi-square tests with fixed seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from nimmtsim.cards import JOKER, ZERO
from nimmtsim.kernels.jit import COMPILED, call_decision, entry
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

from .tables import address, many, seat_of, table_of

ONE_ZERO = rules_from("plus", allow_double_zero=False)
#: Fewer when everything runs as plain Python.
DRAWS = 20_000 if COMPILED else 400


def assert_uniform(answers: Iterable[Any], legal: Iterable[Any]) -> None:
    """Every legal answer about as often as every other, and no other one."""
    counts, legal = Counter(answers), list(legal)
    assert set(counts) <= set(legal)
    expected = sum(counts.values()) / len(legal)
    statistic = sum((counts[answer] - expected) ** 2 for answer in legal) / expected
    assert chi2.sf(statistic, len(legal) - 1) > 1e-4


@pytest.mark.parametrize(
    ("kind", "rules", "seat", "legal"),
    [
        ("card", "base", {"hand": [5, 6, 7, 90]}, range(4)),
        ("row", "base", {"hand": [90], "card": 3}, range(4)),
        ("second", "nifty", {"hand": [5, 6, 7]}, range(3)),
        ("order", "nifty", {"hand": [5], "pair": (3, 8)}, range(2)),
        ("side", "professional", {"hand": [5], "card": 40}, range(2)),
        ("pass", "pass-on", {"hand": [5, 6, 7]}, range(3)),
    ],
)
def test_places(kind: str, rules: str, seat: dict[str, Any], legal: range) -> None:
    assert_uniform(many("uniform", kind, table_of(rules), seat_of(**seat), rules, DRAWS).tolist(), legal)


def test_any_open_card_is_drafted() -> None:
    table = table_of("logic", offer=[4, 9, 17, 30, 31])
    assert_uniform(many("uniform", "draft", table, seat_of([]), "logic", DRAWS).tolist(), range(5))


def test_a_joker_joins_or_takes() -> None:
    table = table_of("jokers", [(12, JOKER), (37,), (43, JOKER + 1), (58,)])
    legal = [1, 3, 16, 17, 18, 19]
    assert_uniform(many("uniform", "joker", table, seat_of([5], card=JOKER + 4), "jokers", DRAWS).tolist(), legal)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 9])
def test_kept_cards_are_any_subset_that_the_limit_allows(limit: int) -> None:
    seat = seat_of([5], card=60, n_taken=5, taken=[20, 25, 36, 39, 42], keep_limit=limit)
    legal = [mask for mask in range(32) if mask.bit_count() <= limit]
    assert_uniform(many("uniform", "keep", table_of("hand"), seat, "hand", DRAWS).tolist(), legal)


@entry
def choose_pairs(card, second, tables, seats, pairs):
    """Choose one or two cards again and again, as a turn does."""
    me = seats[0]
    n = np.int64(me.n)
    for t in range(len(pairs)):
        first = call_decision(card, tables[0], me)
        me.card = me.hand[first]
        last = me.hand[n - 1]
        me.hand[first] = last
        me.n = n - 1
        other = call_decision(second, tables[0], me)
        pairs[t, 0] = first
        pairs[t, 1] = other if other < 0 or other != first else n - 1
        me.hand[n - 1] = last
        me.hand[first] = me.card
        me.n = n


def pairs_of(rules: str | Rules, hand: list[int]) -> list[tuple[int, ...]]:
    pairs = np.zeros((DRAWS, 2), np.int64)
    card, second = (address("uniform", kind, rules) for kind in ("card", "second"))
    with np.errstate(over="ignore"):  # random streams wrap around; only plain Python would warn
        choose_pairs(card, second, table_of(rules), seat_of(hand), pairs)
    return [(a,) if b < 0 else (a, b) for a, b in pairs.tolist()]


def singles_and(pairs: Iterable[tuple[int, ...]], n: int) -> list[tuple[int, ...]]:
    return [(k,) for k in range(n)] + list(pairs)


@pytest.mark.parametrize("n", [2, 3, 6])
def test_single_cards_and_unordered_pairs_together(n: int) -> None:
    answers = [tuple(sorted(pair)) for pair in pairs_of("plus", [5, 6, ZERO, ZERO, 80, 90][:n])]
    assert_uniform(answers, singles_and(combinations(range(n), 2), n))


@pytest.mark.parametrize("n", [2, 5])
def test_single_cards_and_ordered_pairs_together(n: int) -> None:
    assert_uniform(pairs_of("hand", [5, 6, 70, 80, 90][:n]), singles_and(permutations(range(n), 2), n))


@pytest.mark.parametrize("hand", [[5, ZERO, 7, ZERO, ZERO], [ZERO, ZERO], [5, 6, ZERO]])
def test_pairs_of_zero_cards_are_left_out_where_they_are_illegal(hand: list[int]) -> None:
    if hand == [ZERO, ZERO]:  # there is no second card to ask for
        assert_uniform(many("uniform", "card", table_of(ONE_ZERO), seat_of(hand), ONE_ZERO, DRAWS).tolist(), range(2))
        return
    legal = [(a, b) for a, b in combinations(range(len(hand)), 2) if not hand[a] == hand[b] == ZERO]
    answers = [tuple(sorted(pair)) for pair in pairs_of(ONE_ZERO, hand)]
    assert_uniform(answers, singles_and(legal, len(hand)))


def test_ordered_pairs_without_two_zero_cards() -> None:
    rules = rules_from("simple-minus", cards="one-or-two", allow_double_zero=False)
    hand = [5, ZERO, 7, ZERO]
    legal = [(a, b) for a, b in permutations(range(4), 2) if not hand[a] == hand[b] == ZERO]
    assert_uniform(pairs_of(rules, hand), singles_and(legal, 4))
