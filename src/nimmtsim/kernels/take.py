"""Taking a row: who pays, and what may be kept (rule 3 and rule 4; variants "hand" and "double")."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import ask, fail, receive
from nimmtsim.kernels.jit import count_ones, flow, kernel
from nimmtsim.kernels.log import note_kept, note_row
from nimmtsim.kernels.records import KEEP, KEEP_CARDS, NOBODY, TWINS

__all__ = ["keep_cards", "take"]


@flow
def take(state, seat, partner, row, card, kind, flags):
    """Charge a row to the owner of a card, or half each to the owners of twins (halves rounded up).

    The row still holds its cards; the caller starts it anew. With keeping nothing is charged yet: see `keep_cards`.
    """
    table = state.table
    heads = np.int64(row.heads)
    if flags & KEEP:
        me = state.seats[seat]
        me.n_taken = row.length
        for i in range(row.length):
            me.taken[i] = row.cards[i]
        note_row(state, kind, seat, card, row, 0, True, flags)
        return
    cards = row.length
    if flags & TWINS:
        cards += row.twins
        if partner != NOBODY:
            heads = (heads + 1) // 2
            table.penalty[partner] += heads
    table.penalty[seat] += heads
    table.taken[seat] += cards
    note_row(state, kind, seat, card, row, heads, True, flags)
    if flags & TWINS and partner != NOBODY:
        note_row(state, kind, partner, card, row, heads, False, flags)


@kernel
def keep_cards(state, seat, card, flags):
    """Ask which cards of the row that a seat has just taken come into its hand, and charge the others ("hand").

    Returns whether the run has failed.
    """
    table, me = state.table, state.seats[seat]
    limit = min(table.hand_limit - me.n, me.n_taken)
    kept = np.int64(0)
    if limit > 0:
        me.card, me.keep_limit = card, limit
        kept = ask(state, seat, KEEP_CARDS)
        if kept < 0 or kept >> me.n_taken != 0 or count_ones(kept) > limit:
            fail(state, seat, KEEP_CARDS, kept, limit)
            return True
    heads = np.int64(0)
    for i in range(me.n_taken):
        if kept >> i & 1:
            receive(me, np.int64(me.taken[i]))
        else:
            heads += table.heads[me.taken[i]]
            table.taken[seat] += 1
    table.penalty[seat] += heads
    for i in range(me.n_taken):
        me.taken[i] = 0
    me.card = me.n_taken = me.keep_limit = 0
    note_kept(state, heads, kept, flags)
    return False
