"""Compare the bull heads a round under every variant, for the same policies, in one table and one picture."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from nimmtsim.commands import common

if TYPE_CHECKING:
    from nimmtsim.results import SimulationResult

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    common.add_game(parser, variant=False)
    which = "which variants, with commas (default: all that so many can play)"
    parser.add_argument("--variants", metavar="NAMES", help=which)
    parser.add_argument("--rounds", type=int, default=100_000, metavar="N", help="rounds of each (default 100000)")
    common.add_run(parser)
    common.add_output(parser, out="the table")


def run(arguments: argparse.Namespace) -> int:
    """Play every variant, print, write."""
    common.check_output(arguments)
    from nimmtsim.comparison import compare_variants, comparison_frame

    names = common.split_names("--policies", arguments.policies)
    variants = None if arguments.variants is None else common.split_names("--variants", arguments.variants)
    results, left_out = compare_variants(
        names, variants=variants, options=arguments.rules, rounds=arguments.rounds, **common.settings(arguments)
    )
    frame = comparison_frame(results)
    if arguments.out:
        from nimmtsim.files import write_whole

        write_whole(arguments.out, frame.to_parquet)
    if arguments.plot:
        from nimmtsim.plots import plot_variants

        common.save_picture(plot_variants(results), arguments.plot)
    print(_json(frame, left_out) if arguments.json else _text(results, frame, left_out))
    return 0


def _json(frame: Any, left_out: dict[str, str]) -> str:
    from nimmtsim.result_text import finite

    return json.dumps({"rows": finite(frame.to_dict("records")), "left_out": left_out}, indent=1)


def _text(results: dict[str, SimulationResult], frame: Any, left_out: dict[str, str]) -> str:
    """A line a variant, with the mean of each player and the half-width of its interval."""
    from nimmtsim.result_text import with_half

    width = max(map(len, results))
    names = next(iter(results.values())).policies
    columns = [f"{name[:20]:>16}" for name in names]
    lines = [f"{'':<{width}}  {'':<7}  {'  '.join(columns)}"]
    for variant, rows in frame.groupby("variant", sort=False):
        cells = [
            f"{with_half(row.mean, row.low, row.high, '.2f'):>{len(column)}}"
            for row, column in zip(rows.itertuples(), columns, strict=True)
        ]
        lines.append(f"{variant:<{width}}  {rows.measure.iloc[0]:<7}  {'  '.join(cells)}")
    lines += ["", "mean bull heads a round (all games of a championship) with the half-width of the 95 % interval"]
    lines += [note for result in results.values() for note in (f"{result.rules.name}: {n}" for n in result.notes())]
    lines += [f"left out: {why}" for why in left_out.values()]
    return "\n".join(lines)
