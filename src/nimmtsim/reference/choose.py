"""Choose: each player takes the card or cards of his turn out of his hand (basic rules, playing a card)."""

from __future__ import annotations

from nimmtsim.reference.ask import ask
from nimmtsim.reference.state import Game, take_out

__all__ = ["choose", "choose_first", "choose_second"]


def choose(game: Game, seat: int) -> tuple[list[int], list[int]]:
    """The cards a seat plays, in the order of choosing, and the hand that is left; the game's own hand is untouched.

    Nobody can see the choice: the hand in the game changes when the cards are revealed.
    """
    hand = list(game.hands[seat])
    cards = [choose_first(game, seat, hand)]
    if game.rules.cards != "one":
        cards += choose_second(game, seat, hand, cards[0])
    return cards, hand


def choose_first(game: Game, seat: int, hand: list[int]) -> int:
    """Take the card to play (or the first of two) out of a hand."""
    return take_out(hand, ask(game, "card", seat, hand))


def choose_second(game: Game, seat: int, hand: list[int], first: int) -> list[int]:
    """Take a second card out of a hand: none, or a list of one.

    Two cards are compulsory in "Nifty" (booklet, variant 6); one or two may be played in "Hand" (variant 7) and in the
    games with zero cards.
    """
    place = ask(game, "second", seat, hand, card=first) if hand else None
    return [] if place is None else [take_out(hand, place)]
