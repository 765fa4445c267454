"""What a seat may know when it has to decide: no more, even by mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nimmtsim.reference.rows import capacity
from nimmtsim.reference.state import Game
from nimmtsim.rules import Rules

__all__ = ["View", "view_of"]


@dataclass(frozen=True, slots=True)
class View:
    """The knowledge of one seat at one decision. All cards are codes; everything is a copy.

    Attributes
    ----------
    players, seat, turn, deal, start_seat : int
        How many play; who is asked; the turn from 0; the number of the deal in the match from 0 (each game of a
        championship counts); who moves first in this turn where the seats move in turn.
    rules : Rules
        What is played.
    rows : list of list of int
        The rows in their order, cards from left to right, twins side by side.
    row_capacity : list of int
        The places each row has now.
    hand : list of int
        The own hand, in hand order.
    hand_counts : list of int
        How many cards each seat holds. Cards chosen in secret still count.
    shown : list of list of int
        By seat, the cards open in this turn: as laid in a game played in turn, else ascending, zero cards first.
    history : list of list of list of int
        The same of each turn before.
    seen : dict of int to int
        How many copies of a card have been seen face up in this deal (in rows, revealed or shown).
    taken_counts : list of int
        How many cards lie in each seat's stack, zero cards laid aside among them.
    penalties, scores : list of int
        By seat, the heads booked in this game so far and the total of the match before it.
    hands : list of list of int or None
        All hands, where hands are open.
    offer : list of int or None
        The open cards to pick from (``draft``).
    card : int or None
        The card that is placed (``row``, ``side``, ``joker``, ``keep``), or that was chosen first (``second``).
    pair : tuple of int or None
        The two cards, ascending (``order``).
    taken : list of int or None
        The cards of the taken row, left to right (``keep``); the new row has begun.
    keep_limit : int or None
        How many of them may come into the hand (``keep``).
    given, received : list of int
        The cards passed on to the left and got from the right, by turn.
    """

    players: int
    seat: int
    turn: int
    deal: int
    start_seat: int
    rules: Rules
    rows: list[list[int]]
    row_capacity: list[int]
    hand: list[int]
    hand_counts: list[int]
    shown: list[list[int]]
    history: list[list[list[int]]]
    seen: dict[int, int]
    taken_counts: list[int]
    penalties: list[int]
    scores: list[int]
    hands: list[list[int]] | None = None
    offer: list[int] | None = None
    card: int | None = None
    pair: tuple[int, int] | None = None
    taken: list[int] | None = None
    keep_limit: int | None = None
    given: tuple[int, ...] = ()
    received: tuple[int, ...] = ()


def _copy(lists: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(each) for each in lists]


def view_of(game: Game, seat: int, hand: list[int] | None = None, **question: Any) -> View:
    """What a seat knows now.

    Parameters
    ----------
    game : Game
        The whole truth.
    seat : int
        Who is asked.
    hand : list of int, optional
        The seat's own hand, where it has already chosen a card in secret; what is public still has that card in it.
    **question
        The attributes of `View` that belong to the question: offer, card, pair, taken, keep_limit.
    """
    return View(
        players=game.players,
        seat=seat,
        turn=game.turn,
        deal=game.deal,
        start_seat=game.start_seat,
        rules=game.rules,
        rows=_copy(game.rows),
        row_capacity=[capacity(game.rules, row) for row in game.rows],
        hand=list(game.hands[seat] if hand is None else hand),
        hand_counts=[len(each) for each in game.hands],
        shown=_copy(game.shown),
        history=[_copy(shown) for shown in game.history],
        seen=dict(game.seen),
        taken_counts=[len(stack) for stack in game.stacks],
        penalties=list(game.penalties),
        scores=list(game.scores),
        hands=_copy(game.hands) if game.rules.open_hands else None,
        given=tuple(game.given[seat]),
        received=tuple(game.received[seat]),
        **question,
    )
