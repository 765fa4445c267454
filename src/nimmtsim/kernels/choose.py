"""Putting a decision to the policy in a seat, and checking the answer."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import RAISED, call_decision, kernel
from nimmtsim.kernels.records import (
    ILLEGAL,
    MISSING,
    ONE_ZERO_ONLY,
    PROBLEM_RAISED,
    SECOND,
    TWO,
    ZERO_CODE,
)

__all__ = [
    "FAILED",
    "NO_SECOND",
    "ask",
    "ask_index",
    "ask_of_card",
    "choose_card",
    "choose_second",
    "discard",
    "fail",
    "receive",
]

#: Returned through the kernels when a policy's answer ends the run.
FAILED = np.int64(-1000)
#: What a scripted policy returns when it has no answer left.
NO_ANSWER = RAISED + 1
#: Answer to "which second card?": none.
NO_SECOND = np.int64(-1)


@kernel
def fail(state, seat, kind, answer, legal):
    """Write down an answer that cannot be used."""
    state.problem = ILLEGAL
    if answer == RAISED:
        state.problem = PROBLEM_RAISED
    elif answer == NO_ANSWER:
        state.problem = MISSING
    state.problem_seat = seat
    state.problem_kind = kind
    state.problem_answer = answer
    state.problem_legal = legal
    return FAILED


@kernel
def ask(state, seat, kind):
    """The answer of the policy in a seat, unchecked."""
    return call_decision(state.decisions[seat, kind], state.table, state.seats[seat])


@kernel
def ask_index(state, seat, kind, n):
    """An answer 0..n-1; not asked for when there is only one."""
    if n == 1:
        return 0
    answer = ask(state, seat, kind)
    if answer < 0 or answer >= n:
        return fail(state, seat, kind, answer, n)
    return answer


@kernel
def ask_of_card(state, seat, kind, card, n):
    """An answer 0..n-1 to a decision about a card, which is shown only then (or left for who reports a failure)."""
    me = state.seats[seat]
    me.card = card
    answer = ask_index(state, seat, kind, n)
    if answer != FAILED:
        me.card = 0
    return answer


@kernel
def discard(me, place):
    """Take the card at a place out of the hand; the last card moves there."""
    card = np.int64(me.hand[place])
    last = me.n - 1
    me.hand[place] = me.hand[last]
    me.hand[last] = 0
    me.n = last
    return card


@kernel
def receive(me, card):
    """A card comes to the end of the hand."""
    me.hand[me.n] = card
    me.n += 1


@kernel
def choose_card(state, seat, kind):
    """The card that a seat plays or passes on, out of its hand; FAILED when the answer is illegal."""
    me = state.seats[seat]
    place = ask_index(state, seat, kind, me.n)
    if place == FAILED:
        return FAILED
    return discard(me, place)


@kernel
def is_second(table, me, card):
    """Whether a card may be played together with the first."""
    return not (table.flags & ONE_ZERO_ONLY and me.card == ZERO_CODE and card == ZERO_CODE)


@kernel
def count_seconds(table, me):
    """How many cards of the hand may be played together with the first."""
    legal = 0
    for i in range(me.n):
        legal += is_second(table, me, np.int64(me.hand[i]))
    return legal


@kernel
def choose_second(state, seat, first, flags):
    """The second card that a seat plays after its first, 0 for none; FAILED when the answer is illegal."""
    me = state.seats[seat]
    me.card = first
    second = _second(state, seat, flags)
    if second != FAILED:
        me.card = 0
    return second


@kernel
def _second(state, seat, flags):
    me = state.seats[seat]
    if flags & TWO:
        return choose_card(state, seat, SECOND)
    if count_seconds(state.table, me) == 0:
        return 0
    answer = ask(state, seat, SECOND)
    if answer == NO_SECOND:
        return 0
    if answer < 0 or answer >= me.n or not is_second(state.table, me, np.int64(me.hand[answer])):
        return fail(state, seat, SECOND, answer, me.n)
    return discard(me, answer)
