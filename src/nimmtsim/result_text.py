"""A result for people: as text in a terminal, as HTML in a notebook, as JSON for programs."""

from __future__ import annotations

import json
import math
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nimmtsim.results import SimulationResult

__all__ = ["as_html", "as_json", "as_text", "cell", "finite", "interval", "with_half"]


def as_text(result: SimulationResult) -> str:
    """The table of a result, some 105 columns wide, more where a policy's name is long."""
    summary, measure = result.summary(), result.measure
    width = max(6, *(len(name) for name in result.policies))
    who = str(summary.index.name)
    digits = _digits(summary["se"])
    lines = [
        result.title(),
        "",
        f"{who:>6}  {'policy':<{width}}  {measure:>8}  {'95 % interval':>19}  {'sd':>6}  {'median':>6}  "
        f"{'5-95 %':>8}  {'none':>6}  {'wins':>6}  {'95 % interval':>15}",
    ]
    for player, row in summary.iterrows():
        between, wins = interval(row.low, row.high, f".{digits}f"), interval(row.wins_low, row.wins_high, ".2%")
        lines.append(
            f"{player:>6}  {row.policy:<{width}}  {row[measure]:>8.{digits}f}  {between:>19}  "
            f"{cell(row.sd, '.2f'):>6}  {row['median']:>6}  {f'{row.q05}-{row.q95}':>8}  "
            f"{row.zero:>6.1%}  {row.wins:>6.2%}  {wins:>15}"
        )
    lines += ["", _legend(result), *_match_lines(result), *result.notes()]
    return "\n".join(lines)


def cell(value: float, form: str) -> str:
    """A number in a table, or a dash for what so few rounds do not tell.

    Examples
    --------
    >>> cell(6.891, ".2f"), cell(math.nan, ".2f")
    ('6.89', '-')
    """
    return "-" if math.isnan(value) else f"{value:{form}}"


def interval(low: float, high: float, form: str) -> str:
    """An interval in a table, or a dash."""
    return "-" if math.isnan(low) or math.isnan(high) else f"{low:{form}} to {high:{form}}"


def with_half(value: float, low: float, high: float, form: str, half_form: str | None = None) -> str:
    """A number with half the width of its interval, where it has one.

    Examples
    --------
    >>> with_half(0.5, 0.45, 0.55, ".1%", ".2%"), with_half(0.5, math.nan, math.nan, ".1%")
    ('50.0% +- 5.00%', '50.0%')
    """
    half = (high - low) / 2
    return cell(value, form) + ("" if math.isnan(half) else f" +- {half:{half_form or form}}")


def _digits(errors: Any) -> int:
    """Decimals that the standard errors leave meaningful, 2 to 5."""
    worst = max((e for e in errors if math.isfinite(e) and e > 0), default=0.1)
    return min(5, max(2, 1 - math.floor(math.log10(worst))))


def _legend(result: SimulationResult) -> str:
    unit = result.unit
    better = "the most win" if result.measure == "points" else "the fewest win"
    return f"{result.measure}: bull heads a {unit}, {better}; none: {unit} without a bull head; wins: ties split"


def _match_lines(result: SimulationResult) -> list[str]:
    if not result.matches:
        return []
    return [f"rounds of a match: {result.rounds / result.units:.3f} on average, at most {len(result.counts.deals) - 1}"]


def as_html(result: SimulationResult) -> str:
    """The table of a result for a notebook."""
    table = result.summary().to_html(float_format="{:.4g}".format, na_rep="-", border=0)
    notes = "".join(f"<p>{escape(note)}</p>" for note in [_legend(result), *_match_lines(result), *result.notes()])
    return f"<div><p><b>{escape(result.title())}</b></p>{table}{notes}</div>"


def as_json(result: SimulationResult) -> str:
    """Everything that a summary says, for programs."""
    from nimmtsim import __version__
    from nimmtsim.kernels.streams import STREAM_VERSION

    summary = result.summary()
    found = {
        "rules": result.rules.to_dict(), "unit": result.unit, "units": result.units, "samples": result.samples,
        "rounds": result.rounds, "rotate": result.rotate, "seed": result.seed, "measure": result.measure,
        "precision": result.precision, "reached": result.reached if result.precision is not None else None,
        "ends": result.ends().to_dict(), "stream_version": STREAM_VERSION, "package_version": __version__,
        "players": summary.reset_index().to_dict("records"),
    }  # fmt: skip
    return json.dumps(finite(found), indent=1)


def finite(value: Any) -> Any:
    """The same with None for numbers that JSON cannot write."""
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
