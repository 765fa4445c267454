"""The worked examples of the rules, named after their labels, on both engines."""

from __future__ import annotations

from functools import partial

import pytest

from nimmtsim.cards import JOKER, ZERO, bull_heads
from nimmtsim.errors import RulesError, UsageError
from nimmtsim.one_turn import ENGINES, resolve_turn
from nimmtsim.reference import legal_answers, play_match, play_round
from nimmtsim.reference.deal import deal_out
from nimmtsim.reference.events import Draft, Pass, Place, TurnStart
from nimmtsim.reference.match import match_end, winners
from nimmtsim.reference.round import _end
from nimmtsim.reference.score import score
from nimmtsim.reference.starter import next_starter
from nimmtsim.reference.state import Game
from nimmtsim.reference.streams import unit_key
from nimmtsim.reference.turn import play_turn
from nimmtsim.rules import Rules
from nimmtsim.simulation import simulate
from nimmtsim.variant_registry import rules_from


@pytest.fixture(params=ENGINES, autouse=True)
def engine(request, monkeypatch):
    """Every example is resolved by each engine."""
    monkeypatch.setitem(globals(), "resolve_turn", partial(resolve_turn, engine=request.param))


def first_legal(kind, view):
    return legal_answers(kind, view)[0]


def nobody_is_asked(kind, view):
    raise AssertionError(f"{kind} was asked")


def causes(outcome):
    return [(placement.card, placement.row, placement.cause) for placement in outcome.placements]


# --- base game ---


def test_B1_four_cards_join():
    outcome = resolve_turn("base", [[12], [37], [43], [58]], {0: 14, 1: 15, 2: 44, 3: 61})
    assert outcome.rows == [[12, 14, 15], [37], [43, 44], [58, 61]]
    assert outcome.penalties == {0: 0, 1: 0, 2: 0, 3: 0}
    assert causes(outcome) == [(14, 0, "joins"), (15, 0, "joins"), (44, 2, "joins"), (61, 3, "joins")]


def test_B2_the_sixth_card_takes():
    outcome = resolve_turn("base", [[5, 8], [50, 61], [30, 41], [20, 25, 36, 39, 42]], {0: 45})
    (placement,) = outcome.placements
    assert (placement.row, placement.cause, placement.heads) == (3, "sixth", 8)
    assert placement.taken == [20, 25, 36, 39, 42]
    assert outcome.rows == [[5, 8], [50, 61], [30, 41], [45]]


def test_B4_the_lowest_card_takes_a_row_of_choice():
    rows, plays = [[30, 36], [37], [43, 44], [58, 61]], {0: 3, 1: 9, 2: 68, 3: 83}
    outcome = resolve_turn("base", rows, plays, choices={0: 1})
    assert outcome.rows == [[30, 36], [3, 9], [43, 44], [58, 61, 68, 83]]
    assert outcome.penalties == {0: 1, 1: 0, 2: 0, 3: 0}
    assert causes(outcome)[0] == (3, 1, "low")
    with pytest.raises(UsageError, match=r"seat 0 must say for its 3 which row to take"):
        resolve_turn("base", rows, plays)


def test_B5_the_match_ends_at_66_after_a_complete_deal():
    rules = Rules()
    assert match_end(rules, [66, 40, 35], 5) == "score"
    assert winners(rules, [66, 40, 35]) == [2]
    assert match_end(rules, [65, 0, 0], 5) == ""
    assert winners(rules, [70, 40, 40]) == [1, 2]


# --- 1 Tactics, 2 Logic, 3 Championship ---


def test_T1_the_tactics_deck_is_dealt_out():
    hands, rows, _ = deal_out(rules_from("tactics"), 3, unit_key(5, 6), 0)
    dealt = sorted(card for cards in (*hands, *rows) for card in cards)
    assert dealt == list(range(1, 35))
    assert sum(map(bull_heads, dealt)) == 55


def highest_left(kind, view):
    return len(view.offer) - 1 if kind == "draft" else first_legal(kind, view)


def test_L1_both_always_pick_the_highest_card():
    played = play_round("logic", 2, highest_left)
    assert played.hands == [list(range(24, 5, -2)), list(range(23, 4, -2))]
    assert played.rows == [[1], [2], [3], [4]]


