"""The state of a game before its first card, from rules and policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nimmtsim.cards import CODES, JOKER, ZERO, bull_heads, is_joker
from nimmtsim.kernels import deal, draft, place, turn
from nimmtsim.kernels import records as r
from nimmtsim.kernels.jit import address_of
from nimmtsim.kernels.plain import plain_game
from nimmtsim.kernels.round import any_game
from nimmtsim.rules import Rules

__all__ = ["FLAGS", "flags_of", "is_plain", "most_events", "new_state", "new_table"]

#: Which rules set which flag of the kernels: what a branch in a kernel means.
FLAGS = (
    (r.JOKERS, lambda rules: rules.jokers),
    (r.PROFESSIONAL, lambda rules: rules.professional),
    (r.VARIABLE_ROWS, lambda rules: rules.variable_rows),
    (r.TWINS, lambda rules: rules.twins),
    (r.PASS_ON, lambda rules: rules.pass_on),
    (r.SHOWN, lambda rules: rules.turn == "shown"),
    (r.TWO, lambda rules: rules.cards == "two"),
    (r.ONE_OR_TWO, lambda rules: rules.cards == "one-or-two"),
    (r.IN_TURN, lambda rules: rules.turn == "in-turn"),
    (r.HIGHEST_END, lambda rules: rules.low_card == "highest-end"),
    (r.KEEP, lambda rules: rules.keep),
    (r.ZEROS, lambda rules: rules.zeros > 0),
    (r.OPEN_HANDS, lambda rules: rules.open_hands),
    (r.DRAFTED, lambda rules: rules.drafted),
    (r.DUPLICATE, lambda rules: rules.deal == "duplicate"),
    (r.OTHER_ROWS, lambda rules: rules.rows != 4),
    (r.POINTS, lambda rules: rules.scoring == "points"),
    (r.ONE_ZERO_ONLY, lambda rules: not rules.allow_double_zero),
    (r.ORDERED_PAIRS, lambda rules: rules.turn == "in-turn" and rules.hand_order == "choose"),
)


#: The flags that a plain game does without.
_BRANCHING = sum(flag for flag, _ in FLAGS) & ~(r.POINTS | r.ONE_ZERO_ONLY | r.ORDERED_PAIRS)


def flags_of(rules: Rules) -> int:
    """The rule flags of rules."""
    return int(sum(flag for flag, is_set in FLAGS if is_set(rules)))


def most_events(rules: Rules, players: int, matches: bool) -> int:
    """The most events that one unit can have."""
    cards = rules.hand_cards
    passes_and_drafts = cards * players * (rules.pass_on + rules.drafted)
    turns = 2 * players * rules.max_rounds if rules.keep else cards * players
    deals = rules.deals_of_match(players) if matches else 1
    return (2 * turns * rules.games(players) + passes_and_drafts) * deals


def is_plain(rules: Rules) -> bool:
    """Whether a game by these rules has no rule flag, so that `kernels.plain` can play it."""
    return not flags_of(rules) & _BRANCHING


def _dealing(rules: Rules) -> Any:
    if rules.drafted:
        return draft.drafted
    if rules.zeros:
        return deal.with_zeros
    return deal.with_jokers_or_twins if rules.jokers or rules.twins else deal.usual


def _turn(rules: Rules) -> Any:
    if rules.turn == "in-turn":
        return turn.in_turn
    one = turn.up_to_two if rules.zeros else turn.one
    return {"one": one, "two": turn.two, "one-or-two": turn.up_to_two}[rules.cards]


def _placing(rules: Rules) -> Any:
    if rules.low_card == "highest-end":
        return place.highest_end
    if rules.professional:
        return place.professional
    if rules.keep:
        return place.keeping
    if rules.jokers:
        return place.with_jokers
    return place.with_twins if rules.twins else place.right


def _steps(rules: Rules, record: bool) -> dict[str, tuple[Any, Any]]:
    """The steps of a game under these rules, and their signatures, by the field that has their address."""
    dealing = {"deal_step": (_dealing(rules), r.STEP)}
    if is_plain(rules) and not record:
        return dealing | {"game_step": (plain_game, r.STEP)}
    by_turns = {"game_step": (any_game, r.STEP), "turn_step": (_turn(rules), r.STEP)}
    return dealing | by_turns | {"place_step": (_placing(rules), r.PLACE_STEP)}


def new_table(rules: Rules, players: int) -> np.ndarray:
    """A table before the deal: TABLE[1] with what the rules fix."""
    tables = np.zeros(1, r.TABLE)
    table = tables[0]
    table["n_seats"], table["n_rows"], table["hand_size"] = players, rules.rows, rules.hand
    table["capacity"], table["hand_limit"], table["stack_end"] = rules.capacity, rules.hand_limit, rules.stack_end
    table["flags"] = flags_of(rules)
    table["rows"]["capacity"] = rules.capacity
    table["rows"]["end"] = 255
    for card in (*range(1, 105), *range(JOKER, JOKER + 10), ZERO):
        table["heads"][card] = bull_heads(card, rules.joker_heads)
    copies = np.bincount(rules.numbers(players), minlength=CODES).astype(np.uint8)
    if rules.jokers:
        copies[[card for card in range(CODES) if is_joker(card)]] = 1
    copies[ZERO] = rules.zeros
    table["copies"] = copies
    return tables


def new_state(
    rules: Rules,
    addresses: Sequence[Sequence[int]],
    *,
    seed: int = 0,
    matches: bool = False,
    rotate: bool = False,
    record: bool = False,
    hands: bool = False,
) -> np.ndarray:
    """A game ready to be played.

    Parameters
    ----------
    rules : Rules
        Checked for the number of players by the caller.
    addresses : sequence of sequences of int
        For each seat the address of its policy's function for each decision of `records.KINDS`.
    seed : int, optional
        0 to 2**64 - 1.
    matches, rotate, record, hands : bool, optional
        Whether a unit is a match, whether each deal is played in all rotations of the policies, whether events are
        written down, whether hands are kept as they were dealt.

    Returns
    -------
    STATE[1]
    """
    players = len(addresses)
    states = np.zeros(1, r.STATE)
    state = states[0]
    state["table"] = new_table(rules, players)[0]
    state["flags"] = flags_of(rules) | (r.RECORD if record else 0)
    state["seed"] = seed
    for name, (function, signature) in _steps(rules, record).items():
        state[name] = address_of(function, signature)
    state["single"], state["rotate"], state["keep_hands"] = not matches, rotate, hands
    state["seats"]["seat"] = np.arange(r.MAX_SEATS)
    state["policies"][:players] = addresses
    state["decisions"][:players] = addresses
    state["policy_of"] = np.arange(r.MAX_SEATS)
    numbers = rules.numbers(players)
    state["n_deck"] = len(numbers)
    state["numbers"][: len(numbers)] = numbers
    state["hand"], state["n_zeros"], state["zeros_each"] = rules.hand, rules.zeros, rules.zeros_each(players)
    state["leftover_jokers"] = rules.joker_leftover == "deck"
    state["snake"] = rules.draft == "snake"
    state["logic_first"] = ("rotate", "fixed", "worst_score").index(rules.logic_first)
    state["pro_tie"] = ("choose", "right", "left", "cheapest").index(rules.pro_tie)
    state["twin_cheapest"] = rules.twin_low_row == "cheapest"
    state["ascending"] = rules.hand_order == "ascending"
    state["stepwise"] = rules.hand_commit == "stepwise"
    state["max_rounds"], state["first_seat"] = rules.max_rounds, rules.first_seat
    state["marker_reset"] = rules.open_marker_next_deal == "reset"
    state["starter_total"] = rules.simple_starter == "total"
    state["by_score"], state["end_score"] = rules.match_end == "score", rules.end_score
    state["most_deals"] = rules.deals_of_match(players)
    wanted = (rules.deals or players) if rules.match_end == "deals" else rules.max_deals + 1
    state["end_at_most"] = r.END_MAX_DEALS if wanted > rules.max_deals else r.END_DEALS
    return states
