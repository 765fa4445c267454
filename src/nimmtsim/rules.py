"""Rule options: what can be combined to a game, and what goes together.

A `Rules` says everything about a game but who plays. A named variant (:mod:`nimmtsim.variant_registry`) is a `Rules`
with a source. Every option has the ruling behind it in its comment; the rules themselves stand in ``docs/rules``.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from nimmtsim.cards import HIGHEST, number_deck
from nimmtsim.checks import as_bool, as_int
from nimmtsim.errors import RulesError, one_of, shown

__all__ = ["MAX_HAND", "MAX_ROWS", "MAX_ROW_CARDS", "MAX_SEATS", "Rules"]

MAX_SEATS = 20
MAX_ROWS = 8
MAX_HAND = 32
#: A row's physical cards: 5 + 55's six in variable rows, twins twice; longer rows can only be typed in.
MAX_ROW_CARDS = 32

_R = TypeVar("_R")


def _option(default: Any, says: str, *, among: tuple[Any, ...] = (), low: int = 0, high: int = 0) -> Any:
    return field(default=default, metadata={"says": says, "among": among, "low": low, "high": high})


def _options_by_name(rules: type[_R]) -> type[_R]:
    """`Rules` with an error of its own for a name that is no option, and for a variant's name in place of options."""
    build = rules.__init__

    @functools.wraps(build)
    def checked(self: _R, *unnamed: object, **options: Any) -> None:
        if unnamed:
            raise RulesError(
                f"options of Rules are given by name, such as Rules(deck='tactics'), not {unnamed[0]!r}; "
                f"the rules of a variant: nimmtsim.rules_from('tactics')"
            )
        _check_names(options)
        build(self, **options)

    rules.__init__ = checked  # type: ignore[method-assign, assignment]
    return rules


