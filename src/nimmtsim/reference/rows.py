"""What a row is worth and how much it holds."""

from __future__ import annotations

from collections.abc import Sequence

from nimmtsim.cards import JOKER, bull_heads, is_joker
from nimmtsim.rules import Rules

__all__ = ["capacity", "cheapest_row", "is_full", "places_used", "row_heads", "value"]


def value(row: Sequence[int]) -> int:
    """What a row's end counts, in tenths.

    A number counts itself. A joker adds its tenths to the card before it, and counts them alone at a row's beginning
    (French extension, jokers; RULES section 11 with ruling 2).
    """
    last = row[-1]
    if not is_joker(last):
        return 10 * last
    before = row[-2] if len(row) > 1 else 0
    return 10 * before + last - JOKER


def places_used(row: Sequence[int]) -> int:
    """The places that a row's cards take: twins lie on one (booklet, variant 8, rule 1)."""
    return sum(1 for place, card in enumerate(row) if place == 0 or row[place - 1] != card)


def capacity(rules: Rules, row: Sequence[int]) -> int:
    """The places a row has.

    With variable rows the first number of two or more heads has as many more places as it has further heads (French
    extension, variant 2). A joker never has this effect.
    """
    if rules.variable_rows:
        for place, card in enumerate(row):
            if not is_joker(card) and bull_heads(card) >= 2:
                return place + bull_heads(card)
    return rules.capacity


def is_full(rules: Rules, row: Sequence[int]) -> bool:
    """Whether the next card takes the row (basic rules, rule 3)."""
    return places_used(row) >= capacity(rules, row)


def row_heads(rules: Rules, row: Sequence[int]) -> int:
    """The bull heads of all cards in a row."""
    return sum(bull_heads(card, rules.joker_heads) for card in row)


def cheapest_row(rules: Rules, rows: Sequence[Sequence[int]]) -> int:
    """The row with the fewest heads; of several the one with the lowest end."""
    return min(range(len(rows)), key=lambda row: (row_heads(rules, rows[row]), value(rows[row])))
