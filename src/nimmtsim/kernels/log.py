"""Writing events down, when somebody asked for them."""

from __future__ import annotations

from nimmtsim.kernels.jit import kernel, record_at
from nimmtsim.kernels.records import EVENT_TYPE, RECORD

__all__ = ["note", "note_kept", "note_row"]

_event_at = record_at(EVENT_TYPE)


@kernel
def note(state, kind, seat, card, flags):
    """Write down what a card did without touching a row."""
    if flags & RECORD:
        event = _event_at(state.log, state.n_log)
        state.n_log += 1
        event.deal = state.table.deal
        event.turn = state.table.turn
        event.kind = kind
        event.seat = seat
        event.card = card
        event.row = 255
        event.heads = 0
        event.n_taken = 0
        event.kept = 0


@kernel
def note_row(state, kind, seat, card, row, heads, takes, flags):
    """Write down what a card did at a row; a row that is taken is still as it was."""
    if flags & RECORD:
        note(state, kind, seat, card, flags)
        event = _event_at(state.log, state.n_log - 1)
        event.row = row.number
        event.heads = heads
        if takes:
            event.n_taken = row.length + row.twins
            for i in range(row.length + row.twins):
                event.taken[i] = row.cards[i]


@kernel
def note_kept(state, heads, kept, flags):
    """Complete the last event: what was charged for the row, and what came into the hand."""
    if flags & RECORD:
        event = _event_at(state.log, state.n_log - 1)
        event.heads = heads
        event.kept = kept