def test_L2_the_picks_go_round_clockwise():
    picks = [event for event in play_round("logic", 2, first_legal).events if isinstance(event, Draft)]
    assert [pick.seat for pick in picks] == [pick % 2 for pick in range(20)]


def test_C1_the_sample_sheet_fits_the_deck():
    sheet, notes = [2, 4, 8, 14, 19, 23, 24, 31, 38, 44], [23, 14, 0, 32]
    assert set(sheet) <= set(rules_from("championship").numbers(4))
    assert len(sheet) == 10
    assert sum(notes) == 69


def test_C2_the_sheets_go_to_the_left():
    played = play_round("championship", 3, first_legal)
    assert [game.held for game in played.games] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    deals = [event for event in played.events if event.kind == "deal"]
    assert [deal.hands for deal in deals] == [
        tuple(tuple(played.hands[sheet]) for sheet in game.held) for game in played.games
    ]
    assert all(deal.rows == deals[0].rows for deal in deals)
    totals = [sum(game.penalties[seat] for game in played.games) for seat in range(3)]
    assert played.penalties == totals


# --- 4 Professional ---


def test_P1_cards_join_at_both_ends():
    rows = [[40, 45, 47, 50, 55], [8, 36, 61], [66, 73], [42, 65]]
    outcome = resolve_turn("professional", rows, {0: 5, 1: 17, 2: 58, 3: 62})
    assert outcome.rows == [[17], [5, 8, 36, 61, 62], [58, 66, 73], [42, 65]]
    assert outcome.penalties == {0: 0, 1: 16, 2: 0, 3: 0}
    assert causes(outcome) == [(5, 1, "joins left"), (17, 0, "sixth"), (58, 2, "joins left"), (62, 1, "joins")]


def test_P1_afterwards_just_the_unseen_cards_1_2_3_4_63_64_take_row_1():
    rows = [[17], [5, 8, 36, 61, 62], [58, 66, 73], [42, 65]]
    seen = {5, 17, 58, 62, 40, 45, 47, 50, 55, 8, 36, 61, 66, 73, 42, 65}
    unseen = sorted(set(range(1, 105)) - seen)
    placed = {card: resolve_turn("professional", rows, {0: card}).placements[0] for card in unseen}
    assert [card for card, where in placed.items() if where.row == 1 and where.taken] == [1, 2, 3, 4, 63, 64]
    assert [(placed[card].row, placed[card].cause) for card in (59, 60)] == [(0, "joins")] * 2


@pytest.mark.parametrize("card", [59, 60])
def test_P2_what_fits_at_no_end_takes_a_row(card):
    rows = [[17, 70], [5, 8, 36, 61, 62], [58, 66, 73], [42, 65]]
    outcome = resolve_turn("professional", rows, {0: card}, choices={0: 3})
    assert causes(outcome) == [(card, 3, "low")]
    assert outcome.rows[3] == [card]


@pytest.mark.parametrize(("side", "row", "after"), [("right", 0, [49, 50, 52]), ("left", 1, [52, 54, 58])])
def test_P3_the_owner_chooses_between_equally_near_ends(side, row, after):
    rows = [[49, 50], [54, 58], [10, 90], [2, 99]]
    assert resolve_turn("professional", rows, {0: 52}, choices={0: side}).rows[row] == after
    assert resolve_turn(rules_from("professional", pro_tie=side), rows, {0: 52}).rows[row] == after


def test_P3_cheapest_looks_at_what_is_taken():
    cheapest = rules_from("professional", pro_tie="cheapest")
    full_right = [[44, 47, 48, 49, 50], [54, 58], [10, 90], [2, 99]]
    assert causes(resolve_turn(cheapest, full_right, {0: 52})) == [(52, 1, "joins left")]
    full_left = [[49, 50], [54, 56, 57, 58, 59], [10, 90], [2, 99]]
    assert causes(resolve_turn(cheapest, full_left, {0: 52})) == [(52, 0, "joins")]
    both_full_left_cheaper = [[45, 46, 47, 49, 50], [54, 56, 57, 58, 59], [10, 90], [2, 99]]
    assert resolve_turn(cheapest, both_full_left_cheaper, {0: 52}).penalties == {0: 5}
    nothing_to_take = [[49, 50], [54, 58], [10, 90], [2, 99]]
    assert causes(resolve_turn(cheapest, nothing_to_take, {0: 52})) == [(52, 0, "joins")]


