"""Reveal: the chosen cards are laid open (basic rules, playing a card)."""

from __future__ import annotations

from nimmtsim.reference.events import Reveal
from nimmtsim.reference.state import Game

__all__ = ["reveal"]


def reveal(game: Game, seat: int, cards: list[int], hand: list[int]) -> None:
    """A seat's cards lie open before it, and its hand is what is left."""
    game.hands[seat] = hand
    game.shown[seat] += cards
    for card in cards:
        game.see(card)
    game.events.append(Reveal(game.turn, seat, tuple(cards)))
