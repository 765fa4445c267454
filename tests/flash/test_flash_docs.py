"""Every documented example runs, and the page leaves nothing out."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
from pathlib import Path

import pytest

from nimmtsim.flash import FlashRules
from nimmtsim.flash.records import FIELDS, KINDS
from nimmtsim.flash.strategies import CHAINS, MODIFIERS

PAGE = Path(__file__).parents[2] / "docs" / "flash.md"
MODULES = ["analysis", "cards", "position", "replays", "rules", "simulation"]
#: For the engine's own use.
HIDDEN = {"scratch", "script", "stream", "word", "mask", "bottom"}


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    failed, tried = doctest.testmod(importlib.import_module(f"nimmtsim.flash.{name}"))
    assert tried > 0
    assert failed == 0


def test_examples_on_the_page():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_page_names_everything():
    page = PAGE.read_text(encoding="utf-8")
    options = [option.name for option in dataclasses.fields(FlashRules)]
    fields = [name for record in ("TABLE", "SEAT") for name in FIELDS[record] if name not in HIDDEN]
    rulings = [f"F{number}" for number in range(1, 19)]
    missing = [name for name in [*options, *KINDS, *CHAINS, *fields] if f"`{name}`" not in page]
    missing += [name for name in MODIFIERS if f"`+{name}`" not in page]
    missing += [name for name in rulings if name not in page]
    assert missing == []
    for record in ("TABLE", "SEAT"):
        for name, says in FIELDS[record].items():
            assert name in HIDDEN or f"| `{name}` | {says} |" in page
