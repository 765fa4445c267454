"""A table that somebody has set up: its rows, and one turn with answers given beforehand."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import NO_ANSWER
from nimmtsim.kernels.jit import call_step, decision, entry, load_word
from nimmtsim.kernels.records import TAKE, TWINS
from nimmtsim.kernels.rows import lay, lay_twin, sink, start_row
from nimmtsim.kernels.turn import begin_turn, publish_hands

__all__ = ["lay_row", "resolve_once", "told", "told_joker", "told_row"]


@entry
def lay_row(states, number, cards):
    """Lay out row `number` of uint8 card codes from left to right, the rows before it being laid out."""
    state = states[0]
    table, row = state.table, state.table.rows[number]
    row.number = number
    start_row(table, row, np.int64(cards[0]), state.flags)
    for i in range(1, len(cards)):
        card = np.int64(cards[i])
        if state.flags & TWINS and card == row.end:
            lay_twin(table, row, card)
        else:
            lay(table, row, card, state.flags)
    sink(state, number)


@entry
def resolve_once(states):
    """Play one turn of a table that is set up. Returns whether an answer was missing or illegal."""
    state = states[0]
    begin_turn(state, np.int64(0))
    publish_hands(state, state.flags)
    return call_step(state.turn_step, state) != 0


@decision
def told(table, me):
    """The next answer of the seat's script."""
    if me.script_at >= me.n_script:
        return NO_ANSWER
    me.script_at += 1
    return load_word(me.script, me.script_at - 1)


@decision
def told_row(table, me):
    """The same, where the script has the number of a row and the slot is wanted."""
    return _slot(table, told(table, me))


@decision
def told_joker(table, me):
    """The same for a joker: the number of a row, with TAKE added to take it."""
    answer = told(table, me)
    if answer == NO_ANSWER:
        return NO_ANSWER
    return answer - answer % TAKE + _slot(table, answer % TAKE)


@decision
def _slot(table, number):
    for slot in range(table.n_rows):
        if table.rows[slot].number == number:
            return np.int64(slot)
    return number
