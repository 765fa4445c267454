"""Who begins: the seat of the first pick, and the seat that starts the first turn of a deal (RULES section 0.5)."""

from __future__ import annotations

from nimmtsim.rules import Rules

__all__ = ["first_pick", "next_starter"]


def first_pick(rules: Rules, players: int, deal: int, totals: list[int]) -> int:
    """The seat that picks first in a deal of a match (RULES section 3, ruling 1: the booklet does not say)."""
    if deal == 0 or rules.logic_first == "fixed":
        return rules.first_seat
    if rules.logic_first == "rotate":
        return (rules.first_seat + deal) % players
    return _worst(rules, totals, rules.first_seat)


def next_starter(rules: Rules, starter: int, turns: int, penalties: list[int], totals: list[int]) -> int:
    """The seat that starts the next deal.

    Shown in turn, the start player's marker has moved on by a seat a turn (booklet, variant 5; RULES section 6). In
    "Simple" the one who did worst begins (RULES section 10.2, B). Otherwise it is the same seat every time.
    """
    if rules.turn == "shown" and rules.open_marker_next_deal == "continue":
        return (starter + turns) % len(penalties)
    if rules.turn == "in-turn" and not rules.keep:
        return _worst(rules, penalties if rules.simple_starter == "last_deal" else totals, starter)
    return rules.first_seat


def _worst(rules: Rules, results: list[int], first: int) -> int:
    """The seat with the most penalty (the fewest points); of several the first clockwise from a seat."""
    players = len(results)
    worst = max(results) if rules.scoring == "penalty" else min(results)
    return next(seat % players for seat in range(first, first + players) if results[seat % players] == worst)
