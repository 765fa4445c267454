"""From what the reference engine shows a seat to the records that a compiled policy reads, and back.

So any policy can play in the reference engine: for replays, and for comparing the engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.cards import bull_heads, is_joker
from nimmtsim.errors import PolicyError
from nimmtsim.kernels import records as r
from nimmtsim.kernels.interpreted import as_records, words_wrap
from nimmtsim.kernels.jit import RAISED
from nimmtsim.kernels.run import ask_once
from nimmtsim.kernels.setup import new_table
from nimmtsim.kernels.streams import SEAT as SEAT_PURPOSE
from nimmtsim.reference import streams

if TYPE_CHECKING:
    from nimmtsim.reference import View

__all__ = ["Seats", "records_of", "slots_of", "to_reference"]


def _end(row: Sequence[int]) -> int:
    """The number that a card must exceed to join a row."""
    last = row[-1]
    if not is_joker(last):
        return last
    return row[-2] if len(row) > 1 else 0


def slots_of(rows: Sequence[Sequence[int]]) -> list[int]:
    """The numbers of the rows in the order of their ends: the row in each slot."""
    return sorted(range(len(rows)), key=lambda row: (_end(rows[row]), rows[row][-1]))


def fill_row(record: Any, view: View, number: int) -> None:
    """Write a row of a view into a ROW record."""
    row = view.rows[number]
    twins = sum(a == b for a, b in pairwise(row))
    record["number"], record["end"], record["start"] = number, _end(row), row[0]
    record["length"], record["twins"] = len(row) - twins, twins
    record["capacity"] = view.row_capacity[number]
    record["heads"] = sum(bull_heads(card, view.rules.joker_heads) for card in row)
    record["effect"] = view.rules.variable_rows and any(not is_joker(c) and bull_heads(c) >= 2 for c in row)
    record["cards"][: len(row)] = row


def _fill_played(table: Any, view: View) -> None:
    turns = [*view.history, view.shown]
    for turn, shown in list(enumerate(turns))[-r.MEMORY :]:
        for seat, cards in enumerate(shown):
            table["played"][turn % r.MEMORY, seat, : len(cards)] = cards


def records_of(view: View) -> tuple[np.ndarray, np.ndarray]:
    """The records of what a seat knows.

    Parameters
    ----------
    view : reference.View
        What the reference engine shows the seat.

    Returns
    -------
    TABLE[1], SEAT[1]
        Without a random stream.
    """
    tables, seats = new_table(view.rules, view.players), np.zeros(1, r.SEAT)
    table, me = tables[0], seats[0]
    n = view.players
    table["turn"], table["deal"], table["start_seat"] = view.turn, view.deal, view.start_seat
    for slot, number in enumerate(slots_of(view.rows)):
        fill_row(table["rows"][slot], view, number)
    for card, count in view.seen.items():
        table["seen"][card] = count
    _fill_played(table, view)
    table["hand_n"][:n], table["taken"][:n] = view.hand_counts, view.taken_counts
    table["penalty"][:n], table["score"][:n] = view.penalties, view.scores
    for seat, hand in enumerate(view.hands or ()):
        table["hands"][seat, : len(hand)] = hand
    if view.offer is not None:
        table["n_offer"] = len(view.offer)
        table["offer"][: len(view.offer)] = view.offer
    me["seat"], me["n"] = view.seat, len(view.hand)
    me["hand"][: len(view.hand)] = view.hand
    me["card"] = view.card or 0
    me["pair"] = view.pair or (0, 0)
    if view.taken is not None:
        me["n_taken"], me["keep_limit"] = len(view.taken), view.keep_limit
        me["taken"][: len(view.taken)] = view.taken
    for name, passed in (("given", view.given), ("received", view.received)):
        for turn, card in list(enumerate(passed))[-r.MEMORY :]:
            me[name][turn % r.MEMORY] = card
    return tables, seats


def to_reference(kind: str, view: View, answer: int) -> Any:
    """A compiled policy's answer as the reference engine takes it; an impossible one comes back as it is."""
    slots = slots_of(view.rows)
    if kind == "row":
        return slots[answer] if 0 <= answer < len(slots) else answer
    if kind == "side":
        return {0: "left", 1: "right"}.get(answer, answer)
    if kind == "second":
        return None if answer == -1 else answer
    if kind == "joker":
        takes, slot = divmod(answer, int(r.TAKE))
        known = takes in (0, 1) and slot < len(slots)
        return (("join", "take")[takes], slots[slot]) if known else answer
    if kind == "keep":
        return [place for place in range(answer.bit_length()) if answer >> place & 1] if answer >= 0 else answer
    return answer


class Seats:
    """Compiled policies that play in the reference engine: its ``decide``.

    Parameters
    ----------
    addresses : sequence of sequences of int
        For each seat the addresses of its policy's decisions, in the order of `records.KINDS`.
    names : sequence of str
        What to call them in errors.
    seed, unit : int
        Name the round or match, for the seats' random streams.
    """

    def __init__(self, addresses: Sequence[Sequence[int]], names: Sequence[str], seed: int, unit: int) -> None:
        self._addresses, self._names = addresses, names
        self._key = streams.unit_key(seed, unit)
        self._deal = -1
        self._streams: list[tuple[int, int]] = []

    def _start_streams(self, deal: int) -> None:
        self._deal = deal
        self._streams = []
        for seat in range(len(self._addresses)):
            state = (streams.stream_key(self._key, deal, SEAT_PURPOSE + seat) + streams.GAMMA) % 2**64
            self._streams.append((state, streams.mix(state)))

    def __call__(self, kind: str, view: View) -> Any:
        if view.deal != self._deal:
            self._start_streams(view.deal)
        tables, seats = records_of(view)
        me = seats[0]
        me["stream"], me["word"] = self._streams[view.seat]
        address = self._addresses[view.seat][r.KINDS.index(kind)]
        with words_wrap():
            answer = int(ask_once(np.uint64(address), as_records(tables), as_records(seats)))
        self._streams[view.seat] = int(me["stream"]), int(me["word"])
        if answer == RAISED:
            raise PolicyError(f"policy {self._names[view.seat]!r} raised an exception for the decision {kind!r}")
        return to_reference(kind, view, answer)
