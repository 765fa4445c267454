"""Place: a card goes where the rules put it (basic rules 1 to 4 and what the variants change in them)."""

from __future__ import annotations

from nimmtsim.cards import ZERO, is_joker
from nimmtsim.reference.ask import ask
from nimmtsim.reference.events import Place
from nimmtsim.reference.joker import place_joker
from nimmtsim.reference.professional import place_nearest
from nimmtsim.reference.rows import cheapest_row, value
from nimmtsim.reference.state import Game
from nimmtsim.reference.take import join, join_or_take, take

__all__ = ["place"]


def place(game: Game, owners: list[int], card: int) -> None:
    """Place one card.

    Parameters
    ----------
    game : Game
        The game.
    owners : list of int
        Whose card it is: one seat, or two that lay equal cards together (booklet, variant 8).
    card : int
        The card.
    """
    if card == ZERO:
        _lay_aside(game, owners[0])
    elif is_joker(card):
        place_joker(game, owners[0], card)
    elif game.rules.professional:
        place_nearest(game, owners[0], card)
    else:
        _place_ascending(game, owners, card)


def _lay_aside(game: Game, seat: int) -> None:
    """A zero card enters no row and goes to its owner's stack, where it counts nothing (6 nimmt! plus)."""
    game.stacks[seat].append(ZERO)
    game.events.append(Place(game.turn, seat, ZERO, None, "zero"))


def _place_ascending(game: Game, owners: list[int], card: int) -> None:
    """To the right of the nearest lower row end (rules 1 and 2); the card that finds no place takes (rules 3 and 4)."""
    ends = [value(row) for row in game.rows]
    twin = _row_of_twin(game, card)
    lower = [row for row, end in enumerate(ends) if end < 10 * card]
    if twin is not None:
        join(game, owners, twin, card, "twin")
    elif lower:
        join_or_take(game, owners, max(lower, key=lambda row: ends[row]), card, "joins")
    elif game.rules.low_card == "highest-end":
        # 6 nimmt! plus: nobody is forced to take a row; the card goes behind the highest end.
        join_or_take(game, owners, ends.index(max(ends)), card, "highest end")
    else:
        take(game, owners, _chosen_row(game, owners, card), card, "low")


def _row_of_twin(game: Game, card: int) -> int | None:
    """The row whose last card is the same number: it is laid on it, even if the row is full (variant 8, rule 2)."""
    if not game.rules.twins:
        return None
    return next((place for place, row in enumerate(game.rows) if row[-1] == card), None)


def _chosen_row(game: Game, owners: list[int], card: int) -> int:
    """Rule 4: the owner takes a row of his choice. Of two owners the first chooses (RULES section 9, ruling 2)."""
    if len(owners) > 1 and game.rules.twin_low_row == "cheapest":
        return cheapest_row(game.rules, game.rows)
    return ask(game, "row", owners[0], card=card)
