"""What both engines agree on: streams, the order of dealing, when which decision is asked, and what a seat knows."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from nimmtsim.cards import JOKER, ZERO
from nimmtsim.errors import PolicyError, UsageError
from nimmtsim.reference import KINDS, legal_answers, play_match, play_round
from nimmtsim.reference.deal import deal_out
from nimmtsim.reference.draft import _seat_of_pick
from nimmtsim.reference.match import winners
from nimmtsim.reference.starter import first_pick, next_starter
from nimmtsim.reference.state import take_out
from nimmtsim.reference.streams import DEAL, RULE, Stream, stream_key, unit_key
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from


def first_legal(kind, view):
    return legal_answers(kind, view)[0]


def at_random(seed):
    chance = random.Random(seed)
    return lambda kind, view: chance.choice(legal_answers(kind, view))


def log_of(rules, players, decide=first_legal, unit=0):
    """Every decision of a round with what the seat knew."""
    log = []

    def logging(kind, view):
        log.append((kind, view))
        return decide(kind, view)

    play_round(rules, players, logging, unit=unit)
    return log


# --- streams and dealing ---


def test_words_are_those_of_splitmix64():
    stream = Stream(0)
    assert [stream.word() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_keys_of_units_deals_and_purposes_differ():
    keys = {
        stream_key(unit_key(seed, unit), deal, purpose)
        for seed in (0, 1, 2**64 - 1) for unit in (0, 1, 2**40) for deal in (0, 1, 999) for purpose in range(22)
    }  # fmt: skip
    assert len(keys) == 3 * 3 * 3 * 22
    assert all(0 <= key < 2**64 for key in keys)


def test_a_shuffle_uses_a_word_for_two_places():
    cards = list(range(100, 107))
    Stream(99).shuffle(cards, 1, 4)
    words, expected = Stream(99), list(range(100, 107))
    first, second = words.word(), words.word()
    for place, half in ((1, first % 2**32), (2, first // 2**32), (3, second % 2**32)):
        other = place + half * (7 - place) // 2**32
        expected[place], expected[other] = expected[other], expected[place]
    assert cards == expected
    assert cards[0] == 100


def test_hands_come_before_rows():
    deck = list(range(1, 105))
    Stream(stream_key(unit_key(1, 2), 3, DEAL)).shuffle(deck, 0, 34)
    hands, rows, _ = deal_out(Rules(), 3, unit_key(1, 2), 3)
    assert hands == [deck[0:10], deck[10:20], deck[20:30]]
    assert rows == [[card] for card in deck[30:34]]


def test_with_zero_cards_rows_come_first():
    stream = Stream(stream_key(unit_key(1, 2), 0, DEAL))
    deck = list(range(1, 105))
    stream.shuffle(deck, 0, 4)
    deck += [ZERO] * 3
    stream.shuffle(deck, 4, 30)
    hands, rows, _ = deal_out(rules_from("plus-equal-zeros"), 2, unit_key(1, 2), 0)
    assert rows == [[card] for card in deck[:4]]
    assert hands == [[ZERO, ZERO, *deck[4:17]], [ZERO, ZERO, *deck[17:30]]]


def test_leftover_jokers_follow_the_numbers():
    jokers, deck = list(range(JOKER, JOKER + 10)), list(range(1, 105))
    Stream(stream_key(unit_key(1, 2), 0, RULE)).shuffle(jokers, 0, 3)
    deck += jokers[3:]
    Stream(stream_key(unit_key(1, 2), 0, DEAL)).shuffle(deck, 0, 30 + 4 + 7)
    hands, rows, aside = deal_out(rules_from("jokers", joker_leftover="deck"), 3, unit_key(1, 2), 0)
    assert hands == [[*deck[10 * seat : 10 * seat + 10], jokers[seat]] for seat in range(3)]
    turned_up = deck[30 : 30 + 4 + len(aside)]
    assert [row[0] for row in rows] == [card for card in turned_up if card < JOKER]
    assert aside == [card for card in turned_up if card >= JOKER]


def test_every_card_is_equally_likely_in_every_place():
    counts = Counter()
    deals = 3000
    for unit in range(deals):
        hands, rows, _ = deal_out(Rules(), 10, unit_key(0, unit), 0)
        for seat, cards in enumerate([*hands, [row[0] for row in rows]]):
            counts.update((seat, card) for card in cards)
    expected = [deals * (10 if seat < 10 else 4) / 104 for seat in range(11) for _ in range(104)]
    seen = [counts[seat, card] for seat in range(11) for card in range(1, 105)]
    chi_square = sum((a - b) ** 2 / b for a, b in zip(seen, expected, strict=True))
    # 103 * 10 degrees of freedom: mean 1030, standard deviation 45.
    assert 1030 - 5 * 45 < chi_square < 1030 + 5 * 45


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_seed_is_the_same_round(name):
    played = [play_round(name, 3, at_random(5), seed=3, unit=unit) for unit in (8, 8, 9)]
    assert played[0] == played[1]
    # Drafted hands do not depend on the unit.
    assert (played[0].hands == played[2].hands) == VARIANTS[name].rules.drafted


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if not variant.rules.drafted])
def test_decisions_do_not_change_the_deals(name):
    rules = rules_from(name, match_end="deals", deals=3)
    one, other = (play_match(rules, 2, at_random(seed), unit=4) for seed in (1, 2))
    assert [played.hands for played in one.rounds] == [played.hands for played in other.rounds]
    assert one.rounds != other.rounds
    assert len({str(played.hands) for played in one.rounds}) == 3


def test_a_card_leaves_its_hand_by_its_place():
    hand = [5, 6, 7, 8]
    assert take_out(hand, 1) == 6
    assert hand == [5, 8, 7]
    assert take_out(hand, 2) == 7
    assert hand == [5, 8]


# --- drafting and starting ---


@pytest.mark.parametrize(
    ("snake", "seats"), [(False, [2, 0, 1, 2, 0, 1, 2, 0, 1]), (True, [2, 0, 1, 1, 0, 2, 2, 0, 1])]
)
def test_order_of_picks(snake, seats):
    assert [_seat_of_pick(pick, 3, 2, snake) for pick in range(9)] == seats


def test_who_picks_first():
    rotate = rules_from("logic", first_seat=1)
    assert [first_pick(rotate, 3, deal, [9, 0, 0]) for deal in range(4)] == [1, 2, 0, 1]
    assert first_pick(rotate.replace(logic_first="fixed"), 3, 5, [9, 0, 0]) == 1
    worst = rotate.replace(logic_first="worst_score")
    assert [first_pick(worst, 3, deal, [9, 0, 9]) for deal in (0, 1)] == [1, 2]


def test_who_starts_the_next_deal():
    assert next_starter(rules_from("open"), 2, 10, [0] * 4, [0] * 4) == 0
    assert next_starter(rules_from("open", open_marker_next_deal="reset", first_seat=3), 2, 10, [0] * 4, [0] * 4) == 3
    assert next_starter(rules_from("hand", first_seat=1), 1, 10, [9, 0], [9, 0]) == 1
    points = rules_from("simple-minus", scoring="points")
    assert next_starter(points, 0, 12, [5, 3, 9], [0, 0, 0]) == 1


def test_a_match_carries_marker_and_scores_on():
    seen = []

    def decide(kind, view):
        if kind == "card" and view.turn == 0 and view.seat == view.start_seat:
            seen.append((view.deal, view.start_seat, view.scores))
        return first_legal(kind, view)

    match = play_match(rules_from("open", match_end="deals", deals=3), 4, decide)
    first, second = (played.penalties for played in match.rounds[:2])
    assert seen == [(0, 0, [0] * 4), (1, 2, first), (2, 0, [a + b for a, b in zip(first, second, strict=True)])]


def test_the_games_of_a_championship_count_as_deals():
    seen = {}

    def decide(kind, view):
        seen.setdefault((view.deal, kind), view.scores)
        return first_legal(kind, view)

    match = play_match(rules_from("championship", deals=2), 2, decide)
    games = [game.penalties for played in match.rounds for game in played.games]
    assert len(games) == 4
    before = [[sum(game[seat] for game in games[:count]) for seat in range(2)] for count in range(4)]
    assert [seen[deal, "card"] for deal in range(4)] == before
    assert {deal for deal, kind in seen if kind == "draft"} == {0, 2}
    assert match.winners == winners(rules_from("championship"), match.totals)


# --- decisions ---


def test_seats_are_asked_in_order():
    log = [(view.turn, kind, view.seat) for kind, view in log_of("pass-on", 3) if kind != "row"]
    once = [("pass", seat) for seat in range(3)] + [("card", seat) for seat in range(3)]
    assert log == [(turn, *asked) for turn in range(9) for asked in once]


def test_the_first_card_has_left_the_hand_when_the_second_is_asked():
    log = log_of("nifty", 2)
    for (kind, view), (next_kind, next_view) in pairwise(log):
        # In the last turn there is only one second card, and nobody is asked.
        if kind == "card" and len(view.hand) > 2:
            assert next_kind == "second"
            assert next_view.card == view.hand[0]
            rest = list(view.hand)
            take_out(rest, 0)
            assert next_view.hand == rest
            # What everybody knows is as it was: the card lies face down.
            assert next_view.hand_counts == view.hand_counts
            assert next_view.hands == view.hands


@pytest.mark.parametrize("name", ["nifty", "plus", "logic", "pass-on"])
def test_secret_choices_show_nowhere(name):
    before = defaultdict(list)
    for kind, view in log_of(name, 4, at_random(1)):
        if kind in ("card", "second"):
            before[view.turn].append(view)
    for asked in before.values():
        first_view = asked[0]
        for view in asked:
            assert view.shown == [[]] * 4
            assert view.rows == first_view.rows
            assert view.seen == first_view.seen
            for seat in set(range(4)) - {view.seat}:
                assert view.hand_counts[seat] == first_view.hand_counts[seat]
                assert view.hands is None or view.hands[seat] == first_view.hands[seat]


def test_a_low_card_sees_all_cards_of_the_turn_and_the_board_as_it_is():
    for kind, view in log_of("base", 5, at_random(3)):
        if kind == "row":
            assert all(len(cards) == 1 for cards in view.shown)
            assert view.shown[view.seat] == [view.card]
            assert view.card < min(row[-1] for row in view.rows)
            assert view.hand_counts == [9 - view.turn] * 5


def test_seen_are_the_row_cards_and_all_that_was_laid():
    played = play_round("double", 4, first_legal)
    start = Counter(card for row in played.rows for card in row)
    for _, view in log_of("double", 4):
        laid = [card for shown in [*view.history, view.shown] for cards in shown for card in cards]
        assert Counter(view.seen) == start + Counter(laid)


def test_a_kept_card_is_seen_once():
    def keeping(kind, view):
        return legal_answers(kind, view)[-1 if kind == "keep" else 0]

    log = log_of(rules_from("hand", max_rounds=20), 3, keeping)
    assert any(kind == "keep" for kind, _ in log)
    assert all(set(view.seen.values()) == {1} for _, view in log)


def test_keeping_sees_the_new_row_and_the_taken_one():
    for kind, view in log_of("hand", 3, at_random(2)):
        if kind == "keep":
            assert [view.card] in view.rows
            assert 1 <= view.keep_limit <= len(view.taken)
            assert view.keep_limit <= 16 - len(view.hand)
            assert legal_answers(kind, view)[0] == []


def test_giver_and_receiver_remember_what_was_passed():
    for _, view in log_of("pass-on", 3):
        assert len(view.given) == len(view.received)
    *_, (_, last) = log_of("pass-on", 3)
    played = play_round("pass-on", 3, first_legal)
    passes = [event for event in played.events if event.kind == "pass"]
    assert last.given == tuple(event.card for event in passes if event.seat == last.seat)
    assert last.received == tuple(event.card for event in passes if event.to == last.seat)


def test_a_view_is_a_copy():
    def vandal(kind, view):
        answer = first_legal(kind, view)
        for each in (view.rows, view.hand, view.hand_counts, view.shown, view.history, view.penalties, view.scores):
            each.clear()
        view.seen.clear()
        return answer

    assert play_round("base", 3, vandal) == play_round("base", 3, first_legal)


def kinds_of(rules, players=3):
    return Counter(kind for unit in range(6) for kind, _ in log_of(rules, players, at_random(unit), unit))


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        ("base", "card row"), ("tactics", "card row"), ("logic", "draft card row"), ("championship", "draft card row"),
        ("professional", "card row side"), ("open", "card row"), ("nifty", "card second order row"),
        ("hand", "card second row keep"), ("double", "card row"), ("plus", "card second"),
        ("plus-equal-zeros", "card second"), ("zeros-minus", "card second"), ("simple-minus", "card"),
        ("jokers", "card joker row"), ("pass-on", "pass card row"), ("variable-rows", "card row"),
        (Rules(professional=True, pro_tie="cheapest"), "card row"), (Rules(rows=1), "card"), (Rules(hand=1), "row"),
    ],
)  # fmt: skip
def test_which_kinds_are_asked(rules, kinds):
    assert set(kinds_of(rules, 6 if rules == "professional" else 3)) == set(kinds.split())
    assert set(kinds.split()) <= set(KINDS)


def test_two_zero_cards_may_be_forbidden():
    single = rules_from("plus", allow_double_zero=False)
    for rules, allowed in ((single, False), (rules_from("plus"), True)):
        asked = [each for unit in range(20) for each in log_of(rules, 2, at_random(unit), unit)]
        both = [view for kind, view in asked if kind == "second" and view.card == ZERO and ZERO in view.hand]
        assert any(both)
        for view in both:
            assert (view.hand.index(ZERO) in legal_answers("second", view)) == allowed


@pytest.mark.parametrize("answer", [-1, 10, None, "0", True, [0], 0.5])
def test_an_illegal_answer_is_an_error_that_says_what_is_legal(answer):
    with pytest.raises(PolicyError, match=r"illegal answer .* of seat 0 to 'card' in turn 0 of deal 0; legal: 0, 1, 2"):
        play_round("base", 3, lambda kind, view: answer)


def test_an_unknown_kind_is_an_error():
    _, view = log_of("base", 2)[0]
    with pytest.raises(UsageError, match="unknown kind of decision 'crad'; did you mean 'card'"):
        legal_answers("crad", view)


def test_a_game_with_keeping_stops_at_its_limit():
    """Whoever always takes single cards back never ends: the limit does, and says so."""
    rules = rules_from("hand", max_rounds=7, stack_end=208)

    def collector(kind, view):
        return legal_answers(kind, view)[-1] if kind in ("keep", "second") else first_legal(kind, view)

    played = play_round(rules, 3, collector)
    assert played.end == "max_rounds"
    assert played.games[0].turns == 7
    assert sum(played.penalties) > 0
