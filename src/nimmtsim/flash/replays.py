"""One game of a run again, by the reference engine, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nimmtsim.flash.bridge import players as make_players
from nimmtsim.flash.cards import Card, names
from nimmtsim.flash.reference import Event, Game, IllegalAnswer
from nimmtsim.flash.rules import FlashRules, as_rules
from nimmtsim.flash.strategies import FlashPolicy, resolve
from nimmtsim.workers import interruptible

__all__ = ["Replay", "replay"]


class Replay:
    """A game with all its events; prints as text.

    Attributes
    ----------
    game : reference.Game
        The table at the end, and ``game.events``.
    policies : list of str
    number, seed : int
    problem : IllegalAnswer or None
        The answer at which the game broke off.
    """

    def __init__(self, game: Game, policies: list[str], seed: int, number: int, problem: IllegalAnswer | None) -> None:
        self.game, self.policies, self.seed, self.number, self.problem = game, policies, seed, number, problem

    @property
    def events(self) -> list[Event]:
        return self.game.events

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"

    def _lines(self) -> list[str]:
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.policies))
        lines = [f"Flash Magic Six, seed {self.seed}, game {self.number}; seats: {seats}"]
        shown, top = (-1, -1), None
        for event in self.events:
            if event.kind == "end":
                break
            here = (event.turn, event.seat)
            if event.kind in ("start", "lay") and event.cards:
                before, top = top, event.cards[-1]
            else:
                before = top
            heading = f"turn {event.turn + 1}" if self._started(event) else "setup"
            if here != shown:
                lines.append(f"{heading}, seat {event.seat}" + (f", on {before}" if heading != "setup" else ""))
                shown = here
            lines.append("    " + _says(event))
        return lines + self._ending()

    def _started(self, event: Event) -> bool:
        """Whether the event belongs to a turn and not to the setup."""
        return self.events.index(event) > self.game.n

    def _ending(self) -> list[str]:
        game = self.game
        left = ", ".join(f"seat {seat}: {game.cards_left(seat)}" for seat in range(game.n))
        if self.problem is not None:
            seat, name = self.problem.seat, self.policies[self.problem.seat]
            view = f"hand {names(game.hands[seat])}; " + (
                f"top {game.discard[-1]}" if game.discard else "no discard pile"
            )
            return [f"stopped: {name} in {self.problem}", f"    {view}", f"cards left: {left}"]
        won = " and ".join(f"seat {seat} ({self.policies[seat]})" for seat in game.winners)
        shares = "share the win" if len(game.winners) > 1 else "wins"
        return [f"{game.end} after {game.turn} turns: {won} {shares}", f"cards left: {left}"]


def _says(event: Event) -> str:
    cards = names(event.cards)
    texts = {
        "start": f"opens the discard pile with {cards}",
        "draw": f"draws {cards}",
        "show": f"shows a STOP: seat {event.target} takes the side pile ({len(event.cards)}: {cards})",
        "give": f"gives seat {event.target} {len(event.cards)} STOP(s)",
        "hold": f"keeps {len(event.cards)} STOP(s) in front",
        "top-up": f"tops up from the discard pile: {cards}",
        "lay": f"lays {_count(event.cards)}{' > '.join(map(str, event.cards))}",
        "bonus": f"puts a card on the side pile, unseen ({cards})",
        "put back": f"puts back under the pile: {cards}",
    }
    return texts[event.kind]


def _count(cards: Sequence[Card]) -> str:
    return f"{len(cards)}: " if cards else "nothing"


def replay(
    policies: Sequence[object] | str,
    *,
    game: int,
    seed: int = 0,
    rules: FlashRules | dict[str, Any] | None = None,
    players: int | None = None,
) -> Replay:
    """Play one game of a run again, with every event.

    Parameters
    ----------
    policies, rules, seed, players
        As they were given to `simulate`.
    game : int
        Which game of the run, from 0.

    Returns
    -------
    Replay
        A game that a policy's illegal answer broke off ends there.

    Raises
    ------
    UsageError, RulesError, PolicyError
        When an argument cannot be used.

    Examples
    --------
    >>> print(replay(["greedy", "greedy"], game=0, seed=1, rules={"n_cards": 20, "n_stop": 1}))  # doctest: +ELLIPSIS
    Flash Magic Six, seed 1, game 0; seats: 0 greedy, 1 greedy
    setup, seat 0
        opens the discard pile with ...
    """
    from nimmtsim.checks import check_seed, whole_number

    seats: list[FlashPolicy] = resolve(policies, players)
    settled = as_rules(rules)
    settled.cards_each(len(seats))
    whole_number("game", game, 0, 1 << 40)
    check_seed(seed)
    for seat in seats:
        seat.addresses()  # a function that does not compile is said so now
    return interruptible(_play_again, seats, settled, seed, game)


def _play_again(seats: list[FlashPolicy], rules: FlashRules, seed: int, game: int) -> Replay:
    table = Game(rules, make_players(seats, rules, seed, game), seed, game, deal=False)
    problem = None
    try:
        table.deal(seed, game)
        table.open()
        table.play()
    except IllegalAnswer as illegal:
        problem = illegal
    return Replay(table, [seat.name for seat in seats], seed, game, problem)
