"""What Python calls: blocks of rounds or matches, and a single decision."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import call_decision, entry, flow
from nimmtsim.kernels.records import RECORD
from nimmtsim.kernels.round import play_unit
from nimmtsim.kernels.streams import run_key, unit_key_of

__all__ = ["ask_once", "play_units"]


@flow
def _seat_policies(state, rotation):
    """Move the policies `rotation` seats on around the table."""
    n = state.table.n_seats
    for p in range(n):
        policy = (p - rotation + n) % n
        state.policy_of[p] = policy
        for kind in range(state.policies.shape[1]):
            state.decisions[p, kind] = state.policies[policy, kind]


@flow
def _play(state, run, unit):
    """Play one unit with the policies in their seats. Returns whether the run has failed."""
    deal_unit, rotation = unit, 0
    if state.rotate:
        deal_unit, rotation = unit // state.table.n_seats, unit % state.table.n_seats
    if state.rotate or unit == 0 or state.policy_of[1] == 0:
        _seat_policies(state, rotation)
    key = unit_key_of(run, np.uint64(deal_unit))
    return play_unit(state, key, key)


@entry
def play_units(states, start, stop, stopped, totals, deals, ends, games, hands, log_size, log_most):
    """Play units of a game, and write down what was asked for.

    Parameters
    ----------
    states : STATE[1]
    start, stop : int64
        Units to play.
    stopped : uint8[1]
        Set by another thread to make this one return.
    totals : int32[stop - start, seats]
        Heads by unit and policy.
    deals : int32[stop - start]
        Deals played.
    ends : uint8[stop - start]
        Why each ended.
    games : int32[stop - start, games, seats]
        Heads of each game of a championship by seat; no units when not wanted.
    hands : uint8[stop - start, seats, cards]
        Hands as dealt by seat, when `state.keep_hands` is set; no units when not wanted.
    log_size, log_most : int64
        How many events there is room for, and how many a unit may have; 0 when events are not wanted.

    Returns
    -------
    int64
        Units completed: fewer than asked for when stopped, when the log is full, or when `state.problem` says what is
        wrong.
    """
    state = states[0]
    run = run_key(state.seed)
    for unit in range(start, stop):
        at = unit - start
        if stopped[0]:
            return at
        if state.flags & RECORD and state.n_log + log_most > log_size:
            return at
        if _play(state, run, unit):
            state.problem_unit = unit
            return at
        for p in range(state.table.n_seats):
            totals[at, state.policy_of[p]] = state.table.score[p]
        deals[at] = state.deals_played
        ends[at] = state.end
        if games.shape[0] > 0:
            for game in range(games.shape[1]):
                for p in range(games.shape[2]):
                    games[at, game, p] = state.game_penalty[game, p]
        if hands.shape[0] > 0:
            for p in range(hands.shape[1]):
                for i in range(hands.shape[2]):
                    hands[at, p, i] = state.dealt[p, i]
    return stop - start


@entry
def ask_once(address, tables, seats):
    """The answer of a decision at an address to TABLE[1] and SEAT[1]."""
    return call_decision(address, tables[0], seats[0])
