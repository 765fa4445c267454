"""From rules and policies to the record that the kernels play on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from nimmtsim.flash.cards import code_of, fits
from nimmtsim.flash.records import CODES, ENDS, STATE
from nimmtsim.flash.rules import FlashRules
from nimmtsim.flash.strategies import FlashPolicy

__all__ = ["fitting_table", "new_state", "zeroed"]


def zeroed(layout: np.dtype[Any]) -> Any:
    """One empty record, in an array of length 1."""
    return np.zeros(1, layout).view(np.recarray)


def new_state(rules: FlashRules, policies: Sequence[FlashPolicy], seed: int) -> Any:
    """An empty table with the rules and the policies.

    Parameters
    ----------
    rules : FlashRules
    policies : sequence of FlashPolicy
        One a seat; they must live as long as the state is used.
    seed : int

    Returns
    -------
    STATE record array [1]
    """
    n = len(policies)
    rules.cards_each(n)
    states = zeroed(STATE)
    state = states[0]
    table = state.table
    table.n_seats, table.n_deck, table.n_stop = n, rules.size, rules.n_stop
    table.mask = (1 << max(rules.size - 1, 1).bit_length()) - 1
    table.stop_early, table.self_target = rules.stop_early, rules.self_target
    table.fitting[:] = fitting_table(rules)
    state.seed = np.uint64(seed)
    codes = [code_of(card) for card in rules.cards]
    state.available = len(codes)
    state.cards[: len(codes)] = codes
    state.n_cards = rules.n_cards or len(codes)
    state.dealt_remainder = rules.remainder == "dealt"
    state.first_seat = -1 if isinstance(rules.first_seat, str) else rules.first_seat
    state.choose_start = rules.start_card == "choose"
    state.bonus = ("may", "must", "never").index(rules.bonus)
    state.bonus_for_six = rules.bonus_for == "six"
    state.stop_any_time = rules.stop_any_time
    state.keep_held = rules.kept_stop == "held"
    state.must_show = rules.several_stops == "must"
    state.side_last_first = rules.side_order == "last-first"
    state.top_up = rules.top_up
    state.deadlock_ends = rules.deadlock == "end"
    state.max_turns = rules.max_turns
    state.problem_kind = -1
    state.end = ENDS.index("")
    for seat, policy in enumerate(policies):
        state.policies[seat] = policy.addresses()
        state.seats[seat].seat = seat
        state.seats[seat].number = policy.number
    return states


@lru_cache(maxsize=16)
def fitting_table(rules: FlashRules) -> np.ndarray:
    """By card code: how many cards of the deck fit the card."""
    table = np.zeros(CODES, np.uint16)
    cards = rules.cards
    for one in set(cards):
        table[code_of(one)] = sum(fits(one, other) for other in cards)
    return table
