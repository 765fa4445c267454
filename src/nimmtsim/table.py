"""A table as people write it: input checks and results of resolving one turn, for both engines.

There is no rule of the game in here, only what a position, a play or an answer looks like. Cards are written as their
numbers, a zero card as ``0``, a joker as ``0.0`` to ``0.9``; twins that lie on each other are a tuple ``(21, 21)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, TypeAlias

from nimmtsim.cards import NO_CARD, ZERO, code_of, is_joker, is_number, written
from nimmtsim.checks import as_bool, as_int
from nimmtsim.errors import UsageError, shown
from nimmtsim.rules import MAX_HAND, MAX_ROW_CARDS, MAX_SEATS, Rules

__all__ = ["Choices", "Outcome", "Placement", "Position", "position", "written_row"]

Card: TypeAlias = int | float

#: Cards of a row that is typed in; it must have room to grow: 55 brings six more cards, a twin of the last card one.
MOST_TYPED = MAX_ROW_CARDS - 6
#: The same where cards are kept: every subset of a taken row is a legal answer, and with 18 cards there are many.
MOST_TYPED_KEPT = 12


@dataclass(frozen=True, slots=True)
class Placement:
    """One card finds its place.

    Attributes
    ----------
    seat : int
        Whose card.
    card : int or float
        The card.
    row : int or None
        Where it lies now; None for a zero card, which is laid aside.
    taken : list
        The cards its owner took, left to right (those that he kept in the hand among them). Of two owners of twins who
        share a row the first has them all.
    heads : int
        The bull heads booked for the seat.
    cause : str
        ``"joins"``, ``"joins left"``, ``"twin"`` (laid on its twin), ``"sixth"`` (the row was full), ``"low"`` (fits
        nowhere, took a row), ``"highest end"`` (fits nowhere, joined the highest end), ``"joker takes"``, ``"zero"``.
    """

    seat: int
    card: Card
    row: int | None
    taken: list[Card]
    heads: int
    cause: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn does to a table.

    Attributes
    ----------
    rows : list of list
        The rows after it.
    placements : list of Placement
        In the order in which the cards were placed.
    penalties : dict of int to int
        The heads booked for each seat that played; points in a game for points.
    """

    rows: list[list[Any]]
    placements: list[Placement]
    penalties: dict[int, int]


@dataclass(frozen=True, slots=True)
class Position:
    """A checked table before a turn, in codes.

    Attributes
    ----------
    players : int
        One more than the highest seat, be it one that plays, `start` or the rules' `first_seat`; at least two.
    rows : list of list of int
        Row cards, twins side by side.
    plays : dict of int to tuple of int
        The cards each seat lays, in the order given.
    hands : list of list of int
        By seat, the cards before the turn, those it lays first; unknown ones are `NO_CARD`. Empty if it does not play.
    start : int
        The seat that moves first, where seats move in turn.
    """

    players: int
    rows: list[list[int]]
    plays: dict[int, tuple[int, ...]]
    hands: list[list[int]]
    start: int


def position(rules: Rules, rows: object, plays: object, *, hands: object = None, start: int = 0) -> Position:
    """Check a table and the cards that are laid.

    Parameters
    ----------
    rules : Rules
        What is played.
    rows : sequence of sequence
        The rows, as many as the rules have.
    plays : mapping of int to card or tuple of cards
        What each seat lays.
    hands : mapping of int to sequence or int, optional
        For seats that play, the hand before the turn: all its cards, or how many. By default just the cards laid.
    start : int, optional
        The seat that moves first.

    Returns
    -------
    Position
        The same in codes.

    Raises
    ------
    UsageError
        For anything that is no position of these rules, in one line.
    """
    codes = _rows(rules, rows)
    laid = _plays(rules, plays)
    start = _seat("start", start)
    players = max(2, start + 1, rules.first_seat + 1, max(laid) + 1)
    held = _hands(rules, hands, laid, _from_hands(rules, codes, laid, start))
    _check_copies(rules, chain(*codes, *held.values()))
    return Position(players, codes, laid, [held.get(seat, []) for seat in range(players)], start)


def written_row(row: Iterable[int]) -> list[Any]:
    """A row as people write it: twins as a tuple.

    Examples
    --------
    >>> written_row([20, 21, 21]), written_row([17, 114])
    ([20, (21, 21)], [17, 0.4])
    """
    cards: list[Any] = []
    for card in map(written, row):
        if cards and cards[-1] == card:
            cards[-1] = (card, card)
        else:
            cards.append(card)
    return cards


def _seat(what: str, seat: object) -> int:
    number = as_int(seat)
    if number is None or not 0 <= number < MAX_SEATS:
        raise UsageError(f"{what}: {shown(seat)} is not a seat (0 to {MAX_SEATS - 1})")
    return number


def _code(rules: Rules, card: object, where: str) -> int:
    """The code of a card that the rules know."""
    try:
        code = code_of(card, jokers=rules.jokers)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    if code == ZERO and not rules.zeros:
        raise UsageError(f"{where}: 0 is a zero card, and {rules.name} has none")
    if is_joker(code) and not rules.jokers:
        raise UsageError(f"{where}: {shown(card)} is a joker, and {rules.name} has none")
    return code