# --- 5 Open, 6 Nifty ---


def test_O1_shown_in_turn_and_placed_lowest_first():
    outcome = resolve_turn("open", [[12], [37], [43], [58]], {2: 61, 0: 14, 1: 44}, start=2)
    assert causes(outcome) == [(14, 0, "joins"), (44, 2, "joins"), (61, 3, "joins")]
    assert [placement.seat for placement in outcome.placements] == [0, 1, 2]


def test_O1_each_sees_the_cards_shown_before():
    shown = {}

    def decide(kind, view):
        if kind == "card" and view.turn == 0:
            shown[view.seat] = [len(cards) for cards in view.shown]
        return first_legal(kind, view)

    play_round(rules_from("open", first_seat=2), 3, decide)
    assert shown == {2: [0, 0, 0], 0: [0, 0, 1], 1: [1, 0, 1]}


def test_O2_the_marker_goes_round():
    played = play_round("open", 4, first_legal)
    assert [event.start_seat for event in played.events if isinstance(event, TurnStart)] == [t % 4 for t in range(10)]
    assert played.next_start == 2
    assert play_round(rules_from("open", open_marker_next_deal="reset"), 4, first_legal).next_start == 0


def test_N1_pairs_in_the_order_of_the_lowest_card():
    plays = {0: (5, 90), 1: (6, 7), 2: (8, 20)}
    outcome = resolve_turn("nifty", [[1], [30], [50], [70]], plays)
    assert [(placement.seat, placement.card) for placement in outcome.placements] == [
        (0, 5), (0, 90), (1, 6), (1, 7), (2, 8), (2, 20)
    ]  # fmt: skip
    assert outcome.penalties == {0: 0, 1: 0, 2: 6}


def test_N1_the_order_is_the_owners():
    rows = [[2, 3, 4, 7], [30], [50], [70]]
    lower_first = resolve_turn("nifty", rows, {0: (8, 31)})
    higher_first = resolve_turn("nifty", rows, {0: (31, 8)})
    assert causes(lower_first) == [(8, 0, "joins"), (31, 1, "joins")]
    assert causes(higher_first) == [(31, 1, "joins"), (8, 0, "joins")]
    # 6 joins row 0 as its fifth card and 5 is then low; the other way round 6 is a sixth card.
    low = resolve_turn("nifty", [[1, 2, 3, 4], [30], [50], [70]], {0: (6, 5)}, choices={0: 1})
    assert causes(low) == [(6, 0, "joins"), (5, 1, "low")]
    assert low.penalties == {0: 3}
    assert resolve_turn("nifty", [[1, 2, 3, 4], [30], [50], [70]], {0: (5, 6)}).penalties == {0: 6}


# --- 7 Hand ---


def table(rules, hands, stacks, rows=((12,), (37,), (43,), (58,))):
    game = Game(rules, len(hands), nobody_is_asked, hands=hands, rows=[list(row) for row in rows])
    game.stacks = stacks
    game.penalties = [sum(map(bull_heads, stack)) for stack in stacks]
    return game


def test_H1_cards_in_the_hand_count_double():
    game = table(rules_from("hand"), [[55, 1], []], [[10, 11], []])
    score(game, "hands")
    assert game.penalties == [3 + 5 + 2 * (7 + 1), 0]


@pytest.mark.parametrize("kept", [[], [20], [20, 25, 36]])
def test_H2_a_hand_of_14_that_plays_one_may_keep_three(kept):
    rows = [[20, 25, 36, 39, 42], [60], [70], [80]]
    outcome = resolve_turn("hand", rows, {0: 45}, hands={0: 14}, choices={0: kept})
    assert outcome.penalties == {0: 8 - sum(map(bull_heads, kept))}
    assert outcome.placements[0].taken == rows[0]


def test_H2_and_not_four():
    rows = [[20, 25, 36, 39, 42], [60], [70], [80]]
    with pytest.raises(UsageError, match=r"at most 3 of \[20, 25, 36, 39, 42\]"):
        resolve_turn("hand", rows, {0: 45}, hands={0: 14}, choices={0: [20, 25, 36, 39]})
    # Both cards have left the hand when the first of two takes.
    four = resolve_turn("hand", rows, {0: (45, 46)}, hands={0: 14}, choices={0: [20, 25, 36, 39]})
    assert four.penalties == {0: 1}


