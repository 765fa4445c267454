"""Tables as people write them: what is accepted, and the one-line errors for what is not."""

from __future__ import annotations

import pytest

from nimmtsim.errors import RulesError, UsageError
from nimmtsim.reference import resolve_turn
from nimmtsim.variant_registry import rules_from

ROWS = [[12], [37], [43], [58]]
FULL = [[20, 25, 36, 39, 42], [60], [70], [80]]


@pytest.mark.parametrize(
    ("rules", "rows", "plays", "options", "message"),
    [
        ("base", ROWS[:3], {0: 14}, {}, "rows: base has 4, not 3"),
        ("base", "12 37", {0: 14}, {}, "rows must be a list"),
        ("base", [12, 37, 43, 58], {0: 14}, {}, "row 0 must be a list, not 12"),
        ("base", [[12], [], [43], [58]], {0: 14}, {}, "row 1 is empty"),
        ("base", [[12], [105], [43], [58]], {0: 14}, {}, "row 1: 105 is not a card"),
        ("base", [[12], [12], [43], [58]], {0: 14}, {}, "the card 12 is there 2 times; base has 1"),
        ("base", ROWS, {0: 12}, {}, "the card 12 is there 2 times"),
        ("base", ROWS, {0: 14, 1: 14}, {}, "the card 14 is there 2 times"),
        ("base", ROWS, {}, {}, "plays: nobody plays a card"),
        ("base", ROWS, [14, 15], {}, "plays must be a mapping from seats"),
        ("base", ROWS, {-1: 14}, {}, "plays: -1 is not a seat"),
        ("base", ROWS, {"A": 14}, {}, "plays: 'A' is not a seat"),
        ("base", ROWS, {True: 14}, {}, "plays: True is not a seat"),
        ("base", ROWS, {0: "14"}, {}, r"plays\[0\]: '14' is not a card"),
        ("base", ROWS, {0: (14, 15)}, {}, r"plays\[0\]: 2 given; .* base lays? are one"),
        ("base", ROWS, {0: 0}, {}, "0 is a zero card, and base has none"),
        ("base", ROWS, {0: 0.4}, {}, "0.4 is a joker, and base has none"),
        ("base", [[(12, 12)], [37], [43], [58]], {0: 14}, {}, "are twins, and base has none"),
        ("base", ROWS, {0: 14}, {"choices": {0: 1}}, r"choices\[0\]: 1 was not asked for"),
        ("base", ROWS, {0: 3}, {"choices": {0: [1, 2]}}, r"choices\[0\]: 2 was not asked for"),
        ("base", ROWS, {0: 3}, {}, "seat 0 must say for its 3 which row to take"),
        ("base", ROWS, {0: 3}, {"choices": {0: 4}}, r"choices\[0\]: 4 is illegal.*one of 0, 1, 2, 3"),
        ("base", ROWS, {0: 3}, {"choices": {0: True}}, "True is illegal"),
        ("base", ROWS, {0: 3}, {"choices": {1: 0}}, r"choices\[1\]: seat 1 plays no card"),
        ("base", ROWS, {0: 3}, {"choices": [0]}, "choices must be a mapping"),
        ("base", ROWS, {0: 14}, {"start": "x"}, "start: 'x' is not a seat"),
        ("double", [[21, 21], [37], [43], [58]], {0: 14}, {}, r"write twins that lie on each other as \(21, 21\)"),
        ("double", [[(21, 22)], [37], [43], [58]], {0: 14}, {}, "are no twins"),
        ("double", [[(21, 21)], [37], [43], [58]], {0: 21}, {}, "the card 21 is there 3 times; double has 2"),
        ("double", [[1, 21], [37], [43], [9, 21]], {0: 22}, {}, "rows 0 and 3 both end with 21"),
        ("plus", [[12, 0], [37], [43], [58]], {0: 14}, {}, "row 0: a zero card never lies in a row"),
        ("plus", ROWS, {0: (1, 2, 3)}, {}, "3 given"),
        ("nifty", ROWS, {0: 14}, {}, "1 given; .* are two"),
        ("jokers", [[12, 0.1, 0.2], [37], [43], [58]], {0: 14}, {}, "a joker never lies beside a joker"),
        ("jokers", ROWS, {0: 0.25}, {}, "0.25 is not a card"),
        ("jokers", ROWS, {0: 0.5}, {"choices": {0: 2}}, r"2 is illegal; .* where the joker goes"),
        ("hand", FULL, {0: 45}, {"hands": {0: 14}}, "seat 0 must say for its 45 which of the taken cards"),
        ("hand", FULL, {0: 45}, {"hands": {0: 14}, "choices": {0: [21]}}, r"\[21\] is illegal"),
        ("hand", FULL, {0: 45}, {"hands": {0: 14}, "choices": {0: [20, 20]}}, r"\[20, 20\] is illegal"),
        ("hand", FULL, {0: 45}, {"hands": {0: [1, 2]}}, "45 is laid and not in the hand"),
        ("hand", FULL, {0: 45}, {"hands": {0: [45, 60]}}, "the card 60 is there 2 times"),
        ("hand", FULL, {0: (45, 46)}, {"hands": {0: 1}}, "a hand before the turn has 2 to"),
        ("hand", FULL, {0: 45}, {"hands": {1: 1}}, r"hands\[1\]: seat 1 plays no card"),
        ("hand", FULL, {0: 45}, {"hands": 14}, "hands must be a mapping"),
    ],
)
def test_errors_are_one_clear_line(rules, rows, plays, options, message):
    with pytest.raises(UsageError, match=message) as caught:
        resolve_turn(rules, rows, plays, **options)
    assert "\n" not in str(caught.value)


