"""Taking a row: who pays, and what may be kept (rule 3 and rule 4; variants "hand" and "double")."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import FAILED, ask, fail, receive
from nimmtsim.kernels.jit import count_ones, flow, kernel
from nimmtsim.kernels.log import note_row
from nimmtsim.kernels.records import KEEP, KEEP_CARDS, NOBODY, TWINS

__all__ = ["take"]


@kernel
def _keep(state, seat, row, card):
    """Ask which cards of a taken row come into the hand; returns their bit mask, or FAILED."""
    table, me = state.table, state.seats[seat]
    limit = table.hand_limit - me.n
    if limit <= 0:
        return 0
    me.card = card
    me.n_taken = row.length
    me.keep_limit = limit
    for i in range(row.length):
        me.taken[i] = row.cards[i]
    kept = ask(state, seat, KEEP_CARDS)
    if kept < 0 or kept >> row.length != 0 or count_ones(kept) > limit:
        return fail(state, seat, KEEP_CARDS, kept, limit)
    for i in range(row.length):
        if kept >> i & 1:
            receive(me, np.int64(row.cards[i]))
    return kept


@flow
def take(state, seat, partner, row, card, kind, flags):
    """Charge a row to the owner of a card, or half each to the owners of twins (halves rounded up).

    The row still holds its cards; the caller starts it anew. Returns whether the run has failed.
    """
    table = state.table
    heads = np.int64(row.heads)
    cards = row.length + row.twins if flags & TWINS else np.int64(row.length)
    kept = 0
    if flags & KEEP:
        kept = _keep(state, seat, row, card)
        if kept == FAILED:
            return True
        for i in range(row.length):
            if kept >> i & 1:
                heads -= table.heads[row.cards[i]]
                cards -= 1
    if flags & TWINS and partner != NOBODY:
        heads = (heads + 1) // 2
        table.penalty[partner] += heads
    table.penalty[seat] += heads
    table.taken[seat] += cards
    note_row(state, kind, seat, card, row, heads, True, kept, flags)
    if flags & TWINS and partner != NOBODY:
        note_row(state, kind, partner, card, row, heads, True, kept, flags)
    return False