def test_H3_a_hand_that_is_played_out_ends_the_game():
    game = table(rules_from("hand"), [[45], [1, 2]], [[], []], [[20, 25, 36, 39, 42], [60], [70], [80]])
    game.decide = lambda kind, view: {"keep": [], "row": 0, "card": 0, "second": None}[kind]
    play_turn(game)
    assert game.hands[0] == []
    assert len(game.stacks[0]) == 5
    assert _end(game) == "hands"


def test_H_more_than_20_cards_in_a_stack_end_the_game():
    rules = rules_from("hand")
    assert _end(table(rules, [[1], [2]], [list(range(10, 30)), []])) == ""
    assert _end(table(rules, [[1], [2]], [list(range(10, 31)), []])) == "stack"


def test_H_stepwise_the_second_card_may_come_from_the_row_just_taken():
    stepwise = rules_from("hand", hand_commit="stepwise")
    rows = [[20, 25, 36, 39, 42], [60], [70], [80]]
    outcome = resolve_turn(stepwise, rows, {0: (45, 42)}, hands={0: 14}, choices={0: [[42], 1, []]})
    assert causes(outcome) == [(45, 0, "sixth"), (42, 1, "low")]
    with pytest.raises(UsageError, match="42 second, which has not come into its hand"):
        resolve_turn(stepwise, rows, {0: (45, 42)}, hands={0: 14}, choices={0: [[20]]})


def test_H_stepwise_the_second_card_may_have_been_laid_by_others_in_the_same_turn():
    stepwise = rules_from("hand", hand_commit="stepwise")
    rows, hands = [[20, 25, 36, 39], [5], [6], [7]], {0: 14, 1: 14}
    outcome = resolve_turn(stepwise, rows, {0: 42, 1: (44, 42)}, hands=hands, choices={1: [[42]]})
    assert causes(outcome) == [(42, 0, "joins"), (44, 0, "sixth"), (42, 3, "joins")]
    # And once more by a third, whose 1 takes the row where it lies now.
    plays, choices = {0: 42, 1: (44, 42), 2: (1, 42)}, {1: [[42]], 2: [3, [42]]}
    outcome = resolve_turn(stepwise, rows, plays, hands=hands | {2: 14}, choices=choices)
    assert causes(outcome)[3:] == [(1, 3, "low"), (42, 2, "joins")]
    # Who moves before the 42 is laid cannot have it from the table.
    with pytest.raises(UsageError, match="the card 42 is there 2 times"):
        resolve_turn(stepwise, rows, {0: 42, 1: (44, 42)}, hands=hands, choices={1: [[42]]}, start=1)


def test_H_the_order_of_two_cards():
    rows = [[20], [30], [40], [50]]
    free = rules_from("hand")
    assert causes(resolve_turn(free, rows, {0: (46, 45)})) == [(46, 2, "joins"), (45, 1, "joins")]
    ascending = resolve_turn(free.replace(hand_order="ascending"), rows, {0: (46, 45)})
    assert causes(ascending) == [(45, 2, "joins"), (46, 2, "joins")]
    zero = rules_from("simple-minus", cards="one-or-two", hand_order="ascending")
    assert causes(resolve_turn(zero, rows, {0: (46, 0)})) == [(0, None, "zero"), (46, 2, "joins")]


# --- 8 Double ---


def test_D1_twins_of_one_turn_lie_on_one_place():
    outcome = resolve_turn("double", [[7], [20], [33], [50]], {0: 8, 1: 21, 2: 21})
    assert outcome.rows == [[7, 8], [20, (21, 21)], [33], [50]]
    assert causes(outcome) == [(8, 0, "joins"), (21, 1, "joins"), (21, 1, "twin")]
    assert not any(outcome.penalties.values())


def test_D2_a_twin_on_a_full_row_takes_nothing_and_the_next_card_takes_all_six():
    outcome = resolve_turn("double", [[16, 17, 18, 19, 21], [40], [60], [80]], {0: 21, 1: 22})
    assert causes(outcome) == [(21, 0, "twin"), (22, 0, "sixth")]
    assert outcome.placements[1].taken == [16, 17, 18, 19, 21, 21]
    assert outcome.penalties == {0: 0, 1: 6}
    assert outcome.rows[0] == [22]


