"""Pass: before a turn every player hands one card to the left (French extension, variant 1; RULES section 12)."""

from __future__ import annotations

from nimmtsim.reference.ask import ask
from nimmtsim.reference.events import Pass
from nimmtsim.reference.state import Game, take_out

__all__ = ["pass_on"]


def pass_on(game: Game) -> None:
    """All choose before anybody looks at what he gets; the last card of a hand is not passed."""
    if any(len(hand) < 2 for hand in game.hands):
        return
    places = [ask(game, "pass", seat) for seat in range(game.players)]
    cards = [take_out(hand, place) for hand, place in zip(game.hands, places, strict=True)]
    for seat, card in enumerate(cards):
        left = (seat + 1) % game.players
        game.hands[left].append(card)
        game.given[seat].append(card)
        game.received[left].append(card)
        game.events.append(Pass(game.turn, seat, left, card))
