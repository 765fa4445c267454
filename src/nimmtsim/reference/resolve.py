"""Resolve one turn of a table that somebody has set up: to settle a dispute, and for the worked examples."""

from __future__ import annotations

from typing import Any

from nimmtsim import table
from nimmtsim.cards import written
from nimmtsim.errors import UsageError
from nimmtsim.reference.answers import legal_answers
from nimmtsim.reference.events import Place
from nimmtsim.reference.state import Game
from nimmtsim.reference.turn import resolve
from nimmtsim.reference.view import View
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

__all__ = ["resolve_turn"]


def resolve_turn(
    rules: str | Rules,
    rows: object,
    plays: object,
    *,
    choices: object = None,
    hands: object = None,
    start: int = 0,
) -> table.Outcome:
    """Place the cards of one turn.

    Parameters
    ----------
    rules : str or Rules
        A variant's name or rules.
    rows : list of list
        The rows; twins that lie on each other are a tuple ``(21, 21)``, a joker is 0.4. Positions that no game reaches
        are allowed where the rules still say what happens, with up to 26 cards a row (12 where cards may be kept).
    plays : dict
        By seat, a card, or a tuple of two in the order in which they are to be laid; a zero card is 0.
    choices : dict, optional
        By seat, its answer, or the list of its answers in the order in which they are asked: a row index for the row to
        take; ``"left"`` or ``"right"`` at two equally near ends; ``("join", row)`` or ``("take", row)`` for a joker;
        where cards may be kept, the list of cards that come into the hand.
    hands : dict, optional
        By seat, the hand before the turn or just how many cards it has; only keeping depends on it. By default the
        cards laid are all.
    start : int, optional
        The seat that moves first, where seats place in turn.

    Returns
    -------
    Outcome
        Rows, placements in order, and heads by seat.

    Raises
    ------
    RulesError
        For unknown rules.
    UsageError
        For a position, play or choice that cannot be used, for a choice that is needed and not given, and for one that
        is given and not needed.

    Examples
    --------
    >>> outcome = resolve_turn("base", [[12], [37], [43], [58]], {0: 14, 1: 15, 2: 44, 3: 61})
    >>> outcome.rows
    [[12, 14, 15], [37], [43, 44], [58, 61]]
    """
    rules = rules_from(rules)
    at = table.position(rules, rows, plays, hands=hands, start=start)
    choices = table.Choices(choices, at.plays)

    def decide(kind: str, view: View) -> Any:
        return _answer(kind, view, at.plays[view.seat], choices)

    game = Game(rules, at.players, decide, start_seat=at.start, rows=at.rows, hands=at.hands)
    resolve(game)
    choices.check_all_used()
    placements = [_placement(event) for event in game.events if isinstance(event, Place)]
    heads = {seat: game.penalties[seat] for seat in sorted(at.plays)}
    return table.Outcome([table.written_row(row) for row in game.rows], placements, heads)


def _answer(kind: str, view: View, cards: tuple[int, ...], choices: table.Choices) -> Any:
    """The cards are chosen already, with their order; everything else must have been answered in advance."""
    if kind == "card":
        return view.hand.index(cards[0])
    if kind == "second":
        return _place_of_second(view, cards)
    if kind == "order":
        assert view.pair is not None
        return view.pair.index(cards[0])
    assert view.card is not None
    return choices.answer(kind, view.seat, view.card, legal_answers(kind, view), view.taken or ())


def _place_of_second(view: View, cards: tuple[int, ...]) -> int | None:
    if len(cards) == 1:
        return None
    if cards[1] not in view.hand:
        raise UsageError(f"seat {view.seat} lays {written(cards[1])} second, which has not come into its hand")
    return view.hand.index(cards[1])


def _placement(event: Place) -> table.Placement:
    taken = [written(card) for card in event.taken]
    return table.Placement(event.seat, written(event.card), event.row, taken, event.heads, event.cause)