def test_D3_a_twin_in_the_middle_of_a_row_does_not_attract():
    outcome = resolve_turn("double", [[18, 21, 30], [20], [60], [80]], {0: 21})
    assert causes(outcome) == [(21, 1, "joins")]


def test_D4_owners_of_twins_share_halves_rounded_up():
    outcome = resolve_turn("double", [[2, 3, 4, 5, 6], [40], [60], [80]], {0: 8, 1: 8})
    assert outcome.penalties == {0: 3, 1: 3}
    assert outcome.rows[0] == [(8, 8)]
    assert [placement.taken for placement in outcome.placements] == [[2, 3, 4, 5, 6], []]
    odd = resolve_turn("double", [[1, 2, 3, 4, 6], [40], [60], [80]], {0: 8, 1: 8})
    assert odd.penalties == {0: 3, 1: 3}


def test_D_the_first_owner_chooses_the_row_for_low_twins():
    rows = [[20], [40], [60], [88]]
    outcome = resolve_turn(rules_from("double", first_seat=2), rows, {0: 8, 2: 8}, choices={2: 3})
    assert [placement.seat for placement in outcome.placements] == [2, 0]
    assert outcome.penalties == {0: 3, 2: 3}
    cheapest = resolve_turn(rules_from("double", twin_low_row="cheapest"), rows, {0: 8, 2: 8})
    assert cheapest.rows[0] == [(8, 8)]
    equally_cheap = [[88], [41], [39], [99]]
    cheapest = resolve_turn(rules_from("double", twin_low_row="cheapest"), equally_cheap, {0: 8, 2: 8})
    assert cheapest.rows == [[88], [41], [(8, 8)], [99]]


# --- 6 nimmt! plus and its relatives ---


def test_Q1_numbers_beside_a_zero_go_first():
    plays = {0: (5, 6), 1: 27, 2: (49, 0), 3: (53, 0)}
    outcome = resolve_turn("plus", [[10], [30], [60], [90]], plays)
    assert [placement.card for placement in outcome.placements] == [0, 0, 49, 53, 5, 6, 27]
    assert outcome.rows == [[10, 27], [30, 49, 53], [60], [90, 5, 6]]
    assert outcome.placements[0].row is None
    assert causes(outcome)[4:6] == [(5, 3, "highest end"), (6, 3, "joins")]


def test_Q2_a_pair_makes_its_own_sixth_card():
    outcome = resolve_turn("plus", [[20, 30, 41, 94], [40], [50], [77]], {0: (3, 4)})
    assert outcome.penalties == {0: 9}
    assert outcome.placements[1].taken == [20, 30, 41, 94, 3]
    assert outcome.rows[0] == [4]


def test_Q3_a_low_card_on_a_full_highest_row_collects():
    outcome = resolve_turn("plus", [[20, 30, 41, 94, 95], [40], [50], [77]], {0: 3})
    assert causes(outcome) == [(3, 0, "sixth")]
    assert outcome.penalties == {0: 3 + 3 + 1 + 1 + 2}


def test_Q4_the_next_number_collects():
    outcome = resolve_turn("plus", [[61, 62, 63, 64, 65], [40], [50], [99]], {0: 66, 1: 7})
    assert causes(outcome) == [(7, 3, "highest end"), (66, 0, "sixth")]
    assert outcome.penalties == {0: 6, 1: 0}


def test_Q_the_most_points_win():
    assert winners(rules_from("plus"), [5, 9, 9]) == [1, 2]


@pytest.mark.parametrize(("players", "own", "more"), [(2, 2, 3), (3, 2, 1), (4, 1, 3), (5, 1, 2), (6, 1, 1), (7, 1, 0)])
def test_Q_everybody_starts_with_equally_many_zero_cards(players, own, more):
    for unit in range(20):
        hands, rows, _ = deal_out(rules_from("plus-equal-zeros"), players, unit_key(1, unit), 0)
        assert all(hand[:own] == [ZERO] * own and len(hand) == 15 for hand in hands)
        assert sum(hand[own:].count(ZERO) for hand in hands) <= more
        assert not any(ZERO in row for row in rows)


def test_M1_the_same_heads_are_a_penalty():
    outcome = resolve_turn("zeros-minus", [[20, 30, 41, 94, 3], [40], [50], [77]], {0: (4, 0)})
    assert outcome.penalties == {0: 9}
    assert winners(rules_from("zeros-minus"), [9, 0]) == [1]


