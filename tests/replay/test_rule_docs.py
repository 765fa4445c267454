"""The rule pages: one for every variant, complete, true to the registry, and with examples that run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from nimmtsim.cards import bull_heads
from nimmtsim.errors import RulesError
from nimmtsim.policy_library import asked_kinds
from nimmtsim.rule_docs import variant_doc
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS

ROOT = Path(__file__).parents[2]
OPTIONS = {name for name in Rules.__dataclass_fields__ if name != "name"}


@pytest.mark.parametrize("name", VARIANTS)
def test_examples_of_a_page_run(name):
    blocks = re.findall(r"```python\n(.*?)```", variant_doc(name), re.DOTALL)
    assert blocks
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, f"{name}.md", 0)
    assert any(step.want for step in example.examples)
    failures: list[str] = []
    doctest.DocTestRunner().run(example, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_page_agrees_with_the_registry(name):
    text, rules = variant_doc(name), VARIANTS[name].rules
    assert f"(`{name}`)" in text.splitlines()[0]
    players, _, hand, *_ = re.findall(r"^\| (\d+ to .*) \|$", text, re.MULTILINE)[0].split(" | ")
    assert players == f"{rules.min_players} to {rules.most_players()}"
    assert re.match(r"\d+", hand)[0] == str(rules.hand)
    assert "## Example" in text
    assert "## Source" in text
    inherits = "[Plus](plus.md)" in text
    for kind in asked_kinds(rules):
        assert f"`{kind}`" in text or inherits, f"decision {kind} is not explained"


@pytest.mark.parametrize("name", VARIANTS)
def test_options_named_on_a_page_exist_with_their_values(name):
    said = re.findall(r"`([a-z_0-9]+)=([^`]+)`", variant_doc(name))
    for option, value in said:
        assert option in OPTIONS
        # A value may clash with the plain variant (66 as the end of a points game), but it must be one.
        meta = Rules.__dataclass_fields__[option].metadata
        given = {"True": True, "False": False}.get(value, value.strip('"') if '"' in value else value)
        if meta["among"] and isinstance(given, str) and not given.isdigit():
            assert given in meta["among"]
        else:
            assert isinstance(given, bool) or meta["low"] <= int(given) <= meta["high"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("logic", {"logic_first": "rotate", "draft": "clockwise", "open_hands": True}),
        ("professional", {"pro_tie": "choose"}),
        ("open", {"open_marker_next_deal": "continue"}),
        ("hand", {"hand_order": "choose", "hand_commit": "both", "hand_limit": 16, "max_rounds": 500, "stack_end": 20}),
        ("double", {"twin_low_row": "first_owner"}),
        ("plus", {"allow_double_zero": True, "deals": 0}),
        ("zeros-minus", {"low_card": "highest-end"}),
        ("simple-minus", {"simple_starter": "last_deal", "low_card": "highest-end"}),
        ("jokers", {"joker_heads": 1, "joker_leftover": "box"}),
    ],
)
def test_the_ruling_on_a_page_is_what_is_played(name, options):
    said = [(option, value.strip('"')) for option, value in re.findall(r"`([a-z_0-9]+)=([^`]+)`", variant_doc(name))]
    for option, value in options.items():
        assert getattr(VARIANTS[name].rules, option) == value
        assert (option, str(value)) in said


def test_heads_of_the_tactics_decks():
    heads = [sum(map(bull_heads, range(1, 10 * n + 5))) for n in range(2, 11)]
    assert f"| heads | {' | '.join(map(str, heads))} |" in variant_doc("tactics")


def test_table_of_heads():
    counts = {7: 0, 5: 0, 3: 0, 2: 0, 1: 0}
    for card in range(1, 105):
        counts[bull_heads(card)] += 1
    rows = re.findall(r"^\| [^|]+ \| (\d) \| (\d+) \|$", variant_doc("base"), re.MULTILINE)
    assert {int(heads): int(count) for heads, count in rows} == counts


def test_an_unknown_page_is_one_clear_line():
    with pytest.raises(RulesError, match="did you mean 'nifty'"):
        variant_doc("nifti")
    assert variant_doc("PLUS_equal_zeros") == variant_doc("plus-equal-zeros")


@pytest.mark.parametrize("page", [*(f"src/nimmtsim/rule_docs/{name}.md" for name in VARIANTS), "docs/rules/README.md"])
def test_links_lead_somewhere(page):
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).is_file(), f"{page} links to {target}"


def test_the_index_lists_every_variant():
    index = (ROOT / "docs/rules/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([0-9.]+(?: [AB])?) \| \[([a-z-]+)\]", index, re.MULTILINE)
    assert [name for _, name in listed] == list(VARIANTS)
    for section, name in listed:
        assert f"Section {section} of the rule pages" in variant_doc(name)
