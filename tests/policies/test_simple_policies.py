"""What random, lowest, highest and nearest play on tables set up by hand."""

from __future__ import annotations

import random as python_random

import numpy as np
import pytest

from nimmtsim.cards import JOKER, ZERO

from .tables import ask, card_of, many, seat_of, table_of

FULL = (20, 25, 36, 39, 42)


def test_lowest_and_highest() -> None:
    hand = [50, 3, 104, 77]
    assert card_of("lowest", hand) == 3
    assert card_of("highest", hand) == 104


def test_lowest_and_highest_know_where_jokers_and_zero_cards_belong() -> None:
    assert card_of("lowest", [JOKER + 3, 50, 104], "jokers") == 50
    assert card_of("highest", [JOKER + 3, 50, JOKER + 9], "jokers") == JOKER + 9
    assert card_of("lowest", [5, ZERO, 9], "plus") == ZERO
    assert card_of("highest", [5, ZERO, 9], "plus") == 9


def test_random_can_play_every_card_and_nothing_behind_the_hand() -> None:
    seat = seat_of([9, 8, 7, 6, 5, 4, 3])
    seat["n"] = 5  # what lies behind is left over from played cards
    counts = np.bincount(many("random", "card", table_of(), seat, "base", 5000), minlength=7)
    assert counts[5:].sum() == 0
    assert ((counts[:5] - 1000) ** 2).sum() / 1000 < 23.5  # chi-square, 4 degrees, p = 0.0001


def test_random_draws_one_word_a_card() -> None:
    seat = seat_of([1, 2, 3])
    before = int(seat["stream"][0])
    ask("random", "card", table_of(), seat)
    assert (int(seat["stream"][0]) - before) % 2**64 == 0x9E3779B97F4A7C15


def test_nearest_takes_the_smallest_gap() -> None:
    assert card_of("nearest", [15, 38, 50, 104]) == 38


def test_nearest_takes_the_lower_of_two_equally_near() -> None:
    assert card_of("nearest", [40, 15, 61]) == 15
    assert card_of("nearest", [61, 46, 40]) == 40


@pytest.mark.parametrize("policy", ["nearest", "safest", "cautious"])
def test_a_card_below_all_ends_has_no_good_gap(policy: str) -> None:
    assert card_of(policy, [11, 99]) == 99


@pytest.mark.parametrize("policy", ["nearest", "safest", "cautious"])
def test_a_full_row_is_no_target(policy: str) -> None:
    # 43 is one above the full row's end; 70 is twelve above another.
    assert card_of(policy, [43, 70], rows=[FULL, (5,), (58,), (10,)]) == 70


def test_nearest_takes_a_low_card_rather_than_a_full_row() -> None:
    assert card_of("nearest", [43, 2], rows=[FULL, (5, 6), (3, 4), (10, 11)]) == 2


def test_nearest_looks_at_the_hand_only() -> None:
    seat = seat_of([70, 99, 13])
    seat["n"] = 2  # 13 has been played
    assert ask("nearest", "card", table_of(), seat) == 0


def test_nearest_wants_sixths_where_heads_are_points() -> None:
    rows = [FULL, (50,), (77,), (90,)]
    assert card_of("nearest", [43, 51, 60], "plus", rows=rows) == 43
    assert card_of("nearest", [43, 51, 60], "zeros-minus", rows=rows) == 51
    assert card_of("nearest", [51, 60, ZERO], "plus", rows=rows) == 60


def test_nearest_keeps_its_joker_while_a_card_fits() -> None:
    assert card_of("nearest", [JOKER + 2, 90], "jokers") == 90
    assert card_of("nearest", [JOKER + 2, 3], "jokers") == JOKER + 2


def test_nearest_joins_on_the_left_in_professional() -> None:
    assert card_of("nearest", [36, 104], "professional") == 36
    # 12 would need two to the right of 10, one to the left of 13.
    assert card_of("nearest", [12, 42], "professional", rows=[(10,), (13,), (40,), (80,)]) == 12


def test_nearest_lays_twins_together() -> None:
    assert card_of("nearest", [59, 58], "double") == 58
    # On its twin a card never takes the row, however full that is.
    assert card_of("nearest", [42, 59], "double", rows=[FULL, (50,), (58,), (77,)]) == 42


def test_variable_rows_are_full_when_their_own_capacity_is() -> None:
    rows = [(12, 15), (37,), (43,), (58,)]
    assert card_of("nearest", [16, 70], "variable-rows", rows=rows, capacity={0: 2}) == 70
    assert card_of("nearest", [16, 70], "variable-rows", rows=rows, capacity={0: 7}) == 16


def naive_nearest(rows: list[list[int]], hand: list[int]) -> int:
    """The definition of nearest, as one would say it."""

    def key(card: int) -> tuple[int, int]:
        below = [row for row in rows if row[-1] < card]
        if not below:
            return 200, card
        row = max(below, key=lambda row: row[-1])
        return (300 if len(row) == 5 else card - row[-1]), card

    return min(hand, key=key)


@pytest.mark.parametrize("rules", ["base", "tactics", "open"])
def test_nearest_is_what_its_definition_says(rules: str) -> None:
    draw = python_random.Random(7)
    for _ in range(300):
        cards = draw.sample(range(2, 45), 34)
        rows = [sorted(cards[5 * k : 5 * k + draw.randint(1, 5)]) for k in range(4)]
        hand = cards[20 : 20 + draw.randint(2, 10)]
        assert card_of("nearest", hand, rules, rows=rows) == naive_nearest(rows, hand)
