"""What happened in a round, one small record an event, in the order in which it happened.

Cards are codes (:mod:`nimmtsim.cards`). Together the events suffice to play the round again without a decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

__all__ = ["Deal", "Decision", "Draft", "Event", "Pass", "Place", "Reveal", "RoundEnd", "TurnStart"]

Cards: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A seat picks an open card."""

    kind: ClassVar[str] = "draft"
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Deal:
    """All hands are dealt (or picked) and the rows begin; `set_aside`: jokers turned up for a row, out of this deal."""

    kind: ClassVar[str] = "deal"
    deal: int
    hands: tuple[Cards, ...]
    rows: tuple[Cards, ...]
    set_aside: Cards = ()


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A turn begins; `start_seat` moves first where the seats move in turn."""

    kind: ClassVar[str] = "turn"
    turn: int
    start_seat: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat has answered a question of kind `decision` (see ``docs/engines.md``)."""

    kind: ClassVar[str] = "decision"
    turn: int
    seat: int
    decision: str
    answer: Any


@dataclass(frozen=True, slots=True)
class Pass:
    """A card goes from one hand to the end of another."""

    kind: ClassVar[str] = "pass"
    turn: int
    seat: int
    to: int
    card: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Cards of a seat leave its hand and lie open before it."""

    kind: ClassVar[str] = "reveal"
    turn: int
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Place:
    """An open card finds its place.

    Attributes
    ----------
    turn, seat, card : int
        When, whose and which.
    row : int or None
        The row where it lies now; None for a zero card, which is laid aside.
    cause : str
        ``"joins"``, ``"joins left"``, ``"twin"`` (laid on its twin), ``"sixth"`` (the row was full), ``"low"`` (fits
        nowhere, took a row), ``"highest end"`` (fits nowhere, joined the highest end), ``"joker takes"``, ``"zero"``.
    taken : tuple of int
        The cards of the row taken, left to right. When two owners of twins share a row, the first has them all.
    heads : int
        The heads booked for this seat; owners of twins have each their share.
    kept : tuple of int
        Those of the taken cards that came into the hand; they are not booked.
    """

    kind: ClassVar[str] = "place"
    turn: int
    seat: int
    card: int
    row: int | None
    cause: str
    taken: Cards = ()
    heads: int = 0
    kept: Cards = ()


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The round is over: why, the final penalties (or points), and how much of them is for cards left in the hand."""

    kind: ClassVar[str] = "end"
    turn: int
    cause: str
    penalties: tuple[int, ...]
    hand_heads: tuple[int, ...]


Event: TypeAlias = Draft | Deal | TurnStart | Decision | Pass | Reveal | Place | RoundEnd
