"""The rules of Flash Magic Six as options.

The source leaves much open; ``docs/flash.md`` settles it, ruling by ruling (F1-F18). Wherever another reading is
playable, it is an option here; the defaults are the rulings.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nimmtsim.checks import as_bool, as_int
from nimmtsim.errors import RulesError, one_of, shown
from nimmtsim.flash.cards import STOP, Card, card, full_deck

__all__ = ["HAND", "MAX_CARDS", "MAX_PLAYERS", "MAX_TURNS", "FlashRules", "as_rules"]

HAND = 6
#: Each player needs a hand and a card more, so that somebody can lay all six and not have won with it.
LEAST_EACH = HAND + 1
#: As many as the full deck serves; a bit mask of the winners fits 32 bits.
MAX_PLAYERS = 31
MAX_CARDS = 1024
MAX_TURNS = 1_000_000


def _option(default: Any, help: str, *choices: str) -> Any:
    return field(default=default, metadata={"help": help, "choices": choices})


@dataclass(frozen=True)
class FlashRules:
    """What a game of Flash Magic Six is played by.

    Attributes
    ----------
    deck : "full" or iterable of cards
        The cards without STOPs: all 216, or the ones you name (``"3 red cloud"``), each once.
    n_cards : int or None
        How many of the deck's cards take part: a random choice, made anew for every game. None: all.
    copies : int
        How often the deck has each card.
    n_stop : int
        Number of STOP cards, shuffled into the deck.
    remainder : {"aside", "dealt"}
        F1: cards that cannot be dealt evenly stay out, or go to the first seats from the first player on.
    first_seat : int or "rotate"
        Who begins; ``"rotate"``: seat (game number mod players).
    start_card : {"top", "choose"}
        F2: the first player's top card that is no STOP, or his choice from the six that he is about to draw.
    stop_early : bool
        F4: a player may stop laying although a card of his hand still fits.
    bonus : {"may", "must", "never"}
        F5: whoever has laid his whole hand may (must, cannot) put a card of his pile on the side pile.
    bonus_for : {"all", "six"}
        F6: the bonus needs the whole hand laid, or a hand of six.
    stop_any_time : bool
        F7: before each turn every player, from the one to move on, may show STOPs; not only the one to move.
    kept_stop : {"pile", "held"}
        F8: a STOP of the hand that is not shown goes under the pile with the rest, or lies in front of its owner and
        is replaced.
    self_target : bool
        F9: a player may put the side pile under his own pile.
    several_stops : {"must", "may"}
        F10: with several STOPs in the hand one must (may) be shown.
    side_order : {"last-first", "first-first"}
        F11, F18: of the side pile under a pile, the card laid last (first) will be drawn first.
    top_up : bool
        F17: a player whose pile is empty may fill his hand from the bottom of the discard pile.
    deadlock : {"top-up", "end"}
        F13: after a dead turn of everybody in a row the next player must top up, or the game ends.
    max_turns : int
        F14: the game is stopped after so many turns and counted as stopped.

    Raises
    ------
    RulesError
        When an option has a wrong type or value.

    Notes
    -----
    The other rulings have no second reading worth an option: F3 (drawing at the end of one's turn), F12 (no STOP ever
    lies in the discard pile), F15 (no card left after showing a STOP wins), F16 (the hand's STOPs come before held
    ones).

    Examples
    --------
    >>> FlashRules().size, FlashRules(n_cards=116).size
    (220, 120)
    """

    deck: str | tuple[Card, ...] = _option("full", "'full', or a file with one card a line")
    n_cards: int | None = _option(None, "play with a random choice of so many cards, anew for every game")
    copies: int = _option(1, "how often the deck has each card")
    n_stop: int = _option(4, "number of STOP cards")
    remainder: str = _option("aside", "cards that cannot be dealt evenly (F1)", "aside", "dealt")
    first_seat: int | str = _option(0, "the seat that begins, or 'rotate' (game number mod players)")
    start_card: str = _option("top", "the first card of the discard pile (F2)", "top", "choose")
    stop_early: bool = _option(True, "whether one may stop laying although a card fits (F4)")
    bonus: str = _option("may", "the bonus card (F5)", "may", "must", "never")
    bonus_for: str = _option("all", "who gets the bonus: a whole hand laid, or six cards (F6)", "all", "six")
    stop_any_time: bool = _option(False, "whether STOPs may be shown before anybody's turn (F7)")
    kept_stop: str = _option("pile", "where a STOP goes that is not shown (F8)", "pile", "held")
    self_target: bool = _option(False, "whether one may take the side pile oneself (F9)")
    several_stops: str = _option("must", "showing one of several STOPs (F10)", "must", "may")
    side_order: str = _option("last-first", "order of the side pile under a pile (F18)", "last-first", "first-first")
    top_up: bool = _option(True, "whether a short hand may be filled from the discard pile (F17)")
    deadlock: str = _option("top-up", "what ends a deadlock (F13)", "top-up", "end")
    max_turns: int = _option(2000, "stop the game after so many turns (F14)")

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck", _deck(self.deck))
        for option in dataclasses.fields(self):
            object.__setattr__(self, option.name, _checked(option, getattr(self, option.name)))
        self._check_numbers()

    def _check_numbers(self) -> None:
        available = len(self.cards)
        limits = {
            "n_cards": (1, available),
            "copies": (1, MAX_CARDS),
            "n_stop": (0, MAX_CARDS),
            "first_seat": (0, MAX_PLAYERS - 1),
            "max_turns": (1, MAX_TURNS),
        }
        for name, (low, high) in limits.items():
            value = getattr(self, name)
            if isinstance(value, int) and not low <= value <= high:
                raise RulesError(f"{name} must be {low}..{high}, not {value}")
        if available + self.n_stop > MAX_CARDS:
            raise RulesError(f"a deck has at most {MAX_CARDS} cards, not {available + self.n_stop}")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards without STOPs from which a game's deck is made, every copy by itself."""
        return (full_deck() if isinstance(self.deck, str) else self.deck) * self.copies

    @property
    def size(self) -> int:
        """Number of cards in a game, STOPs included."""
        return (self.n_cards or len(self.cards)) + self.n_stop

    def cards_each(self, players: int) -> int:
        """How many cards each player is dealt.

        Parameters
        ----------
        players : int

        Returns
        -------
        int
            Number of cards; with ``remainder="dealt"`` some players get one more.

        Raises
        ------
        RulesError
            When so many players cannot play with this deck.
        """
        number = as_int(players)
        if number is None or not 2 <= number <= MAX_PLAYERS:
            raise RulesError(f"Flash Magic Six is for 2..{MAX_PLAYERS} players, not {shown(players)}")
        each = self.size // number
        if each < LEAST_EACH:
            most = self.size // LEAST_EACH
            allowed = f"at most {most} players" if most >= 2 else f"too few for a game: {2 * LEAST_EACH} are needed"
            raise RulesError(
                f"{self.size} cards give {players} players {each} each, {LEAST_EACH} are needed: {allowed}"
            )
        if self.n_stop >= each:
            raise RulesError(f"n_stop must be less than the {each} cards of a player, not {self.n_stop}")
        if isinstance(self.first_seat, int) and self.first_seat >= players:
            raise RulesError(f"first_seat must be 0..{players - 1} with {players} players, not {self.first_seat}")
        return each

    def first(self, game: int, players: int) -> int:
        """The seat that begins a game."""
        return game % players if isinstance(self.first_seat, str) else self.first_seat

    def to_dict(self) -> dict[str, Any]:
        """The options that are not the default, in a form that JSON takes."""
        changed = {o.name: getattr(self, o.name) for o in dataclasses.fields(self)}
        changed = {name: value for name, value in changed.items() if value != getattr(DEFAULT, name)}
        if "deck" in changed:
            changed["deck"] = [str(c) for c in changed["deck"]]
        return changed

    @classmethod
    def from_dict(cls, options: dict[str, Any]) -> FlashRules:
        """Rules from options by name; an unknown name is an error with the nearest one."""
        known = [option.name for option in dataclasses.fields(cls)]
        for name in options:
            if name not in known:
                raise one_of("rule option", name, known, RulesError)
        return cls(**options)


