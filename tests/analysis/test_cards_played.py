"""What cards do by turn: against every deal of a small game, against the plain engine's events, for any threads."""

from collections import defaultdict

import numpy as np
import pandas as pd
import pytest

import nimmtsim
from nimmtsim.analysis.card_deck import CardDeck
from nimmtsim.analysis.cards_played import LATE, card_plays
from nimmtsim.bridge import Seats
from nimmtsim.errors import UsageError
from nimmtsim.policy_library import find_policy
from nimmtsim.reference import play_round
from nimmtsim.reference.events import Deal, Pass, Place, Reveal, TurnStart
from tests.analysis import small_cards

#: Games whose turns differ in every way that matters here.
GAMES = [
    ("base", ["nearest", "uniform", "lowest"]),
    ("championship", ["nearest", "uniform", "lowest"]),
    ("pass-on", ["nearest", "uniform"]),
    ("nifty", ["nearest", "uniform"]),
    ("hand", ["nearest", "uniform", "uniform"]),
    ("double", ["uniform", "uniform", "uniform"]),
    ("plus", ["uniform", "nearest"]),
    ("simple-minus", ["uniform", "nearest"]),
    ("jokers", ["uniform", "nearest"]),
]
#: Rules where twins meet often, hands are long and rounds short.
CROWDED = {"double": {"deck": "doublets"}, "hand": {"stack_end": 8}}
COUNTS = ("held", "played", "sixth", "low", "joker", "cost", "rest")


def plain_sums(rules, names, rounds, seed, rotate):
    """The sums by policy, turn and card, from the events of the reference engine: (policy, turn, code) -> counts."""
    sums = defaultdict(lambda: np.zeros(len(COUNTS)))
    n = len(names)
    policies = [find_policy(name) for name in names]
    for unit in range(rounds * (n if rotate else 1)):
        turned = unit % n if rotate else 0
        who = [names[(seat - turned) % n] for seat in range(n)]
        addresses = [policies[(seat - turned) % n].addresses(rules) for seat in range(n)]
        deal = unit // n if rotate else unit
        played = play_round(rules, n, Seats(addresses, who, seed, deal), seed=seed, unit=deal)
        _walk(played, who, sums, LATE - 1 if rules.keep else 99)
    return sums


def _walk(played, who, sums, late):
    game, told = -1, True
    for event in played.events:
        if isinstance(event, Deal):
            game += 1
            hands, paid = [list(hand) for hand in event.hands], [0] * len(who)
        elif isinstance(event, TurnStart):
            told = False
        elif isinstance(event, Pass):
            hands[event.seat].remove(event.card)
            hands[event.to].append(event.card)
        elif isinstance(event, Reveal | Place):
            if not told:
                told = True
                for seat, hand in enumerate(hands):
                    for card in hand:
                        sums[who[seat], min(event.turn, late), card][0] += 1
            if isinstance(event, Reveal):
                for card in event.cards:
                    hands[event.seat].remove(card)
            else:
                seat = event.seat
                hands[seat] += event.kept
                rest = played.games[game].penalties[seat] - paid[seat]
                paid[seat] += event.heads
                cause = [event.cause == name for name in ("sixth", "low", "joker takes")]
                sums[who[seat], min(event.turn, late), event.card][1:] += [1, *cause, event.heads, rest]


@pytest.mark.parametrize(("variant", "policies"), GAMES)
@pytest.mark.parametrize("rotate", [False, True])
def test_sums_are_those_of_the_plain_engine(variant, policies, rotate):
    rules = nimmtsim.rules_from(variant, **CROWDED.get(variant, {}))
    rounds = 12
    truth = plain_sums(rules, policies, rounds, 4, rotate)
    found = card_plays(rules, policies, rounds=rounds, seed=4, rotate=rotate)
    sums, deck = found.plays.sum(axis=0), CardDeck(rules, len(policies))
    for p, policy in enumerate(found.policies):
        for turn in range(sums.shape[1]):
            for place, code in enumerate(deck.codes.tolist()):
                expected = truth[policy, turn, code]
                got = sums[p, turn, place]
                if rules.keep and turn == LATE - 1:  # a card held for many late turns counts once
                    got, expected = got[1:], expected[1:]
                assert got.tolist() == expected.tolist(), (policy, turn, code)
    assert sum(counts[1] for counts in truth.values()) == sums[..., 1].sum()


