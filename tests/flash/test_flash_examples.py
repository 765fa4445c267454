"""The worked examples FL1-FL5 of the rules, and positions that settle a ruling, on both engines."""

from __future__ import annotations

import pytest

from nimmtsim.errors import NimmtsimError, PolicyError, RulesError, UsageError
from nimmtsim.flash import FlashRules, card, resolve_chain, resolve_turn

SEED_CHAIN = ["2 black cloud", "1 black lightning", "1 yellow sun"]
FIVE = ["1 pink sun", "2 pink sun", "3 pink sun", "4 pink sun", "5 pink sun"]
REST = ["6 green fire", "5 green wave", "4 green moon"]

both = pytest.mark.parametrize("engine", ["compiled", "reference"])


def cards(*names):
    return [card(name) for name in names]


def test_fl1_each_step_has_one_match():
    assert resolve_chain("3 red cloud", SEED_CHAIN).matches == [("symbol",), ("colour",), ("quantity",)]


@both
def test_fl1_seed_chain(engine):
    hand = [SEED_CHAIN[2], SEED_CHAIN[0], *REST, SEED_CHAIN[1]]
    pile = ["1 blue moon", "2 blue moon"]
    after = resolve_turn(
        [hand, ["1 red sun"]], ["3 red cloud"], piles=[pile, []], answers={"chain": SEED_CHAIN}, engine=engine
    )
    assert after.discard == cards("3 red cloud", *SEED_CHAIN)
    # What was not laid went under the pile in hand order; then six were drawn, as far as there were cards.
    assert after.hands[0] == cards(*pile, *REST)
    assert after.piles[0] == []


@both
def test_fl2_no_match(engine):
    with pytest.raises(PolicyError, match="seat 0 to the decision 'chain' is not legal"):
        resolve_turn(
            [["4 blue sun", "3 blue sun"], ["1 red sun"]],
            ["3 red cloud"],
            answers={"chain": ["4 blue sun"]},
            engine=engine,
        )
    assert resolve_chain("3 red cloud", ["4 blue sun"]) == (False, 0, [()])


@both
def test_fl3_stop_moves_the_side_pile(engine):
    hands = [["STOP", *REST], ["1 red sun"], ["2 red sun"]]
    piles = [["6 red wave"], ["6 blue wave"], ["6 black wave"]]
    after = resolve_turn(
        hands, ["1 yellow cloud"], piles=piles, side=FIVE, answers={"stop": True, "target": 1}, engine=engine
    )
    # F18: the card laid last is drawn first of the side pile's.
    assert after.piles[1] == cards("6 blue wave", *FIVE[::-1])
    assert (after.side, after.stops_out) == ([], 1)
    assert after.hands[0] == cards(*REST, "6 red wave")
    assert after.piles[2] == cards("6 black wave")


@both
def test_fl4_bonus_empties_the_pile(engine):
    hand = ["1 red sun", "2 red sun", "3 red sun", "4 red sun", "5 red sun", "6 red sun"]
    after = resolve_turn(
        [hand, ["1 blue moon"]],
        ["1 red moon"],
        piles=[["STOP"], []],
        answers={"chain": hand, "bonus": True},
        engine=engine,
    )
    assert (after.end, after.winners) == ("cards out", [0])
    assert after.side == cards("STOP")  # F5: the bonus card is unseen, and may be a STOP


@both
def test_fl4_without_the_bonus(engine):
    hand = ["1 red sun", "2 red sun"]
    after = resolve_turn(
        [hand, ["1 blue moon"]],
        ["1 red moon"],
        piles=[["5 pink wave"], []],
        answers={"chain": hand, "bonus": False},
        engine=engine,
    )
    assert (after.end, after.hands[0]) == ("", cards("5 pink wave"))


@both
def test_fl5_stop_without_a_side_pile(engine):
    after = resolve_turn(
        [["STOP", *REST], ["1 red sun"]],
        ["1 yellow cloud"],
        piles=[["6 red wave"], []],
        answers={"stop": True},
        engine=engine,
    )
    assert after.stops_out == 1
    assert after.hands == [cards(*REST, "6 red wave"), cards("1 red sun")]
    assert after.piles == [[], []]


@both
def test_several_stops_go_to_the_target(engine):
    """F10: one is shown, two go to the target as held STOPs, three replacements are drawn."""
    hands = [["STOP", "1 pink fire", "STOP", "STOP"], ["1 red sun"], ["2 red sun"]]
    pile = ["6 red wave", "6 blue wave", "6 black wave", "5 black wave"]
    after = resolve_turn(hands, ["3 yellow cloud"], piles=[pile, [], []], answers={"target": 2}, engine=engine)
    assert (after.held, after.stops_out) == ([0, 0, 2], 1)
    assert after.hands[0] == cards("5 black wave", "1 pink fire", "6 red wave", "6 blue wave", "6 black wave")
    kept = resolve_turn(
        hands,
        ["3 yellow cloud"],
        piles=[pile, [], []],
        answers={"stop": False},
        rules=FlashRules(several_stops="may"),
        engine=engine,
    )
    assert (kept.held, kept.stops_out) == ([0, 0, 0], 0)


