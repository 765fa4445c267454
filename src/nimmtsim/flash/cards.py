"""The cards of Flash Magic Six: their names, what fits on what, and their numbers inside the compiled engine.

A card shows one to six copies of one of six symbols in one of six colours; a STOP card shows nothing of the kind. This
module is plain Python, and the only place that knows the names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nimmtsim.errors import UsageError, one_of, shown

__all__ = [
    "COLOURS",
    "QUANTITIES",
    "STOP",
    "STOP_CODE",
    "SYMBOLS",
    "Card",
    "card",
    "card_of",
    "code_of",
    "fits",
    "full_deck",
    "names",
]

COLOURS = ("red", "black", "blue", "yellow", "green", "pink")
QUANTITIES = (1, 2, 3, 4, 5, 6)
SYMBOLS = ("sun", "moon", "cloud", "lightning", "wave", "fire")

#: The number of a STOP card inside the compiled engine: it shares no octal digit with any other card.
STOP_CODE = 0o777


class Card(NamedTuple):
    """One card; written ``3 red cloud``.

    Attributes
    ----------
    quantity : int
        1..6; 0 for a STOP card.
    colour, symbol : str
        One of `COLOURS`, one of `SYMBOLS`.
    """

    quantity: int
    colour: str
    symbol: str

    def __str__(self) -> str:
        return "STOP" if self == STOP else f"{self.quantity} {self.colour} {self.symbol}"


STOP = Card(0, "STOP", "STOP")


def fits(upper: Card, lower: Card) -> bool:
    """Whether a card may be laid on another: the same colour, quantity or symbol. A STOP fits nothing."""
    if STOP in (upper, lower):
        return False
    return upper.colour == lower.colour or upper.quantity == lower.quantity or upper.symbol == lower.symbol


def card(name: object) -> Card:
    """A card from its name.

    Parameters
    ----------
    name : str or Card
        A quantity, a colour and a symbol in any order, or ``"STOP"``.

    Returns
    -------
    Card

    Raises
    ------
    UsageError
        When the name does not say which card, with the nearest word.

    Examples
    --------
    >>> card("3 red cloud")
    Card(quantity=3, colour='red', symbol='cloud')
    >>> card("clod 3 red")
    Traceback (most recent call last):
    nimmtsim.errors.UsageError: unknown word of the card 'clod 3 red' 'clod'; did you mean 'cloud'? Allowed: 1, 2, 3, \
4, 5, 6, red, black, blue, yellow, green, pink, sun, moon, cloud, lightning, wave, fire
    """
    if isinstance(name, Card):
        name = str(name)
    if not isinstance(name, str):
        raise UsageError(f"a card is written like '3 red cloud' or 'STOP', not {shown(name)}")
    words = name.lower().split()
    if words == ["stop"]:
        return STOP
    kinds: dict[str, list[str]] = {"quantity": [], "colour": [], "symbol": []}
    for word in words:
        kinds[_kind(word, name)].append(word)
    wrong = [kind for kind, found in kinds.items() if len(found) != 1]
    if wrong:
        raise UsageError(f"the card {name!r} needs exactly one {wrong[0]}, as in '3 red cloud'")
    return Card(int(kinds["quantity"][0]), kinds["colour"][0], kinds["symbol"][0])


def _kind(word: str, name: str) -> str:
    allowed = {"quantity": [str(q) for q in QUANTITIES], "colour": list(COLOURS), "symbol": list(SYMBOLS)}
    for kind, words in allowed.items():
        if word in words:
            return kind
    raise one_of(f"word of the card {name!r}", word, [one for kind in allowed.values() for one in kind])


def full_deck() -> tuple[Card, ...]:
    """The 216 cards of every colour, quantity and symbol, without STOP cards."""
    return tuple(Card(q, colour, symbol) for colour in COLOURS for q in QUANTITIES for symbol in SYMBOLS)


def code_of(of: Card) -> int:
    """The number of a card inside the compiled engine: three octal digits, colour, quantity - 1, symbol."""
    if of == STOP:
        return STOP_CODE
    return COLOURS.index(of.colour) << 6 | (of.quantity - 1) << 3 | SYMBOLS.index(of.symbol)


def card_of(code: int) -> Card:
    """The card of a number of the compiled engine."""
    if code == STOP_CODE:
        return STOP
    return Card((code >> 3 & 7) + 1, COLOURS[code >> 6], SYMBOLS[code & 7])


def names(cards: Iterable[Card]) -> str:
    """Cards as a text: ``3 red cloud, STOP``; ``nothing`` for none."""
    return ", ".join(map(str, cards)) or "nothing"