def test_unknown_rules():
    with pytest.raises(RulesError, match="unknown variant 'bass'; did you mean 'base'"):
        resolve_turn("bass", ROWS, {0: 14})


def test_two_zero_cards_where_they_are_forbidden():
    assert resolve_turn("plus", ROWS, {0: (0, 0)}).rows == ROWS
    with pytest.raises(UsageError, match="two zero cards may not be played together"):
        resolve_turn(rules_from("plus", allow_double_zero=False), ROWS, {0: (0, 0)})


def test_positions_that_no_game_reaches():
    long_row = [[1, 2, 4, 5, 6, 7, 8], [37], [43], [104]]
    outcome = resolve_turn("tactics", long_row, {7: 9})
    assert outcome.placements[0].taken == long_row[0]
    assert outcome.penalties == {7: 8}
    not_ascending = [[30, 20], [37], [43], [58]]
    assert resolve_turn("base", not_ascending, {0: 21}).rows[0] == [30, 20, 21]


@pytest.mark.parametrize("rules", ["base", "open", "double", "simple-minus", "professional", "pass-on"])
def test_not_every_seat_need_play(rules):
    outcome = resolve_turn(rules, ROWS, {1: 15, 4: 44})
    assert outcome.rows == [[12, 15], [37], [43, 44], [58]]
    assert outcome.penalties == {1: 0, 4: 0}


def test_answers_in_the_order_of_asking():
    rows = [[40, 41], [60], [70], [80]]
    outcome = resolve_turn("hand", rows, {0: (3, 2)}, hands={0: 14}, choices={0: [0, [41], 0, []]})
    assert outcome.rows[0] == [2]
    assert outcome.penalties == {0: 3 + 1}
    nothing = resolve_turn("hand", FULL, {0: 45}, hands={0: 14}, choices={0: []})
    assert nothing.penalties == {0: 8}


def test_seats_of_a_game_in_turn_go_clockwise_from_the_start():
    outcome = resolve_turn("simple-minus", ROWS, {0: 59, 1: 60, 2: 61}, start=1)
    assert [placement.seat for placement in outcome.placements] == [1, 2, 0]
    # 59 comes last, when 61 lies on the 58: it joins the next lower end.
    assert outcome.rows == [[12], [37], [43, 59], [58, 60, 61]]


def test_hands_may_be_lists_of_cards():
    hand = [45, *range(1, 14)]
    outcome = resolve_turn("hand", FULL, {0: 45}, hands={0: hand}, choices={0: [20, 25, 36]})
    assert outcome.penalties == {0: 1 + 1}
