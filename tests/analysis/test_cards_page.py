"""The page about card values: its examples run, and it names what there is."""

import doctest
from pathlib import Path

from nimmtsim.analysis import card_pairs, cards_held, cards_played, hand_rating, plots_cards

PAGE = Path(__file__).parents[2] / "docs" / "card_values.md"


def test_examples_of_the_page():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 8
    assert failed == 0


def test_the_page_leaves_nothing_out():
    page = PAGE.read_text(encoding="utf-8")
    for module in (card_pairs, hand_rating, plots_cards):
        for name in module.__all__:
            assert name in page, name
    assert cards_held.card_values.__name__ in page
    assert cards_played.card_plays.__name__ in page
    assert f"turn {cards_played.LATE - 1} stands for" in page
    assert f"first {cards_held.SAMPLE:,} rounds" in page
