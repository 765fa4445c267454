"""A table set up by hand, and one turn of it resolved: for worked examples, and for disputes at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nimmtsim.checks import as_bool, as_int
from nimmtsim.errors import PolicyError, UsageError, is_among, one_of, shown
from nimmtsim.flash.bridge import CompiledPlayer
from nimmtsim.flash.cards import STOP, Card, card, card_of, code_of, fits
from nimmtsim.flash.decisions import NO_ANSWER, SCRIPT_BITS, SCRIPT_ROOM, scripted
from nimmtsim.flash.kernels_play import turn
from nimmtsim.flash.records import ENDS, KINDS
from nimmtsim.flash.reference import Game, IllegalAnswer
from nimmtsim.flash.rules import HAND, FlashRules, as_rules
from nimmtsim.flash.setup import new_state
from nimmtsim.flash.strategies import FlashPolicy

__all__ = ["ChainOutcome", "TurnOutcome", "resolve_chain", "resolve_turn"]

_SCRIPTED = FlashPolicy("scripted", *[scripted] * len(KINDS))


class ChainOutcome(NamedTuple):
    """Whether cards can be laid in an order.

    Attributes
    ----------
    legal : bool
        Whether every card fits the one below.
    laid : int
        How many of the cards could be laid before the first that does not fit.
    matches : list of tuple of str
        For each card what it has in common with the one below: of ``colour``, ``quantity``, ``symbol``.
    """

    legal: bool
    laid: int
    matches: list[tuple[str, ...]]


def resolve_chain(top: object, cards: Sequence[object]) -> ChainOutcome:
    """Whether cards can be laid on a top card in the order given.

    Parameters
    ----------
    top : card
    cards : sequence of cards

    Returns
    -------
    ChainOutcome

    Raises
    ------
    UsageError
        When something is no card.

    Examples
    --------
    >>> resolve_chain("3 red cloud", ["2 black cloud", "1 black lightning", "1 yellow sun"])
    ChainOutcome(legal=True, laid=3, matches=[('symbol',), ('colour',), ('quantity',)])
    >>> resolve_chain("3 red cloud", ["4 blue sun"]).legal
    False
    """
    lower, matches = card(top), []
    upper_cards = _cards("cards", cards)
    for upper in upper_cards:
        common = [name for name in ("colour", "quantity", "symbol") if getattr(upper, name) == getattr(lower, name)]
        matches.append(tuple(common) if fits(upper, lower) else ())
        lower = upper
    laid = next((k for k, common in enumerate(matches) if not common), len(matches))
    return ChainOutcome(laid == len(matches), laid, matches)


class TurnOutcome(NamedTuple):
    """The table after a turn.

    Attributes
    ----------
    hands, piles : list of list of Card
        By seat; a pile's first card is drawn next.
    discard, side : list of Card
        From the bottom; the last card is the top.
    held : list of int
        STOPs in front of each seat.
    stops_out : int
        STOPs that have left the game.
    dead_turns : int
        Dead turns in a row.
    end : str
        Empty, ``cards out``, ``deadlock`` or ``turn limit``.
    winners : list of int
    """

    hands: list[list[Card]]
    piles: list[list[Card]]
    discard: list[Card]
    side: list[Card]
    held: list[int]
    stops_out: int
    dead_turns: int
    end: str
    winners: list[int]


def resolve_turn(
    hands: Sequence[Sequence[object]],
    discard: Sequence[object],
    *,
    piles: Sequence[Sequence[object]] | None = None,
    side: Sequence[object] = (),
    held: Sequence[int] | None = None,
    seat: int = 0,
    dead_turns: int = 0,
    answers: Mapping[str, object] | None = None,
    rules: FlashRules | None = None,
    engine: str = "compiled",
) -> TurnOutcome:
    """Set up a table and play one turn.

    Parameters
    ----------
    hands : sequence of sequences of cards
        One a seat, at most six cards each.
    discard : sequence of cards
        The discard pile from its bottom; the last card is its top.
    piles : sequence of sequences of cards, optional
        By seat, the card to be drawn next first; empty when not given.
    side : sequence of cards
        The side pile, the card laid first first.
    held : sequence of int, optional
        STOPs in front of each seat.
    seat : int
        Whose turn it is.
    dead_turns : int
        Dead turns in a row before it.
    answers : mapping, optional
        What the players decide, by decision: ``"chain"`` a list of cards; ``"bonus"``, ``"stop"`` and ``"top_up"`` True
        or False; ``"target"`` a seat. A list of such answers is used up in the order in which they are asked. They are
        those of the seat to move; the key ``("stop", 2)`` is for seat 2 (it may be asked with ``stop_any_time``).
    rules : FlashRules, optional
    engine : {"compiled", "reference"}
        Which engine plays; they agree.

    Returns
    -------
    TurnOutcome

    Raises
    ------
    UsageError, RulesError
        When the table cannot be set up: a card that the deck does not have so often, too many cards in a hand, ...
    PolicyError
        When an answer is missing, or is not legal.

    Examples
    --------
    Seat 0 lays its last card, puts the one card of its pile aside, and has won (FL4 with one card).

    >>> after = resolve_turn([["2 red sun"], ["1 blue moon"]], ["3 red cloud"], piles=[["5 pink wave"], []],
    ...                      answers={"chain": ["2 red sun"], "bonus": True})
    >>> after.winners, [str(card) for card in after.side]
    ([0], ['5 pink wave'])
    """
    if not is_among(engine, ("compiled", "reference")):
        raise one_of("engine", engine, ["compiled", "reference"])
    table = _Position(hands, discard, piles, side, held, seat, dead_turns, rules)
    scripts = _scripts({} if answers is None else answers, table)
    play = _compiled if engine == "compiled" else _reference
    return play(table, scripts)


class _Position:
    """A table that has been checked."""

    def __init__(
        self, hands: Any, discard: Any, piles: Any, side: Any, held: Any, seat: Any, dead_turns: Any,
        rules: FlashRules | None,
    ) -> None:  # fmt: skip
        self.rules = as_rules(rules)
        self.hands = [_cards(f"hand {k}", hand) for k, hand in enumerate(_rows("hands", hands))]
        self.n = len(self.hands)
        self.rules.cards_each(self.n)
        self.discard, self.side = _cards("discard", discard), _cards("side", side)
        empty: list[list[object]] = [[] for _ in self.hands]
        rows = _rows("piles", empty if piles is None else piles)
        self.piles = [_cards(f"pile {k}", pile) for k, pile in enumerate(rows)]
        self.held = [0] * self.n if held is None else [_count("held", number) for number in _rows("held", held)]
        self.seat, self.dead_turns = _count("seat", seat), _count("dead_turns", dead_turns)
        if self.n != len(self.piles) or self.n != len(self.held) or self.seat >= self.n:
            raise UsageError(f"{self.n} hands need {self.n} piles, {self.n} numbers in held and a seat 0..{self.n - 1}")
        if any(len(hand) > HAND for hand in self.hands):
            raise UsageError(f"a hand has at most {HAND} cards")
        if not self.discard or STOP in self.discard:
            raise UsageError("the discard pile needs at least one card, and no STOP ever lies in it")
        self._check_deck()

    def _check_deck(self) -> None:
        there = Counter(one for cards in (self.discard, self.side, *self.hands, *self.piles) for one in cards)
        there[STOP] += sum(self.held)
        deck = Counter(self.rules.cards)
        deck[STOP] = self.rules.n_stop
        for one, count in there.items():
            if count > deck[one]:
                raise UsageError(f"the table has the card {one} {count} times, the deck only {deck[one]} times")


def _rows(what: str, given: Any) -> Sequence[Any]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise UsageError(f"{what} must be a list with an entry for each seat, not {shown(given)}")
    return given


def _cards(what: str, given: Any) -> list[Card]:
    if isinstance(given, (Card, str, bytes)) or not isinstance(given, Sequence):
        raise UsageError(f"{what} must be a list of cards, not {shown(given)}")
    return [card(one) for one in given]


def _count(what: str, given: Any) -> int:
    number = as_int(given)
    if number is None or number < 0:
        raise UsageError(f"{what} must be a whole number from 0 on, not {shown(given)}")
    return number


def _scripts(answers: Any, table: _Position) -> np.ndarray:
    """Answers as the words that the policy `scripted` reads, a row a seat."""
    if not isinstance(answers, Mapping):
        raise UsageError(f"answers must be a mapping from decision to answer, not {shown(answers)}")
    scripts = np.zeros((table.n, len(KINDS) * SCRIPT_ROOM), np.int64)
    for key, given in answers.items():
        kind, seat = key if isinstance(key, tuple) and len(key) == 2 else (key, table.seat)
        if not is_among(kind, KINDS):
            raise one_of("decision", kind, KINDS)
        if _count("the seat of an answer", seat) >= table.n:
            raise UsageError(f"the seat of an answer must be 0..{table.n - 1}, not {seat}")
        several = _several(kind, given)
        if len(several) >= SCRIPT_ROOM:
            raise UsageError(f"at most {SCRIPT_ROOM - 1} answers can be given for {kind!r}")
        base = KINDS.index(kind) * SCRIPT_ROOM
        scripts[seat, base] = len(several)
        scripts[seat, base + 1 : base + 1 + len(several)] = [_word(kind, answer) for answer in several]
    return scripts


def _several(kind: str, given: object) -> list[Any]:
    """A list of answers; one chain is a list itself."""
    if not isinstance(given, list):
        return [given]
    chains = any(isinstance(one, (list, tuple)) and not isinstance(one, Card) for one in given)
    return [given] if kind == "chain" and not chains else given


def _word(kind: str, answer: Any) -> int:
    if kind == "chain":
        cards = _cards("answer 'chain'", answer)
        if len(cards) > HAND:
            raise UsageError(f"a chain has at most {HAND} cards")
        return sum((code_of(one) + 1) << (SCRIPT_BITS * place) for place, one in enumerate(cards))
    if kind in ("target", "start"):
        return _count(f"answer {kind!r}", answer)
    truth = as_bool(answer)
    if truth is None:
        raise UsageError(f"answer {kind!r} must be True or False, not {shown(answer)}")
    return int(truth)


def _refusal(seat: int, kind: str, missing: bool) -> PolicyError:
    if missing:
        return PolicyError(f"seat {seat} is asked for {kind!r}, and answers[{kind!r}] has no (further) answer")
    return PolicyError(f"the answer of seat {seat} to the decision {kind!r} is not legal")


def _compiled(table: _Position, scripts: np.ndarray) -> TurnOutcome:
    states = new_state(table.rules, [_SCRIPTED] * table.n, 0)
    state = states[0]
    public = state.table
    public.to_move, public.dead_turns, public.turn = table.seat, table.dead_turns, 0
    public.n_discard, public.side = len(table.discard), len(table.side)
    public.discard[: len(table.discard)] = [code_of(one) for one in table.discard]
    public.top = public.discard[len(table.discard) - 1]
    state.side[: len(table.side)] = [code_of(one) for one in table.side]
    for seat in range(table.n):
        hand, pile, me = table.hands[seat], table.piles[seat], state.seats[seat]
        me.script, me.n = scripts[seat].ctypes.data, len(hand)
        me.hand[: len(hand)] = [code_of(one) for one in hand]
        state.piles[seat, : len(pile)] = [code_of(one) for one in pile]
        public.hands[seat], public.piles[seat], public.held[seat] = len(hand), len(pile), table.held[seat]
    if turn(states) < 0:
        kind = KINDS[int(state.problem_kind)]
        raise _refusal(int(state.problem_seat), kind, int(state.problem_answer) == NO_ANSWER)
    return read_table(state)


def read_table(state: Any) -> TurnOutcome:
    """The table in a STATE record, as cards."""
    public = state.table

    def ring(memory: Any, head: Any, size: Any) -> list[Card]:
        return [card_of(int(memory[(int(head) + k) & int(public.mask)])) for k in range(int(size))]

    seats = range(int(public.n_seats))
    return TurnOutcome(
        [[card_of(int(code)) for code in state.seats[seat].hand[: int(state.seats[seat].n)]] for seat in seats],
        [ring(state.piles[seat], state.heads[seat], public.piles[seat]) for seat in seats],
        ring(public.discard, public.bottom, public.n_discard),
        [card_of(int(code)) for code in state.side[: int(public.side)]],
        [int(public.held[seat]) for seat in seats],
        int(public.stops_out),
        int(public.dead_turns),
        ENDS[int(state.end)],
        [seat for seat in seats if int(state.winners) >> seat & 1],
    )


def _reference(table: _Position, scripts: np.ndarray) -> TurnOutcome:
    players = [CompiledPlayer(_SCRIPTED, table.rules, seat) for seat in range(table.n)]
    for seat, player in enumerate(players):
        player.me.script = scripts[seat].ctypes.data
    game = Game(table.rules, players, deal=False)
    game.piles, game.hands, game.held = table.piles, table.hands, table.held
    game.discard, game.side = table.discard, table.side
    game.to_move, game.dead_turns = table.seat, table.dead_turns
    try:
        game.play_turn()
    except IllegalAnswer as problem:
        raise _refusal(problem.seat, problem.decision, problem.answer in (NO_ANSWER, (NO_ANSWER,))) from None
    return outcome(game)


def outcome(game: Game) -> TurnOutcome:
    """The table of a game of the reference engine."""
    return TurnOutcome(
        game.hands,
        game.piles,
        game.discard,
        game.side,
        game.held,
        game.stops_out,
        game.dead_turns,
        game.end,
        game.winners,
    )