def _sequence(what: str, value: object) -> Sequence[Any]:
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise UsageError(f"{what} must be a list, not {shown(value)}")
    return value


def _mapping(what: str, value: object) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise UsageError(f"{what} must be a mapping from seats, not {shown(value)}")
    return value


def _rows(rules: Rules, rows: object) -> list[list[int]]:
    given = _sequence("rows", rows)
    if len(given) != rules.rows:
        raise UsageError(f"rows: {rules.name} has {rules.rows}, not {len(given)}")
    laid = [_row(rules, place, _sequence(f"row {place}", row)) for place, row in enumerate(given)]
    if rules.twins:
        _check_ends(laid)
    return laid


def _check_ends(rows: list[list[int]]) -> None:
    """No two rows end with twins: no rule would say which of them is nearer."""
    seen: dict[int, int] = {}
    for place, row in enumerate(rows):
        end = next((card for card in reversed(row) if is_number(card)), None)
        if end in seen:
            raise UsageError(f"rows {seen[end]} and {place} both end with {end}; a twin always lies on its twin")
        if end is not None:
            seen[end] = place


def _row(rules: Rules, place: int, row: Sequence[Any]) -> list[int]:
    where = f"row {place}"
    cards: list[int] = []
    for card in row:
        codes = _twins(rules, card, where) if isinstance(card, (tuple, list)) else [_code(rules, card, where)]
        if cards and rules.twins and cards[-1] == codes[0]:
            raise UsageError(f"{where}: write twins that lie on each other as ({shown(card)}, {shown(card)})")
        cards += codes
    if not cards:
        raise UsageError(f"{where} is empty; a row has at least one card")
    most = MOST_TYPED_KEPT if rules.keep else MOST_TYPED
    if len(cards) > most:
        raise UsageError(f"{where} has {len(cards)} cards; the most is {most}")
    if ZERO in cards:
        raise UsageError(f"{where}: a zero card never lies in a row")
    if any(is_joker(left) and is_joker(right) for left, right in pairwise(cards)):
        raise UsageError(f"{where}: a joker never lies beside a joker")
    return cards


def _twins(rules: Rules, cards: Sequence[Any], where: str) -> list[int]:
    if not rules.twins:
        raise UsageError(f"{where}: {shown(cards)} are twins, and {rules.name} has none")
    codes = [_code(rules, card, where) for card in cards]
    if len(codes) != 2 or codes[0] != codes[1]:
        raise UsageError(f"{where}: {shown(cards)} are no twins; twins are two equal cards")
    return codes


def _plays(rules: Rules, plays: object) -> dict[int, tuple[int, ...]]:
    laid: dict[int, tuple[int, ...]] = {}
    for given, cards in _mapping("plays", plays).items():
        seat = _seat("plays", given)
        where = f"plays[{seat}]"
        several = tuple(cards) if isinstance(cards, (tuple, list)) else (cards,)
        laid[seat] = _played(rules, where, tuple(_code(rules, card, where) for card in several))
    if not laid:
        raise UsageError("plays: nobody plays a card")
    return laid


