"""docs/policies.md is up to date, and its examples run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from nimmtsim.kernels.jit import COMPILED
from nimmtsim.policy_library import find_policy
from nimmtsim.policy_library.reference_pages import PARTS, with_parts
from nimmtsim.variant_registry import rules_from

from .tables import ask, seat_of, table_of
from .test_everywhere import play

PAGE = Path(__file__).parents[2] / "docs" / "policies.md"


def test_the_generated_parts_are_as_the_records_and_docstrings_say() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in PARTS:
        assert f"<!-- {name} -->" in page
    assert with_parts(page) == page, "run python -m nimmtsim.policy_library.reference_pages docs/policies.md"


def test_a_changed_part_is_noticed() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_parts(page.replace("left-most card", "right-most card")) == page


@pytest.mark.skipif(not COMPILED, reason="what is shown is the compiled library")
def test_the_recipe_works() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted >= 5
    assert results.failed == 0


def test_the_policies_of_the_recipe_play() -> None:
    names: dict = {}
    examples = doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8"))
    for example in examples:
        exec(example.source, names)
    assert ask(names["middle"], "card", table_of(), seat_of([3, 60, 104])) == 1
    assert ask(names["middle"], "row", table_of(rows=[(12, 13), (37,), (43,), (58,)]), seat_of([9], card=3)) == 1
    for variant in ("base", "nifty", "jokers"):
        play(rules_from(variant), [names["middle"], names["careless"], find_policy("random")], 20)
