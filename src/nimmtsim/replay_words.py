"""What happened to one card, in words."""

from __future__ import annotations

from collections.abc import Sequence

from nimmtsim.cards import is_joker, written
from nimmtsim.reference.events import Place
from nimmtsim.reference.rows import capacity, places_used, row_heads, value
from nimmtsim.rules import Rules

__all__ = ["card_text", "cards_text", "heads_text", "place_text", "row_note", "row_texts"]


def card_text(card: int) -> str:
    """A card as people write it: ``17``, ``0.4`` for a joker, ``0`` for a zero card."""
    return str(written(card))


def row_texts(cards: Sequence[int]) -> list[str]:
    """The places of a row: cards, twins as ``21+21``.

    Examples
    --------
    >>> row_texts([17, 21, 21, 114])
    ['17', '21+21', '0.4']
    """
    texts: list[str] = []
    for place, card in enumerate(cards):
        if place and cards[place - 1] == card:
            texts[-1] += f"+{card_text(card)}"
        else:
            texts.append(card_text(card))
    return texts


def cards_text(cards: Sequence[int]) -> str:
    """Cards of a row in a sentence."""
    return " ".join(row_texts(cards))


def heads_text(rules: Rules, heads: int) -> str:
    """A number of bull heads, as what they count."""
    word = "point" if rules.scoring == "points" else "head"
    return f"{heads} {word}{'' if heads == 1 else 's'}"


def row_note(rules: Rules, row: Sequence[int]) -> str:
    """How full a row is and what it costs."""
    return f"{places_used(row)} of {capacity(rules, row)} places, {heads_text(rules, row_heads(rules, row))}"


def place_text(rules: Rules, rows: Sequence[Sequence[int]], event: Place, partner: int | None = None) -> str:
    """What became of a card: what can be said after its number and its owner's seat.

    Parameters
    ----------
    rules : Rules
    rows : list of list of int
        The rows before.
    event : Place
        Any but the second of two twins that are placed together.
    partner : int, optional
        The seat that laid the same number, if the two are placed together.

    Returns
    -------
    str
    """
    if event.row is None:
        return "laid aside"
    where, row = f"row {event.row}", rows[event.row]
    if event.cause == "joins":
        counts = f", which now counts {_end([*row, event.card])}" if is_joker(event.card) else ""
        return f"{_tie(rules, rows, event)}joins {where} behind {_end(row)}{counts}"
    if event.cause == "joins left":
        return f"{_tie(rules, rows, event)}joins {where} on the left, before {card_text(row[0])}"
    if event.cause == "twin":
        return f"lies on its twin at the end of {where}"
    if event.cause == "highest end":
        return f"too low for any row: joins the highest, {where}, behind {_end(row)}"
    return f"{_why_taken(rules, rows, event, partner)}: takes {cards_text(row)}{_booked(rules, event, row, partner)}"


def _end(row: Sequence[int]) -> str:
    """What a card is laid behind: a joker counts with the card before it."""
    return f"{value(row) / 10:g}" if is_joker(row[-1]) else card_text(row[-1])


def _goes_left(rules: Rules, event: Place, row: Sequence[int]) -> bool:
    return rules.professional and event.card < row[0]


def _tie(rules: Rules, rows: Sequence[Sequence[int]], event: Place) -> str:
    """In the professional game: that two ends were equally near, and who chose."""
    assert event.row is not None
    if not rules.professional:
        return ""
    card, left = event.card, _goes_left(rules, event, rows[event.row])
    below, above = [card - row[-1] for row in rows], [row[0] - card for row in rows]
    gap = above[event.row] if left else below[event.row]
    if gap not in (below if left else above):
        return ""
    decided = "chooses" if rules.pro_tie == "choose" else f"pro_tie={rules.pro_tie}"
    return f"two ends are {gap} away, {decided}: "


def _why_taken(rules: Rules, rows: Sequence[Sequence[int]], event: Place, partner: int | None) -> str:
    assert event.row is not None
    where, row = f"row {event.row}", rows[event.row]
    if event.cause == "joker takes":
        return f"chooses {where}"
    if event.cause == "low":
        cheapest = partner is not None and rules.twin_low_row == "cheapest"
        who = "" if partner is None else f"seat {event.seat} "
        chosen = f"{where} is the cheapest" if cheapest else f"{who}chooses {where}"
        return f"{'fits nowhere' if rules.professional else 'too low for any row'}, {chosen}"
    if is_joker(event.card):
        return f"chooses to join {where}, which is full"
    if value(row) > 10 * event.card and rules.low_card == "highest-end":
        return f"too low for any row, and the highest, {where}, is full"
    beside = f"before {card_text(row[0])}" if _goes_left(rules, event, row) else f"behind {_end(row)}"
    return f"{_tie(rules, rows, event)}{beside} in full {where}"


def _booked(rules: Rules, event: Place, row: Sequence[int], partner: int | None) -> str:
    if partner is not None:
        return f" = {heads_text(rules, row_heads(rules, row))}, {event.heads} for each"
    if event.kept:
        return f", keeps {cards_text(event.kept)}; the rest = {heads_text(rules, event.heads)}"
    return f" = {heads_text(rules, event.heads)}"
