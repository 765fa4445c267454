"""One turn: everybody plays (basic rules; the variants' turns in RULES sections 5 to 12)."""

from __future__ import annotations

from nimmtsim.cards import ZERO, written
from nimmtsim.reference.ask import ask
from nimmtsim.reference.choose import choose, choose_first, choose_second
from nimmtsim.reference.events import TurnStart
from nimmtsim.reference.passing import pass_on
from nimmtsim.reference.place import place
from nimmtsim.reference.reveal import reveal
from nimmtsim.reference.state import Game

__all__ = ["play_turn", "resolve"]


def play_turn(game: Game) -> None:
    """Pass cards where that is played, then choose, reveal and place."""
    game.shown = [[] for _ in range(game.players)]
    game.events.append(TurnStart(game.turn, game.start_seat))
    if game.rules.pass_on:
        pass_on(game)
    resolve(game)
    game.history.append(game.shown)
    game.turn += 1


def resolve(game: Game) -> None:
    """Choose, reveal and place the cards of one turn."""
    if game.rules.turn == "in-turn":
        for seat in game.clockwise(game.start_seat):
            if game.hands[seat]:
                _play_alone(game, seat)
        return
    if game.rules.turn == "shown":
        _show_in_turn(game)
    else:
        _choose_at_once(game)
    if game.rules.cards == "two":
        _place_pairs(game)
    else:
        _place_all(game)


def _choose_at_once(game: Game) -> None:
    """All choose in secret, then all cards are revealed."""
    chosen = {seat: choose(game, seat) for seat in range(game.players) if game.hands[seat]}
    for seat, (cards, hand) in chosen.items():
        reveal(game, seat, sorted(cards, key=written), hand)


def _show_in_turn(game: Game) -> None:
    """Each shows a card to those who come after him (booklet, variant 5 "Open")."""
    for seat in game.clockwise(game.start_seat):
        if game.hands[seat]:
            reveal(game, seat, *choose(game, seat))


def _place_all(game: Game) -> None:
    """All cards, lowest first: zero cards and jokers, then numbers; equal ones together.

    Who has also laid a zero card places his number before those who have not (6 nimmt! plus, RULES section 10).
    """
    laid = [(card, seat) for seat in game.clockwise(game.rules.first_seat) for card in game.shown[seat]]
    for card, seat in sorted(laid, key=lambda entry: entry[1]):
        if card == ZERO:
            place(game, [seat], card)
    numbers = [(card, seat) for card, seat in laid if card != ZERO]
    numbers.sort(key=lambda entry: (ZERO not in game.shown[entry[1]], written(entry[0])))
    while numbers:
        card = numbers[0][0]
        # Only twins are equal; they are in the order of the seats from first_seat.
        owners = [seat for other, seat in numbers if other == card]
        place(game, owners, card)
        numbers = numbers[len(owners) :]


def _place_pairs(game: Game) -> None:
    """Whoever owns the lowest card left places both of his, in the order he likes (booklet, variant 6 "Nifty")."""
    for seat in sorted((seat for seat in range(game.players) if game.shown[seat]), key=lambda seat: game.shown[seat]):
        pair = tuple(game.shown[seat])
        first = ask(game, "order", seat, pair=pair)
        for card in (pair[first], pair[1 - first]):
            place(game, [seat], card)


def _play_alone(game: Game, seat: int) -> None:
    """A player lays one or two cards and places them at once (booklet, variant 7; "Simple" with zero cards)."""
    if game.rules.cards == "one-or-two" and game.rules.hand_commit == "stepwise":
        _play_stepwise(game, seat)
        return
    cards, hand = choose(game, seat)
    if game.rules.hand_order == "ascending":
        cards.sort(key=written)
    reveal(game, seat, cards, hand)
    for card in cards:
        place(game, [seat], card)


def _play_stepwise(game: Game, seat: int) -> None:
    """The second card is chosen when the first lies and what was kept is in the hand."""
    hand = list(game.hands[seat])
    first = choose_first(game, seat, hand)
    reveal(game, seat, [first], hand)
    place(game, [seat], first)
    hand = list(game.hands[seat])
    for card in choose_second(game, seat, hand, first):
        reveal(game, seat, [card], hand)
        place(game, [seat], card)