@_options_by_name
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a game.

    Attributes
    ----------
    name : str
        What the rules are called; it has no meaning for the game.
    deck : str or int
        ``"full"``: 1..104; ``"tactics"``: just the cards that are dealt, 1..hand*players+rows; ``"double"``: 1..104
        twice; ``"doublets"``: 1..104 and a second 11, 22, ..., 99; or a number N: 1..N.
    use_card_1_as_marker : bool
        In a game shown in turn: card 1 is the start player's marker and not in the deck. No text says what deck
        ``"tactics"`` is then: as many cards are dealt as ever, so they are 2..hand*players+rows+1.
    zeros, equal_zeros, allow_double_zero : int, bool, bool
        How many zero cards are in the deck; whether each player gets equally many before the deal (two each up to
        three players, else one; only so many can play as the zero cards suffice for); whether two of them may be
        played together.
    jokers, joker_heads, joker_leftover : bool, int, str
        Whether each player gets one of ten jokers besides his hand; how many bull heads a joker has; whether the
        other jokers go to the ``"box"`` or into the ``"deck"``.
    deal, draft, logic_first : str
        ``"random"``, ``"drafted"`` (all cards are open, players pick in turn) or ``"duplicate"`` (drafted once, then
        every player plays every hand, one game each); picking ``"clockwise"`` or in a ``"snake"``; who picks first in
        later deals: ``"rotate"``, ``"fixed"`` or ``"worst_score"``.
    hand, rows, capacity, variable_rows : int, int, int, bool
        Cards dealt to each player; number of rows; places in a row; whether the first card of two or more heads in a
        row sets its capacity.
    turn, cards : str, str
        ``"simultaneous"``, ``"shown"`` (in turn, placed together) or ``"in-turn"`` (each player plays and places);
        ``"one"``, ``"two"`` or ``"one-or-two"`` cards.
    professional, pro_tie : bool, str
        Whether cards go to both ends of a row; who decides between two equally near ends: ``"choose"``, ``"right"``,
        ``"left"`` or ``"cheapest"``.
    low_card, twin_low_row : str, str
        A card below all row ends: its owner must ``"take-row"`` or it joins the ``"highest-end"``; who chooses for
        twins: ``"first_owner"`` or nobody (``"cheapest"``).
    pass_on, open_hands : bool, bool
        Whether a card is passed to the left before each turn; whether all hands are public.
    keep, hand_order, hand_commit, hand_limit, stack_end, max_rounds : bool, str, str, int, int, int
        Whether cards of a taken row may be kept in the hand, up to `hand_limit`; two cards laid in an order of
        ``"choose"`` or ``"ascending"``; chosen ``"both"`` at once or ``"stepwise"``; the game ends after a round in
        which somebody has more than `stack_end` cards taken, or after `max_rounds`.
    scoring : str
        ``"penalty"``: the lowest total wins; ``"points"``: the highest.
    match_end, end_score, deals, max_deals : str, int, int, int
        A match ends by ``"score"`` (somebody has `end_score` after a complete deal) or after a number of ``"deals"``
        (0: as many as players); `max_deals` is the safety limit.
    first_seat, open_marker_next_deal, simple_starter : int, str, str
        Who begins the first deal; whether the start player's marker ``"continue"``s into the next deal or is
        ``"reset"``; whether the most penalty of the ``"last_deal"`` or in ``"total"`` begins the next deal of a game
        played in turn without keeping.
    min_players, max_players : int, int
        How many may play.

    Raises
    ------
    RulesError
        If an option does not exist, is not allowed, or two of them clash.

    Examples
    --------
    >>> Rules(rows=5).replace(deck="tactics").check_players(3)
    >>> Rules(professional=True, jokers=True)
    Traceback (most recent call last):
        ...
    nimmtsim.errors.RulesError: professional and jokers clash: no rule says what a joker at the left end is worth
    """

    name: str = _option("custom", "what the rules are called")
    deck: str | int = _option(
        "full", "number cards", among=("full", "tactics", "double", "doublets"), low=3, high=HIGHEST
    )
    use_card_1_as_marker: bool = _option(True, "shown in turn: card 1 is the start player's marker")
    zeros: int = _option(0, "zero cards", low=0, high=7)
    equal_zeros: bool = _option(False, "each player starts with equally many zero cards")
    allow_double_zero: bool = _option(True, "two zero cards may be played together")
    jokers: bool = _option(False, "each player gets a joker")
    joker_heads: int = _option(1, "bull heads of a joker", low=0, high=7)
    joker_leftover: str = _option("box", "where jokers go that nobody got", among=("box", "deck"))
    deal: str = _option("random", "how hands come about", among=("random", "drafted", "duplicate"))
    draft: str = _option("clockwise", "order of drafting", among=("clockwise", "snake"))
    logic_first: str = _option("rotate", "who drafts first in later deals", among=("rotate", "fixed", "worst_score"))
    hand: int = _option(10, "cards dealt to each player", low=1, high=16)
    rows: int = _option(4, "rows", low=1, high=MAX_ROWS)
    capacity: int = _option(5, "places in a row", low=1, high=12)
    variable_rows: bool = _option(False, "a row's first card of several heads sets its capacity")
    turn: str = _option("simultaneous", "how a turn goes", among=("simultaneous", "shown", "in-turn"))
    cards: str = _option("one", "cards a player plays in a turn", among=("one", "two", "one-or-two"))
    professional: bool = _option(False, "cards join both ends of a row")
    pro_tie: str = _option("choose", "two equally near ends", among=("choose", "right", "left", "cheapest"))
    low_card: str = _option("take-row", "a card that fits nowhere", among=("take-row", "highest-end"))
    twin_low_row: str = _option("first_owner", "who chooses the row for twins", among=("first_owner", "cheapest"))
    pass_on: bool = _option(False, "a card is passed to the left before each turn")
    open_hands: bool = _option(False, "all hands are public")
    keep: bool = _option(False, "cards of a taken row may be kept in the hand; those left there count double")
    hand_order: str = _option("choose", "order of two cards", among=("choose", "ascending"))
    hand_commit: str = _option("both", "when the second card is chosen", among=("both", "stepwise"))
    hand_limit: int = _option(16, "most cards in a hand after keeping", low=1, high=MAX_HAND - 8)
    stack_end: int = _option(20, "the game ends when somebody has taken more cards", low=1, high=208)
    max_rounds: int = _option(500, "safety limit of a game with keeping", low=1, high=10_000)
    scoring: str = _option("penalty", "what bull heads are", among=("penalty", "points"))
    match_end: str = _option("score", "what ends a match", among=("score", "deals"))
    end_score: int = _option(66, "penalty that ends a match", low=1, high=30_000)
    deals: int = _option(0, "deals of a match (0: as many as players)", low=0, high=10_000)
    max_deals: int = _option(1000, "safety limit of a match", low=1, high=100_000)
    first_seat: int = _option(0, "who begins", low=0, high=MAX_SEATS - 1)
    open_marker_next_deal: str = _option("continue", "the start marker in the next deal", among=("continue", "reset"))
    simple_starter: str = _option("last_deal", "who begins the next deal", among=("last_deal", "total"))
    min_players: int = _option(2, "fewest players", low=2, high=MAX_SEATS)
    max_players: int = _option(10, "most players", low=2, high=MAX_SEATS)

    def __post_init__(self) -> None:
        for option in fields(self):
            object.__setattr__(self, option.name, _checked(option, getattr(self, option.name)))
        for first, second, clash, why in _CLASHES:
            if clash(self):
                raise RulesError(f"{first} and {second} clash: {why}")

    def replace(self, **options: Any) -> Rules:
        """The same rules with some options changed; RulesError for an option that does not exist."""
        _check_names(options)
        return dataclasses.replace(self, **options)

    @property
    def card_1_is_marker(self) -> bool:
        """Whether card 1 is out of the deck."""
        return self.turn == "shown" and self.use_card_1_as_marker

    @property
    def drafted(self) -> bool:
        """Whether hands are picked from open cards."""
        return self.deal != "random"

    @property
    def twins(self) -> bool:
        """Whether the deck has cards twice."""
        return self.deck in ("double", "doublets")

    @property
    def hand_cards(self) -> int:
        """Cards dealt to each player, a joker included."""
        return self.hand + self.jokers

    def zeros_each(self, players: int) -> int:
        """Zero cards that each player gets before the deal."""
        return (2 if players <= 3 else 1) if self.equal_zeros else 0

    def games(self, players: int) -> int:
        """Games of one deal: as many as players when hands are played by everybody, else 1."""
        return players if self.deal == "duplicate" else 1

    def deals_of_match(self, players: int) -> int:
        """The most deals of a match."""
        return min(self.deals or players, self.max_deals) if self.match_end == "deals" else self.max_deals

    def numbers(self, players: int) -> list[int]:
        """The number cards of the deck for so many players, in their order before the shuffle."""
        return number_deck(self.deck, self.hand * players + self.rows, self.card_1_is_marker)

    def cards_needed(self, players: int) -> int:
        """Cards that a deal may use: hands, row cards and the most replacements for twins in the rows."""
        replacements = self.rows - 1 if self.twins else 0
        return self.hand * players + self.rows + replacements

    def check_players(self, players: int) -> None:
        """Check that so many can play.

        Raises
        ------
        RulesError
            With the limit and its reason.
        """
        if players < self.min_players:
            raise RulesError(f"{self.name}: {_are(players)} too few; {self._limits()} can play")
        if self.first_seat >= players:
            raise RulesError(
                f"{self.name}: first_seat={self.first_seat} is no seat of {players} players (0 to {players - 1})"
            )
        deck = len(self.numbers(players)) + self.zeros
        if self.cards_needed(players) > deck:
            rest = self.cards_needed(players) - self.hand * players
            raise RulesError(
                f"{self.name}: {_are(players)} too many for the deck: {players} hands of {self.hand} and {rest} for "
                f"the rows need {self.cards_needed(players)} cards, the deck has {deck}; {self._limits()} can play"
            )
        if players > self.max_players:
            raise RulesError(f"{self.name}: {_are(players)} too many; {self._limits()} can play (the rules' limit)")
        if self.jokers and players > 10:
            raise RulesError(f"{self.name}: {_are(players)} too many: there are ten jokers; {self._limits()} can play")
        if not self._enough_zeros(players):
            each = self.zeros_each(players)
            raise RulesError(
                f"{self.name}: {players} players cannot get equally many zero cards: {each} each are {each * players}, "
                f"there are {self.zeros}; {self._limits()} can play"
            )

    def most_players(self) -> int:
        """The most players that rules and deck allow (0 if the deck is too small for any)."""
        most = min(self.max_players, 10) if self.jokers else self.max_players
        while most and not self._enough_cards(most):
            most -= 1
        return most

    def _enough_cards(self, players: int) -> bool:
        deck = len(self.numbers(players)) + self.zeros
        return self.cards_needed(players) <= deck and self._enough_zeros(players)

    def _enough_zeros(self, players: int) -> bool:
        return self.zeros_each(players) * players <= self.zeros

    def _limits(self) -> str:
        first, most = self.min_players, self.most_players()
        # With few zero cards four can get one each, but three not two.
        able = [str(n) for n in range(first, most + 1) if self._enough_cards(n)]
        if not able:
            return "nobody"
        return f"{first} to {most}" if len(able) == most - first + 1 else " or ".join(able)

    def to_dict(self) -> dict[str, Any]:
        """Every option by name, for files."""
        return dataclasses.asdict(self)

    def differences(self) -> dict[str, Any]:
        """The options that differ from the base game, without the name."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name != "name" and getattr(self, f.name) != f.default
        }


