"""One turn of any table that somebody might type in: both engines say the same, also when they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimmtsim.cards import JOKER, ZERO, bull_heads, written
from nimmtsim.errors import NimmtsimError, UsageError
from nimmtsim.one_turn import ENGINES, resolve_turn
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from

NAMES = sorted(VARIANTS)


def _cards(rules: Rules) -> list[int]:
    """Every physical card of a game, few enough numbers to make turns eventful."""
    cards = [*range(1, 40), 44, 50, 55]
    if rules.twins:
        cards += cards
    if rules.jokers:
        cards += range(JOKER, JOKER + 10)
    return cards + [ZERO] * rules.zeros


@st.composite
def turns(draw: st.DrawFn) -> dict[str, Any]:
    """Rules, rows, plays, answers and hands."""
    rules = VARIANTS[draw(st.sampled_from(NAMES))].rules
    if draw(st.booleans()):
        rows, capacity, first = (draw(st.integers(*limits)) for limits in ((1, 5), (1, 6), (0, 8)))
        rules = rules.replace(rows=rows, capacity=capacity, first_seat=first)
    deck = draw(st.permutations(_cards(rules)))
    rows, ascending = [], draw(st.booleans())
    for _ in range(rules.rows):
        length = draw(st.integers(1, 6))
        row = [card for card in deck[:length] if card != ZERO][: 2 * rules.capacity] or [40]
        if ascending:
            row.sort()
        rows.append([written(card) for card in row] if not rules.twins else _with_twins(row))
        deck = deck[length:]
    plays, hands = {}, {}
    for seat in draw(st.lists(st.integers(0, 6), min_size=1, max_size=5, unique=True)):
        n = {"one": 1, "two": 2, "one-or-two": draw(st.integers(1, 2))}[rules.cards]
        cards = [written(card) for card in deck[:n]]
        deck = deck[n:]
        plays[seat] = tuple(cards) if n == 2 or draw(st.booleans()) else cards[0]
        if draw(st.booleans()):
            hands[seat] = draw(st.integers(n, 20))
    answer = st.one_of(
        st.integers(0, 4),
        st.sampled_from(["left", "right", ("join", 0), ("join", 2), ("take", 1), ("take", 3)]),
        st.lists(st.integers(1, 39), max_size=2),
    )
    choices = {seat: draw(st.lists(answer, max_size=3)) for seat in plays if draw(st.booleans())}
    start = draw(st.integers(0, 6))
    return {"rules": rules, "rows": rows, "plays": plays, "choices": choices, "hands": hands, "start": start}


def _with_twins(row: list[int]) -> list[Any]:
    positions: list[Any] = []
    for card in row:
        if positions and positions[-1] == card:
            positions[-1] = (card, card)
        else:
            positions.append(card)
    return positions


def _resolved(turn: dict[str, Any], engine: str) -> object:
    try:
        return resolve_turn(**turn, engine=engine)
    except NimmtsimError as error:
        return type(error), str(error)


@settings(max_examples=150, deadline=None)
@given(turn=turns())
def test_both_engines_resolve_any_turn_alike(turn: dict[str, Any]) -> None:
    compiled, reference = (_resolved(turn, engine) for engine in ENGINES)
    assert compiled == reference


@settings(max_examples=100, deadline=None)
@given(turn=turns(), data=st.data())
def test_both_engines_ask_for_the_same_answers(turn: dict[str, Any], data: st.DataObject) -> None:
    """Starting without answers, give what is asked for until the turn is resolved."""
    turn["choices"] = {}
    for _ in range(12):
        compiled, reference = (_resolved(turn, engine) for engine in ENGINES)
        assert compiled == reference
        if not isinstance(compiled, tuple) or "must say" not in compiled[1]:
            return
        seat = int(compiled[1].split()[1].rstrip(":"))
        if "which row to take" in compiled[1]:
            answer: Any = data.draw(st.integers(0, turn["rules"].rows - 1))
        elif "left" in compiled[1]:
            answer = data.draw(st.sampled_from(["left", "right"]))
        elif "joker goes" in compiled[1]:
            answer = ("take", data.draw(st.integers(0, turn["rules"].rows - 1)))
        else:
            answer = []
        turn["choices"].setdefault(seat, []).append(answer)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_left_end_above_its_row_is_taken_and_the_new_row_ends_higher(engine: str) -> None:
    """Only rows that are typed in can do that; every later card must still see the ends in order."""
    rows = [[71, 64, 85, 65, 5], [77, 8], [90, 3], [99, 2]]
    assert resolve_turn("professional", rows, {0: 62, 1: 63}, engine=engine).rows == [[62, 63], *rows[1:]]
    one_past = [[71, 64, 85, 65, 5], [77, 8], [90, 80], [99, 2]]
    assert resolve_turn("professional", one_past, {0: 62, 1: 63, 2: 81}, engine=engine).rows == [
        [62, 63],
        [77, 8],
        [90, 80, 81],
        [99, 2],
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("first_seat", "owners"), [(0, [0, 1]), (1, [1, 0]), (2, [0, 1]), (7, [0, 1])])
def test_the_first_owner_of_twins_comes_next_clockwise_from_a_first_seat_that_does_not_play(
    engine: str, first_seat: int, owners: list[int]
) -> None:
    rules = rules_from("double", first_seat=first_seat)
    outcome = resolve_turn(rules, [[20], [30], [40], [50]], {0: 5, 1: 5}, choices={owners[0]: 2}, engine=engine)
    assert [placement.seat for placement in outcome.placements] == owners


ONE_HEAD = [card for card in range(1, 90) if card % 5 and card % 11]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("keep", [False, True])
def test_all_cards_of_the_longest_row_are_listed(engine: str, keep: bool) -> None:
    """The longest row that can be typed in, grown by as many cards as a row ever grows."""
    rules, most = (rules_from("hand", variable_rows=True), 12) if keep else (rules_from("variable-rows"), 26)
    row = [*ONE_HEAD[: most - 1], 55]
    choices = {6: [[]]} if keep else {}
    outcome = resolve_turn(
        rules, [row, [90], [91], [92]], dict(enumerate([56, 57, 58, 59, 61, 62, 63])), choices=choices, engine=engine
    )
    last = outcome.placements[-1]
    assert last.taken == [*row, 56, 57, 58, 59, 61, 62]
    assert last.heads == sum(map(bull_heads, last.taken))
    with pytest.raises(UsageError, match=f"row 0 has {most + 1} cards; the most is {most}"):
        resolve_turn(rules, [[*ONE_HEAD[:most], 55], [90], [91], [92]], {0: 56}, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_twin_on_the_longest_row_is_listed(engine: str) -> None:
    row = list(range(1, 27))
    outcome = resolve_turn("double", [row, [90], [91], [92]], {0: 26, 1: 27}, engine=engine)
    assert outcome.placements[-1].taken == [*row, 26]
