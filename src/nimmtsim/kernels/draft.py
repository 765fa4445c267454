"""Drafting hands from open cards ("logic", "championship")."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import FAILED, ask_index, receive
from nimmtsim.kernels.deal import open_row
from nimmtsim.kernels.jit import flow, kernel, step
from nimmtsim.kernels.log import note
from nimmtsim.kernels.records import DRAFT, DRAFTED_CARD, OPEN_HANDS, POINTS, ROW_PLACES

__all__ = ["drafted", "worst_seat"]


@kernel
def worst_seat(state, in_total, first):
    """The seat with the most penalty (the fewest points), of the match or of this deal; ties to the first clockwise."""
    table = state.table
    worst, most = first, -(1 << 40)
    for k in range(table.n_seats):
        p = (first + k) % table.n_seats
        heads = np.int64(table.score[p] if in_total else table.penalty[p])
        if table.flags & POINTS:
            heads = -heads
        if heads > most:
            worst, most = p, heads
    return worst


@kernel
def _first_to_draft(state, deal):
    """The seat of the first pick: it moves on, stays, or is the seat with the most penalty."""
    n = state.table.n_seats
    first = state.first_seat
    if state.logic_first == 0:
        return (first + deal) % n
    if state.logic_first == 2 and deal > 0:
        return worst_seat(state, True, first)
    return first


@flow
def _pick(state, seat, flags):
    """One pick. Returns whether the run has failed."""
    table = state.table
    place = ask_index(state, seat, DRAFT, table.n_offer)
    if place == FAILED:
        return True
    card = np.int64(table.offer[place])
    for i in range(place, table.n_offer - 1):
        table.offer[i] = table.offer[i + 1]
    table.n_offer -= 1
    table.offer[table.n_offer] = 0
    me = state.seats[seat]
    if flags & OPEN_HANDS:
        table.hands[seat, me.n] = card
    receive(me, card)
    table.hand_n[seat] = me.n
    note(state, DRAFTED_CARD, seat, card, flags)
    return False


@kernel
def _clear_table(state):
    """No rows yet: what a seat sees while it drafts."""
    table = state.table
    table.turn = 0
    for slot in range(table.n_rows):
        row = table.rows[slot]
        row.end = 255
        row.start = row.number = row.length = row.heads = row.twins = row.effect = 0
        row.capacity = table.capacity
        for i in range(ROW_PLACES):
            row.cards[i] = 0


@flow
def _draft_hands(state, deal, flags):
    """All cards lie open; players pick in turn until everybody has a hand. Returns whether the run has failed."""
    table = state.table
    _clear_table(state)
    n = table.n_seats
    for i in range(state.n_deck):
        table.offer[i] = state.numbers[i]
    table.n_offer = state.n_deck
    first = _first_to_draft(state, deal)
    table.start_seat = first
    for k in range(state.hand * n):
        step = k % n
        if state.snake and (k // n) & 1:
            step = n - 1 - step
        if _pick(state, (first + step) % n, flags):
            return True
    return False


@kernel
def _put_away(state):
    """The draft is over: hands are sheets, and what is left starts the rows of every game."""
    table = state.table
    for p in range(table.n_seats):
        for i in range(state.hand):
            state.sheets[p, i] = state.seats[p].hand[i]
    for i in range(table.n_offer):
        state.deck[i] = table.offer[i]
        table.offer[i] = 0
    table.n_offer = 0


@flow
def _hand_out_sheets(state):
    """In game g seat p plays the hand that seat p - g has drafted (championship)."""
    n = state.table.n_seats
    for p in range(n):
        me = state.seats[p]
        sheet = (p - state.game + n) % n
        for i in range(state.hand):
            me.hand[i] = state.sheets[sheet, i]
        me.n = state.hand


@step
def drafted(state):
    """Draft, or in the later games of a championship hand out what was drafted; the rest starts the rows, ascending."""
    table, flags = state.table, state.flags
    if state.game == 0:
        if _draft_hands(state, state.deal_index, flags):
            return 1
        _put_away(state)
    else:
        _hand_out_sheets(state)
    table.start_seat = state.next_start
    for number in range(table.n_rows):
        open_row(state, number, np.int64(state.deck[number]), flags)
    return 0
