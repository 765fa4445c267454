"""One turn: pass, choose, reveal, place; and the turns of the variants."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import (
    FAILED,
    ask_index,
    choose_card,
    choose_second,
    receive,
)
from nimmtsim.kernels.jit import flow, kernel, step, trailing_zeros
from nimmtsim.kernels.log import note
from nimmtsim.kernels.place import place_by_rules
from nimmtsim.kernels.records import (
    CARD,
    JOKER_CODE,
    JOKERS,
    KEEP,
    LAID_ASIDE,
    LAST_MEMORY,
    MAX_HAND,
    MAX_SEATS,
    NOBODY,
    ONE_OR_TWO,
    OPEN_HANDS,
    ORDER,
    PASS,
    PASS_ON,
    PASSED,
    SHOWN,
    TWINS,
    TWO,
    ZERO_CODE,
)

__all__ = ["begin_turn", "in_turn", "one", "publish_hands", "two", "up_to_two"]

_NONE, _ONE, _SIX = np.uint64(0), np.uint64(1), np.uint64(6)


@kernel
def begin_turn(state, turn):
    """Nothing lies open yet."""
    table = state.table
    table.turn = turn
    now = turn & LAST_MEMORY
    for p in range(MAX_SEATS):
        table.played[now, p, 0] = 0
        table.played[now, p, 1] = 0


@kernel
def _show(state, seat, at, card):
    """Lay a card open."""
    table = state.table
    table.played[table.turn & LAST_MEMORY, seat, at] = card
    if table.flags & KEEP:
        # A card that was kept and is played again is still the same one.
        table.seen[card] = 1
    else:
        table.seen[card] += 1


@kernel
def publish_hands(state, flags):
    """Make public how many cards everybody has, and with open hands, which."""
    table = state.table
    for p in range(table.n_seats):
        me = state.seats[p]
        table.hand_n[p] = me.n
        if flags & OPEN_HANDS:
            for i in range(MAX_HAND):
                table.hands[p, i] = me.hand[i] if i < me.n else 0


@flow
def _pass_on(state):
    """Everybody gives a card to the left before seeing what comes. Returns whether the run has failed."""
    n, turn = state.table.n_seats, state.table.turn
    if state.seats[0].n == 1:
        return False
    for p in range(n):
        card = choose_card(state, p, PASS)
        if card == FAILED:
            return True
        state.chosen[p, 0] = card
    for p in range(n):
        card, left = np.int64(state.chosen[p, 0]), (p + 1) % n
        state.seats[p].given[turn & LAST_MEMORY] = card
        state.seats[left].received[turn & LAST_MEMORY] = card
        receive(state.seats[left], card)
        note(state, PASSED, p, card, state.flags)
    return False


# A set of cards is two words with a bit for each card: its lowest card is found without comparing, so that the cards of
# a turn come in ascending order without being sorted (a third of the time of a turn of ten players saved).


@kernel
def _lower_bit(card):
    return (_ONE << np.uint64(card & 63)) & (np.uint64(card >> 6) - _ONE)


@kernel
def _upper_bit(card):
    return (_ONE << np.uint64(card & 63)) & ~(np.uint64(card >> 6) - _ONE)


@flow
def _place_all(state, lower, upper, count, flags):
    """Place the cards of a set of `count`, lowest first. Returns whether the run has failed."""
    for _ in range(count):
        none_lower = np.uint64(lower == _NONE)
        card = trailing_zeros(lower | (upper & (_NONE - none_lower))) + np.int64(none_lower << _SIX)
        lower &= lower - _ONE
        upper &= upper - none_lower
        partner = np.int64(state.partner[card]) if flags & TWINS else NOBODY
        if place_by_rules(state, np.int64(state.owner[card]), partner, card):
            return True
    return False


@kernel
def _own(state, seat, card, flags):
    """Write down who played a card; True if it is a twin whose other owner was there before."""
    if flags & TWINS:
        if state.owner[card] != NOBODY:
            # Of twins' owners the first clockwise from the first seat decides.
            n, first = state.table.n_seats, state.first_seat
            other = np.int64(state.owner[card])
            if (seat - first + n) % n < (other - first + n) % n:
                state.owner[card], state.partner[card] = seat, other
            else:
                state.partner[card] = seat
            return True
        state.partner[card] = NOBODY
    state.owner[card] = seat
    return False


@flow
def _turn_of_one(state, flags):
    """Everybody plays one card; jokers are placed first, then numbers, ascending.

    Returns whether the run has failed.
    """
    table = state.table
    n = table.n_seats
    lower = upper = jokers = _NONE
    count = n_jokers = 0
    if flags & TWINS:
        for card in range(105):
            state.owner[card] = NOBODY
    for k in range(n):
        seat = k
        if flags & SHOWN:
            seat = (table.start_seat + k) % n
        card = choose_card(state, seat, CARD)
        if card == FAILED:
            return True
        state.chosen[seat, 0] = card
        if flags & SHOWN:
            _show(state, seat, 0, card)
            table.hand_n[seat] -= 1
            if flags & OPEN_HANDS:
                publish_hands(state, flags)
        if _own(state, seat, card, flags):
            continue
        if flags & JOKERS and card >= JOKER_CODE:
            jokers |= _ONE << np.uint64(card - JOKER_CODE)
            n_jokers += 1
        else:
            lower |= _lower_bit(card)
            upper |= _upper_bit(card)
            count += 1
    if not flags & SHOWN:
        turn, left = table.turn & LAST_MEMORY, state.seats[0].n
        for p in range(n):
            card = state.chosen[p, 0]
            table.hand_n[p] = left
            table.played[turn, p, 0] = card
            if flags & TWINS:
                table.seen[card] += 1
            else:
                table.seen[card] = 1
        if flags & OPEN_HANDS:
            publish_hands(state, flags)
    if flags & JOKERS:
        for _ in range(n_jokers):
            card = trailing_zeros(jokers) + JOKER_CODE
            jokers &= jokers - _ONE
            if place_by_rules(state, np.int64(state.owner[card]), NOBODY, card):
                return True
    return _place_all(state, lower, upper, count, flags)


@kernel
def _value(card):
    """What a card counts: a zero card is the lowest."""
    return 0 if card == ZERO_CODE else card


@flow
def _choose_two(state, seat, flags):
    """One or two cards of a seat, face down. Returns whether the run has failed."""
    first = choose_card(state, seat, CARD)
    if first == FAILED:
        return True
    state.chosen[seat, 0] = first
    state.chosen[seat, 1] = 0
    if flags & (TWO | ONE_OR_TWO) and state.seats[seat].n > 0:
        second = choose_second(state, seat, first, flags)
        if second == FAILED:
            return True
        state.chosen[seat, 1] = second
    return False


@flow
def _choose_all_two(state, flags):
    """Everybody with cards chooses one or two; then they are revealed. Returns whether the run has failed."""
    table = state.table
    n = table.n_seats
    for p in range(n):
        state.chosen[p, 0] = state.chosen[p, 1] = 0
        if state.seats[p].n > 0 and _choose_two(state, p, flags):
            return True
    for p in range(n):
        first, second = np.int64(state.chosen[p, 0]), np.int64(state.chosen[p, 1])
        # In the order of their values: nobody sees which was chosen first.
        if second != 0 and _value(second) < _value(first):
            first, second = second, first
        if first != 0:
            _show(state, p, 0, first)
        if second != 0:
            _show(state, p, 1, second)
    publish_hands(state, flags)
    return False


@flow
def _turn_of_pairs(state, flags):
    """Two cards each: who has the lowest card not yet placed lays both, in the order he likes ("nifty")."""
    if _choose_all_two(state, flags):
        return True
    return place_pairs(state, flags)


@kernel
def _ask_order(state, seat, pair):
    """Which of two open cards is laid first, 0 or 1; FAILED when the answer is illegal."""
    me = state.seats[seat]
    me.pair[0], me.pair[1] = pair[0], pair[1]
    first = ask_index(state, seat, ORDER, 2)
    if first != FAILED:
        me.pair[0] = me.pair[1] = 0
    return first


@flow
def place_pairs(state, flags):
    """Place the pairs that lie open."""
    table = state.table
    n = table.n_seats
    lower = upper = _NONE
    count = 0
    shown = table.played[table.turn & LAST_MEMORY]
    for p in range(n):
        if shown[p, 0] == 0:
            continue
        lowest = np.int64(shown[p, 0])
        state.owner[lowest] = p
        lower |= _lower_bit(lowest)
        upper |= _upper_bit(lowest)
        count += 1
    for _ in range(count):
        if lower != _NONE:
            lowest = trailing_zeros(lower)
            lower &= lower - _ONE
        else:
            lowest = trailing_zeros(upper) + 64
            upper &= upper - _ONE
        seat = np.int64(state.owner[lowest])
        first = _ask_order(state, seat, shown[seat])
        if first == FAILED:
            return True
        if place_by_rules(state, seat, NOBODY, np.int64(shown[seat, first])):
            return True
        if place_by_rules(state, seat, NOBODY, np.int64(shown[seat, 1 - first])):
            return True
    return False


@flow
def _turn_of_one_or_two(state, flags):
    """One or two cards each, zero cards laid aside; numbers beside a zero card are placed first ("plus")."""
    if _choose_all_two(state, flags):
        return True
    return place_ones_and_twos(state, flags)


@flow
def place_ones_and_twos(state, flags):
    """Place the one or two cards of each seat that lie open."""
    table = state.table
    first_lower = first_upper = lower = upper = _NONE
    n_first = count = 0
    shown = table.played[table.turn & LAST_MEMORY]
    for p in range(table.n_seats):
        goes_first = shown[p, 0] == ZERO_CODE
        for i in range(2):
            card = np.int64(shown[p, i])
            if card == ZERO_CODE:
                lay_aside(state, p, flags)
            elif card != 0:
                state.owner[card] = p
                if goes_first:
                    first_lower |= _lower_bit(card)
                    first_upper |= _upper_bit(card)
                    n_first += 1
                else:
                    lower |= _lower_bit(card)
                    upper |= _upper_bit(card)
                    count += 1
    if _place_all(state, first_lower, first_upper, n_first, flags):
        return True
    return _place_all(state, lower, upper, count, flags)


@kernel
def lay_aside(state, seat, flags):
    """A zero card goes to its owner's taken cards and is worth nothing."""
    state.table.taken[seat] += 1
    note(state, LAID_ASIDE, seat, ZERO_CODE, flags)


