"""The story of a replay: its events in the order in which a person at the table would see them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from nimmtsim.cards import ZERO, written
from nimmtsim.reference.events import Deal, Draft, Event, Pass, Place, Reveal, RoundEnd, TurnStart
from nimmtsim.replay_pages import Cards, Cell, Grid, Page, Section
from nimmtsim.replay_words import card_text, place_text, row_note
from nimmtsim.rule_text import rules_words

if TYPE_CHECKING:
    from nimmtsim.replays import Replay

__all__ = ["story"]

COUNTED = "Seats, rows, turns and deals are counted from 0, as everywhere in the package."


def story(replay: Replay) -> Page:
    """A replay as a page.

    Parameters
    ----------
    replay : Replay

    Returns
    -------
    Page
        Deal, turns with every placement, and results.
    """
    teller = _Teller(replay)
    for kind, events in groupby((e for e in replay.events if e.kind != "decision"), key=_same_block):
        getattr(teller, f"tell_{kind[0]}")(list(events))
    teller.finish()
    return Page(_title(replay), teller.sections)


def _same_block(event: Event) -> tuple[object, ...]:
    """Neighbours that are told together: all reveals of a turn, say."""
    return (event.kind, *((event.turn,) if isinstance(event, TurnStart) else ()))


def _title(replay: Replay) -> str:
    what, number = ("round", replay.round) if replay.match is None else ("match", replay.match)
    title = f"{rules_words(replay.rules)}, seed {replay.seed}, {what} {number}: {replay.players} players"
    if replay.rotate:
        assert number is not None
        deal, rotation = divmod(number, replay.players)
        title += f" (rotation {rotation} of deal {deal})"
    return title


def _short(name: str, most: int = 18) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


class _Teller:
    """Keeps the table as the events leave it, and writes the sections."""

    def __init__(self, replay: Replay) -> None:
        self.replay, self.rules, self.n = replay, replay.rules, replay.players
        self.player_in = [replay.seats.index(seat) for seat in range(self.n)]
        self.policy_in = [replay.policies[player] for player in self.player_in]
        self.labels = [f"seat {seat} {_short(name)}" for seat, name in enumerate(self.policy_in)]
        self.rows: list[list[int]] = []
        self.hands: list[list[int]] = []
        self.dealt: list[list[int]] = []
        self.heads = [0] * self.n
        self.stacks = [0] * self.n
        self.totals = [0] * self.n
        self.games = 0
        self.game_results: list[tuple[int, ...]] = []
        self.revealed: dict[int, tuple[int, ...]] = {}
        self.rows_told = True
        self.sections = [self._who_plays()]

    # --- what there is to tell, one method a kind of event ---

    def tell_draft(self, events: list[Draft]) -> None:
        picks = [Cards(tuple(e.card for e in events if e.seat == seat)) for seat in range(self.n)]
        how = "in a snake" if self.rules.draft == "snake" else "clockwise"
        self._open(f"{self._deal_name()}draft")
        self._say(
            f"All cards lie open; seat {events[0].seat} picks first, then {how}, a card at a time. Picks in order:",
            self._by_seat(picks),
        )

    def tell_deal(self, events: list[Deal]) -> None:
        (deal,) = events
        self.rows, self.hands = [list(row) for row in deal.rows], [list(hand) for hand in deal.hands]
        self.heads, self.stacks = [0] * self.n, [0] * self.n
        hands = self._by_seat([self._hand(seat) for seat in range(self.n)])
        if self._games() > 1:
            game = self.games % self._games()
            self._open(f"{self._deal_name()}game {game} of {self._games()}")
            held = [(seat - game) % self.n for seat in range(self.n)]
            self._say(Grid([(*row[:-1], f"hand {held[seat]}:", row[-1]) for seat, row in enumerate(hands.rows)]))
        else:
            self._open(f"{self._deal_name()}{'hands and rows' if self.rules.drafted else 'deal'}")
            self._say(hands)
        if deal.set_aside:
            self._say("turned up for a row and set aside: " + ", ".join(map(card_text, deal.set_aside)))
        self._say(self._row_grid())

    def tell_turn(self, events: list[TurnStart]) -> None:
        self._close_turn()
        start = events[0].start_seat
        begins = {"shown": f": seat {start} shows first", "in-turn": f": seat {start} begins", "simultaneous": ""}
        self._open(f"turn {events[0].turn}{begins[self.rules.turn]}", level=3)
        self.revealed = {}

    def tell_pass(self, events: list[Pass]) -> None:
        for event in events:
            self.hands[event.seat].remove(event.card)
            self.hands[event.to].append(event.card)
        rows = [(self.labels[e.seat], f"passes {card_text(e.card)} to seat {e.to}") for e in events]
        self._say(Grid(list(rows)))

    def tell_reveal(self, events: list[Reveal]) -> None:
        for event in events:
            self.revealed[event.seat] = self.revealed.get(event.seat, ()) + event.cards
            for card in event.cards:
                self.hands[event.seat].remove(card)
        verb = {"shown": "shows", "in-turn": "lays", "simultaneous": "plays"}[self.rules.turn]
        self._say(Grid([(self.labels[e.seat], verb, Cards(e.cards), *self._left(e.seat)) for e in events]))

    def tell_place(self, events: list[Place]) -> None:
        rows: list[tuple[Cell, ...]] = []
        told_with = -1
        for number, event in enumerate(events):
            if number == told_with:
                self._move(event)
                continue
            partner = self._partner(events, number)
            text = place_text(self.rules, self.rows, event, partner)
            text = self._first_because(event) + text + self._next(events, number)
            if partner is not None and event.cause in ("sixth", "low"):
                told_with = number + 1
            who = f"seat {event.seat}" + (f" + {partner}" if told_with == number + 1 else "")
            rows.append(("  " + card_text(event.card).rjust(3), who, text))
            self._move(event)
        self._say(Grid(rows))
        self.rows_told = False

    def tell_end(self, events: list[RoundEnd]) -> None:
        self._close_turn()
        (end,) = events
        before = list(self.totals)
        self.totals = [a + b for a, b in zip(self.totals, end.penalties, strict=True)]
        self.games += 1
        self.game_results.append(end.penalties)
        self._open(f"{self._deal_name(self.games - 1)}{'game over' if self._games() > 1 else 'result'}")
        self._say(f"{self._end_words(end)}.", self._result(end, before))
        if self._games() > 1 and self.games % self._games() == 0:
            self._hands_compared()

    def finish(self) -> None:
        """How the round or match ended as a whole."""
        self._close_turn()
        problem = self.replay.problem
        if problem is not None:
            self._open("the game broke off")
            self._say(f"{problem[0].upper()}{problem[1:]}.")
            if self.hands:
                self._say("Hands at that moment:", self._by_seat([self._hand(seat) for seat in range(self.n)]))
            return
        if self.replay.match is not None:
            self._open("end of the match")
            ends = {
                "score": f"Somebody has {self.rules.end_score} or more",
                "deals": "All deals are played",
                "max_deals": f"Safety limit: {self.rules.max_deals} deals",
            }
            self._say(f"{ends[self.replay.end]}.", self._standing(self.totals))
        elif self._games() > 1:
            self._open("totals")
            self._say(self._standing(self.totals))

    # --- sections ---

    def _open(self, title: str, level: int = 2) -> None:
        self.sections.append(Section(title, level=level))

    def _say(self, *items: str | Grid) -> None:
        self.sections[-1].items += items

    def _who_plays(self) -> Section:
        rows = []
        for seat, policy in enumerate(self.policy_in):
            player = (f"player {self.player_in[seat]}",) if self.replay.rotate else ()
            rows.append((f"seat {seat}", *player, policy))
        return Section("", [Grid(list(rows)), COUNTED])

    def _close_turn(self) -> None:
        """The table after a turn."""
        if self.rows_told:
            return
        self.rows_told = True
        word = "points" if self.rules.scoring == "points" else "heads"
        self._say(self._row_grid(), f"{word} so far: {self._listed(self.heads)}")
        if self.rules.keep:
            in_hand = [len(hand) for hand in self.hands]
            self._say(f"cards taken: {self._listed(self.stacks)}", f"cards in hand: {self._listed(in_hand)}")

    def _listed(self, numbers: Sequence[int]) -> str:
        return ", ".join(f"seat {seat}: {number}" for seat, number in enumerate(numbers))

    def _by_seat(self, cards: Sequence[Cards]) -> Grid:
        return Grid([(label, each) for label, each in zip(self.labels, cards, strict=True)])

    def _row_grid(self) -> Grid:
        rows = enumerate(self.rows)
        return Grid([(f"row {i}", Cards(tuple(row), in_row=True), row_note(self.rules, row)) for i, row in rows])

    # --- the table ---

    def _hand(self, seat: int) -> Cards:
        return Cards(tuple(sorted(self.hands[seat], key=written)))

    def _left(self, seat: int) -> tuple[str, Cards | str]:
        return ("left:", self._hand(seat)) if self.hands[seat] else ("", "")

    def _move(self, event: Place) -> None:
        """Do to the table what the event says."""
        self.heads[event.seat] += event.heads
        self.stacks[event.seat] += len(event.taken) - len(event.kept) + (event.card == ZERO)
        self.hands[event.seat] += event.kept
        if event.row is None:
            return
        row = self.rows[event.row]
        if event.cause == "joins left":
            row.insert(0, event.card)
        elif event.cause in ("sixth", "low", "joker takes") and event.taken:
            self.rows[event.row] = [event.card]
        else:
            row.append(event.card)

    def _partner(self, events: list[Place], number: int) -> int | None:
        """The other owner, if two seats' equal cards are placed together."""
        event = events[number]
        if not self.rules.twins or number + 1 == len(events):
            return None
        other = events[number + 1]
        together = other.card == event.card and not other.taken and (other.cause == "twin" or bool(event.taken))
        return other.seat if together else None

    def _first_because(self, event: Place) -> str:
        """That a number is placed before lower ones because of a zero card."""
        goes_first = self.rules.turn == "simultaneous" and event.card != ZERO and ZERO in self.revealed[event.seat]
        return "first, with a 0: " if goes_first else ""

    def _next(self, events: list[Place], number: int) -> str:
        """The other card, when a seat lays the first of two in the order that it likes."""
        event = events[number]
        if self.rules.cards != "two" or any(earlier.seat == event.seat for earlier in events[:number]):
            return ""
        other = next(card for card in self.revealed[event.seat] if card != event.card)
        return f", then {card_text(other)}"

    # --- results ---

    def _games(self) -> int:
        return self.rules.games(self.n)

    def _deal_name(self, game: int | None = None) -> str:
        """``"deal 3: "`` in a match, nothing in a round."""
        number = (self.games if game is None else game) // self._games()
        return "" if self.replay.match is None else f"deal {number}: "

    def _end_words(self, end: RoundEnd) -> str:
        if end.cause == "stack":
            return f"Somebody has taken more than {self.rules.stack_end} cards"
        if end.cause == "max_rounds":
            return f"Safety limit: {self.rules.max_rounds} rounds are played"
        return "Somebody has no cards left" if self.rules.keep else "All hands are played"

    def _measure(self) -> str:
        return "points" if self.rules.scoring == "points" else "penalty"

    def _result(self, end: RoundEnd, before: Sequence[int]) -> Grid:
        """What a game brought, and in a match or championship the totals."""
        header, columns = ["", self._measure()], [self.labels, list(end.penalties)]
        if self.rules.keep:
            header.append("of it left in hand (doubled)")
            columns.append(list(end.hand_heads))
        header.append("rank")
        columns.append(self._ranks(end.penalties))
        if self.replay.match is not None or self._games() > 1:
            header += ["before", "total"]
            columns += [list(before), self.totals]
        if self.replay.match is not None and self.rules.match_end == "score":
            header.append(f"{self.rules.end_score} down")
            columns.append([self.rules.end_score - total for total in self.totals])
        return Grid(list(zip(*columns, strict=True)), tuple(header))

    def _standing(self, totals: Sequence[int]) -> Grid:
        ranks = self._ranks(totals)
        wins = ["wins" if rank == 1 else "" for rank in ranks]
        return Grid(list(zip(self.labels, totals, ranks, wins, strict=True)), ("", self._measure(), "rank", ""))

    def _ranks(self, totals: Sequence[int]) -> list[int]:
        """Equal totals share a rank."""
        sign = -1 if self.rules.scoring == "points" else 1
        return [1 + sum(sign * other < sign * total for other in totals) for total in totals]

    def _hands_compared(self) -> None:
        """The championship's sheets: who played which hand for how much."""
        games = self.game_results[-self.n :]
        self._open(f"{self._deal_name(self.games - 1)}what each hand brought to whom")
        rows: list[tuple[Cell, ...]] = []
        for hand in range(self.n):
            brought = [games[(seat - hand) % self.n][seat] for seat in range(self.n)]
            rows.append((f"hand {hand}", *brought, sum(brought)))
        self._say(Grid(rows, ("", *(f"seat {seat}" for seat in range(self.n)), "together")))
