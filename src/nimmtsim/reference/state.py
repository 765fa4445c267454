"""The table, the hands and the stacks in the middle of a round: what the rule steps read and change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from nimmtsim.cards import bull_heads
from nimmtsim.reference.events import Event
from nimmtsim.rules import Rules

if TYPE_CHECKING:
    from nimmtsim.reference.view import View

__all__ = ["Decide", "Game", "take_out"]

#: Whoever decides for the seats: gets the kind of decision and what the seat may know, returns the answer.
Decide: TypeAlias = "Callable[[str, View], Any]"


def _lists(players: int) -> list[list[Any]]:
    return [[] for _ in range(players)]


@dataclass(slots=True)
class Game:
    """One game: a deal played to its end.

    Attributes
    ----------
    rules, players, decide : Rules, int, callable
        What is played, by how many, and who decides.
    deal : int
        The number of this game in its match, as the random streams count.
    start_seat : int
        Who moves first in this turn, where the seats move in turn.
    scores : list of int
        Each seat's total before this game.
    rows, hands, stacks : list of list of int
        Row cards from left to right (twins side by side), hands, and each seat's taken cards.
    penalties : list of int
        Heads booked so far, by seat.
    turn : int
        The turn that is played, from 0.
    shown : list of list of int
        The cards that lie or lay open before each seat in this turn.
    history : list of list of list of int
        `shown` of every turn before.
    seen : Counter
        How many copies of a card have been seen face up.
    given, received : list of list of int
        By seat, the card passed on and got in each turn.
    events : list of Event
        Everything that happened.
    """

    rules: Rules
    players: int
    decide: Decide
    deal: int = 0
    start_seat: int = 0
    scores: list[int] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    stacks: list[list[int]] = field(init=False)
    penalties: list[int] = field(init=False)
    turn: int = 0
    shown: list[list[int]] = field(init=False)
    history: list[list[list[int]]] = field(default_factory=list)
    seen: Counter[int] = field(default_factory=Counter)
    given: list[list[int]] = field(init=False)
    received: list[list[int]] = field(init=False)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.players
        self.hands = self.hands or _lists(self.players)
        self.penalties = [0] * self.players
        self.stacks, self.shown = _lists(self.players), _lists(self.players)
        self.given, self.received = _lists(self.players), _lists(self.players)

    def clockwise(self, start: int) -> Iterator[int]:
        """All seats, clockwise from one."""
        return ((start + step) % self.players for step in range(self.players))

    def heads(self, card: int) -> int:
        """The bull heads of a card."""
        return bull_heads(card, self.rules.joker_heads)

    def see(self, card: int) -> None:
        """A card has come to lie face up. A card that was kept and is played again is still the same one."""
        self.seen[card] = 1 if self.rules.keep else self.seen[card] + 1


def take_out(hand: list[int], place: int) -> int:
    """Take a card out of a hand; the last card moves to its place."""
    card = hand[place]
    hand[place] = hand[-1]
    hand.pop()
    return card
