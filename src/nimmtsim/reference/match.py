"""A match: deals until somebody has too many bull heads, or a fixed number of deals (basic rules, end of the game)."""

from __future__ import annotations

from dataclasses import dataclass

from nimmtsim.reference.round import Round, play_deal
from nimmtsim.reference.state import Decide
from nimmtsim.reference.streams import unit_key
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

__all__ = ["Match", "match_end", "play_match", "winners"]


@dataclass(frozen=True, slots=True)
class Match:
    """A match, played to its end.

    Attributes
    ----------
    rounds : list of Round
        Its deals.
    totals : list of int
        By seat.
    winners : list of int
        The seats with the best total; they share the win.
    end : str
        ``"score"``, ``"deals"`` or ``"max_deals"`` (the safety limit).
    """

    rounds: list[Round]
    totals: list[int]
    winners: list[int]
    end: str


def play_match(rules: str | Rules, players: int, decide: Decide, *, seed: int = 0, unit: int = 0) -> Match:
    """Play deals until the match ends.

    Parameters
    ----------
    rules, players, decide, seed, unit
        As for `play_round`; `unit` numbers the match.

    Returns
    -------
    Match
        All rounds, totals and winners.

    Raises
    ------
    RulesError, PolicyError
        As for `play_round`.
    """
    rules = rules_from(rules)
    rules.check_players(players)
    rounds: list[Round] = []
    totals, starter, end = [0] * players, rules.first_seat, ""
    while not end:
        played = play_deal(rules, players, decide, unit_key(seed, unit), len(rounds), starter, totals)
        rounds.append(played)
        totals = [total + penalty for total, penalty in zip(totals, played.penalties, strict=True)]
        starter = played.next_start
        end = match_end(rules, totals, len(rounds))
    return Match(rounds, totals, winners(rules, totals), end)


def match_end(rules: Rules, totals: list[int], deals: int) -> str:
    """Why a match is over after a complete deal, or nothing (66 or more, tested between deals; RULES section 1)."""
    if rules.match_end == "score" and max(totals) >= rules.end_score:
        return "score"
    if rules.match_end == "deals" and deals >= (rules.deals or len(totals)):
        return "deals"
    return "max_deals" if deals >= rules.max_deals else ""


def winners(rules: Rules, totals: list[int]) -> list[int]:
    """The seats with the lowest total (the highest in a game for points); no source breaks a tie."""
    best = max(totals) if rules.scoring == "points" else min(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
