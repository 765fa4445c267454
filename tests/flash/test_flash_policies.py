"""The built-in decisions against straightforward twins, and a user's own policies."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from nimmtsim.errors import PolicyError, UsageError
from nimmtsim.flash import FlashRules, add_to_chain, card, policies, policy, random_below, replay, simulate
from nimmtsim.flash.bridge import CompiledPlayer
from nimmtsim.flash.cards import STOP, fits, full_deck
from nimmtsim.flash.reference import View
from nimmtsim.flash.strategies import CHAINS, resolve
from nimmtsim.kernels.jit import COMPILED

RULES = FlashRules()
CARDS = st.sampled_from([*full_deck()[::7], STOP])
hands = st.tuples(st.lists(CARDS, min_size=1, max_size=6), st.sampled_from(full_deck()[::5]))


def view(hand, top, **more):
    known = {"piles": [5, 5, 5], "held": [0, 0, 0], "side": 0, "seat": 0, "discard": [top]} | more
    sizes = [len(hand), 6, 6]
    return View(
        RULES,
        known["seat"],
        list(hand),
        0,
        0,
        known["discard"],
        known["side"],
        known["piles"],
        sizes,
        known["held"],
        0,
        0,
    )


def lengths_of(hand, top):
    """Every legal chain, by going through all orders of all subsets."""
    found = []
    for size in range(len(hand) + 1):
        for order in permutations(range(len(hand)), size):
            line = [top, *(hand[place] for place in order)]
            if all(fits(upper, lower) for lower, upper in pairwise(line)):
                found.append(order)
    return found


def chain_of(name, hand, top, **more):
    return tuple(CompiledPlayer(CHAINS[name], RULES, 0, seed=more.pop("seed", 0)).chain(view(hand, top, **more)))


@settings(max_examples=80, deadline=None)
@given(hands)
def test_longest_chain_is_the_longest_with_the_written_ties(given_hand):
    hand, top = given_hand
    legal = lengths_of(hand, top)
    longest = [order for order in legal if len(order) == len(legal[-1])]
    # The set with the lowest bits; then the earliest places, read from the last card back.
    expected = min(longest, key=lambda order: (sum(1 << place for place in order), order[::-1]))
    assert chain_of("longest-chain", hand, top) == expected


@settings(max_examples=60, deadline=None)
@given(hands)
def test_set_up_chains_follow_their_rule(given_hand):
    hand, top = given_hand
    legal = lengths_of(hand, top)
    longest = [order for order in legal if len(order) == len(legal[-1])]

    def kept_pairs(order):
        kept = [one for place, one in enumerate(hand) if place not in order]
        return sum(fits(a, b) for k, a in enumerate(kept) for b in kept[:k])

    def bits(order):
        return sum(1 << place for place in order)

    def unseen(order):
        if not order:
            return 0
        last = hand[order[-1]]
        return sum(fits(one, last) for one in full_deck()) - sum(fits(one, last) for one in [top, *hand])

    own = min(longest, key=lambda order: (-kept_pairs(order), bits(order), order[::-1]))
    assert chain_of("longest-chain-set-up", hand, top) == own
    block = min(longest, key=lambda order: (unseen(order), order[-1:], bits(order), order[::-1]))
    assert chain_of("longest-chain-block", hand, top) == block


@settings(max_examples=60, deadline=None)
@given(hands)
def test_greedy_lays_the_first_that_fits(given_hand):
    hand, top = given_hand
    expected = []
    while True:
        place = next((k for k, one in enumerate(hand) if k not in expected and fits(one, top)), None)
        if place is None:
            break
        expected.append(place)
        top = hand[place]
    assert chain_of("greedy", hand, given_hand[1]) == tuple(expected)


@pytest.mark.parametrize(("name", "stop_early"), [("uniform", True), ("uniform", False), ("random", True)])
def test_random_chains_are_spread_as_they_say(name, stop_early):
    hand = [card(one) for one in ("1 red sun", "1 blue moon", "2 blue sun", "6 pink fire")]
    top = card("1 green wave")
    rules = FlashRules(stop_early=stop_early)
    legal = lengths_of(hand, top)
    if name == "random" or not stop_early:
        legal = [a for a in legal if not any(b[: len(a)] == a and len(b) > len(a) for b in legal)]
    player = CompiledPlayer(CHAINS[name], rules, 0, seed=3)
    found = Counter(tuple(player.chain(view(hand, top))) for _ in range(4000))
    assert set(found) == set(legal)
    if name == "uniform":
        expected = 4000 / len(legal)
        chi_square = sum((found[order] - expected) ** 2 / expected for order in legal)
        assert chi_square < len(legal) + 5 * (2 * len(legal)) ** 0.5


def test_targets_and_stops():
    me = resolve(["greedy+wait-3"])[0]
    player = CompiledPlayer(me, RULES, 1)
    hand = [card("1 red sun")]
    top = card("1 red moon")
    assert [player.stop(view(hand, top, side=side)) for side in (0, 2, 3, 9)] == [0, 0, 1, 1]
    # Fewest cards in hand and pile (hands: 1, 6, 6); ties to the first after oneself.
    assert player.target(view(hand, top, seat=1, piles=[9, 0, 2])) == 2
    assert player.target(view(hand, top, seat=1, piles=[7, 0, 2])) == 2
    assert player.target(view(hand, top, seat=1, piles=[6, 0, 2])) == 0
    following = CompiledPlayer(resolve(["greedy+next"])[0], RULES, 2)
    assert following.target(view(hand, top, seat=2)) == 0
    stuck = CompiledPlayer(resolve(["greedy+top-up-stuck"])[0], RULES, 0)
    assert [stuck.top_up(view(hand, card(t))) for t in ("1 blue fire", "2 blue fire")] == [0, 1]


def test_names_say_what_they_do():
    frame = policies()
    assert {"longest-chain", "+wait-K", "+leader"} <= set(frame.name)
    assert (frame.description.str.len() > 5).all()
    assert [one.name for one in resolve("greedy, longest-chain+wait-5", 4)] == ["greedy"] + ["longest-chain+wait-5"] * 3
    assert resolve(["longest-chain+wait-7"])[0].number == 7


@njit
def second_card(table, me):
    """Lay one card: the last of the hand that fits, drawn by lot from two tries."""
    place = random_below(me, me.n)
    top = table.top
    differs = np.int64(me.hand[place]) ^ top
    if (differs & 0o700) == 0:
        return add_to_chain(0, 0, place)
    return 0


@njit
def never(table, me):
    return False


@njit
def illegal(table, me):
    return 0o11


@njit
def crashes(table, me):
    if table.turn > 3:
        raise ValueError("no")
    return 0


def test_own_functions_play_on_both_engines():
    mine = policy(second_card, stop=never, name="mine")
    found = simulate([mine, second_card, "greedy"], games=50, seed=2)
    again = replay([mine, second_card, "greedy"], game=7, seed=2)
    assert found.policies == ["mine", "second_card", "greedy"]
    assert again.game.turn == found.to_frame().turns[7]
    assert (
        found.distribution("stops")[0].to_list()[1:] == []
        or found.to_frame().stops_0.sum() < found.to_frame().stops_1.sum()
    )


@pytest.mark.parametrize(("function", "says"), [(illegal, "answered 0o11"), (crashes, "raised an exception")])
def test_an_illegal_answer_stops_the_run(function, says):
    with pytest.raises(PolicyError, match=says) as caught:
        simulate(["greedy", policy(function, name="bad")], games=10, seed=6)
    text = str(caught.value)
    assert "policy 'bad' in seat 1" in text
    assert "decision 'chain' in game 0" in text
    assert "nimmtsim flash replay --policies greedy,bad --seed 6 --game 0" in text
    assert "stopped: bad in seat 1 answered" in str(replay(["greedy", policy(function, name="bad")], game=0, seed=6))


@pytest.mark.parametrize(
    ("given_policies", "error", "says"),
    [
        (["gredy", "greedy"], PolicyError, "did you mean 'greedy'"),
        (["greedy+wiat-3", "greedy"], PolicyError, "did you mean 'wait-K'"),
        (["greedy+wait-K", "greedy"], PolicyError, "Allowed"),
        ([], PolicyError, "must be a list"),
        (None, PolicyError, "must be a list"),
        ([3, "greedy"], PolicyError, "compiled by @numba.njit|callable"),
        (["nowhere:nothing", "greedy"], PolicyError, "cannot load policy 'nowhere:nothing'"),
        (["math:pie", "greedy"], PolicyError, "cannot load"),
        ("greedy,,greedy", PolicyError, "unknown policy ''"),
    ],
)
def test_bad_policies_are_one_line(given_policies, error, says):
    with pytest.raises(error, match=says) as caught:
        simulate(given_policies, games=5)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not COMPILED, reason="plain Python takes any function")
def test_functions_that_cannot_be_compiled_say_so():
    with pytest.raises(PolicyError, match=r"compiled by @numba\.njit"):
        policy(lambda table, me: 0)
    with pytest.raises(PolicyError, match="must return an integer, not float64"):
        simulate([policy(njit(lambda table, me: 0.5), name="half"), "greedy"], games=5)
    with pytest.raises(PolicyError, match="uses a field that there is not: 'nothing'"):
        simulate([policy(njit(lambda table, me: table.nothing), name="odd"), "greedy"], games=5)
    with pytest.raises(PolicyError, match=r"does not compile: .*undefined_name") as caught:
        simulate([policy(njit(lambda table, me: undefined_name), name="odd"), "greedy"], games=5)  # noqa: F821
    assert "\n" not in str(caught.value)


def test_policy_arguments():
    with pytest.raises(PolicyError, match="at least one of"):
        policy()
    with pytest.raises(PolicyError, match="whole number"):
        policy(second_card, number="3")
    with pytest.raises(PolicyError, match="did you mean 'greedy'"):
        policy(second_card, base="greedi")
    with pytest.raises(UsageError, match="at least the 2"):
        resolve("greedy,greedy", 1)


@pytest.mark.skipif(not COMPILED, reason="interpreted functions raise anyway")
def test_nobody_reads_on_behind_the_records():
    @njit
    def in_the_next_seat(table, me):
        return me.hand[5000] * 0

    with pytest.raises(PolicyError, match="raised an exception"):
        simulate([in_the_next_seat, "greedy"], games=10)
