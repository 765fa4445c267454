"""The policies that answer what they were told."""

from __future__ import annotations

import numpy as np
import pytest

from nimmtsim.cards import JOKER
from nimmtsim.kernels.choose import NO_ANSWER
from nimmtsim.policy_library.scripted import drawn, told

from .tables import ask, seat_of, table_of

ROWS = [(71, 72), (21, 23), (61, 62), (11,)]  # slots: row 3, row 1, row 2, row 0


def scripted(hand: list[int], words: list[int], **fields: object) -> tuple[np.ndarray, np.ndarray]:
    """A seat with a script, and the script, which must be kept alive."""
    script = np.array(words, np.int64)
    return seat_of(hand, script=script.ctypes.data, n_script=len(words), **fields), script


def test_drawn_chooses_among_the_legal_answers_one_number_after_the_other() -> None:
    seat, script = scripted([5, 6, 7], [0, 4, 302])
    assert [ask(drawn, "card", table_of(), seat) for _ in script] == [0, 1, 2]
    assert seat["script_at"][0] == 3
    assert ask(drawn, "card", table_of(), seat) == NO_ANSWER
    assert seat["script_at"][0] == 3


def test_drawn_knows_the_answers_of_a_joker() -> None:
    table = table_of("jokers", [(12, JOKER), (37,), (43,), (58,)])
    seat, script = scripted([5], list(range(7)), card=JOKER + 2)
    assert [ask(drawn, "joker", table, seat, "jokers") for _ in script] == [1, 2, 3, 16, 17, 18, 19]


@pytest.mark.parametrize("kind", ["card", "second", "order", "side", "draft", "pass", "keep"])
def test_told_answers_the_number_itself(kind: str) -> None:
    from nimmtsim.kernels.run import ask_once
    from nimmtsim.policy_library.compiling import decision_address

    seat, _script = scripted([5, 6], [7, -1])
    address = np.uint64(decision_address(kind, told.decisions[kind]))
    answers = [ask_once(address, table_of(), seat) for _ in range(3)]
    assert answers == [7, -1, NO_ANSWER]


def test_told_gives_rows_by_their_numbers() -> None:
    seat, script = scripted([5], [0, 1, 2, 3], card=2)
    assert [ask(told, "row", table_of(rows=ROWS), seat) for _ in script] == [3, 1, 2, 0]


def test_told_gives_a_joker_a_row_by_its_number() -> None:
    table = table_of("jokers", ROWS)
    seat, script = scripted([5], [0, 3, 16, 19], card=JOKER)
    assert [ask(told, "joker", table, seat, "jokers") for _ in script] == [3, 0, 19, 16]


@pytest.mark.parametrize("row", [4, 9, -1, -2, 1000])
def test_a_row_that_does_not_exist_is_no_legal_answer(row: int) -> None:
    seat, _script = scripted([5], [row], card=2)
    assert not 0 <= ask(told, "row", table_of(rows=ROWS), seat) < 4
    seat, _script = scripted([5], [row], card=JOKER)
    joker = ask(told, "joker", table_of("jokers", ROWS), seat, "jokers")
    assert joker not in (0, 1, 2, 3, 16, 17, 18, 19)
