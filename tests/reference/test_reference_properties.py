"""What holds in every game, whatever is decided: checked by replaying the events with rules written anew."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimmtsim.cards import JOKER, ZERO, bull_heads, is_joker, written
from nimmtsim.errors import RulesError
from nimmtsim.reference import legal_answers, play_match, play_round
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from
from tests.engines.rule_strategies import can_play


class Replay:
    """The table rebuilt from the events alone. Every event is checked when it is applied."""

    def __init__(self, rules, players):
        self.rules, self.players = rules, players
        self.full_deck = Counter(rules.numbers(players)) + Counter({ZERO: rules.zeros})
        if rules.jokers:
            self.full_deck.update(range(JOKER, JOKER + 10))
        self.dealt = Counter()

    def apply(self, event):
        getattr(self, "on_" + event.kind)(event)
        if self.dealt:
            self.check_table()

    def on_deal(self, event):
        self.hands = [list(hand) for hand in event.hands]
        self.rows = [list(row) for row in event.rows]
        self.open = [[] for _ in range(self.players)]
        self.stacks = [[] for _ in range(self.players)]
        self.heads = [0] * self.players
        self.dealt = self.everywhere()
        assert self.dealt + Counter(event.set_aside) <= self.full_deck
        assert {len(hand) for hand in self.hands} == {self.rules.hand + self.rules.jokers}
        assert len(self.rows) == self.rules.rows

    def on_draft(self, event):
        self.dealt = Counter()

    def on_turn(self, event):
        assert not any(self.open)
        self.holding = [bool(hand) for hand in self.hands]
        self.start, self.turn, self.order = event.start_seat, event.turn, []
        self.together = None

    def on_decision(self, event):
        pass

    def on_pass(self, event):
        assert event.to == (event.seat + 1) % self.players
        self.hands[event.seat].remove(event.card)
        self.hands[event.to].append(event.card)

    def on_reveal(self, event):
        for card in event.cards:
            self.hands[event.seat].remove(card)
        self.open[event.seat] += event.cards
        if event.seat not in self.order:
            self.order.append(event.seat)
            start = 0 if self.rules.turn == "simultaneous" else self.start
            everybody = [(start + step) % self.players for step in range(self.players)]
            assert self.order == [seat for seat in everybody if self.holding[seat]][: len(self.order)]

    def on_place(self, event):
        if self.together is None or self.rules.turn == "in-turn":
            self.together = [list(cards) for cards in self.open]
        self.check_next(event)
        self.open[event.seat].remove(event.card)
        if event.cause == "zero":
            assert (event.card, event.row, event.taken, event.heads) == (ZERO, None, (), 0)
            self.stacks[event.seat].append(ZERO)
        elif event.cause == "twin":
            assert self.rows[event.row][-1] == event.card
            self.rows[event.row].append(event.card)
        elif self.shares_a_take(event):
            assert event.heads == self.share
            self.rows[event.row].append(event.card)
        else:
            self.check_where(event)
            self.lay(event)
        self.heads[event.seat] += event.heads

    def on_end(self, event):
        left = [2 * self.sum_heads(hand) for hand in self.hands]
        assert list(event.hand_heads) == left
        assert list(event.penalties) == [a + b for a, b in zip(self.heads, left, strict=True)]
        if event.cause == "hands":
            empty = [not hand for hand in self.hands]
            assert any(empty) if self.rules.keep else all(empty)
        self.check_end(event.cause)

    def lay(self, event):
        row = self.rows[event.row]
        if event.cause in ("sixth", "low", "joker takes"):
            assert list(event.taken) == row
            assert len(event.kept) <= max(0, self.rules.hand_limit - len(self.hands[event.seat]))
            stacked = list((Counter(event.taken) - Counter(event.kept)).elements())
            assert set(event.kept) <= set(event.taken)
            self.share = -(-self.sum_heads(stacked) // len(self.owners(event)))
            assert event.heads == self.share
            self.stacks[event.seat] += stacked
            self.hands[event.seat] += event.kept
            self.rows[event.row] = [event.card]
        else:
            assert event.taken == event.kept == ()
            assert event.heads == 0
            self.rows[event.row] = [event.card, *row] if event.cause == "joins left" else [*row, event.card]

    def owners(self, event):
        return [seat for seat, cards in enumerate(self.together) if event.card in cards]

    def shares_a_take(self, event):
        """The second owner of twins that took a row together."""
        owners = self.owners(event)
        return event.cause in ("sixth", "low") and not event.taken and len(owners) == 2

    def sum_heads(self, cards):
        return sum(bull_heads(card, self.rules.joker_heads) for card in cards)

    def places(self, row):
        return len(row) - sum(left == right for left, right in pairwise(row))

    def room(self, row):
        """Whether a row has a place left, counted from its cards with effect (variable rows)."""
        strong = [place for place, card in enumerate(row) if card < JOKER and bull_heads(card) > 1]
        if self.rules.variable_rows and strong:
            return len(row) - strong[0] < bull_heads(row[strong[0]])
        return self.places(row) < self.rules.capacity

    def end_value(self, row):
        number = next((card for card in reversed(row[-2:]) if not is_joker(card)), 0)
        return number + (written(row[-1]) if is_joker(row[-1]) else 0)

    def check_where(self, event):
        """The card lies where its cause says that it must."""
        card, row, rules = event.card, self.rows[event.row], self.rules
        ends = [self.end_value(each) for each in self.rows]
        if event.cause != "low" and event.cause != "joker takes":
            assert self.room(row) == (event.cause != "sixth")
        if is_joker(card):
            assert event.cause == "joker takes" or not is_joker(row[-1])
        elif rules.professional:
            gaps = [card - each[-1] for each in self.rows if each[-1] < card]
            gaps += [each[0] - card for each in self.rows if card < each[0]]
            assert (event.cause == "low") == (not gaps)
            own = [card - row[-1]] * (event.cause != "joins left") + [row[0] - card] * (event.cause != "joins")
            assert event.cause == "low" or min(gaps) in own
        else:
            lower = [end for end in ends if end < card]
            if lower:
                assert event.cause in ("joins", "sixth")
                assert ends[event.row] == max(lower)
            elif rules.low_card == "highest-end":
                assert event.cause in ("highest end", "sixth")
                assert ends[event.row] == max(ends)
            else:
                assert event.cause == "low"

    def check_next(self, event):
        """It was this seat's and this card's moment."""
        waiting = [(seat, card) for seat, cards in enumerate(self.open) for card in cards]
        if self.rules.turn == "in-turn":
            assert event.seat == self.order[-1]
        elif self.rules.cards == "two":
            started = [seat for seat, cards in enumerate(self.open) if len(cards) == 1]
            lowest = min(waiting, key=lambda each: each[1])[0]
            assert event.seat == (started[0] if started else lowest)
        else:
            with_zero = [ZERO in cards for cards in self.together]
            key = {each: (each[1] != ZERO, not with_zero[each[0]], written(each[1])) for each in waiting}
            assert written(event.card) == min(key.values())[2]
            assert key[event.seat, event.card] == min(key.values())

    def check_table(self):
        assert self.everywhere() == self.dealt
        for row in self.rows:
            numbers = [card for card in row if not is_joker(card)]
            assert self.places(row) <= (12 if self.rules.variable_rows else self.rules.capacity)
            assert not any(is_joker(left) and is_joker(right) for left, right in pairwise(row))
            if self.rules.low_card == "take-row":
                assert all(left < right or (self.rules.twins and left == right) for left, right in pairwise(numbers))
                assert len(set(numbers)) == len(numbers) or self.rules.twins
            assert ZERO not in row

    def check_end(self, cause):
        sizes = [len(stack) for stack in self.stacks]
        if self.rules.keep:
            big = max(sizes) > self.rules.stack_end
            assert cause == ("hands" if not all(self.hands) else "stack" if big else "max_rounds")
            assert cause != "max_rounds" or self.turn + 1 == self.rules.max_rounds
        else:
            assert cause == "hands"
            per_turn = {"one": 1, "two": 2}.get(self.rules.cards)
            assert per_turn is None or (self.turn + 1) * per_turn == self.rules.hand + self.rules.jokers

    def everywhere(self):
        piles = [*self.hands, *self.rows, *self.open, *self.stacks]
        return Counter(card for pile in piles for card in pile)


def deciding(seed):
    """Answers every decision at random, and checks what the seat is told."""
    chance = random.Random(seed)
    style = chance.choice(["any", "any", "first", "last"])

    def decide(kind, view):
        legal = legal_answers(kind, view)
        assert len(legal) > 1
        assert len({str(answer) for answer in legal}) == len(legal)
        # The first of two cards lies face down: for all others it is still in the hand.
        face_down = [view.card] if kind == "second" and view.card not in view.shown[view.seat] else []
        assert view.hand_counts[view.seat] == len(view.hand + face_down)
        assert (view.hands is not None) == view.rules.open_hands
        assert view.hands is None or sorted(view.hands[view.seat]) == sorted(view.hand + face_down)
        assert len(view.history) == view.turn
        assert all(view.seen[card] for row in view.rows for card in row)
        if style != "any" and chance.random() < 0.9:
            return legal[0 if style == "first" else -1]
        return chance.choice(legal)

    return decide


def check_round(rules, players, played):
    replay = Replay(rules, players)
    for event in played.events:
        replay.apply(event)
    assert played.end == played.games[-1].end
    assert played.penalties == [sum(game.penalties[seat] for game in played.games) for seat in range(players)]
    ends = [event for event in played.events if event.kind == "end"]
    assert [list(event.penalties) for event in ends] == [game.penalties for game in played.games]


SEEDS = st.integers(0, 2**32)


def players_of(data, rules):
    numbers = st.integers(rules.min_players, rules.most_players())
    return data.draw(numbers.filter(lambda players: can_play(rules, players)), "players")


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=30, deadline=None)
@given(data=st.data(), seed=SEEDS)
def test_every_variant_keeps_its_rules(name, data, seed):
    rules = VARIANTS[name].rules
    players = players_of(data, rules)
    check_round(rules, players, play_round(rules, players, deciding(seed), seed=seed))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_with_every_number_of_players(name):
    rules = VARIANTS[name].rules
    for players in range(rules.min_players, rules.most_players() + 1):
        for seed in range(3):
            check_round(rules, players, play_round(rules, players, deciding(seed), seed=9, unit=seed))


def combinations():
    """The combinations that are promised: every option table that people play with."""
    card_sets = [{}, {"deck": "tactics"}, {"deck": "tactics", "deal": "drafted", "open_hands": True}]
    lengths = [{}, {"match_end": "deals", "deals": 2}]
    for cards, professional, length in product(card_sets, (False, True), lengths):
        yield "base", {**cards, "professional": professional, **length}
    for jokers, pass_on, variable in product((False, True), repeat=3):
        yield "base", {"jokers": jokers, "pass_on": pass_on, "variable_rows": variable}
    for option in ("professional", "jokers", "pass_on", "variable_rows"):
        yield "base", {option: True, "deck": "tactics"}
        yield "open", {option: True}
    yield "tactics", {"open_hands": True}
    for option in ("professional", "variable_rows"):
        yield "championship", {option: True}
    yield "championship", {"rows": 3, "draft": "snake", "deals": 2}
    yield "open", {"deck": "double"}
    yield "championship", {"turn": "shown"}


def test_promised_combinations():
    for name, options in combinations():
        rules = rules_from(name, **options)
        for players in (2, 3, rules.most_players()):
            check_round(rules, players, play_round(rules, players, deciding(players), seed=4))
            if players < 4:
                match = play_match(rules, players, deciding(players), seed=4)
                assert len(match.rounds) == 2 or rules.deals != 2


@settings(max_examples=40, deadline=None)
@given(data=st.data(), rows=st.integers(3, 6), capacity=st.integers(3, 8), hand=st.integers(5, 15), seed=SEEDS)
def test_base_game_of_any_size(data, rows, capacity, hand, seed):
    rules = Rules(rows=rows, capacity=capacity, hand=hand)
    players = data.draw(st.integers(2, rules.most_players()))
    check_round(rules, players, play_round(rules, players, deciding(seed), seed=seed))


def values_of(option):
    """Values that an option may have."""
    among, low, high = (option.metadata[key] for key in ("among", "low", "high"))
    if isinstance(option.default, bool):
        return st.booleans()
    return st.one_of(*[st.just(value) for value in among], *([st.integers(low, min(high, 30))] if high else []))


FIXED = ("name", "min_players", "max_players")
OPTIONS = {option.name: values_of(option) for option in fields(Rules) if option.name not in FIXED}


@st.composite
def any_rules(draw):
    """A variant with options changed as far as they do not clash."""
    rules = draw(st.sampled_from(list(VARIANTS.values()))).rules
    for name in draw(st.lists(st.sampled_from(list(OPTIONS)), max_size=8)):
        try:
            changed = rules.replace(**{name: draw(OPTIONS[name])})
        except RulesError:
            continue
        if changed.most_players() >= 2 and changed.first_seat < 2:
            rules = changed
    return rules


@settings(max_examples=250, deadline=None)
@given(rules=any_rules(), data=st.data(), seed=SEEDS)
def test_any_rules_that_do_not_clash(rules, data, seed):
    players = players_of(data, rules)
    check_round(rules, players, play_round(rules, players, deciding(seed), seed=seed))


@settings(max_examples=60, deadline=None)
@given(rules=any_rules(), seed=SEEDS)
def test_a_match_ends_as_it_should(rules, seed):
    rules = rules.replace(max_deals=min(rules.max_deals, 12), deals=min(rules.deals, 5))
    match = play_match(rules, 2, deciding(seed), seed=seed)
    sums = [[sum(r.penalties[seat] for r in match.rounds[:deals]) for seat in range(2)] for deals in range(13)]
    deals = len(match.rounds)
    assert match.totals == sums[deals]
    assert not any(max(total) >= rules.end_score for total in sums[:deals]) or rules.match_end == "deals"
    assert {
        "score": max(match.totals) >= rules.end_score and rules.match_end == "score",
        "deals": deals == (rules.deals or 2) and rules.match_end == "deals",
        "max_deals": deals == rules.max_deals,
    }[match.end]
    best = max if rules.scoring == "points" else min
    assert match.winners == [seat for seat in range(2) if match.totals[seat] == best(match.totals)]
    for played in match.rounds:
        check_round(rules, 2, played)
