"""Hands without a game, compiled: how many cards of a random hand, or of every hand, can be laid on a top card."""

from __future__ import annotations

import numpy as np

from nimmtsim.flash.kernels_deal import shuffle
from nimmtsim.flash.kernels_table import FAILED, ask
from nimmtsim.flash.kernels_turn import lay_chain
from nimmtsim.flash.records import CHAIN
from nimmtsim.kernels.jit import entry, kernel
from nimmtsim.kernels.streams import DEAL, stream_key, unit_key

__all__ = ["enumerate_hands", "sample_hands"]


@kernel
def _lay_hand(state, seat, size):
    """How many of the deck's first cards, as a hand, the policy in a seat lays; -1 for an illegal answer."""
    table, me = state.table, state.seats[seat]
    table.bottom = table.n_discard = 0
    for place in range(size):
        me.hand[place] = state.deck[place]
    me.n = table.hands[seat] = size
    return lay_chain(state, seat, ask(state, seat, CHAIN))


@entry
def sample_hands(states, first, n_hands, size, fixed_top, lengths, stop):
    """Deal random hands, and let every seat lay the same hand on the same top card.

    Parameters
    ----------
    states : STATE array [1]
        ``cards`` holds the deck; with `fixed_top` without that card.
    first, n_hands : int
        Numbers of the hands; they fix them.
    size : int
        Cards in a hand, 1..6.
    fixed_top : int
        Code of the top card, or -1 for a random one.
    lengths : int64 array [seats, 7]
        Receives how often each seat laid 0, 1, ... cards.
    stop : int64 array [1]

    Returns
    -------
    int
        Hands played; fewer than `n_hands` when stopped, or when an answer cannot be used.
    """
    state = states[0]
    table = state.table
    needed = size if fixed_top >= 0 else size + 1
    for k in range(n_hands):
        if stop[0]:
            return k
        for place in range(state.available):
            state.deck[place] = state.cards[place]
        shuffle(state.deck, needed, state.available, stream_key(unit_key(state.seed, np.uint64(first + k)), 0, DEAL))
        top = fixed_top if fixed_top >= 0 else np.int64(state.deck[size])
        for seat in range(table.n_seats):
            table.top = top
            laid = _lay_hand(state, seat, size)
            if laid < 0:
                return k
            lengths[seat, laid] += 1
    return n_hands


@entry
def enumerate_hands(states, size, top, lengths):
    """As `sample_hands`, but over every set of cards that can be dealt, once each, in the deck's order."""
    state = states[0]
    table, places = state.table, state.side
    for k in range(size):
        places[k] = k
    while True:
        for k in range(size):
            state.deck[k] = state.cards[places[k]]
        for seat in range(table.n_seats):
            table.top = top
            laid = _lay_hand(state, seat, size)
            if laid < 0:
                return FAILED
            lengths[seat, laid] += 1
        last = size - 1
        while last >= 0 and places[last] == state.available - size + last:
            last -= 1
        if last < 0:
            return 0
        places[last] += 1
        for k in range(last + 1, size):
            places[k] = places[k - 1] + 1
