"""Join a row or take it, and what becomes of the taken cards (basic rules 3 and 4)."""

from __future__ import annotations

from nimmtsim.reference.ask import ask
from nimmtsim.reference.events import Place
from nimmtsim.reference.rows import is_full
from nimmtsim.reference.state import Game

__all__ = ["join", "join_or_take", "take"]


def join_or_take(game: Game, owners: list[int], row: int, card: int, cause: str) -> None:
    """The card joins the row, or takes it when it is full (rule 3)."""
    if is_full(game.rules, game.rows[row]):
        take(game, owners, row, card, "sixth")
    else:
        join(game, owners, row, card, cause)


def join(game: Game, owners: list[int], row: int, card: int, cause: str) -> None:
    """The card is laid at an end of the row; a second owner's equal card lies on it."""
    for seat in owners:
        if cause == "joins left":
            game.rows[row].insert(0, card)
        else:
            game.rows[row].append(card)
        game.events.append(Place(game.turn, seat, card, row, cause))
        cause = "twin"


def take(game: Game, owners: list[int], row: int, card: int, cause: str) -> None:
    """The owner takes all cards of the row, and his card begins it anew.

    Two owners of equal cards share the heads, halves rounded up (booklet, variant 8, rule 3). That is booked only: the
    cards themselves lie in the first owner's stack (RULES section 9, ruling 1).
    """
    taken, game.rows[row] = game.rows[row], [card] * len(owners)
    kept = _keep(game, owners[0], card, taken) if game.rules.keep else []
    stacked = [taken_card for taken_card in taken if taken_card not in kept]
    game.hands[owners[0]] += kept
    game.stacks[owners[0]] += stacked
    share = -(-sum(map(game.heads, stacked)) // len(owners))
    for seat in owners:
        game.penalties[seat] += share
        game.events.append(Place(game.turn, seat, card, row, cause, tuple(taken), share, tuple(kept)))
        taken = []


def _keep(game: Game, seat: int, card: int, taken: list[int]) -> list[int]:
    """The taken cards that come into the hand, as far as its limit allows (booklet, variant 7 "Hand")."""
    limit = max(0, game.rules.hand_limit - len(game.hands[seat]))
    places = ask(game, "keep", seat, card=card, taken=list(taken), keep_limit=min(limit, len(taken)))
    return [taken[place] for place in places]
