"""Draft: all cards lie open and the players pick their hands (booklet, variant 2 "Logic"; RULES section 3)."""

from __future__ import annotations

from nimmtsim.reference.ask import ask
from nimmtsim.reference.events import Draft
from nimmtsim.reference.state import Game

__all__ = ["draft"]


def draft(game: Game, first: int) -> None:
    """Seats pick in turn until all hands are full; the rest begins the rows, ascending.

    Parameters
    ----------
    game : Game
        Its hands and rows are filled.
    first : int
        The seat of the first pick.
    """
    rules, players = game.rules, game.players
    offer = rules.numbers(players)
    for pick in range(rules.hand * players):
        seat = _seat_of_pick(pick, players, first, snake=rules.draft == "snake")
        card = offer.pop(ask(game, "draft", seat, offer=list(offer)))
        game.hands[seat].append(card)
        game.events.append(Draft(seat, card))
    game.rows = [[card] for card in offer[: rules.rows]]


def _seat_of_pick(pick: int, players: int, first: int, snake: bool) -> int:
    """Clockwise every time; in a snake every second lap runs backwards."""
    lap, step = divmod(pick, players)
    if snake and lap % 2:
        step = players - 1 - step
    return (first + step) % players
