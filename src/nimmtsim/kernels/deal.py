"""Dealing: shuffling, row cards, hands, zero cards and jokers (order of dealing: docs/engines.md)."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.choose import receive
from nimmtsim.kernels.jit import flow, kernel, step
from nimmtsim.kernels.records import JOKER_CODE, JOKERS, MAX_DECK, TWINS, VARIABLE_ROWS, ZERO_CODE
from nimmtsim.kernels.rows import lay_twin, sink, start_row
from nimmtsim.kernels.streams import DEAL, GAMMA, LOW_HALF, RULE, below, mix, stream_key

__all__ = ["open_row", "usual", "with_jokers_or_twins", "with_zeros"]

_HALF, _ONE = np.uint64(32), np.uint64(1)
_FOUR, _TEN = np.int64(4), np.int64(10)


@kernel
def _shuffle(state, start, stop, size, stream):
    """Shuffle the places start..stop-1 of a deck of `size` cards; returns the stream as it is then.

    One word serves two places: the low half the first, the high half the second.
    """
    deck = state.deck
    for i in range(start, stop, 2):
        stream += GAMMA
        word = mix(stream)
        place = np.uint64(i)  # unsigned, since numba asks of other places whether they count from the end (3 %)
        other = place + (((word & LOW_HALF) * np.uint64(size - i)) >> _HALF)
        deck[place], deck[other] = deck[other], deck[place]
        if i + 1 < stop:
            place += _ONE
            other = place + (((word >> _HALF) * np.uint64(size - i - 1)) >> _HALF)
            deck[place], deck[other] = deck[other], deck[place]
    return stream


@kernel
def _shuffle_jokers(state, key):
    """Give every seat a joker: the first n of ten shuffled ones."""
    jokers = state.jokers
    for t in range(10):
        jokers[t] = JOKER_CODE + t
    stream = key
    for i in range(0, state.table.n_seats, 2):
        stream += GAMMA
        word = mix(stream)
        j = i + np.int64(((word & LOW_HALF) * np.uint64(10 - i)) >> _HALF)
        jokers[i], jokers[j] = jokers[j], jokers[i]
        if i + 1 < state.table.n_seats:
            j = i + 1 + below(word, 9 - i)
            jokers[i + 1], jokers[j] = jokers[j], jokers[i + 1]


@flow
def open_row(state, number, card, flags):
    """Start row `number` with a card, the rows before it being open."""
    row = state.table.rows[number]
    row.number = number
    start_row(state.table, row, card, flags)
    sink(state, number)
    state.table.seen[card] += 1


@kernel
def _open_different_rows(state, at):
    """Turn up the row cards from a place of the deck on, all different."""
    # Four rows, known when compiling: a fifth of the time of a deal for two.
    if state.table.n_rows == _FOUR:
        _open_in_order(state, at, _FOUR)
    else:
        _open_in_order(state, at, np.int64(state.table.n_rows))


@kernel
def _open_in_order(state, at, n_rows):
    """The same: a row's slot is how many are lower."""
    table = state.table
    for number in range(n_rows):
        card = np.int64(state.deck[at + number])
        slot = 0
        for other in range(n_rows):
            slot += state.deck[at + other] < card
        row = table.rows[slot]
        row.number = number
        start_row(table, row, card, table.flags & VARIABLE_ROWS)
        table.seen[card] += 1


@kernel
def _lies_on_twin(state, n_open, card):
    """Lay a row card on its twin, if that is open already (double)."""
    table = state.table
    for r in range(n_open):
        row = table.rows[r]
        if row.end == card:
            lay_twin(table, row, card)
            table.seen[card] += 1
            return True
    return False


@flow
def _open_rows(state, at, flags):
    """Turn up the row cards from a place of the deck on, where a twin or a joker starts no row."""
    number = 0
    while number < state.table.n_rows:
        card = np.int64(state.deck[at])
        at += 1
        if flags & JOKERS and card >= JOKER_CODE:
            state.table.seen[card] += 1
            continue
        if flags & TWINS and _lies_on_twin(state, number, card):
            continue
        open_row(state, number, card, flags)
        number += 1


@kernel
def _deal_hands(state, at, each):
    """Deal hands of `each` cards from a place of the deck on, after what the seats hold already."""
    for p in range(state.table.n_seats):
        me = state.seats[p]
        first = at + p * each
        held = me.n
        for i in range(each):
            me.hand[held + i] = state.deck[first + i]
        me.n = held + each


@kernel
def _fresh_deck(state):
    """The number cards in their order before the shuffle."""
    for i in range(MAX_DECK if state.n_deck > 128 else 128):
        state.deck[i] = state.numbers[i]


@step
def usual(state):
    """Hands, then rows."""
    table, dealt = state.table, state.hand * state.table.n_seats
    _fresh_deck(state)
    _shuffle(state, 0, dealt + table.n_rows, state.n_deck, stream_key(state.key, table.deal, DEAL))
    if state.hand == _TEN:
        _deal_hands(state, 0, _TEN)
    else:
        _deal_hands(state, 0, np.int64(state.hand))
    _open_different_rows(state, dealt)
    return 0


@step
def with_jokers_or_twins(state):
    """Hands, then rows; with jokers one for each seat, with twins on each other where rows start."""
    table, flags, key = state.table, state.flags, state.key
    n, each, size = table.n_seats, state.hand, state.n_deck
    _fresh_deck(state)
    replacements = 0
    if flags & TWINS:
        replacements = table.n_rows - 1
    if flags & JOKERS:
        _shuffle_jokers(state, stream_key(key, table.deal, RULE))
        if state.leftover_jokers:
            replacements = 10 - n
            for t in range(n, 10):
                state.deck[size] = state.jokers[t]
                size += 1
    needed = min(each * n + table.n_rows + replacements, size)
    _shuffle(state, 0, needed, size, stream_key(key, table.deal, DEAL))
    _deal_hands(state, 0, each)
    _open_rows(state, each * n, flags)
    if flags & JOKERS:
        for p in range(n):
            receive(state.seats[p], np.int64(state.jokers[p]))
    return 0


@step
def with_zeros(state):
    """Rows first, so that no zero card starts a row; then the zero cards come into the deck."""
    table = state.table
    n, rows = table.n_seats, table.n_rows
    given = state.zeros_each
    _fresh_deck(state)
    stream = stream_key(state.key, table.deal, DEAL)
    stream = _shuffle(state, 0, rows, state.n_deck, stream)
    _open_different_rows(state, 0)
    size = state.n_deck
    for _ in range(state.n_zeros - given * n):
        state.deck[size] = ZERO_CODE
        size += 1
    for p in range(n):
        for _ in range(given):
            receive(state.seats[p], ZERO_CODE)
    each = state.hand - given
    _shuffle(state, rows, rows + each * n, size, stream)
    _deal_hands(state, rows, each)
    return 0
