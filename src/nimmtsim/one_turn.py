"""`resolve_turn`: set up a table, lay the cards of one turn, and see what happens; by either engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from nimmtsim import table
from nimmtsim.cards import is_joker, written
from nimmtsim.errors import UsageError, is_among, one_of
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

__all__ = ["ENGINES", "resolve_turn"]

ENGINES = ("compiled", "reference")


def resolve_turn(
    rules: str | Rules,
    rows: object,
    plays: object,
    *,
    choices: object = None,
    hands: object = None,
    start: int = 0,
    engine: str = "compiled",
) -> table.Outcome:
    """Place the cards of one turn of a table that is set up.

    Parameters
    ----------
    rules : str or Rules
        A variant's name or rules.
    rows : list of list
        The rows, each from left to right; twins that lie on each other are a tuple ``(21, 21)``, a joker is 0.4.
        Positions that no game reaches are allowed where the rules still say what happens, with up to 26 cards a row (12
        where cards may be kept).
    plays : dict
        By seat, the card it lays, or a tuple of two in the order in which they are to be laid; a zero card is 0.
    choices : dict, optional
        By seat, its answer, or the list of its answers in the order in which they are asked: a row index for a row to
        take; ``"left"`` or ``"right"`` at two equally near ends; ``("join", row)`` or ``("take", row)`` for a joker;
        where cards may be kept, the list of cards that come into the hand.
    hands : dict, optional
        By seat, the hand before the turn or just how many cards it has; only keeping depends on it. By default the
        cards laid are all.
    start : int, optional
        The seat that moves first, where seats play in turn.
    engine : {"compiled", "reference"}, optional
        Which of the two engines resolves it; they answer the same.

    Returns
    -------
    Outcome
        ``rows`` after the turn, ``placements`` in order, and ``penalties`` by seat, in bull heads.

    Raises
    ------
    RulesError
        For unknown rules.
    UsageError
        For a position, play or choice that cannot be used, for a choice that is needed and not given, and for one that
        is given and not needed.

    Examples
    --------
    >>> outcome = resolve_turn("base", [[5, 8], [50, 61], [30, 41], [20, 25, 36, 39, 42]], {0: 45})
    >>> outcome.rows[3], outcome.penalties
    ([45], {0: 8})
    >>> outcome.placements[0].cause
    'sixth'
    >>> resolve_turn("base", [[30, 36], [37], [43, 44], [58, 61]], {0: 3})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    nimmtsim.errors.UsageError: seat 0 must say for its 3 which row to take (a row index); choices={0: ...} gives no ...
    """
    if not is_among(engine, ENGINES):
        raise one_of("engine", engine, ENGINES)
    if engine == "reference":
        from nimmtsim import reference

        return reference.resolve_turn(rules, rows, plays, choices=choices, hands=hands, start=start)
    rules = rules_from(rules)
    at = table.position(rules, rows, plays, hands=hands, start=start)
    given = table.Choices(choices, at.plays)
    outcome = _Turn(rules, at, given).resolve()
    given.check_all_used()
    return outcome


class _Turn:
    """A turn for the compiled engine: played again from the start for every answer that it turns out to need."""

    def __init__(self, rules: Rules, at: table.Position, choices: table.Choices) -> None:
        self.rules, self.at, self.choices = rules, at, choices
        # Only seats that play sit at the kernel's table, in their order.
        self.seats = sorted(at.plays)
        self.answers: list[list[int]] = [[] for _ in self.seats]

    def resolve(self) -> table.Outcome:
        """Play the turn, asking for answers while some are missing."""
        from nimmtsim.kernels.interpreted import words_wrap
        from nimmtsim.kernels.position import resolve_once
        from nimmtsim.kernels.records import KINDS, MISSING

        while True:
            states = self._set_up()
            with words_wrap():
                stuck = resolve_once(states)
            if not stuck:
                return self._outcome(states[0])
            state = states[0]
            kind, seat = KINDS[state["problem_kind"]], int(state["problem_seat"])
            assert state["problem"] == MISSING, "answers are checked before they are given"
            self.answers[seat].append(self._answer(kind, seat, state))

    def _set_up(self) -> Any:
        import numpy as np

        from nimmtsim.kernels import records as r
        from nimmtsim.kernels.interpreted import as_records
        from nimmtsim.kernels.position import lay_row
        from nimmtsim.kernels.setup import most_events, new_state

        n = len(self.seats)
        states = as_records(new_state(self.rules, [_told_addresses()] * n, record=True))
        state = states[0]
        state["flags"] &= ~r.PASS_ON
        state["first_seat"] = self._nearest(self.rules.first_seat)
        state["table"]["start_seat"] = self._nearest(self.at.start)
        for number, row in enumerate(self.at.rows):
            lay_row(states, number, np.array(row, np.uint8))
        self.log = np.zeros(most_events(self.rules, n, False) + 64, r.EVENT)
        state["log"] = self.log.ctypes.data
        self.scripts = [np.array(answers, np.int64) for answers in self.answers]
        for place, seat in enumerate(self.seats):
            me, hand = state["seats"][place], self.at.hands[seat]
            me["n"], me["hand"][: len(hand)] = len(hand), hand
            me["script"], me["n_script"] = self.scripts[place].ctypes.data, len(self.scripts[place])
        return states

    def _nearest(self, seat: int) -> int:
        """The place at the kernel's table of the first seat that plays, clockwise from a seat."""
        return next((place for place, other in enumerate(self.seats) if other >= seat), 0)

    def _answer(self, kind: str, place: int, state: Any) -> int:
        """The answer that the user has given to a question of the kernel, as the kernel takes it."""
        from nimmtsim.kernels.records import TAKE

        me = state["seats"][place]
        seat, card = self.seats[place], int(me["card"])
        cards, hand = self.at.plays[seat], [int(card) for card in me["hand"][: me["n"]]]
        if kind == "card":
            return hand.index(cards[0])
        if kind == "second":
            return _place_of_second(seat, cards, hand)
        if kind == "order":
            return [int(card) for card in me["pair"]].index(cards[0])
        if kind == "keep":
            taken = [int(taken) for taken in me["taken"][: me["n_taken"]]]
            kept = self.choices.answer(kind, seat, card, list(_subsets(len(taken), int(me["keep_limit"]))), taken)
            return sum(1 << at for at in kept)
        if kind == "side":
            return ("left", "right").index(self.choices.answer(kind, seat, card, ["left", "right"]))
        numbers = list(range(self.rules.rows))
        if kind == "row":
            return int(self.choices.answer(kind, seat, card, numbers))
        ends = {
            int(row["number"]): row["cards"][row["length"] - 1] for row in state["table"]["rows"][: self.rules.rows]
        }
        open_rows = [number for number in numbers if not is_joker(int(ends[number]))]
        legal = [("join", number) for number in open_rows] + [("take", number) for number in numbers]
        how, number = self.choices.answer(kind, seat, card, legal)
        return number + (int(TAKE) if how == "take" else 0)

    def _outcome(self, state: Any) -> table.Outcome:
        from nimmtsim.kernels.records import EVENTS

        placements = []
        for event in self.log[: state["n_log"]]:
            taken = [written(int(card)) for card in event["taken"][: event["n_taken"]]]
            row = None if event["row"] == 255 else int(event["row"])
            seat = self.seats[event["seat"]]
            card, cause = written(int(event["card"])), EVENTS[event["kind"]]
            placements.append(table.Placement(seat, card, row, taken, int(event["heads"]), cause))
        rows: list[Any] = [None] * self.rules.rows
        for row in state["table"]["rows"][: self.rules.rows]:
            cards = row["cards"][: row["length"] + row["twins"]]
            rows[row["number"]] = table.written_row(int(card) for card in cards)
        penalties = {seat: int(state["table"]["penalty"][place]) for place, seat in enumerate(self.seats)}
        return table.Outcome(rows, placements, penalties)


def _place_of_second(seat: int, cards: tuple[int, ...], hand: list[int]) -> int:
    """Where the second card is in the hand without the first; -1 when only one is laid."""
    if len(cards) == 1:
        return -1
    if cards[1] not in hand:
        raise UsageError(f"seat {seat} lays {written(cards[1])} second, which has not come into its hand")
    return hand.index(cards[1])


def _subsets(n: int, most: int) -> Iterator[list[int]]:
    """All sets of at most `most` of n places."""
    for size in range(min(n, most) + 1):
        yield from map(list, combinations(range(n), size))


def _told_addresses() -> list[int]:
    from nimmtsim.kernels import position
    from nimmtsim.kernels.jit import address_of
    from nimmtsim.kernels.records import KINDS, SIGNATURE

    special = {"row": position.told_row, "joker": position.told_joker}
    return [address_of(special.get(kind, position.told), SIGNATURE) for kind in KINDS]