def test_costs_are_those_of_all_deals_of_a_small_game():
    found = card_plays(small_cards.RULES, small_cards.POLICIES, rounds=150_000, seed=2)
    frame = found.frame().set_index(["turn", "card"])
    cells = defaultdict(list)
    _, _, plays = small_cards.everything()
    for _, turn, card, cause, cost, rest in plays:
        cells[turn, card].append((cause == "sixth", cause == "low", cause != "", cost, rest))
    inside = []
    for cell, values in cells.items():
        row = frame.loc[cell]
        truth = dict(zip(("sixth", "low", "takes", "cost", "rest"), np.mean(values, axis=0), strict=True))
        for name, value in truth.items():
            assert row[name] == pytest.approx(value, abs=0.05)
        for name in ("sixth", "low", "takes", "cost", "rest"):
            if name == "cost" and np.isnan(row.cost_low):
                assert truth["takes"] < 1e-3
                continue
            inside.append(row[f"{name}_low"] - 1e-12 <= truth[name] <= row[f"{name}_high"] + 1e-12)
    assert len(cells) == 22  # the lowest card is never played last, the highest never first
    assert np.mean(inside) > 0.85
    assert np.isnan(frame.loc[(0, 12)].cost)


def test_frame_has_shares_that_add_up():
    frame = card_plays("jokers", ["nearest", "random"], rounds=3000, seed=1).frame()
    assert frame.groupby(["policy", "turn"]).share_of_turn.sum().to_numpy() == pytest.approx(np.ones(22))
    assert frame.takes.to_numpy() == pytest.approx((frame.sixth + frame.low + frame.joker).to_numpy(), nan_ok=True)
    last = frame[frame.turn == 10]
    assert (last.share_of_held.dropna() == 1).all()
    assert frame.joker[frame.card >= 1].dropna().eq(0).all()
    first = frame[(frame.turn == 0) & (frame.policy == "nearest")]
    assert first.held.sum() == 3000 * 11
    assert (frame.measure == "penalty").all()
    for name in ("share_of_held", "share_of_turn", "sixth", "low", "joker", "takes"):
        known = frame.dropna(subset=f"{name}_low")
        assert ((known[f"{name}_low"] <= known[name]) & (known[name] <= known[f"{name}_high"])).all()
        assert ((known[f"{name}_low"] >= 0) & (known[f"{name}_high"] <= 1)).all()


@pytest.mark.parametrize(("variant", "rounds"), [("base", 2000), ("hand", 300), ("championship", 200)])
def test_sums_do_not_depend_on_threads(variant, rounds):
    first, *others = (
        card_plays(variant, ["nearest", "uniform", "random"], rounds=rounds, seed=6, rotate=True, threads=threads)
        for threads in (1, 2, 7)
    )
    for other in others:
        assert np.array_equal(first.plays, other.plays)


def test_what_cannot_be_told():
    found = card_plays("hand", ["nearest", "random"], rounds=50)
    assert found.notes() == ["turn 19 stands for this and all later turns"]
    with pytest.raises(UsageError, match="unknown policy of these plays 'lowest'"):
        found.frame("lowest")
    with pytest.raises(UsageError, match="rounds=-1: must be 1 to"):
        card_plays("base", ["nearest", "random"], rounds=-1)


@pytest.mark.parametrize("variant", ["base", "jokers", "hand"])
def test_all_cards_of_a_turn_are_the_sum_of_each(variant: str) -> None:
    plays = card_plays(variant, ["nearest", "random", "random"], rounds=600, seed=3, rotate=True)
    cards, turns = plays.frame("random"), plays.by_turn("random").set_index("turn")
    cards = cards[cards.played > 0]
    for name in ("sixth", "low", "joker", "takes", "cost", "rest"):
        expected = (cards[name] * cards.played).groupby(cards.turn).sum() / cards.groupby("turn").played.sum()
        pd.testing.assert_series_equal(turns[name].dropna(), expected, check_names=False, check_dtype=False)
        known = turns[turns[f"{name}_low"].notna()]
        assert len(known) > 5
        assert (known[f"{name}_low"] <= known[name]).all()
        assert (known[name] <= known[f"{name}_high"]).all()
    numbers = cards[cards.card >= 1]
    expected = (numbers.card * numbers.played).groupby(numbers.turn).sum() / numbers.groupby("turn").played.sum()
    pd.testing.assert_series_equal(turns.mean_card.dropna(), expected, check_names=False, check_dtype=False)
