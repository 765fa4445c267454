"""A round: one deal, played to its end (basic rules, end of the game; the variants' own ends)."""

from __future__ import annotations

from dataclasses import dataclass, field

from nimmtsim.reference.deal import deal_out
from nimmtsim.reference.draft import draft
from nimmtsim.reference.events import Deal, Event
from nimmtsim.reference.score import score
from nimmtsim.reference.starter import first_pick, next_starter
from nimmtsim.reference.state import Decide, Game
from nimmtsim.reference.streams import unit_key
from nimmtsim.reference.turn import play_turn
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

__all__ = ["GameResult", "Round", "play_deal", "play_round"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a deal.

    Attributes
    ----------
    held : list of int
        By seat, the number of the hand it played: the seat for which that hand was dealt or picked.
    penalties : list of int
        By seat.
    end : str
        Why it ended: see `Round`.
    turns : int
        How many turns it had.
    """

    held: list[int]
    penalties: list[int]
    end: str
    turns: int


@dataclass(frozen=True, slots=True)
class Round:
    """One deal, played to its end.

    Attributes
    ----------
    penalties : list of int
        By seat: bull heads, or points with ``scoring="points"``; in a championship the totals of its games.
    hands, rows : list of list of int
        As dealt (or picked), jokers and zero cards included.
    games : list of GameResult
        One, or in a championship one for each hand.
    events : list of Event
        Everything that happened, in order.
    end : str
        Why the (last) game ended: ``"hands"`` (played out; with keeping: somebody's is), ``"stack"`` (somebody has
        taken more than `stack_end` cards) or ``"max_rounds"`` (the safety limit).
    start_seat, next_start : int
        The seat that started the first turn, and the one that would start the next deal.
    """

    penalties: list[int]
    hands: list[list[int]]
    rows: list[list[int]]
    games: list[GameResult]
    events: list[Event]
    end: str
    start_seat: int
    next_start: int


@dataclass(slots=True)
class _Deal:
    """The cards of a deal as they lie before the first game; every game begins with copies."""

    hands: list[list[int]]
    rows: list[list[int]]
    set_aside: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def play_round(rules: str | Rules, players: int, decide: Decide, *, seed: int = 0, unit: int = 0) -> Round:
    """Play one round on its own: the first deal of a match.

    Parameters
    ----------
    rules : str or Rules
        A variant's name or rules.
    players : int
        How many play.
    decide : callable
        ``decide(kind, view)`` answers every decision of every seat; `view` is a `View`. The kinds and their answers are
        in ``docs/engines.md``.
    seed, unit : int, optional
        Name the deal: the same pair always deals the same cards.

    Returns
    -------
    Round
        Penalties, hands, rows and all events.

    Raises
    ------
    RulesError
        If so many cannot play by these rules.
    PolicyError
        If `decide` gives an illegal answer.

    Examples
    --------
    >>> from nimmtsim.reference import legal_answers
    >>> played = play_round("base", 4, lambda kind, view: legal_answers(kind, view)[0], seed=7)
    >>> len(played.penalties), played.end
    (4, 'hands')
    """
    rules = rules_from(rules)
    rules.check_players(players)
    return play_deal(rules, players, decide, unit_key(seed, unit), 0, rules.first_seat, [0] * players)


def play_deal(
    rules: Rules, players: int, decide: Decide, key: int, number: int, starter: int, totals: list[int]
) -> Round:
    """Play one deal of a match: a game, or in a championship as many games as there are hands.

    Parameters
    ----------
    rules, players, decide : Rules, int, callable
        As for `play_round`; the number of players is checked already.
    key, number : int
        The key of the match's random streams, and the number of the deal in it.
    starter : int
        The seat that starts the first turn.
    totals : list of int
        Each seat's total before this deal.
    """
    count = rules.games(players)
    deal = _hands_and_rows(rules, players, decide, key, number, totals)
    before, start_seat, events, games = list(totals), starter, list(deal.events), []
    for index in range(count):
        game = _set_up(rules, players, decide, deal, number * count + index, shift=index)
        game.start_seat, game.scores = starter, list(before)
        result = _play_game(game, held=[(seat - index) % players for seat in range(players)])
        before = [total + penalty for total, penalty in zip(before, result.penalties, strict=True)]
        starter = next_starter(rules, starter, result.turns, result.penalties, before)
        events += game.events
        games.append(result)
    penalties = [after - total for after, total in zip(before, totals, strict=True)]
    return Round(penalties, deal.hands, deal.rows, games, events, games[-1].end, start_seat, starter)


def _hands_and_rows(rules: Rules, players: int, decide: Decide, key: int, number: int, totals: list[int]) -> _Deal:
    """Deal at random or draft; the first game of a deal gives its number to the streams and the drafting views."""
    first_game = number * rules.games(players)
    if not rules.drafted:
        return _Deal(*deal_out(rules, players, key, first_game))
    table = Game(rules, players, decide, deal=first_game, scores=list(totals))
    table.start_seat = first_pick(rules, players, number, totals)
    draft(table, table.start_seat)
    return _Deal(table.hands, table.rows, events=table.events)


def _set_up(rules: Rules, players: int, decide: Decide, deal: _Deal, number: int, shift: int) -> Game:
    """A game of the deal. The hands have moved `shift` seats to the left (booklet, variant 3; RULES section 4)."""
    hands = [list(deal.hands[(seat - shift) % players]) for seat in range(players)]
    game = Game(rules, players, decide, deal=number, rows=[list(row) for row in deal.rows], hands=hands)
    for card in [*deal.set_aside, *(card for row in deal.rows for card in row)]:
        game.see(card)
    frozen_rows = tuple(map(tuple, deal.rows))
    game.events.append(Deal(number, tuple(map(tuple, hands)), frozen_rows, tuple(deal.set_aside)))
    return game


def _play_game(game: Game, held: list[int]) -> GameResult:
    end = ""
    while not end:
        play_turn(game)
        if game.rules.turn == "shown":
            # The start player's marker passes to the left (booklet, variant 5).
            game.start_seat = (game.start_seat + 1) % game.players
        end = _end(game)
    score(game, end)
    return GameResult(held, list(game.penalties), end, game.turn)


def _end(game: Game) -> str:
    """Why the game is over after this turn, or nothing.

    Basic rules: all hands are played. With keeping (booklet, variant 7) one empty hand or one big stack ends it, and
    since that need not ever happen, a limit (RULES section 8, ruling 7).
    """
    if not game.rules.keep:
        return "" if any(game.hands) else "hands"
    if not all(game.hands):
        return "hands"
    if any(len(stack) > game.rules.stack_end for stack in game.stacks):
        return "stack"
    return "max_rounds" if game.turn >= game.rules.max_rounds else ""
