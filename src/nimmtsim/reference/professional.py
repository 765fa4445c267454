"""Place a card at either end of a row (booklet, variant 4 "Professional"; RULES section 5)."""

from __future__ import annotations

from nimmtsim.reference.ask import ask
from nimmtsim.reference.rows import is_full, row_heads
from nimmtsim.reference.state import Game
from nimmtsim.reference.take import join_or_take, take

__all__ = ["place_nearest"]

_CAUSE = {"right": "joins", "left": "joins left"}


def place_nearest(game: Game, seat: int, card: int) -> None:
    """To the end with the smallest difference: right of a lower one or left of a higher one.

    A card that fits at no end takes a row of its owner's choice, as in the basic rules.
    """
    nearest = _nearest(game.rows, card)
    if not nearest:
        take(game, [seat], ask(game, "row", seat, card=card), card, "low")
        return
    side = _chosen_side(game, seat, card, nearest) if len(nearest) == 2 else next(iter(nearest))
    join_or_take(game, [seat], nearest[side], card, _CAUSE[side])


def _nearest(rows: list[list[int]], card: int) -> dict[str, int]:
    """Side and row of the nearest end, or of the two that are equally near (one on each side)."""
    right = [(card - row[-1], "right", place) for place, row in enumerate(rows) if card > row[-1]]
    left = [(row[0] - card, "left", place) for place, row in enumerate(rows) if card < row[0]]
    least = min((difference for difference, _, _ in right + left), default=0)
    return {side: place for difference, side, place in left + right if difference == least}


def _chosen_side(game: Game, seat: int, card: int, nearest: dict[str, int]) -> str:
    """The booklet is silent about equally near ends: the owner chooses unless the rules say otherwise (ruling 1)."""
    rule = game.rules.pro_tie
    if rule == "choose":
        return ask(game, "side", seat, card=card)
    return _cheaper_side(game, nearest) if rule == "cheapest" else rule


def _cheaper_side(game: Game, nearest: dict[str, int]) -> str:
    """The side where fewer heads are taken; right if it is the same."""
    rows = {side: game.rows[place] for side, place in nearest.items()}
    heads = {side: row_heads(game.rules, row) if is_full(game.rules, row) else 0 for side, row in rows.items()}
    return "left" if heads["left"] < heads["right"] else "right"