@both
def test_kept_stop_goes_under_the_pile_or_lies_in_front(engine):
    hands, discard = [["STOP", "1 pink fire"], ["1 red sun"]], ["1 yellow cloud"]
    answers = {"stop": False, "chain": ["1 pink fire"], "bonus": False}
    under = resolve_turn(hands, discard, piles=[["6 red wave"], []], answers=answers, engine=engine)
    assert under.hands[0] == cards("6 red wave", "STOP")  # F8: no bonus was asked for
    held = resolve_turn(
        hands,
        discard,
        piles=[["6 red wave"], []],
        answers=answers | {"stop": [False, False]},
        rules=FlashRules(kept_stop="held"),
        engine=engine,
    )
    assert (held.held, held.hands[0]) == ([1, 0], cards("6 red wave"))


@both
def test_showing_the_last_card_wins(engine):
    """F15: a STOP was the last card, and nothing is left to be drawn for it."""
    after = resolve_turn([["STOP"], ["1 red sun"]], ["1 yellow cloud"], answers={"stop": True}, engine=engine)
    assert (after.end, after.winners) == ("cards out", [0])


@both
def test_top_up_leaves_the_top_card(engine):
    """F17: from the bottom, to six cards, never the top."""
    discard = ["1 blue sun", "2 blue sun", "3 blue sun"]
    after = resolve_turn(
        [["1 red moon"], ["1 red fire"]], discard, answers={"top_up": True, "chain": ["2 blue sun"]}, engine=engine
    )
    assert after.discard == cards("3 blue sun", "2 blue sun")
    assert after.hands[0] == cards("1 red moon", "1 blue sun")


@both
def test_stop_early_may_be_forbidden(engine):
    table = {"hands": [["1 red sun", "1 red moon"], ["1 red fire"]], "discard": ["1 blue sun"], "engine": engine}
    after = resolve_turn(**table, answers={"chain": ["1 red sun"], "top_up": False})
    assert after.hands[0] == cards("1 red moon")
    with pytest.raises(PolicyError, match="not legal"):
        resolve_turn(**table, answers={"chain": ["1 red sun"], "top_up": False}, rules=FlashRules(stop_early=False))


@both
def test_stop_before_anothers_turn(engine):
    table = {
        "hands": [["1 red sun", "1 red moon"], ["1 pink fire"], ["STOP", "2 red sun"]],
        "discard": ["4 blue wave"],
        "engine": engine,
    }
    rules = FlashRules(stop_any_time=True)
    answers = {"chain": [], ("stop", 2): True, ("target", 2): 0}
    after = resolve_turn(**table, side=["6 red wave"], answers=answers, rules=rules)
    assert after.hands[0] == cards("6 red wave", "1 red sun", "1 red moon")
    assert after.hands[2] == cards("2 red sun")


@both
def test_a_missing_answer_is_named(engine):
    with pytest.raises(PolicyError, match=r"seat 0 is asked for 'chain', and answers\['chain'\] has no"):
        resolve_turn([["1 red sun"], ["1 red moon"]], ["1 blue sun"], engine=engine)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"hands": []}, RulesError, "players"),
        ({"hands": "ab"}, UsageError, "hands must be a list"),
        ({"hands": [["1 red sun"] * 2, []]}, UsageError, "1 red sun 2 times"),
        ({"hands": [["1 red sun"], ["red"]]}, UsageError, "needs exactly one quantity"),
        ({"hands": [["1 rad sun"], []]}, UsageError, "did you mean 'red'"),
        ({"hands": [[f"{k} red sun" for k in range(1, 7)] + ["1 red moon"], []]}, UsageError, "at most 6"),
        ({"discard": []}, UsageError, "at least one card"),
        ({"discard": ["STOP"]}, UsageError, "no STOP"),
        ({"held": [5, 0]}, UsageError, "STOP 5 times"),
        ({"held": [1]}, UsageError, "need 2 piles"),
        ({"held": [-1, 0]}, UsageError, "held must be"),
        ({"seat": 2}, UsageError, "seat 0..1"),
        ({"answers": {"chian": []}}, UsageError, "did you mean 'chain'"),
        ({"answers": {"bonus": 1}}, UsageError, "True or False"),
        ({"answers": {("bonus", 7): True}}, UsageError, "0..1"),
        ({"answers": [1]}, UsageError, "mapping"),
        ({"engine": "compield"}, UsageError, "did you mean 'compiled'"),
        ({"rules": 3}, RulesError, "FlashRules"),
    ],
)
def test_bad_positions_are_one_line(arguments, error, says):
    table = {"hands": [["1 red sun"], ["1 red moon"]], "discard": ["2 blue sun"]} | arguments
    with pytest.raises(error, match=says) as caught:
        resolve_turn(**table)
    assert isinstance(caught.value, NimmtsimError)
    assert "\n" not in str(caught.value)
