"""Rule options as text: there and back, and errors with the nearest name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimmtsim import Rules, RulesError, rules_from
from nimmtsim.rule_text import parse_rules, rules_words, variant_of
from nimmtsim.variant_registry import VARIANTS
from tests.engines.rule_strategies import VALUES

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "rows": st.integers(3, 6), "capacity": st.integers(3, 8), "hand": st.sampled_from([6, 8, 10]),
        "pro_tie": st.sampled_from(["choose", "left", "cheapest"]), "end_score": st.integers(1, 99),
        "logic_first": st.sampled_from(["rotate", "worst_score"]), "allow_double_zero": st.booleans(),
        "open_marker_next_deal": st.sampled_from(["continue", "reset"]), "joker_heads": st.integers(0, 7),
    },
)  # fmt: skip


@given(st.sampled_from(sorted(VARIANTS)), OPTIONS)
def test_there_and_back(variant, options):
    rules = rules_from(variant, **options)
    assert parse_rules(*variant_of(rules)) == rules


def test_ways_to_write():
    expected = Rules(name="base", professional=True, deck="tactics", rows=5)
    for text in (
        "professional,deck=tactics,rows=5",
        " pro , deck = tactics, rows=5,",
        "professional=yes,deck=tactics,rows=5",
    ):
        assert parse_rules("base", text) == expected
    assert parse_rules("base", "pass-on").pass_on
    assert parse_rules("Pass_On") == rules_from("pass-on")
    assert parse_rules("base", "twin-low-row=first-owner").twin_low_row == "first_owner"
    assert parse_rules("base", "deck=30").deck == 30
    assert not parse_rules("logic", "open_hands=false").open_hands
    assert rules_words(expected) == "base (deck=tactics, rows=5, professional)"
    assert rules_words(rules_from("double")) == "double"


@pytest.mark.parametrize(
    ("text", "says"),
    [("row=5", "did you mean 'rows'"), ("rows=five", "whole number"), ("rows", "needs a value"),
     ("deck=ful", "did you mean 'full'"),
     ("professional=maybe", "true or false"), ("rows=5,rows=6", "twice"), ("name=x", "unknown rule option"),
     ("professional,jokers", "professional and jokers clash"), ("rows=99", "must be 1 to 8")],
)  # fmt: skip
def test_errors(text, says):
    with pytest.raises(RulesError, match=says):
        parse_rules("base", text)


def test_rules_are_built_from_options_by_name():
    for build in (lambda: Rules(rwos=5), lambda: Rules().replace(rwos=5), lambda: rules_from("base", rwos=5)):
        with pytest.raises(RulesError, match="unknown rule option 'rwos'; did you mean 'rows'"):
            build()
    with pytest.raises(RulesError, match=r"by name.*not 'tactics'.*rules_from"):
        Rules("tactics")


def _clash(options):
    """What is wrong with options, "" for nothing."""
    try:
        Rules(**options)
    except RulesError as error:
        return str(error)
    return ""


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=5, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: st.sampled_from(VALUES[name]) for name in names})
    )
)
def test_a_clash_names_two_options_of_which_either_can_be_changed(options):
    message = _clash(options)
    if message:
        first, second = message.split(" clash: ")[0].split(" and ")
        for name in (first, second):
            assert any(_clash(options | {name: value}) != message for value in VALUES[name]), (message, name)


def test_passing_on_clashes_with_drafted_hands_whether_or_not_they_are_open():
    for options in ({"open_hands": False}, {"open_hands": True, "deal": "random"}):
        other = "open_hands" if options["open_hands"] else "deal"
        with pytest.raises(RulesError, match=f"^pass_on and {other} clash"):
            Rules(**{"pass_on": True, "deal": "drafted", "deck": "tactics"} | options)
