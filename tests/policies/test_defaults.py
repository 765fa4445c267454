"""What is done about decisions that a policy leaves out."""

from __future__ import annotations

import numpy as np
import pytest

from nimmtsim.cards import JOKER, ZERO
from nimmtsim.policy_library import asked_kinds, find_policy
from nimmtsim.policy_library.defaults import DEFAULTS, default_decision
from nimmtsim.variant_registry import VARIANTS, rules_from

from .tables import ask, many, seat_of, table_of

FULL = (20, 25, 36, 39, 42)


def test_the_cheapest_row_is_taken() -> None:
    table = table_of(rows=[(55,), (61, 62), (77, 78), (80, 90)])
    assert ask("random", "row", table, seat_of([9], card=4)) == 1


def test_of_equally_cheap_rows_the_lowest_end_is_taken_whatever_its_number() -> None:
    table = table_of(rows=[(71, 72), (21, 23), (61, 62), (11,)])
    assert ask("random", "row", table, seat_of([9], card=4)) == 1  # slots: 11, 23, 62, 72


def test_the_cheapest_row_may_be_any_row() -> None:
    # All rows count: a low card restricts nothing, wherever the cheapest row ends.
    for cheapest in range(4):
        rows = [(55, 60 + 10 * k) for k in range(4)]
        rows[cheapest] = (61 + 10 * cheapest,)
        table = table_of(rows=rows)
        assert ask("random", "row", table, seat_of([9], card=4)) == cheapest


@pytest.mark.parametrize(
    ("rows", "answer"),
    [
        ([(46, 47, 48, 49, 50), (54, 58), (10, 90), (2, 99)], 0),  # the right end would cost
        ([(49, 50), (54, 55, 56, 57, 58), (10, 90), (2, 99)], 1),  # the left end would cost
        ([(48, 49, 50), (54, 58), (10, 90), (2, 99)], 0),  # more room at the left
        ([(49, 50), (54, 58), (10, 90), (2, 99)], 1),  # all the same
        ([(46, 47, 48, 49, 50), (54, 60, 70, 80, 90), (10, 91), (2, 99)], 1),  # both cost: 7 against 13
    ],
)
def test_of_two_equally_near_ends_the_cheaper_then_the_roomier_then_the_right(rows: list, answer: int) -> None:
    table = table_of("professional", rows)
    assert ask("random", "side", table, seat_of([9], card=52), "professional") == answer


def test_a_joker_joins_the_dearest_row_that_is_open_and_not_full() -> None:
    rows = [FULL, (55, 56, JOKER), (70, 71), (80, 81, 82)]
    table = table_of("jokers", rows)
    assert ask("random", "joker", table, seat_of([9], card=JOKER + 1), "jokers") == 3


def test_a_joker_takes_the_cheapest_row_when_none_is_open() -> None:
    rows = [FULL, (55, 56, JOKER), (71, JOKER + 2), (80, JOKER + 3)]
    table = table_of("jokers", rows)
    assert ask("random", "joker", table, seat_of([9], card=JOKER + 1), "jokers") == 16 + 2


def test_the_highest_number_is_passed_on_a_joker_only_at_need() -> None:
    rules = rules_from("pass-on", jokers=True)
    assert ask("random", "pass", table_of(rules), seat_of([9, 77, JOKER + 3, 30]), rules) == 1
    assert ask("random", "pass", table_of(rules), seat_of([JOKER + 3, JOKER + 4]), rules) in (0, 1)


def test_the_farthest_open_card_is_drafted_and_ties_are_drawn() -> None:
    table = table_of("logic", offer=[4, 9, 17, 30, 44])
    answers = many("random", "draft", table, seat_of([10, 31]), "logic", 300)
    assert set(answers.tolist()) == {4}  # 44 is 13 away from 31
    answers = many("random", "draft", table, seat_of([24]), "logic", 300)
    counts = np.bincount(answers, minlength=5)  # 4 and 44 are both 20 away
    assert counts[[1, 2, 3]].sum() == 0
    assert min(counts[0], counts[4]) > 50
    first = np.bincount(many("random", "draft", table, seat_of([]), "logic", 300), minlength=5)
    assert first.min() > 30