def _deck(given: object) -> str | tuple[Card, ...]:
    if isinstance(given, str):
        if given != "full":
            raise RulesError(f"deck is 'full' or a list of cards like '3 red cloud', not {shown(given)}")
        return given
    if not isinstance(given, Iterable):
        raise RulesError(f"deck is 'full' or a list of cards like '3 red cloud', not {shown(given)}")
    cards = tuple(card(one) for one in given)
    if not cards:
        raise RulesError("deck is an empty list; it needs cards")
    if STOP in cards:
        raise RulesError("deck lists the cards without STOPs; n_stop says how many STOPs there are")
    for one in cards:
        if cards.count(one) > 1:
            raise RulesError(f"deck lists {one} twice; copies says how often the deck has each card")
    return cards


def _checked(option: dataclasses.Field[Any], value: Any) -> Any:
    """The value of an option as a plain bool, int or str: equal rules are written alike, whatever they were made of."""
    choices = option.metadata["choices"]
    if choices:
        if not (isinstance(value, str) and value in choices):
            raise one_of(option.name, value, choices, RulesError)
        return str(value)
    if isinstance(option.default, bool):
        truth = as_bool(value)
        if truth is None:
            raise RulesError(f"{option.name} must be True or False, not {shown(value)}")
        return truth
    if option.name == "deck" or (option.default is None and value is None):
        return value
    if option.name == "first_seat" and isinstance(value, str):
        if value != "rotate":
            raise RulesError(f"first_seat is a seat or 'rotate', not {shown(value)}")
        return str(value)
    number = as_int(value)
    if number is None:
        raise RulesError(f"{option.name} must be a whole number, not {shown(value)}")
    return number


DEFAULT = FlashRules()


def as_rules(given: object) -> FlashRules:
    """The rules that a user means: `FlashRules`, a mapping of options, or None for the default."""
    if given is None:
        return DEFAULT
    if isinstance(given, FlashRules):
        return given
    if isinstance(given, dict):
        return FlashRules.from_dict(given)
    raise RulesError(f"rules must be FlashRules or a mapping of its options, not {shown(given)}")
