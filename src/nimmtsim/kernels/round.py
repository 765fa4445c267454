"""A deal from the first card to the score, and a match of deals."""

from __future__ import annotations

import numpy as np

from nimmtsim.cards import CODES
from nimmtsim.kernels.draft import worst_seat
from nimmtsim.kernels.jit import call_step, flow, kernel, step
from nimmtsim.kernels.records import (
    DUPLICATE,
    END_HANDS,
    END_ROUNDS,
    END_SCORE,
    END_STACK,
    IN_TURN,
    KEEP,
    MAX_HAND,
    MAX_SEATS,
    MEMORY,
    ONE_OR_TWO,
    OPEN_HANDS,
    PASS_ON,
    SHOWN,
)
from nimmtsim.kernels.streams import SEAT, start_stream, stream_key
from nimmtsim.kernels.turn import begin_turn, publish_hands

__all__ = ["any_game", "play_unit"]


@flow
def _clear(state, number, flags):
    """Nothing dealt, nothing seen, nothing taken."""
    table = state.table
    table.deal = number
    for card in range(CODES):
        table.seen[card] = 0
    # The base game has a turn for each card of a hand; not to clear more is 2 % of a round for two.
    for turn in range(MEMORY if flags else state.hand):
        for p in range(MAX_SEATS):
            table.played[turn, p, 0] = table.played[turn, p, 1] = 0
    for p in range(table.n_seats):
        me = state.seats[p]
        me.n = 0
        start_stream(me, stream_key(state.draw_key, number, SEAT + p))
        table.penalty[p] = 0
        table.taken[p] = 0
        table.hand_n[p] = 0
        if flags & KEEP:
            for i in range(MAX_HAND):
                me.hand[i] = 0
        if flags & OPEN_HANDS:
            for i in range(MAX_HAND):
                table.hands[p, i] = 0
        if flags & PASS_ON:
            for turn in range(MEMORY):
                me.given[turn] = me.received[turn] = 0


@flow
def _prepare(state, deal, game, games, flags):
    """Hands and rows for a game. Returns whether the run has failed."""
    state.deal_index, state.game = deal, game
    _clear(state, deal * games + game, flags)
    if call_step(state.deal_step, state) != 0:
        return True
    publish_hands(state, flags)
    if state.keep_hands and game == 0 and deal == 0:
        for p in range(state.table.n_seats):
            me = state.seats[p]
            for i in range(me.n):
                state.dealt[p, i] = me.hand[i]
    return False


@kernel
def _is_over(state, turn, flags):
    """Whether a round of turns was the last one; says why in state.end."""
    table = state.table
    state.end = END_HANDS
    if flags & KEEP:
        for p in range(table.n_seats):
            if state.seats[p].n == 0:
                return True
        for p in range(table.n_seats):
            if table.taken[p] > table.stack_end:
                state.end = END_STACK
                return True
        state.end = END_ROUNDS
        return turn + 1 >= state.max_rounds
    if flags & ONE_OR_TWO:
        left = 0
        for p in range(table.n_seats):
            left += state.seats[p].n
        return left == 0
    return state.seats[0].n == 0


@step
def any_game(state):
    """Turns until the round is over, by any rules. Returns the number of turns, -1 if the run has failed."""
    start, flags, turn = state.next_start, state.flags, np.int64(0)
    while True:
        if flags & SHOWN:
            state.table.start_seat = (start + turn) % state.table.n_seats
        begin_turn(state, turn)
        if call_step(state.turn_step, state) != 0:
            return np.int64(-1)
        turn += 1
        if _is_over(state, turn - 1, flags):
            return turn


@kernel
def _score_hands(state):
    """Cards left in the hand count double ("hand")."""
    for p in range(state.table.n_seats):
        me = state.seats[p]
        for i in range(me.n):
            state.table.penalty[p] += 2 * state.table.heads[me.hand[i]]


@kernel
def _next_starter(state, start, turns, flags):
    """Who begins the next deal."""
    table = state.table
    n = table.n_seats
    if flags & SHOWN:
        return state.first_seat if state.marker_reset else (start + turns) % n
    if flags & IN_TURN and not flags & KEEP:
        return worst_seat(state, state.starter_total, start)
    return state.first_seat


@flow
def _play_deal(state, deal, flags):
    """One deal (in a championship all its games), added to the scores. Returns whether the run has failed."""
    table = state.table
    games = table.n_seats if flags & DUPLICATE else 1
    for game in range(games):
        start = state.next_start
        table.start_seat = start
        if _prepare(state, deal, game, games, flags):
            return True
        turns = call_step(state.game_step, state)
        if turns < 0:
            return True
        if flags & KEEP:
            _score_hands(state)
        for p in range(table.n_seats):
            table.score[p] += table.penalty[p]
            if flags & DUPLICATE:
                state.game_penalty[game, p] = table.penalty[p]
        state.next_start = _next_starter(state, start, turns, flags)
    return False


@kernel
def _has_score(state):
    highest = state.table.score[0]
    for p in range(1, state.table.n_seats):
        highest = max(highest, state.table.score[p])
    return highest >= state.end_score


@flow
def play_unit(state, key, draw_key):
    """One round, or one match of rounds. Returns whether the run has failed.

    The keys are those of the deal and of the policies' draws: the same, unless a deal is played again with other draws.
    """
    table, flags = state.table, state.flags
    state.key, state.draw_key = key, draw_key
    for p in range(MAX_SEATS):
        table.score[p] = 0
    state.next_start = state.first_seat
    deal = 0
    while True:
        if _play_deal(state, deal, flags):
            return True
        deal += 1
        state.deals_played = deal
        if state.single:
            return False
        if state.by_score and _has_score(state):
            state.end = END_SCORE
            return False
        if deal >= state.most_deals:
            state.end = state.end_at_most
            return False
