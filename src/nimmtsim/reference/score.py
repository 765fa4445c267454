"""Score: what the taken cards and the cards left in the hand count (basic rules, bull heads; booklet, variant 7)."""

from __future__ import annotations

from nimmtsim.reference.events import RoundEnd
from nimmtsim.reference.state import Game

__all__ = ["score"]


def score(game: Game, cause: str) -> None:
    """End a game: cards still in a hand count double (only a game with keeping can end with any)."""
    left = [2 * sum(map(game.heads, hand)) for hand in game.hands]
    game.penalties = [stack + hand for stack, hand in zip(game.penalties, left, strict=True)]
    game.events.append(RoundEnd(game.turn, cause, tuple(game.penalties), tuple(left)))
