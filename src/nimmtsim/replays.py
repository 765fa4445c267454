"""`replay`: any round or match of a run again, with everything that happened, as text and as HTML.

The reference engine plays it, with the policies' own compiled functions on the same random streams as `simulate`: the
two agree round for round, and the reference engine writes down every step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nimmtsim.checks import whole_number
from nimmtsim.errors import PolicyError, UsageError
from nimmtsim.reference.events import Decision, Event, Place, RoundEnd

if TYPE_CHECKING:
    from nimmtsim.blocks import Run
    from nimmtsim.reference import Match, Round, View
    from nimmtsim.rules import Rules

__all__ = ["Replay", "replay", "replay_unit"]


@dataclass(frozen=True, eq=False, repr=False)
class Replay:
    """A round or match with everything that happened; prints as text, shows as HTML in a notebook.

    Attributes
    ----------
    rules : Rules
        What was played.
    policies : tuple of str
        One a player.
    seats : tuple of int
        The seat of each player: player p in seat p, unless the players rotate.
    seed : int
        As given to `simulate`.
    round, match : int or None
        The number of the round, or of the match, in the run.
    rotate : bool
        Whether the players rotate: then `round` (or `match`) u is rotation u % players of deal u // players.
    rounds : list of reference.Round
        The round, or the deals of the match. After a `problem`, their totals mean nothing.
    events : list of Event
        Everything that happened, in order (:mod:`nimmtsim.reference.events`), until the problem if there is one.
    end : str
        Why the round ended (``"hands"``, ``"stack"``, ``"max_rounds"``) or the match (``"score"``, ``"deals"``,
        ``"max_deals"``).
    problem : str or None
        The illegal answer at which the game broke off.
    """

    rules: Rules
    policies: tuple[str, ...]
    seats: tuple[int, ...]
    seed: int
    round: int | None
    match: int | None
    rotate: bool
    rounds: list[Round]
    events: list[Event]
    end: str
    problem: str | None = None

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.policies)

    @property
    def seat_totals(self) -> list[int]:
        """What each seat has booked: bull heads, or points; of a game that broke off, until then."""
        totals, running = [0] * self.players, [0] * self.players
        for event in self.events:
            if isinstance(event, Place):
                running[event.seat] += event.heads
            elif isinstance(event, RoundEnd):
                totals = [a + b for a, b in zip(totals, event.penalties, strict=True)]
                running = [0] * self.players
        return [a + b for a, b in zip(totals, running, strict=True)]

    @property
    def penalties(self) -> list[int]:
        """The same by player, as `simulate` counts."""
        totals = self.seat_totals
        return [totals[seat] for seat in self.seats]

    def to_text(self) -> str:
        """The game as text, at most 100 columns wide."""
        from nimmtsim.replay_pages import as_text
        from nimmtsim.replay_story import story

        return as_text(story(self))

    def to_html(self) -> str:
        """The game as an HTML page that needs no other file."""
        from nimmtsim.replay_pages import as_page
        from nimmtsim.replay_story import story

        return as_page(story(self))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        what = f"round {self.round}" if self.match is None else f"match {self.match}"
        return f"<Replay of {self.rules.name}, seed {self.seed}, {what}: {self.penalties}>"

    def _repr_html_(self) -> str:
        from nimmtsim.replay_pages import as_fragment
        from nimmtsim.replay_story import story

        return as_fragment(story(self))


def replay(
    rules: str | Rules,
    policies: Sequence[Any],
    *,
    seed: int = 0,
    round: int | None = None,
    match: int | None = None,
    players: int | None = None,
    rotate: bool = False,
) -> Replay:
    """Play one round or match of a run again, with everything that happened.

    Parameters
    ----------
    rules, policies, seed, players, rotate
        As they were given to `simulate`.
    round : int, optional
        Which round of the run, from 0: the row of `SimulationResult.penalties`. If the players rotate, it is rotation
        round % players of deal round // players.
    match : int, optional
        Which match, if the run was of matches. Without either it is round 0.

    Returns
    -------
    Replay
        A game in which a policy answers illegally ends there, and says so.

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `simulate`, for arguments that cannot be used.

    Examples
    --------
    >>> played = replay("base", ["nearest", "random"], seed=1, round=12345)
    >>> len(played.penalties)
    2
    >>> print(str(played).splitlines()[0])
    base, seed 1, round 12345: 2 players
    """
    from nimmtsim.simulation import MOST_SAMPLES, run_of

    if round is not None and match is not None:
        raise UsageError("give round or match, not both")
    run = run_of(rules, policies, seed=seed, matches=match is not None, rotate=rotate, players=players)
    most = MOST_SAMPLES * run.group - 1
    if match is not None:
        return replay_unit(run, whole_number("match", match, 0, most))
    return replay_unit(run, whole_number("round", 0 if round is None else round, 0, most))


def replay_unit(run: Run, unit: int) -> Replay:
    """Play a unit of a run again.

    Parameters
    ----------
    run : Run
        Its rules and policies are checked.
    unit : int
        A round, or a match.

    Returns
    -------
    Replay
    """
    from nimmtsim.workers import interruptible

    run.addresses  # noqa: B018 - compiles here, where Ctrl-C arrives
    return interruptible(_play_again, run, unit)


def _play_again(run: Run, unit: int) -> Replay:
    from nimmtsim.bridge import Seats
    from nimmtsim.reference import play_match, play_round

    n, deal, rotation = run.players, unit // run.group, unit % run.group
    seats = tuple((player + rotation) % n for player in range(n))
    by_seat = [(seat - rotation) % n for seat in range(n)]
    names = [run.policies[player].name for player in by_seat]
    watched = _Watched(Seats([run.addresses[player] for player in by_seat], names, run.seed, deal), names)
    played: Round | Match
    if run.matches:
        played = play_match(run.rules, n, watched, seed=run.seed, unit=deal)
        rounds = played.rounds
    else:
        played = play_round(run.rules, n, watched, seed=run.seed, unit=deal)
        rounds = [played]
    events = watched.until_problem([event for each in rounds for event in each.events])
    return Replay(
        run.rules, tuple(policy.name for policy in run.policies), seats, run.seed,
        round=None if run.matches else unit, match=unit if run.matches else None, rotate=run.rotate,
        rounds=rounds, events=events, end=played.end, problem=watched.problem,
    )  # fmt: skip


class _Watched:
    """The policies' answers until one is illegal.

    From then on the first legal answer is given, so that the engine comes to an end and returns its events; those after
    the illegal answer are thrown away.
    """

    def __init__(self, decide: Any, names: Sequence[str]) -> None:
        self._decide, self._names = decide, names
        self._answered = 0
        self.problem: str | None = None

    def __call__(self, kind: str, view: View) -> Any:
        from nimmtsim.reference import legal_answers

        legal = legal_answers(kind, view)
        if self.problem is not None:
            return legal[0]
        who = f"policy {self._names[view.seat]!r} in seat {view.seat}"
        try:
            answer = self._decide(kind, view)
        except PolicyError:
            self.problem = f"{who} raised an exception when asked for decision {kind!r}"
            return legal[0]
        if answer in legal:
            self._answered += 1
            return answer
        self.problem = f"{who} answered {answer!r} to decision {kind!r} (there are {len(legal)} legal answers)"
        return legal[0]

    def until_problem(self, events: list[Event]) -> list[Event]:
        """The events before the illegal answer: every answer of a policy is one `Decision` event."""
        if self.problem is None:
            return events
        decisions = [place for place, event in enumerate(events) if isinstance(event, Decision)]
        return events[: decisions[self._answered]]
