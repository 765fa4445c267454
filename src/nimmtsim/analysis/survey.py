"""The same policies under many variants and numbers of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from nimmtsim.analysis.distributions import TAIL, distributions
from nimmtsim.analysis.luck import Luck, luck
from nimmtsim.checks import whole_number
from nimmtsim.comparison import playable_variants
from nimmtsim.errors import NimmtsimError, PolicyError, RulesError
from nimmtsim.rules import MAX_SEATS
from nimmtsim.simulation import policy_list, run_of
from nimmtsim.variant_registry import VARIANTS, rules_from

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["luck_of_variants", "survey", "survey_marks"]


def survey(
    policies: Sequence[Any], *, variants: str | Sequence[str] | None = None,
    players: int | Iterable[int] = range(2, 11), rounds: int = 10_000, tail: int = TAIL, **settings: Any,
) -> tuple[pd.DataFrame, dict[tuple[str, int], str]]:  # fmt: skip
    """Penalty distributions for every variant and number of players.

    Parameters
    ----------
    policies : sequence
        One a seat; filled up with the last one to the number of players, or cut off.
    variants : str or sequence of str, optional
        One name or several; all of them if not given.
    players : int or iterable of int, optional
        Numbers of players, 2 to 20.
    rounds, tail
        As for `distributions` and `Distributions.summary`.
    **settings
        ``seed``, ``rotate``, ``threads``, ``progress`` of `distributions`.

    Returns
    -------
    (DataFrame, dict of (str, int) to str)
        The summaries one below the other; and why a variant cannot be played by so many, or with these policies.

    Raises
    ------
    RulesError
        For a variant that does not exist.
    UsageError
        For policies that are no list, and for numbers of players that are none.
    NimmtsimError
        If nothing can be played.
    """
    import pandas as pd

    given = policy_list(policies)
    tail = whole_number("tail", tail, 1, 10**6)
    frames: list[pd.DataFrame] = []
    left_out: dict[tuple[str, int], str] = {}
    checked = {name: settings[name] for name in ("seed", "rotate") if name in settings}
    for variant, n in product(_names(variants), _numbers(players)):
        seated = (given + given[-1:] * n)[:n]
        try:
            run_of(variant, seated, **checked)
        except (RulesError, PolicyError) as problem:
            left_out[variant, n] = str(problem)
            continue
        frames.append(distributions(variant, seated, rounds=rounds, **settings).summary(tail))
    if not frames:
        raise NimmtsimError(f"nothing can be played: {next(iter(left_out.values()), 'no variants or players given')}")
    return pd.concat(frames, ignore_index=True), left_out


def _names(variants: str | Iterable[str] | None) -> list[str]:
    """The variants that were named, or all; RulesError for one that does not exist."""
    names = list(VARIANTS) if variants is None else [variants] if isinstance(variants, str) else list(variants)
    for name in names:
        rules_from(name)
    return names


def _numbers(players: int | Iterable[int]) -> list[int]:
    several = players if isinstance(players, Iterable) and not isinstance(players, str) else [players]
    return [whole_number("players", n, 2, MAX_SEATS) for n in several]


def survey_marks(frame: pd.DataFrame) -> dict[str, str]:
    """Variants of a survey whose numbers are no bull heads of one game: a mark, and what they are."""
    marks = dict.fromkeys(frame.loc[frame["measure"] == "points", "variant"], "* points")
    several = (name for name in frame["variant"].unique() if name in VARIANTS and rules_from(name).deal == "duplicate")
    return marks | dict.fromkeys(several, "+ all games of a deal")


def luck_of_variants(
    policies: Sequence[Any], *, variants: str | Sequence[str] | None = None, options: str | None = None, **settings: Any
) -> tuple[dict[str, Luck], dict[str, str]]:
    """Luck and skill of the same policies under many variants.

    Parameters
    ----------
    policies : sequence
        One a seat, as for `luck`.
    variants : str or sequence of str, optional
        One name or several; if not given all variants, without those that the players or policies cannot play.
    options : str, optional
        Rule options to change in each, as a text (`nimmtsim.rule_text.parse_rules`).
    **settings
        ``deals``, ``repeats``, ``seed``, ``players``, ``threads``, ``progress`` of `luck`.

    Returns
    -------
    (dict of str to Luck, dict of str to str)
        What was found, by variant; and why a variant was left out, by variant.

    Raises
    ------
    NimmtsimError
        If a variant that was named cannot be played, or none can.
    """
    checked = {name: settings[name] for name in ("seed", "players") if name in settings}
    named = None if variants is None else _names(variants)
    playable, left_out = playable_variants(policies, named, options, **checked)
    return {variant: luck(rules, policies, **settings) for variant, rules in playable.items()}, left_out