@kernel
def _place_open(state, seat, card, flags):
    """Place a card that lies open. Returns whether the run has failed."""
    if card == ZERO_CODE:
        lay_aside(state, seat, flags)
        return False
    failed = place_by_rules(state, seat, NOBODY, card)
    publish_hands(state, flags)
    return failed


@flow
def _play_in_turn(state, seat, flags):
    """A seat plays and places one card, or up to two. Returns whether the run has failed."""
    first = choose_card(state, seat, CARD)
    if first == FAILED:
        return True
    second = np.int64(0)
    two = flags & ONE_OR_TWO and state.seats[seat].n > 0
    if two and not state.stepwise:
        second = choose_second(state, seat, first, flags)
        if second == FAILED:
            return True
        if state.ascending and second != 0 and _value(second) < _value(first):
            first, second = second, first
    _show(state, seat, 0, first)
    if second != 0:
        _show(state, seat, 1, second)
    publish_hands(state, flags)
    if _place_open(state, seat, first, flags):
        return True
    if flags & ONE_OR_TWO and state.stepwise and state.seats[seat].n > 0:
        second = choose_second(state, seat, first, flags)
        if second == FAILED:
            return True
        if second != 0:
            _show(state, seat, 1, second)
            publish_hands(state, flags)
    return second != 0 and _place_open(state, seat, second, flags)


@flow
def _turn_in_turn(state, flags):
    """Each seat plays and places, clockwise from the start seat. Returns whether the run has failed."""
    table = state.table
    n = table.n_seats
    for k in range(n):
        seat = (table.start_seat + k) % n
        if state.seats[seat].n > 0 and _play_in_turn(state, seat, flags):
            return True
    return False


@step
def one(state):
    """Everybody plays one card, after passing one on where the rules say so."""
    if state.flags & PASS_ON and _pass_on(state):
        return 1
    return np.int64(_turn_of_one(state, state.flags))


@step
def two(state):
    """Everybody plays two cards."""
    return np.int64(_turn_of_pairs(state, state.flags))


@step
def up_to_two(state):
    """Everybody plays one or two cards; also where a zero card may be the only one."""
    return np.int64(_turn_of_one_or_two(state, state.flags))


@step
def in_turn(state):
    """One after the other plays and places."""
    return np.int64(_turn_in_turn(state, state.flags))
