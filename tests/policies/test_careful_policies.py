"""What safest and cautious play, and the arithmetic behind it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import hypergeom

from nimmtsim.cards import JOKER, ZERO, bull_heads
from nimmtsim.kernels.jit import entry
from nimmtsim.policy_library.careful import chance_of
from nimmtsim.policy_library.sight import outlook, unseen, unseen_between

from .tables import card_of, seat_of, table_of

FULL = (20, 25, 36, 39, 42)


@entry
def look(tables, card):
    return outlook(tables[0], card)


@entry
def count_unseen(tables, seats, low, card):
    return unseen(tables[0], seats[0]), unseen_between(tables[0], seats[0], low, card)


@entry
def chance(between, others, pool, wanted):
    return chance_of(between, others, pool, wanted)


@pytest.mark.parametrize(
    ("rules", "rows", "card", "expected"),
    [
        ("base", [(12,), (37,), (43,), (58,)], 40, (1, 3, 4, 0)),
        ("base", [FULL, (50,), (5,), (10,)], 45, (2, 3, 0, 8)),
        ("base", [(22,), (37, 38), (43,), (58,)], 4, (-1, 0, 0, 1)),
        ("professional", [(22,), (37,), (43,), (58,)], 36, (1, 1, 4, 0)),
        ("professional", [(22,), (37, 45), (43,), (58,)], 20, (0, 2, 4, 0)),
        # 52 is two from 50 and two from 54: the fuller row costs, so the other.
        ("professional", [(46, 47, 48, 49, 50), (54, 58), (10, 90), (2, 99)], 52, (1, 2, 3, 0)),
        ("professional", [(49, 50), (54, 55, 56, 57, 58), (10, 90), (2, 99)], 52, (0, 2, 3, 0)),
        ("plus", [(12,), (37,), (43,), (58,)], 4, (3, 50, 4, 0)),
        ("plus", [(12,), (37,), (43,), (58,)], ZERO, (-2, 0, 99, 0)),
        ("jokers", [(55, 56), (37,), (43,), (58,)], JOKER + 2, (2, 0, 3, 0)),
        ("double", [FULL, (50,), (5,), (10,)], 42, (2, 0, 99, 0)),
    ],
)
def test_outlook(rules: str, rows: list[tuple[int, ...]], card: int, expected: tuple[int, int, int, int]) -> None:
    assert look(table_of(rules, rows), card) == expected


def test_a_joker_takes_the_cheapest_row_where_none_is_open() -> None:
    rows = [(22, JOKER), (37, 38, JOKER + 1), (43, JOKER + 3), (51, 52, 53, 54, 56)]
    assert look(table_of("jokers", rows), JOKER + 5) == (2, 0, 0, 2)


def test_unseen_cards_are_those_of_the_deck_that_neither_lay_open_nor_are_ones_own() -> None:
    table = table_of(seen=(39, 41, 60))
    pool, (count, heads) = count_unseen(table, seat_of([38, 44, 70]), 37, 43)
    assert pool == 104 - 4 - 3 - 3
    assert (count, heads) == (2, bull_heads(40) + bull_heads(42))


def test_unseen_cards_of_two_decks_count_twice() -> None:
    table = table_of("double", seen=(39,))
    _, (count, _) = count_unseen(table, seat_of([38]), 37, 41)
    assert count == 6 - 2


@pytest.mark.parametrize("between", [0, 1, 5, 20])
@pytest.mark.parametrize("others", [0, 1, 3, 9])
def test_the_chance_is_hypergeometric(between: int, others: int) -> None:
    for wanted in range(6):
        assert chance(between, others, 60, wanted) == pytest.approx(hypergeom(60, between, others).pmf(wanted))
    assert chance(between, others, 60, -1) == 0


def test_safest_prefers_a_card_that_no_others_can_make_a_sixth() -> None:
    # 39 has the smaller gap, but one place, and 38 may come first; 47 is sure.
    assert card_of("safest", [39, 47], rows=[(33, 34, 35, 37), (12,), (43,), (58,)]) == 47
    assert card_of("safest", [39, 47], rows=[(33, 34, 35, 37), (12,), (43,), (58,)], seen=(38,)) == 39


def test_safest_takes_the_cheaper_of_two_rows_that_it_cannot_avoid() -> None:
    rows = [FULL, (61, 62, 63, 64, 65), (71, 72, 73, 74, 75), (80, 81, 82, 83, 84)]
    assert card_of("safest", [43, 66, 76, 85], rows=rows) == 66
    assert card_of("safest", [43, 85], rows=rows) == 85


def test_safest_and_cautious_count_the_cards_shown_before() -> None:
    rows = [(30, 33, 35, 37), (12,), (43,), (58,)]
    for policy in ("safest", "cautious"):
        assert card_of(policy, [39, 57], "open", rows=rows, seen=(38,)) == 39
        assert card_of(policy, [39, 57], "open", rows=rows, shown={2: 38}, me={"seat": 3}) == 57


def naive_expected(rows: list[tuple[int, ...]], hand: list[int], card: int, others: int) -> float:
    """The documented formula, for cards that join at the right."""
    row = max((row for row in rows if row[-1] < card), key=lambda row: row[-1])
    gone = {c for r in rows for c in r} | set(hand)
    between = [c for c in range(row[-1] + 1, card) if c not in gone]
    room = 5 - len(row)
    average = sum(map(bull_heads, between)) / max(len(between), 1)
    chance_exactly = hypergeom(104 - len(gone), len(between), others).pmf(room)
    return chance_exactly * (sum(map(bull_heads, row)) + room * average)


def test_cautious_minimises_its_formula() -> None:
    draw = np.random.default_rng(3)
    for _ in range(150):
        cards = [int(card) for card in draw.permutation(np.arange(10, 105))]
        rows = [tuple(sorted(cards[5 * k : 5 * k + int(draw.integers(2, 6))])) for k in range(3)] + [(9,)]
        hand = [card for card in cards[20:28] if card > 9]
        played = card_of("cautious", hand, rows=rows)
        expected = {card: naive_expected(rows, hand, card, 3) for card in hand}
        assert expected[played] <= min(expected.values()) + 0.001


def test_cautious_breaks_ties_by_the_gap_then_the_lower_card() -> None:
    assert card_of("cautious", [40, 14, 61]) == 14
    assert card_of("cautious", [40, 15, 61]) == 15


def test_a_joker_or_zero_card_is_kept_unless_it_saves_more_than_it_is_worth() -> None:
    rows = [FULL, (50,), (77,), (90,)]
    for policy in ("safest", "cautious"):
        assert card_of(policy, [JOKER, 51], "jokers", rows=rows) == 51
        assert card_of(policy, [JOKER, 43], "jokers", rows=rows) == JOKER
        assert card_of(policy, [ZERO, 43], "simple-minus", rows=rows) == ZERO
        assert card_of(policy, [ZERO, 51], "simple-minus", rows=rows) == 51


def test_points_are_wanted() -> None:
    rows = [FULL, (50,), (77,), (86, 87, 88, 89, 90)]
    for policy in ("safest", "cautious"):
        assert card_of(policy, [43, 91, 51], "plus", rows=rows) == 91
        assert card_of(policy, [43, 91, 51], "zeros-minus", rows=rows) == 51
