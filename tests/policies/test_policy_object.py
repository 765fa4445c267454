"""The Policy object, its decorator, how policies are found, and the errors about them."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

import nimmtsim
from nimmtsim.errors import PolicyError, UsageError
from nimmtsim.kernels.jit import COMPILED
from nimmtsim.kernels.records import KINDS
from nimmtsim.kind_of_play import SIZES, kind_of_play
from nimmtsim.policy_library import Policy, asked_kinds, find_policy, policies, policy, random_below
from nimmtsim.policy_library.registry import REGISTRY
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from

from .tables import ask, seat_of, table_of

BASE = rules_from("base")
compiled_only = pytest.mark.skipif(not COMPILED, reason="about what numba compiles")


@policy
def last(table, me):
    """The last card of the hand."""
    return me.n - 1


@last.row
def last(table, me):  # type: ignore[no-redef]
    return 2


def test_the_public_names_are_these() -> None:
    assert nimmtsim.policy is policy
    assert nimmtsim.Policy is Policy
    assert nimmtsim.policies is policies
    assert nimmtsim.random_below is random_below


def test_importing_the_package_does_not_load_numba() -> None:
    code = "import sys, nimmtsim; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_decorated_function_is_a_policy() -> None:
    assert isinstance(last, Policy)
    assert (last.name, last.description) == ("last", "The last card of the hand.")
    assert ask(last, "card", table_of(), seat_of([3, 4, 5])) == 2
    assert ask(last, "row", table_of(), seat_of([3, 4, 5], card=1)) == 2


def test_a_decision_added_makes_a_new_policy_called_like_the_function() -> None:
    @policy
    def one(table, me):
        return 0

    @one.pass_
    def other(table, me):
        return 1

    assert (one.name, list(one.decisions)) == ("one", ["card"])
    assert (other.name, list(other.decisions)) == ("other", ["card", "pass"])
    assert other.decisions["card"] is one.decisions["card"]


def test_every_kind_of_decision_is_a_decorator() -> None:
    for kind in KINDS:
        attribute = "pass_" if kind == "pass" else kind
        assert list(getattr(find_policy("lowest"), attribute)(lambda table, me: 0).decisions)[-1] == kind
        assert attribute in dir(last)


def test_decorator_with_arguments() -> None:
    @policy(name="my own", variants="professional", side=lambda table, me: 0)
    def mine(table, me):
        return 0

    assert (mine.name, mine.variants, list(mine.decisions)) == ("my own", ("professional",), ["card", "side"])


def test_a_policy_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        last.name = "first"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="no attribute 'cards'"):
        _ = last.cards


def test_a_restriction_to_variants_is_kept() -> None:
    mine = find_policy("lowest").replace(name="mine")
    only = Policy(mine.name, mine.decisions, ("professional",))
    assert only.addresses(rules_from("professional"))[0]
    with pytest.raises(PolicyError, match="'mine' does not play 'base', only: professional"):
        only.addresses(BASE)


def test_a_restriction_to_variants_goes_by_what_is_played_and_not_by_the_name() -> None:
    mine = policy(lambda table, me: 0, name="mine", variants=["base", "jokers"])
    sizes = {"rows": 5, "capacity": 4, "hand": 8, "deck": 90, "end_score": 100, "max_players": 8, "first_seat": 1}
    lengths = {"match_end": "deals", "deals": 3}
    for rules in (
        Rules(), Rules(jokers=True), Rules(name="plus"), rules_from("professional", professional=False),
        rules_from("jokers", joker_heads=0), Rules(**sizes), Rules(jokers=True, **lengths), Rules(pro_tie="left"),
    ):  # fmt: skip
        mine.check_rules(rules)
    for rules, called in (
        (rules_from("base", professional=True), "base (professional)"),
        (rules_from("jokers", joker_leftover="deck"), "jokers (joker_leftover=deck)"),
        (rules_from("base", deck="tactics"), "base (deck=tactics)"),
        (Rules(name="jokers", pass_on=True), "jokers (jokers=false, pass_on)"),
        (Rules(zeros=1, low_card="highest-end"), "custom (zeros=1, low_card=highest-end)"),
    ):
        with pytest.raises(PolicyError, match=re.escape(f"'mine' does not play '{called}', only: base, jokers")):
            mine.check_rules(rules)


def test_every_variant_is_a_kind_of_play_of_its_own() -> None:
    kinds = [kind_of_play(variant.rules) for variant in VARIANTS.values()]
    assert all(kinds.count(kind) == 1 for kind in kinds)
    assert set(SIZES) <= {option.name for option in fields(Rules)}


def test_a_restriction_by_a_function_says_what_it_asks_for() -> None:
    def five_rows(rules):
        """Rules with five rows."""
        return rules.rows == 5

    mine = policy(lambda table, me: 0, name="mine", variants=five_rows)
    assert mine.addresses(rules_from("base", rows=5))[0]
    with pytest.raises(PolicyError, match="'mine' does not play 'base', only: Rules with five rows"):
        mine.addresses(BASE)


def test_a_restriction_to_an_unknown_variant_names_the_nearest() -> None:
    with pytest.raises(PolicyError, match="did you mean 'professional'"):
        policy(lambda table, me: 0, name="mine", variants=["profesional"])


def test_addresses_are_those_of_decisions_that_can_be_asked() -> None:
    for variant in VARIANTS.values():
        addresses = find_policy("uniform").addresses(variant.rules)
        assert [kind for kind, at in zip(KINDS, addresses, strict=True) if at] == list(asked_kinds(variant.rules))


ASKED = {
    "base": "card row",
    "logic": "card row draft",
    "professional": "card row side",
    "nifty": "card row second order",
    "hand": "card row second keep",
    "plus": "card second",
    "simple-minus": "card",
    "jokers": "card row joker",
    "pass-on": "card row pass",
}


@pytest.mark.parametrize("variant", ASKED)
def test_what_is_asked(variant: str) -> None:
    assert set(asked_kinds(rules_from(variant))) == set(ASKED[variant].split())


def test_ends_that_nobody_chooses_are_not_asked_for() -> None:
    assert "side" not in asked_kinds(rules_from("professional", pro_tie="right"))


def test_built_in_policies_are_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(REGISTRY["nearest"])) is REGISTRY["nearest"]


@compiled_only
def test_policies_of_ones_own_are_pickled_with_their_functions() -> None:
    again = pickle.loads(pickle.dumps(last.replace(name="again")))
    assert again.name == "again"
    assert ask(again, "row", table_of(), seat_of([3, 4, 5], card=1)) == 2


def test_find_by_name_object_and_function() -> None:
    def plain(table, me):
        return 1

    assert find_policy("nearest") is REGISTRY["nearest"]
    assert find_policy(" nearest ") is REGISTRY["nearest"]
    assert find_policy(last) is last
    for given in (plain, njit(plain)):
        assert find_policy(given).name == "plain"
        assert ask(given, "card", table_of(), seat_of([3, 4, 5])) == 1


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(PolicyError, match=r"unknown policy 'nearst'; did you mean 'nearest'\? Allowed: uniform"):
        find_policy("nearst")


@pytest.mark.parametrize("given", [None, 3, ["nearest"], len])
def test_what_is_no_policy(given: Any) -> None:
    with pytest.raises(UsageError, match="a policy is a name"):
        find_policy(given)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def test_find_in_a_module_of_the_working_directory(here: Path) -> None:
    (here / "of_a_user.py").write_text(
        "import nimmtsim\n\n\n@nimmtsim.policy\ndef third(table, me):\n    return 2\n\n\n"
        "def plain(table, me):\n    return 1\n\n\nname = 'nearest'\nnumber = 3\n"
    )
    assert ask("of_a_user:third", "card", table_of(), seat_of([3, 4, 5])) == 2
    assert ask("of_a_user:plain", "card", table_of(), seat_of([3, 4, 5])) == 1
    with pytest.raises(PolicyError, match="unknown policy in 'of_a_user' 'thrd'; did you mean 'third'"):
        find_policy("of_a_user:thrd")
    for name in ("name", "number"):
        with pytest.raises(PolicyError, match=f"policy 'of_a_user:{name}': "):
            find_policy(f"of_a_user:{name}")


def test_modules_that_cannot_be_imported(here: Path) -> None:
    (here / "broken_of_a_user.py").write_text("1 / 0\n")
    with pytest.raises(PolicyError, match="importing 'broken_of_a_user' failed: ZeroDivisionError: division by zero"):
        find_policy("broken_of_a_user:mine")
    with pytest.raises(PolicyError, match="no module 'not_there'"):
        find_policy("not_there:mine")
    for text in (":mine", "module:", ":"):
        with pytest.raises(PolicyError, match="write module:attribute"):
            find_policy(text)


def test_an_unknown_kind_of_decision() -> None:
    with pytest.raises(PolicyError, match="unknown decision of policy 'mine' 'rows'; did you mean 'row'"):
        policy(lambda table, me: 0, name="mine", rows=lambda table, me: 0)


def test_something_that_is_no_function() -> None:
    with pytest.raises(PolicyError, match="policy 'mine', decision 'card': must be a Python function"):
        policy(3, name="mine")
    with pytest.raises(PolicyError, match="a policy is made of a function"):
        policy(3)


def test_a_wrong_signature() -> None:
    with pytest.raises(PolicyError, match=r"'mine', decision 'row': must take \(table, me\), not \(table\)"):
        policy(lambda table, me: 0, name="mine", row=lambda table: 0)


def error_of(function: Any) -> str:
    with pytest.raises(PolicyError) as caught:
        policy(function, name="mine").addresses(BASE)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    return str(caught.value)


@compiled_only
def test_a_function_that_returns_no_whole_number() -> None:
    assert error_of(lambda table, me: 0.5) == (
        "policy 'mine', decision 'card': must return a whole number on every path, returns float64"
    )

    def sometimes(table, me):
        if me.n > 3:
            return 1

    assert "must return a whole number on every path" in error_of(sometimes)


@compiled_only
def test_a_field_that_does_not_exist() -> None:
    message = error_of(lambda table, me: me.cards)
    assert message.startswith(
        "policy 'mine', decision 'card': unknown field 'cards'; did you mean 'card'? Allowed: n, "
    )


@compiled_only
def test_python_that_numba_cannot_compile() -> None:
    def with_a_name_that_is_not_there(table, me):
        return nowhere(table)  # type: ignore[name-defined]  # noqa: F821

    def with_a_generator(table, me):
        return max(table.rows[r].heads for r in range(4))

    assert "nowhere" in error_of(with_a_name_that_is_not_there)
    assert "does not compile" in error_of(with_a_generator)
    assert "whole number on every path, returns a record" in error_of(njit("int64(int64, int64)")(lambda a, b: a))


OTHER_INTEGERS = [lambda table, me: me.hand[0], lambda table, me: me.n > 2, lambda table, me: np.int32(1)]


@pytest.mark.parametrize("answer", OTHER_INTEGERS)
def test_other_integers_are_widened(answer: Any) -> None:
    assert ask(answer, "card", table_of(), seat_of([1, 2, 5])) == 1


def test_the_frame_of_policies() -> None:
    frame = policies()
    assert list(frame.index) == list(REGISTRY)
    assert frame.loc["nearest", "ties"] == "the lower card."
    assert frame.loc["uniform", "decides"].split(", ")[0] == "card"
    assert (frame["rule"].str.len() > 0).all()
    assert (frame["ties"].str.len() > 0).all()