def test_M2_a_zero_card_is_a_pass():
    rows = [[60, 70, 75, 78, 80], [40], [50], [99]]
    assert resolve_turn("simple-minus", rows, {0: 81}).penalties == {0: 12}
    passed = resolve_turn("simple-minus", rows, {0: 0})
    assert passed.penalties == {0: 0}
    assert passed.rows == rows


def test_M_who_did_worst_begins_the_next_deal():
    rules = rules_from("simple-minus")
    assert next_starter(rules, 2, 12, [5, 9, 3], [50, 9, 3]) == 1
    assert next_starter(rules, 2, 12, [9, 9, 3], [0, 0, 0]) == 0
    assert next_starter(rules, 1, 12, [9, 9, 3], [0, 0, 0]) == 1
    assert next_starter(rules.replace(simple_starter="total"), 2, 12, [5, 9, 3], [50, 9, 3]) == 0


# --- French extension ---


def test_J1_a_joker_adds_its_tenths_to_a_row_end():
    choices = {0: ("join", 0), 1: ("join", 1)}
    outcome = resolve_turn("jokers", [[17], [40], [60], [90]], {0: 0.4, 1: 0.6, 2: 18}, choices=choices)
    assert outcome.rows == [[17, 0.4, 18], [40, 0.6], [60], [90]]
    with pytest.raises(UsageError, match=r"\('join', 0\) is illegal"):
        resolve_turn("jokers", [[17], [40], [60], [90]], {0: 0.4, 1: 0.6}, choices={0: ("join", 0), 1: ("join", 0)})


def test_J2_where_all_rows_end_with_jokers_one_is_taken():
    rows = [[17, 0.4], [40, 0.6], [60, 0.1], [90, 0.9]]
    outcome = resolve_turn("jokers", rows, {0: 0.2, 1: 1}, choices={0: ("take", 0)})
    assert outcome.penalties == {0: 2, 1: 0}
    assert outcome.rows[0] == [0.2, 1]
    assert causes(outcome) == [(0.2, 0, "joker takes"), (1, 0, "joins")]
    no_heads = resolve_turn(rules_from("jokers", joker_heads=0), rows, {0: 0.2}, choices={0: ("take", 0)})
    assert no_heads.penalties == {0: 1}


def test_J_a_joker_as_the_sixth_card_takes():
    rows = [[17, 20, 21, 23, 24], [40], [60], [90]]
    outcome = resolve_turn("jokers", rows, {0: 0.0}, choices={0: ("join", 0)})
    assert causes(outcome) == [(0.0, 0, "sixth")]
    assert outcome.rows[0] == [0.0]


def test_PA1_cards_go_to_the_left_neighbour():
    sizes = []

    def decide(kind, view):
        if kind == "card" and view.turn == 0:
            sizes.append(view.hand_counts)
            assert view.hand[-1] == view.received[0]
        return first_legal(kind, view)

    played = play_round("pass-on", 3, decide)
    passes = [event for event in played.events if isinstance(event, Pass) and event.turn == 0]
    assert [(event.seat, event.to, event.card) for event in passes] == [
        (seat, (seat + 1) % 3, played.hands[seat][0]) for seat in range(3)
    ]
    assert sizes == [[10, 10, 10]] * 3


def test_PA2_the_last_card_is_not_passed():
    asked = []

    def decide(kind, view):
        asked.append((view.turn, kind))
        return first_legal(kind, view)

    passed = {event.turn for event in play_round("pass-on", 3, decide).events if isinstance(event, Pass)}
    assert passed == set(range(9))
    assert all(turn < 9 for turn, kind in asked if kind in ("pass", "card"))


OTHERS = [[90], [91], [92]]


@pytest.mark.parametrize(
    ("first", "fit", "takes", "heads"),
    [
        pytest.param(10, (12, 13), 14, 5, id="V1"),
        pytest.param(7, (15, 16), 17, 4, id="V2"),
        pytest.param(3, (11, 12, 13, 14, 16), 17, 10, id="V3"),
        pytest.param(10, (11, 12), 13, 9, id="V4"),
    ],
)
def test_V_a_rows_length(first, fit, takes, heads):
    row = [first]
    for card in fit:
        outcome = resolve_turn("variable-rows", [row, *OTHERS], {0: card})
        assert causes(outcome) == [(card, 0, "joins")]
        row = outcome.rows[0]
    outcome = resolve_turn("variable-rows", [row, *OTHERS], {0: takes})
    assert outcome.penalties == {0: heads}
    assert outcome.rows[0] == [takes]


