"""The two engines against each other, turn by turn, and what must hold after every turn."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

import numpy as np
import pytest
from flash_drawn import drawn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nimmtsim.flash import Card, FlashRules, card, resolve_turn, simulate
from nimmtsim.flash.bridge import players
from nimmtsim.flash.cards import STOP, fits, full_deck
from nimmtsim.flash.kernels_play import start, turn
from nimmtsim.flash.position import outcome, read_table
from nimmtsim.flash.records import ENDS, SEAT_COLUMNS
from nimmtsim.flash.reference import Game
from nimmtsim.flash.result import column_names
from nimmtsim.flash.setup import new_state
from nimmtsim.flash.strategies import CHAINS, resolve
from nimmtsim.kernels.jit import COMPILED

RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def games(draw):
    """Rules with any mixture of options, and a number of players that they serve."""
    deck = draw(st.lists(st.sampled_from(full_deck()), min_size=18, max_size=50, unique=True))
    n_cards = draw(st.none() | st.integers(17, len(deck)))
    n_stop = draw(st.integers(0, 6))
    seats = draw(st.integers(2, min(6, ((n_cards or len(deck)) + n_stop) // 7)))
    rules = FlashRules(
        deck=deck, n_cards=n_cards, n_stop=n_stop, max_turns=draw(st.integers(1, 150)),
        first_seat=draw(st.sampled_from([0, 1, "rotate"])),
        **{name: draw(st.sampled_from(choices)) for name, choices in {
            "remainder": ["aside", "dealt"], "start_card": ["top", "choose"], "stop_early": [True, False],
            "bonus": ["may", "must", "never"], "bonus_for": ["all", "six"], "stop_any_time": [False, True],
            "kept_stop": ["pile", "held"], "self_target": [False, True], "several_stops": ["must", "may"],
            "side_order": ["last-first", "first-first"], "top_up": [True, False], "deadlock": ["top-up", "end"],
        }.items()},
    )  # fmt: skip
    return rules, seats


def check_table(game: Game) -> None:
    """Every card is in exactly one place; neighbours in the discard pile fit; no STOP lies there."""
    there = Counter(chain(game.aside, game.discard, game.side, *game.hands, *game.piles))
    there[STOP] += sum(game.held) + game.stops_out
    if game.rules.n_cards is None:
        assert there == Counter(game.rules.cards) + Counter({STOP: game.rules.n_stop})
    else:
        assert sum(there.values()) == game.rules.size
        assert max(there[one] for one in game.rules.cards) <= game.rules.copies
    assert there[STOP] == game.rules.n_stop
    assert STOP not in game.discard
    assert all(fits(upper, lower) for lower, upper in pairwise(game.discard))
    assert all(len(hand) <= 6 for hand in game.hands)
    if game.end == "cards out":
        assert [game.cards_left(seat) for seat in game.winners] == [0]
    elif game.end:
        fewest = min(map(game.cards_left, range(game.n)))
        assert game.winners == [seat for seat in range(game.n) if game.cards_left(seat) == fewest]
    else:
        assert all(map(game.cards_left, range(game.n)))


def play_both(rules: FlashRules, policies, seed: int, number: int) -> Game:
    """A game on both engines, compared after the deal and after every turn."""
    states = new_state(rules, policies, seed)
    with np.errstate(over="ignore"):
        assert start(states, number) == 0
    game = Game(rules, players(policies, rules, seed, number), seed, number)
    check_table(game)
    while True:
        state = states[0]
        assert read_table(state) == outcome(game)
        public = state.table
        assert (int(public.turn), int(public.to_move)) == (game.turn, game.to_move)
        assert [int(public.hands[k]) for k in range(game.n)] == [len(hand) for hand in game.hands]
        if game.end:
            break
        with np.errstate(over="ignore"):
            assert turn(states) == 0
        game.play_turn()
        check_table(game)
    for seat, own in enumerate(game.statistics):
        counted = [own.turns, own.laid, own.bonuses, own.topped_up, own.stops, own.moved]
        assert states[0].statistics[seat].tolist() == counted
    return game


@RELAXED
@given(games(), st.data(), st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_engines_agree_under_drawn_decisions(game, data, seed, number):
    rules, seats = game
    words = st.lists(st.integers(0, 2**31), min_size=1, max_size=40)
    made = [drawn(data.draw(words)) for _ in range(seats)]
    play_both(rules, [policy for policy, _ in made], seed, number)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 9, 31])
@pytest.mark.parametrize("name", CHAINS)
def test_engines_agree_for_every_policy_and_table(name, seats):
    others = resolve(["greedy+wait-2+next", "longest-chain+keep+top-up-stuck", "random+anyone+no-bonus"])
    policies = resolve([name]) + (others * 11)[: seats - 1]
    play_both(FlashRules(first_seat="rotate"), policies, seed=5, number=seats)


@pytest.mark.skipif(not COMPILED, reason="takes minutes when interpreted")
def test_options_make_a_difference():
    """No option is accepted and ignored: each changes some of the games."""
    other = {
        "deck": full_deck()[:160], "n_cards": 150, "copies": 2, "n_stop": 9, "remainder": "dealt", "first_seat": 1,
        "start_card": "choose", "stop_early": False, "bonus": "never", "bonus_for": "six", "stop_any_time": True,
        "kept_stop": "held", "self_target": True, "several_stops": "may", "side_order": "first-first", "top_up": False,
        "max_turns": 30,
    }  # fmt: skip
    policies = ["uniform", "uniform", "uniform"]
    base = simulate(policies, games=300, seed=3).rows
    for name, value in other.items():
        assert not np.array_equal(base, simulate(policies, games=300, seed=3, rules={name: value}).rows), name
    must = simulate(policies, games=300, seed=3, rules={"bonus": "must"}).rows
    assert not np.array_equal(base, must)


def two_groups():
    """24 cards in a large and a small group that do not fit each other: games with them may get stuck."""
    large = [
        Card(q, colour, symbol)
        for colour in ("red", "black", "blue")
        for q in (1, 2)
        for symbol in ("sun", "moon", "fire")
    ]
    return large + [Card(q, colour, "wave") for colour in ("pink", "yellow") for q in (4, 5, 6)]


def test_whole_runs_agree():
    """Rows and chain lengths of a run are those of the reference engine; every kind of end occurs."""
    rules = FlashRules(deck=two_groups(), n_stop=1, max_turns=20)
    policies = resolve(["greedy+no-top-up", "random+top-up-stuck", "longest-chain+no-top-up"])
    found = simulate(policies, games=150, seed=9, rules=rules)
    names = column_names(3)
    ends, chains = Counter(), np.zeros_like(found.counts.chains)
    for number, row in enumerate(found.rows.tolist()):
        game = Game(rules, players(policies, rules, 9, number), 9, number).play()
        expected = {
            "first": 0,
            "turns": game.turn,
            "end": ENDS.index(game.end),
            "winners": sum(1 << k for k in game.winners),
        }
        for seat, own in enumerate(game.statistics):
            values = (game.cards_left(seat), own.turns, own.laid, own.bonuses, own.topped_up, own.stops, own.moved)
            expected |= {f"{name}_{seat}": value for name, value in zip(SEAT_COLUMNS, values, strict=True)}
            for own_turn, laid in enumerate(own.chains):
                chains[seat, own_turn, laid] += 1
        assert dict(zip(names, row, strict=True)) == expected
        ends[game.end] += 1
    assert set(ends) == {"cards out", "deadlock", "turn limit"}, ends
    assert found.ends().games.to_dict() == dict(ends)
    assert np.array_equal(found.counts.chains, chains)


def test_forced_top_up_ends_a_deadlock():
    """F13: nobody holds a card that fits; after a round of dead turns the next player has to top up."""
    hands = [["1 red sun"], ["1 blue sun"]]
    discard = ["3 green cloud", "3 pink fire"]
    for engine in ("compiled", "reference"):
        waits = resolve_turn(hands, discard, dead_turns=1, answers={"top_up": False}, engine=engine)
        assert (waits.dead_turns, waits.end, waits.hands[0]) == (2, "", [card("1 red sun")])
        forced = resolve_turn(hands, discard, dead_turns=2, answers={"chain": []}, engine=engine)
        assert forced.dead_turns == 0
        assert len(forced.discard) == 1
        assert len(forced.hands[0]) == 2
        stuck = resolve_turn(hands, discard[1:], dead_turns=1, engine=engine)
        assert (stuck.end, stuck.winners) == ("deadlock", [0, 1])
