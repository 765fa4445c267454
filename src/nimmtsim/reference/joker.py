"""Place a joker where its owner wants it (French extension, jokers; RULES section 11)."""

from __future__ import annotations

from nimmtsim.reference.ask import ask
from nimmtsim.reference.state import Game
from nimmtsim.reference.take import join_or_take, take

__all__ = ["place_joker"]


def place_joker(game: Game, seat: int, card: int) -> None:
    """Behind the last card of any row unless that is a joker, or alone in a row whose cards the owner takes."""
    action, row = ask(game, "joker", seat, card=card)
    if action == "join":
        join_or_take(game, [seat], row, card, "joins")
    else:
        take(game, [seat], row, card, "joker takes")