def test_V_the_same_in_one_turn():
    outcome = resolve_turn("variable-rows", [[10], *OTHERS], {0: 12, 1: 13, 2: 14})
    assert outcome.penalties == {0: 0, 1: 0, 2: 5}


# --- players ---


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("base", 10), ("tactics", 10), ("logic", 10), ("championship", 5), ("professional", 10), ("open", 9),
        ("nifty", 7), ("hand", 7), ("double", 10), ("plus", 7), ("plus-equal-zeros", 7), ("zeros-minus", 7),
        ("simple-minus", 8), ("jokers", 10), ("pass-on", 10), ("variable-rows", 10),
    ],
)  # fmt: skip
def test_one_player_too_many_is_refused(name, most):
    play_round(name, most, first_legal)
    for play in (play_round, play_match):
        with pytest.raises(RulesError, match=rf"{most + 1} players are too many.*2 to {most}"):
            play(name, most + 1, first_legal)
        with pytest.raises(RulesError, match="1 player is too few"):
            play(name, 1, first_legal)


@pytest.mark.parametrize(
    ("name", "zeros", "able", "said"),
    [("plus-equal-zeros", 4, [2, 4], "2 or 4"), ("plus-equal-zeros", 5, [2, 4, 5], "2 or 4 or 5"),
     ("plus-equal-zeros", 6, [2, 3, 4, 5, 6], "2 to 6"), ("simple-minus", 7, [2, 3, 4, 5, 6, 7], "2 to 7")],
)  # fmt: skip
def test_equal_zeros_only_for_as_many_as_they_suffice_for(name, zeros, able, said):
    rules = rules_from(name, zeros=zeros, equal_zeros=True)
    assert rules.most_players() == able[-1]
    for players in range(2, 9):
        each = 2 if players <= 3 else 1
        if players in able:
            hands = play_round(rules, players, first_legal).hands
            assert all(hand[:each] == [ZERO] * each for hand in map(list, hands))
        elif players <= rules.max_players:
            lacking = f"cannot get equally many zero cards: {each} each are {each * players}, there are {zeros}"
            says = f"{players} players ({lacking}|are too many for the deck.*); {said} can"
            for play in (partial(play_round, decide=first_legal), lambda r, n: simulate(r, ["random"] * n, rounds=1)):
                with pytest.raises(RulesError, match=says):
                    play(rules, players)


def test_equal_zeros_that_do_not_suffice_for_anybody():
    with pytest.raises(RulesError, match="equal_zeros and zeros clash: even two players need four"):
        rules_from("plus-equal-zeros", zeros=3)


def test_jokers_are_one_each_and_the_last_card_of_the_hand():
    hands, _, aside = deal_out(rules_from("jokers"), 10, unit_key(0, 0), 0)
    assert sorted(hand[-1] for hand in hands) == list(range(JOKER, JOKER + 10))
    assert all(card < JOKER for hand in hands for card in hand[:-1])
    assert not aside


def test_leftover_jokers_in_the_deck_never_begin_a_row():
    rules = rules_from("jokers", joker_leftover="deck")
    deals = [deal_out(rules, 2, unit_key(3, unit), 0) for unit in range(200)]
    assert not any(row[0] >= JOKER for _, rows, _ in deals for row in rows)
    assert any(aside for _, _, aside in deals)
    assert any(sum(card >= JOKER for card in hand) > 1 for hands, _, _ in deals for hand in hands)


def test_twins_turned_up_for_the_rows_lie_on_each_other():
    deals = [deal_out(rules_from("double"), 2, unit_key(3, unit), 0)[1] for unit in range(400)]
    assert all(len({row[0] for row in rows}) == 4 for rows in deals)
    twins = [row for rows in deals for row in rows if len(row) == 2]
    assert twins
    assert all(row[0] == row[1] for row in twins)


def test_a_placement_names_its_turn_and_seat():
    places = [event for event in play_round("base", 3, first_legal).events if isinstance(event, Place)]
    assert [event.turn for event in places] == [turn for turn in range(10) for _ in range(3)]
    assert all({event.seat for event in places[start : start + 3]} == {0, 1, 2} for start in range(0, 30, 3))
