"""The same policies under every variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nimmtsim.errors import NimmtsimError, PolicyError, RulesError
from nimmtsim.results import SimulationResult
from nimmtsim.rule_text import parse_rules
from nimmtsim.rules import Rules
from nimmtsim.simulation import run_of, simulate
from nimmtsim.variant_registry import VARIANTS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["compare_variants", "comparison_frame", "playable_variants"]


def compare_variants(
    policies: Sequence[Any], *, variants: Sequence[str] | None = None, options: str | None = None, **settings: Any
) -> tuple[dict[str, SimulationResult], dict[str, str]]:
    """Play the same policies under several variants.

    Parameters
    ----------
    policies : sequence
        One a seat, as for `nimmtsim.simulate`.
    variants : sequence of str, optional
        Names; if not given all variants, without those that the players or policies cannot play.
    options : str, optional
        Rule options to change in each, as a text (`nimmtsim.rule_text.parse_rules`); variants with which they clash are
        left out.
    **settings
        Further arguments of `nimmtsim.simulate`: ``rounds`` and so on. Rounds are not kept unless ``keep`` says so.

    Returns
    -------
    (dict of str to SimulationResult, dict of str to str)
        Results by variant; and why a variant was left out, by variant.

    Raises
    ------
    NimmtsimError
        If a variant that was named cannot be played, or none can.
    """
    settings = {"keep": "counts"} | settings
    checked = {name: settings[name] for name in ("seed", "players", "rotate") if name in settings}
    playable, left_out = playable_variants(policies, variants, options, **checked)
    return {variant: simulate(rules, policies, **settings) for variant, rules in playable.items()}, left_out


def playable_variants(
    policies: Sequence[Any], variants: Sequence[str] | None, options: str | None, **checked: Any
) -> tuple[dict[str, Rules], dict[str, str]]:
    """The rules of the variants that these policies can play, and why others are left out, by variant.

    Arguments and errors are those of `compare_variants`; `checked` are the arguments of `run_of` that matter.
    """
    playable, left_out = {}, {}
    for variant in VARIANTS if variants is None else variants:
        try:
            rules = parse_rules(variant, options)
            run_of(rules, policies, **checked)
        except (RulesError, PolicyError) as problem:
            if variants is not None:
                raise
            left_out[variant] = str(problem)
        else:
            playable[variant] = rules
    if not playable:
        raise NimmtsimError(f"no variant can be played: {next(iter(left_out.values()), 'none was named')}")
    return playable, left_out


def comparison_frame(results: Mapping[str, SimulationResult]) -> pd.DataFrame:
    """The summaries of several results, one below the other.

    Returns
    -------
    DataFrame
        A row for each variant and player: ``variant``, ``measure`` ("penalty" or "points"), ``player``, and the columns
        of `SimulationResult.summary`, with the mean called ``mean``.
    """
    import pandas as pd

    frames = []
    for variant, result in results.items():
        summary = result.summary().rename(columns={result.measure: "mean"}).rename_axis("player").reset_index()
        summary.insert(0, "variant", variant)
        summary.insert(1, "measure", result.measure)
        frames.append(summary)
    return pd.concat(frames, ignore_index=True)
