"""Decks and bull heads: the only place that knows them.

A card is a small integer, its *code*. A number card is its number, 1..104. A joker ``0.t`` (French extension, ten of
them) is ``JOKER + t``; the zero card of the "plus" games is ``ZERO``. Code 0 is no card. People write a joker as the
decimal ``0.4`` and a zero card as ``0``: `code_of` and `written` translate.

Sources: AMIGO rule booklet (MMV), "Bullheads = minus points", for the heads of number cards; for a joker's single
head a review of the 20-year edition (the rules do not say), hence an option.
"""

from __future__ import annotations

from nimmtsim.checks import as_bool
from nimmtsim.errors import UsageError, shown

__all__ = [
    "HIGHEST",
    "JOKER",
    "NO_CARD",
    "ZERO",
    "bull_heads",
    "code_of",
    "is_joker",
    "is_number",
    "number_deck",
    "written",
]

HIGHEST = 104
NO_CARD = 0
JOKER = 110
ZERO = 120

#: Codes are below this: the length of a table indexed by code.
CODES = 128


def is_number(card: int) -> bool:
    """Whether a code is a number card."""
    return 1 <= card <= HIGHEST


def is_joker(card: int) -> bool:
    """Whether a code is a joker, 0.0 to 0.9."""
    return JOKER <= card < JOKER + 10


def bull_heads(card: int, joker_heads: int = 1) -> int:
    """The bull heads of a card.

    Parameters
    ----------
    card : int
        Code of a card.
    joker_heads : int, optional
        The heads of a joker, which the rules leave open.

    Returns
    -------
    int
        0 for a zero card, `joker_heads` for a joker, and for a number the first that fits of: 7 for 55, 5 for a
        multiple of 11, 3 for a multiple of 10, 2 for another multiple of 5, 1.

    Examples
    --------
    >>> [bull_heads(card) for card in (55, 33, 40, 45, 51)]
    [7, 5, 3, 2, 1]
    >>> sum(bull_heads(card) for card in range(1, 105))
    171
    """
    if card == ZERO:
        return 0
    if is_joker(card):
        return joker_heads
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


def number_deck(kind: str | int, needed: int, card_1_is_marker: bool = False) -> list[int]:
    """The number cards of a deck, in the order in which they lie before they are shuffled.

    Parameters
    ----------
    kind : str or int
        ``"full"`` (1..104), ``"tactics"`` (1..needed, or 2..needed+1 without card 1), ``"double"`` (1..104 twice),
        ``"doublets"`` (1..104 and a second 11, 22, ..., 99), or a number N (1..N).
    needed : int
        How many cards are dealt: hands and row cards together. Only ``"tactics"`` depends on it.
    card_1_is_marker : bool, optional
        Whether card 1 is out of the game, being the start player's marker (variant "Open").

    Returns
    -------
    list of int
        Ascending; the second deck's cards follow the first's.

    Examples
    --------
    >>> len(number_deck("full", 44)), len(number_deck("tactics", 34)), len(number_deck("doublets", 44))
    (104, 34, 113)
    """
    first = 2 if card_1_is_marker else 1
    if kind == "tactics":
        return list(range(first, min(first + needed, HIGHEST + 1)))
    deck = list(range(first, (kind if isinstance(kind, int) else HIGHEST) + 1))
    if kind == "double":
        deck += range(1, HIGHEST + 1)
    elif kind == "doublets":
        deck += range(11, 100, 11)
    return deck


def written(card: int) -> int | float:
    """A card as people write it: its number, 0 for a zero card, 0.4 for the joker of that value.

    Examples
    --------
    >>> written(17), written(JOKER + 4), written(ZERO)
    (17, 0.4, 0)
    """
    if card == ZERO:
        return 0
    return (card - JOKER) / 10 if is_joker(card) else card


def code_of(card: object, *, jokers: bool = False) -> int:
    """The code of a card as people write it.

    Parameters
    ----------
    card : int or float
        1..104; 0 for a zero card; 0.0 to 0.9 for a joker.
    jokers : bool, optional
        Whether the game has jokers: then 0 is the joker 0.0, else a zero card.

    Returns
    -------
    int
        The code.

    Raises
    ------
    UsageError
        If it is not a card.

    Examples
    --------
    >>> code_of(0.4), code_of(0), code_of(0, jokers=True)
    (114, 120, 110)
    """
    try:
        value = float(card)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = -1.0
    if isinstance(card, str) or as_bool(card) is not None or not 0 <= value <= HIGHEST:
        raise _no_card(card)
    if value >= 1:
        if value == int(value):
            return int(value)
    elif value == 0 and not jokers:
        return ZERO
    elif abs(value * 10 - round(value * 10)) < 1e-9:
        return JOKER + round(value * 10)
    raise _no_card(card)


def _no_card(given: object) -> UsageError:
    cards = f"a number 1 to {HIGHEST}, 0 for a zero card, 0.0 to 0.9 for a joker"
    return UsageError(f"{shown(given)} is not a card: {cards}")
