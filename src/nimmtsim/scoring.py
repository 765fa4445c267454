"""The result of a match at the table: who is where, whether it is over, and how Board Game Arena would show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nimmtsim.checks import whole_number
from nimmtsim.errors import UsageError
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import rules_from

__all__ = ["MatchResult", "match_result"]


@dataclass(frozen=True)
class MatchResult:
    """Where a match stands.

    Attributes
    ----------
    totals : tuple of int
        Bull heads by seat.
    over : bool
        Whether the match has ended.
    winners : tuple of int
        Seats with the best total; while the match goes on, those in the lead.
    ranks : tuple of int
        By seat, from 1; equal totals have the same rank, and the next rank is left out.
    shares : tuple of Fraction
        By seat: the part of the win, shared equally by the winners.
    arena : tuple of int
        By seat, as Board Game Arena shows it: in penalty games the end score less the total, so that everybody begins
        with 66 and the match ends when somebody has 0 or less; in games for points the points.
    """

    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    shares: tuple[Fraction, ...]
    arena: tuple[int, ...]


def match_result(totals: Sequence[int], rules: str | Rules = "base", *, deals: int | None = None) -> MatchResult:
    """The result of a match from the totals after a complete round.

    Parameters
    ----------
    totals : sequence of int
        Bull heads by seat, 0 or more.
    rules : str or Rules, optional
        A variant's name, or rules: whether many bull heads are bad, and when a match ends.
    deals : int, optional
        Rounds played; needed where a match lasts a fixed number of them.

    Returns
    -------
    MatchResult

    Raises
    ------
    UsageError
        For totals that are no whole numbers, or when `deals` is needed and missing.
    RulesError
        For rules that do not exist, or not so many players.

    Examples
    --------
    >>> found = match_result([66, 40, 35])
    >>> found.over, found.winners, found.ranks, found.arena
    (True, (2,), (3, 2, 1), (0, 26, 31))
    """
    rules = rules_from(rules)
    heads = tuple(whole_number("a total", total, 0, 10**9) for total in totals)
    rules.check_players(len(heads))
    if rules.match_end == "score":
        over = max(heads) >= rules.end_score
    elif deals is None:
        raise UsageError(f"{rules.name}: a match lasts {rules.deals_of_match(len(heads))} rounds; say deals=...")
    else:
        over = False
    if deals is not None:
        over = over or whole_number("deals", deals, 0, 10**9) >= rules.deals_of_match(len(heads))
    points = rules.scoring == "points"
    goodness = heads if points else tuple(-total for total in heads)
    winners = tuple(seat for seat, good in enumerate(goodness) if good == max(goodness))
    ranks = tuple(1 + sum(other > good for other in goodness) for good in goodness)
    shares = tuple(Fraction(seat in winners, len(winners)) for seat in range(len(heads)))
    arena = heads if points else tuple(rules.end_score - total for total in heads)
    return MatchResult(heads, over, winners, ranks, shares, arena)