@pytest.mark.parametrize(
    ("taken", "limit", "fewest", "kept"),
    [
        ((20, 25, 36, 55, 42), 3, 5, {20, 55}),
        ((20, 25, 36, 55, 42), 1, 5, {55}),
        ((20, 25, 36, 55, 42), 3, 3, set()),
        ((21, 23), 3, 9, set()),
        ((22, 33), 1, 9, {33}),
    ],
)
def test_dear_cards_are_kept_while_nobody_is_about_to_end(taken: tuple, limit: int, fewest: int, kept: set) -> None:
    table = table_of("hand")
    table["hand_n"][0, 2] = fewest
    seat = seat_of([9], card=50, n_taken=len(taken), taken=taken, keep_limit=limit)
    mask = ask("random", "keep", table, seat, "hand")
    assert {card for place, card in enumerate(taken) if mask >> place & 1} == kept


@pytest.mark.parametrize(
    ("rows", "pair", "answer"),
    [
        ([(12,), (37,), (43,), (58,)], (13, 60), 0),  # different rows
        ([(12,), (37,), (43,), (58,)], (60, 61), 0),  # the same row, and room
        ([(12,), (37,), (43,), (50, 51, 52, 58)], (60, 61), 1),  # ascending, 61 would be the sixth
        ([(12,), (37,), (39, 40, 41, 42, 43), (50, 51, 52, 58)], (60, 61), 1),  # eight heads against nine
        ([(12,), (37,), (33, 40, 41, 42, 43), (51, 52, 53, 58)], (59, 61), 0),  # eleven against five
        ([(58,), (77,), (88,), (99,)], (60, 61), 0),  # descending, 60 would be low
    ],
)
def test_two_cards_are_laid_in_the_cheaper_order(rows: list, pair: tuple, answer: int) -> None:
    table = table_of("nifty", rows)
    assert ask("random", "order", table, seat_of([9], pair=pair), "nifty") == answer


def test_the_second_of_two_cards_is_chosen_like_the_first() -> None:
    nearest = find_policy("nearest")
    assert default_decision("second", rules_from("nifty"), nearest.decisions["card"]) is nearest.decisions["card"]
    assert ask("highest", "second", table_of("nifty"), seat_of([9, 77, 30]), "nifty") == 1


SECONDS = [
    # in turn: the nearest card that costs nothing behind the first
    ("hand", [(12,), (37,), (43,), (58,)], 13, [60, 38, 90], 38),
    ("hand", [(12,), (37,), (43,), (54, 55, 56, 58)], 59, [60, 61, 62], None),  # the first fills the row
    ("hand", [(12,), (37,), (43,), (54, 55, 56, 57, 58)], 59, [60, 42], 60),  # the first begins it anew
    ("hand", [(12,), (37,), (43,), (58,)], 70, [60, 11], None),  # 60 would no longer fit in, 11 costs
    # placed together: none for penalties
    ("zeros-minus", [(12,), (37,), (43,), (58,)], 13, [60, 38, ZERO], None),
    # for points: a zero card beside a card that takes, else what takes most
    ("plus", [FULL, (50,), (77,), (90,)], 43, [51, ZERO, 91], ZERO),
    ("plus", [FULL, (50,), (77,), (90,)], 51, [43, ZERO, 91], 43),
    ("plus", [FULL, (50,), (77,), (90,)], ZERO, [43, ZERO, 91], 43),
    ("plus", [(20, 25, 36, 42), (50,), (77,), (90,)], 43, [91, 44, ZERO], 44),  # the sixth together with the first
    ("plus", [(12,), (50,), (77,), (90,)], 51, [43, ZERO, 91], None),
]


@pytest.mark.parametrize(("rules", "rows", "first", "hand", "second"), SECONDS)
def test_a_second_card(rules: str, rows: list, first: int, hand: list, second: int | None) -> None:
    answer = ask("random", "second", table_of(rules, rows), seat_of(hand, card=first), rules)
    assert (None if answer < 0 else hand[answer]) == second


def test_a_second_card_beside_one_that_lies_already() -> None:
    rules = rules_from("hand", hand_commit="stepwise")
    table = table_of(rules, [(12,), (37,), (43,), (54, 55, 56, 58, 59)])
    table["played"][0, 0, 0] = 59
    assert ask("random", "second", table, seat_of([60, 44, 52], card=59), rules) == 1


def test_every_decision_of_every_variant_has_a_default() -> None:
    for variant in VARIANTS.values():
        assert set(asked_kinds(variant.rules)) - {"card"} <= set(DEFAULTS)