def _played(rules: Rules, where: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    allowed = {"one": (1,), "two": (2,), "one-or-two": (1, 2)}[rules.cards]
    if len(cards) not in allowed:
        raise UsageError(f"{where}: {len(cards)} given; the cards that a player of {rules.name} lays are {rules.cards}")
    if cards == (ZERO, ZERO) and not rules.allow_double_zero:
        raise UsageError(f"{where}: two zero cards may not be played together (allow_double_zero is False)")
    return cards


def _hands(
    rules: Rules, hands: object, plays: Container[int], laid_from: Mapping[int, list[int]]
) -> dict[int, list[int]]:
    """By seat, the hand before the turn: the cards laid from it, then the others."""
    held = dict(laid_from)
    for given, hand in _mapping("hands", {} if hands is None else hands).items():
        seat = _seat("hands", given)
        if seat not in plays:
            raise UsageError(f"hands[{seat}]: seat {seat} plays no card")
        held[seat] = held[seat] + _others(rules, f"hands[{seat}]", hand, held[seat])
    return held


def _from_hands(
    rules: Rules, rows: list[list[int]], plays: dict[int, tuple[int, ...]], start: int
) -> dict[int, list[int]]:
    """By seat, the cards laid that were in the hand.

    Where cards are kept, a second one may first lie in a row, or be laid by a seat that moves before.
    """
    if not (rules.keep and rules.hand_commit == "stepwise"):
        return {seat: list(cards) for seat, cards in plays.items()}
    on_table, from_hand = set(chain(*rows)), {}
    for seat in sorted(plays, key=lambda seat: (seat - start) % MAX_SEATS):
        first, *second = plays[seat]
        from_hand[seat] = [first, *(card for card in second if card not in on_table)]
        on_table.update(plays[seat])
    return {seat: from_hand[seat] for seat in plays}


def _others(rules: Rules, where: str, hand: object, played: list[int]) -> list[int]:
    """The cards of a hand besides those that are laid."""
    number = as_int(hand)
    if number is not None:
        if not len(played) <= number <= MAX_HAND:
            raise UsageError(f"{where}: {number} cards; a hand before the turn has {len(played)} to {MAX_HAND}")
        return [NO_CARD] * (number - len(played))
    left = [_code(rules, card, where) for card in _sequence(where, hand)]
    for card in played:
        if card not in left:
            raise UsageError(f"{where}: {written(card)} is laid and not in the hand; give the hand before the turn")
        left.remove(card)
    return left


def _check_copies(rules: Rules, cards: Iterable[int]) -> None:
    """No card may be there more often than there are copies of it."""
    for card, count in sorted(Counter(cards).items()):
        copies = _copies(rules, card)
        if card != NO_CARD and count > copies:
            raise UsageError(f"the card {written(card)} is there {count} times; {rules.name} has {copies}")


def _copies(rules: Rules, card: int) -> int:
    if card == ZERO:
        return rules.zeros
    doubled = rules.deck == "double" or (rules.deck == "doublets" and card % 11 == 0)
    return 2 if doubled and is_number(card) else 1


_ASKED = {
    "row": "which row to take (a row index)",
    "side": 'which of two equally near ends to join ("left" or "right")',
    "joker": 'where the joker goes (("join", row) or ("take", row))',
    "keep": "which of the taken cards come into the hand (a list of cards)",
}


class Choices:
    """The answers that a user gives in advance, handed out in the order in which they are asked.

    Parameters
    ----------
    choices : mapping of int to answer or list of answers, or None
        A row to take is a row index; of two equally near ends ``"left"`` or ``"right"``; for a joker ``("join", row)``
        or ``("take", row)``; what comes into the hand is a list of cards. Several answers of a seat are a list.
    plays : container of int
        The seats that play.

    Raises
    ------
    UsageError
        If it is not a mapping from seats that play.
    """

    def __init__(self, choices: object, plays: Container[int]) -> None:
        self._given: dict[int, Any] = {}
        for key, answers in _mapping("choices", {} if choices is None else choices).items():
            seat = _seat("choices", key)
            if seat not in plays:
                raise UsageError(f"choices[{seat}]: seat {seat} plays no card")
            self._given[seat] = answers
        self._used = dict.fromkeys(self._given, 0)

    def answer(self, kind: str, seat: int, card: int, legal: Sequence[Any], taken: Sequence[int] = ()) -> Any:
        """The next answer of a seat.

        Parameters
        ----------
        kind : str
            ``"row"``, ``"side"``, ``"joker"`` or ``"keep"``.
        seat, card : int
            Who is asked about which card.
        legal : sequence
            The legal answers; for ``"keep"`` lists of places in the taken row.
        taken : sequence of int
            For ``"keep"``, the taken row.

        Returns
        -------
        object
            One of `legal`.

        Raises
        ------
        UsageError
            If there is none, or an illegal one.
        """
        asked = f"seat {seat} must say for its {written(card)} {_ASKED[kind]}"
        given = self._next(kind, seat, asked)
        if kind == "keep":
            places = _places(given, taken)
            if places in legal:
                return places
            some = f"at most {max(map(len, legal))} of {written_row(taken)}"
            raise UsageError(f"choices[{seat}]: {shown(given)} is illegal; {asked}: {some}")
        try:
            if as_bool(given) is None:  # True is no row 1, though Python takes them for equal
                return legal[legal.index(given)]
        except ValueError:
            pass
        raise UsageError(f"choices[{seat}]: {shown(given)} is illegal; {asked}: one of {', '.join(map(repr, legal))}")

    def check_all_used(self) -> None:
        """Raise UsageError if an answer was not asked for."""
        for seat, given in self._given.items():
            count = len(given) if isinstance(given, list) else 1
            if self._used[seat] < count:
                unused = given[self._used[seat]] if isinstance(given, list) else given
                raise UsageError(f"choices[{seat}]: {shown(unused)} was not asked for")

    def _next(self, kind: str, seat: int, asked: str) -> Any:
        given, used = self._given.get(seat, []), self._used.get(seat, 0)
        if kind == "keep" and seat in self._given and used == 0 and _is_one_list_of_cards(given):
            self._used[seat] = len(given)
            return given
        answers = given if isinstance(given, list) else [given]
        if used >= len(answers):
            raise UsageError(f"{asked}; choices={{{seat}: ...}} gives no such answer")
        self._used[seat] = used + 1
        return answers[used]


def _is_one_list_of_cards(given: object) -> bool:
    """Whether a seat's choices are just the cards to be kept, and not a list of answers."""
    return isinstance(given, list) and not any(isinstance(each, list) for each in given)


def _places(cards: object, taken: Sequence[int]) -> list[int] | None:
    """Where cards lie in a taken row, ascending; None if they are not all there, once each."""
    row = [written(card) for card in taken]
    if not isinstance(cards, list) or any(card not in row for card in cards) or len(set(cards)) < len(cards):
        return None
    return sorted(row.index(card) for card in cards)