_NAMES = tuple(f.name for f in fields(Rules))


def _check_names(options: Iterable[str]) -> None:
    for name in options:
        if name not in _NAMES:
            raise one_of("rule option", name, _NAMES, RulesError)


def _are(players: int) -> str:
    return f"{players} player is" if players == 1 else f"{players} players are"


def _checked(option: Any, value: Any) -> Any:
    """The value of an option as a plain bool, int or str: equal rules are written alike, whatever they were made of."""
    among, low, high = (option.metadata[key] for key in ("among", "low", "high"))
    kind = type(option.default)
    if kind is bool:
        truth = as_bool(value)
        if truth is None:
            raise RulesError(f"{option.name}={shown(value)}: must be True or False")
        return truth
    number = as_int(value)
    if number is not None and high:
        if not low <= number <= high:
            raise RulesError(f"{option.name}={number}: must be {low} to {high}")
        return number
    if kind is int:
        raise RulesError(f"{option.name}={shown(value)}: must be a whole number {low} to {high}")
    if among and not (isinstance(value, str) and value in among):
        allowed = (*among, f"a number {low} to {high}") if high else among
        raise one_of(option.name, value, allowed, RulesError)
    if not isinstance(value, str):
        raise RulesError(f"{option.name}={shown(value)}: must be a text")
    return str(value)


