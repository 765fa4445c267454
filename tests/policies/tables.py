"""Tables set up by hand, and what a policy answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from nimmtsim.bridge import fill_row, slots_of
from nimmtsim.kernels import records as r
from nimmtsim.kernels.interpreted import as_records
from nimmtsim.kernels.jit import call_decision, entry
from nimmtsim.kernels.run import ask_once
from nimmtsim.kernels.setup import new_table
from nimmtsim.kernels.streams import start_stream
from nimmtsim.policy_library import Policy, find_policy
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

#: No entries.
NOTHING: Mapping[Any, Any] = MappingProxyType({})


def table_of(
    rules: str | Rules = "base",
    rows: Sequence[Sequence[int]] = ((12,), (37,), (43,), (58,)),
    *,
    players: int = 4,
    seen: Sequence[int] = (),
    capacity: Mapping[int, int] = NOTHING,
    shown: Mapping[int, int] = NOTHING,
    hand_n: int = 10,
    offer: Sequence[int] = (),
) -> np.ndarray:
    """A table: rows by number, further cards seen, other capacities by row, cards shown in this turn by seat."""
    rules = rules_from(rules)
    tables = new_table(rules, players)
    table = tables[0]
    limits = [capacity.get(number, rules.capacity) for number in range(len(rows))]
    view = SimpleNamespace(rules=rules, rows=rows, row_capacity=limits)
    for slot, number in enumerate(slots_of(rows)):
        fill_row(table["rows"][slot], view, number)
    for card in [card for row in rows for card in row] + [*seen, *shown.values()]:
        table["seen"][card] += 1
    for seat, card in shown.items():
        table["played"][0, seat, 0] = card
    table["hand_n"][:players] = hand_n
    table["n_offer"] = len(offer)
    table["offer"][: len(offer)] = offer
    return as_records(tables)


def seat_of(hand: Sequence[int], *, seat: int = 0, seed: int = 1, **fields: Any) -> np.ndarray:
    """A seat with a hand; further fields by name."""
    seats = np.zeros(1, r.SEAT)
    me = seats[0]
    me["n"], me["seat"] = len(hand), seat
    me["hand"][: len(hand)] = hand
    for name, value in fields.items():
        if isinstance(value, (list, tuple)):
            me[name][: len(value)] = value
        else:
            me[name] = value
    seats = as_records(seats)
    with np.errstate(over="ignore"):  # random streams wrap around; only plain Python would warn
        seed_stream(seats, np.uint64(seed))
    return seats


@entry
def seed_stream(seats, key):
    start_stream(seats[0], key)


@entry
def ask_often(address, tables, seats, answers):
    for i in range(len(answers)):
        answers[i] = call_decision(address, tables[0], seats[0])


def address(given: Any, kind: str, rules: str | Rules) -> np.uint64:
    return np.uint64(find_policy(given).addresses(rules_from(rules))[r.KINDS.index(kind)])


def ask(given: Any, kind: str, table: np.ndarray, seat: np.ndarray, rules: str | Rules = "base") -> int:
    """The answer of a policy."""
    with np.errstate(over="ignore"):  # random streams wrap around; only plain Python would warn
        return int(ask_once(address(given, kind, rules), table, seat))


def many(given: Any, kind: str, table: np.ndarray, seat: np.ndarray, rules: str | Rules, times: int) -> np.ndarray:
    """Many answers, one after the other from the seat's stream."""
    answers = np.zeros(times, np.int64)
    with np.errstate(over="ignore"):  # random streams wrap around; only plain Python would warn
        ask_often(address(given, kind, rules), table, seat, answers)
    return answers


def card_of(
    given: Any, hand: Sequence[int], rules: str | Rules = "base", me: Mapping[str, Any] = NOTHING, **table: Any
) -> int:
    """Which card of a hand a policy plays, whatever the order of the hand."""
    lies = table_of(rules, **table)
    answers = {hand[ask(given, "card", lies, seat_of(hand, **me), rules)]}
    turned = list(reversed(hand))
    answers.add(turned[ask(given, "card", lies, seat_of(turned, **me), rules)])
    assert len(answers) == 1, "the order of the hand must not matter"
    return answers.pop()


__all__ = ["Policy", "address", "ask", "card_of", "many", "seat_of", "table_of"]
