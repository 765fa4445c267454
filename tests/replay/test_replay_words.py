"""The words for every way in which a card can find its place, and whole short games as they are printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from nimmtsim import Rules, policy, replay
from nimmtsim.cards import JOKER, ZERO
from nimmtsim.reference.events import Place
from nimmtsim.replay_words import place_text, row_note
from nimmtsim.variant_registry import VARIANTS, rules_from

GOLDEN = Path(__file__).with_name("golden")

FULL = [[3, 10, 20, 21, 22], [40], [50], [60]]
PRO = [[49, 50], [54, 58], [10, 90], [2, 99]]
PRO_FULL = [[49, 50], [54, 58, 59, 60, 61], [10, 90], [2, 99]]
J = JOKER
JOKERS = [[17, J + 4], [1, 2, 3, 4, J + 5], [5, 6, 7, 8, 9], [J]]


def told(rules, rows, card, row, cause, *, heads=0, kept=(), partner=None):
    rules = rules_from(rules) if isinstance(rules, str) else rules
    taken = tuple(rows[row]) if cause in ("sixth", "low", "joker takes") else ()
    return place_text(rules, rows, Place(0, 1, card, row, cause, taken, heads, kept), partner)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("joins row 1 behind 40", told("base", FULL, 45, 1, "joins")),
        ("behind 22 in full row 0: takes 3 10 20 21 22 = 13 heads", told("base", FULL, 30, 0, "sixth", heads=13)),
        ("too low for any row, chooses row 1: takes 40 = 3 heads", told("base", FULL, 2, 1, "low", heads=3)),
        ("too low for any row: joins the highest, row 3, behind 60", told("plus", FULL, 2, 3, "highest end")),
        (
            "too low for any row, and the highest, row 0, is full: takes 3 10 20 21 90 = 11 points",
            told("plus", [[3, 10, 20, 21, 90], *FULL[1:]], 2, 0, "sixth", heads=11),
        ),
        ("behind 22 in full row 0: takes 3 10 20 21 22 = 13 points", told("plus", FULL, 30, 0, "sixth", heads=13)),
        ("two ends are 2 away, chooses: joins row 0 behind 50", told("professional", PRO, 52, 0, "joins")),
        (
            "two ends are 2 away, chooses: joins row 1 on the left, before 54",
            told("professional", PRO, 52, 1, "joins left"),
        ),
        (
            "two ends are 2 away, pro_tie=left: joins row 1 on the left, before 54",
            told(Rules(professional=True, pro_tie="left"), PRO, 52, 1, "joins left"),
        ),
        (
            "two ends are 2 away, chooses: before 54 in full row 1: takes 54 58 59 60 61 = 7 heads",
            told("professional", PRO_FULL, 52, 1, "sixth", heads=7),
        ),
        ("joins row 1 on the left, before 54", told("professional", PRO, 53, 1, "joins left")),
        ("before 54 in full row 1: takes 54 58 59 60 61 = 7 heads",
         told("professional", PRO_FULL, 53, 1, "sixth", heads=7)),
        ("fits nowhere, chooses row 0: takes 40 80 = 6 heads",
         told("professional", [[40, 80], [41, 90]], 60, 0, "low", heads=6)),
        ("joins row 0 behind 17.4", told("jokers", JOKERS, 18, 0, "joins")),
        ("joins row 3 behind 0", told("jokers", JOKERS, 1, 3, "joins")),
        ("joins row 0 behind 17, which now counts 17.6", told("jokers", [[17], [40]], J + 6, 0, "joins")),
        ("chooses row 0: takes 17 0.4 = 2 heads", told("jokers", JOKERS, J + 2, 0, "joker takes", heads=2)),
        ("chooses to join row 2, which is full: takes 5 6 7 8 9 = 6 heads",
         told("jokers", JOKERS, J + 2, 2, "sixth", heads=6)),
        ("behind 4.5 in full row 1: takes 1 2 3 4 0.5 = 5 heads", told("jokers", JOKERS, 16, 1, "sixth", heads=5)),
        ("lies on its twin at the end of row 1", told("double", FULL, 40, 1, "twin")),
        ("behind 22 in full row 0: takes 3 10 20 21 22 = 13 heads, 7 for each",
         told("double", FULL, 30, 0, "sixth", heads=7, partner=3)),
        ("too low for any row, seat 1 chooses row 1: takes 40+40 = 6 heads, 3 for each",
         told("double", [[20], [40, 40]], 2, 1, "low", heads=3, partner=3)),
        ("too low for any row, row 1 is the cheapest: takes 41 = 1 head, 1 for each",
         told(Rules(deck="double", twin_low_row="cheapest"), [[20], [41]], 2, 1, "low", heads=1, partner=3)),
        ("too low for any row, chooses row 1: takes 41 = 1 head",
         told(Rules(deck="double", twin_low_row="cheapest"), [[20], [41]], 2, 1, "low", heads=1)),
        ("too low for any row, chooses row 0: takes 3 10 20 21 22, keeps 10 22; the rest = 5 heads",
         told("hand", FULL, 2, 0, "low", heads=5, kept=(10, 22))),
        ("behind 22 in full row 0: takes 3 10 20 21 22 = 13 heads", told("hand", FULL, 30, 0, "sixth", heads=13)),
    ],
)  # fmt: skip
def test_what_became_of_a_card(words, what):
    assert what == words


def test_a_zero_card_lies_aside():
    assert place_text(rules_from("plus"), FULL, Place(0, 1, ZERO, None, "zero")) == "laid aside"


def test_how_full_a_row_is():
    assert row_note(rules_from("base"), [3, 10]) == "2 of 5 places, 4 heads"
    assert row_note(rules_from("double"), [20, 21, 21]) == "2 of 5 places, 5 heads"
    assert row_note(rules_from("variable-rows"), [3, 55]) == "2 of 8 places, 8 heads"
    assert row_note(rules_from("plus"), [1]) == "1 of 5 places, 1 point"


# --- whole games ---


def _first(table, me):
    return 0


def _other(table, me):
    return 1


def _own_row(table, me):
    return me.seat + 1


#: Decides everything, so that no change of a default or of a built-in policy shows here.
fixed = policy(
    _first, name="fixed", second=_first, row=_other, order=_other, side=_first, draft=_other, pass_=_other,
    joker=_own_row, keep=_other,
)  # fmt: skip

#: Seeds whose short game shows what is special: twins that share a row, two equally near ends, a low card, ...
SEEDS = {"professional": 18, "double": 61, "plus": 2, "simple-minus": 21, "variable-rows": 2}


def short_game(name):
    """A game with hands of two to four cards and rows of two places, by rules that are a variant's otherwise."""
    if name == "match":
        return replay(Rules(name="short", hand=2, capacity=2, end_score=6), [fixed, fixed], seed=1, match=3)
    rules = VARIANTS[name].rules
    hand = {"one": 2, "two": 4, "one-or-two": 4}[rules.cards] + rules.pass_on
    return replay(rules.replace(hand=hand, capacity=2), [fixed, fixed, fixed], seed=SEEDS.get(name, 0))


@pytest.mark.parametrize("name", [*VARIANTS, "match"])
def test_a_short_game_is_printed_like_this(name):
    """After a change that is meant, write the new text to the file, and read it."""
    assert f"{short_game(name)}\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