#: Combinations whose meaning no rule defines: the two options, the test, the reason.
_CLASHES: tuple[tuple[str, str, Any, str], ...] = (
    (
        "professional",
        "jokers",
        lambda r: r.professional and r.jokers,
        "no rule says what a joker at the left end is worth",
    ),
    (
        "professional",
        "variable_rows",
        lambda r: r.professional and r.variable_rows,
        "no rule says which card of a row that grows to the left came first",
    ),
    (
        "professional",
        "deck",
        lambda r: r.professional and r.twins,
        "no rule says where twins go at the left end of a row",
    ),
    (
        "professional",
        "low_card",
        lambda r: r.professional and r.low_card == "highest-end",
        "a card of the professional game may fit to the left",
    ),
    (
        "deck",
        "variable_rows",
        lambda r: r.twins and r.variable_rows,
        "no rule says whether twins set a capacity once or twice",
    ),
    (
        "deck",
        "jokers",
        lambda r: r.twins and r.jokers,
        "no rule says whether a twin lies on a card that a joker follows",
    ),
    (
        "deck",
        "low_card",
        lambda r: r.twins and r.low_card == "highest-end",
        "twins are defined for ascending rows only",
    ),
    ("deck", "turn", lambda r: r.twins and r.turn == "in-turn", "twins are cards of the same turn"),
    ("deck", "cards", lambda r: r.twins and r.cards != "one", "no rule says how a player's own twins are placed"),
    (
        "deck",
        "deal",
        lambda r: r.drafted and r.deck != "tactics",
        "a draft is defined for the deck 'tactics', from which only the row cards are left",
    ),
    ("zeros", "jokers", lambda r: r.zeros > 0 and r.jokers, "no rule says which of the two is placed first"),
    (
        "zeros",
        "professional",
        lambda r: r.zeros > 0 and r.professional,
        "zero cards belong to the games where a low card joins the highest end",
    ),
    ("zeros", "deal", lambda r: r.zeros > 0 and r.drafted, "no rule says how zero cards are drafted"),
    (
        "zeros",
        "deck",
        lambda r: r.zeros > 0 and (r.twins or r.deck == "tactics"),
        "zero cards are defined for a full deck without twins",
    ),
    ("zeros", "pass_on", lambda r: r.zeros > 0 and r.pass_on, "no rule says whether zero cards are passed on"),
    ("zeros", "keep", lambda r: r.zeros > 0 and r.keep, "zero cards lie with the taken cards and never come back"),
    (
        "zeros",
        "turn",
        lambda r: r.zeros > 0 and r.turn == "shown",
        "no rule says what a zero card does when cards are shown in turn",
    ),
    (
        "zeros",
        "cards",
        lambda r: r.zeros > 0 and r.cards == "two",
        "no rule says what a zero card does when two cards must be laid",
    ),
    ("equal_zeros", "zeros", lambda r: r.equal_zeros and r.zeros < 4, "even two players need four, two each"),
    ("equal_zeros", "hand", lambda r: r.equal_zeros and r.hand < 3, "two of the hand's cards may be zero cards"),
    ("jokers", "deal", lambda r: r.jokers and r.drafted, "no rule says whether jokers are open like the drafted hands"),
    (
        "jokers",
        "turn",
        lambda r: r.jokers and r.turn == "in-turn",
        "jokers are placed before the numbers of the same turn",
    ),
    (
        "jokers",
        "cards",
        lambda r: r.jokers and r.cards != "one",
        "no rule says when the second card beside a joker is placed",
    ),
    (
        "jokers",
        "low_card",
        lambda r: r.jokers and r.low_card == "highest-end",
        "no rule says whether a joker is a low card",
    ),
    ("jokers", "keep", lambda r: r.jokers and r.keep, "no rule says whether a joker may be kept"),
    (
        "deck",
        "joker_leftover",
        lambda r: r.jokers and r.joker_leftover == "deck" and r.deck == "tactics",
        "the tactics deck is dealt out; jokers cannot be shuffled into it",
    ),
    ("pass_on", "turn", lambda r: r.pass_on and r.turn == "in-turn", "passing is done by all before a common turn"),
    (
        "pass_on",
        "cards",
        lambda r: r.pass_on and r.cards != "one",
        "no rule says how a hand passes on that plays two cards",
    ),
    (
        "pass_on",
        "open_hands",
        lambda r: r.pass_on and r.open_hands,
        "a card passed face down cannot go from one open hand to another",
    ),
    (
        "pass_on",
        "deal",
        lambda r: r.pass_on and r.drafted,
        "a card passed face down cannot go from one hand that all know to another",
    ),
    (
        "turn",
        "cards",
        lambda r: (r.turn == "shown" and r.cards != "one") or (r.turn == "in-turn" and r.cards == "two"),
        "no rule says how two cards are played in such a turn",
    ),
    ("turn", "deal", lambda r: r.turn == "in-turn" and r.drafted, "a game played in turn is dealt at random"),
    ("keep", "turn", lambda r: r.keep and r.turn != "in-turn", "cards are kept when rows are taken one at a time"),
    (
        "keep",
        "low_card",
        lambda r: r.keep and r.low_card == "highest-end",
        "no rule says what may be kept from a row that is not ascending",
    ),
    ("keep", "scoring", lambda r: r.keep and r.scoring == "points", "cards left in the hand count double as a penalty"),
    ("keep", "open_hands", lambda r: r.keep and r.open_hands, "no rule opens the hands of a game with keeping"),
    ("keep", "professional", lambda r: r.keep and r.professional, "no rule combines keeping with both ends"),
    (
        "scoring",
        "match_end",
        lambda r: r.scoring == "points" and r.match_end == "score",
        "a game for points lasts a number of deals",
    ),
    (
        "scoring",
        "low_card",
        lambda r: r.scoring == "points" and r.low_card == "take-row",
        "who wants cards would be given a row for a low card",
    ),
    (
        "deal",
        "match_end",
        lambda r: r.deal == "duplicate" and r.match_end == "score",
        "a championship has a fixed number of games",
    ),
    (
        "deals",
        "match_end",
        lambda r: r.deals > 0 and r.match_end == "score",
        "a match to a score has no number of deals",
    ),
    (
        "hand_order",
        "hand_commit",
        lambda r: r.keep and r.hand_order == "ascending" and r.hand_commit == "stepwise",
        "the second of two cards is chosen after the first has been placed, and may be lower",
    ),
    ("cards", "hand", lambda r: r.cards == "two" and r.hand % 2 == 1, "two cards a turn need an even hand"),
    ("hand", "hand_limit", lambda r: r.keep and r.hand > r.hand_limit, "the hand that is dealt exceeds the limit"),
    ("min_players", "max_players", lambda r: r.min_players > r.max_players, "nobody could play"),
)
