"""How much is luck, how much is skill: the variance of results, and the rounds until the better policy is ahead.

VARIANT "all" compares all variants.
"""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from nimmtsim.commands import common

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.luck import Luck

__all__ = ["add_arguments", "run"]

DEFAULT_DEALS = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    common.add_game(parser)
    deals = f"deals, each played in all rotations several times (default {DEFAULT_DEALS})"
    parser.add_argument("--rounds", "--deals", dest="deals", type=int, default=DEFAULT_DEALS, metavar="N", help=deals)
    repeats = "random orders of the players for each deal (default 2)"
    parser.add_argument("--repeats", type=int, default=2, metavar="K", help=repeats)
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores; changes nothing in the results")
    common.add_output(parser, out="the components of the variance")


def run(arguments: argparse.Namespace) -> int:
    """Play, print, write."""
    common.check_output(arguments)
    import pandas as pd

    policies = common.split_names("--policies", arguments.policies)
    settings = common.settings(arguments) | {"deals": arguments.deals, "repeats": arguments.repeats}
    left_out: dict[str, str] = {}
    if arguments.variant == "all":
        from nimmtsim.analysis.survey import luck_of_variants

        found, left_out = luck_of_variants(policies, options=arguments.rules, **settings)
    else:
        from nimmtsim.analysis.luck import luck

        rules = common.rules_given(arguments)
        found = {rules.name: luck(rules, policies, **settings)}
    components = pd.concat([one.components() for one in found.values()], ignore_index=True)
    needed = pd.concat([one.rounds_needed() for one in found.values()], ignore_index=True)
    _write(arguments, found, components, needed)
    if arguments.json:
        from nimmtsim.commands.frames import as_json

        print(as_json(_about(found), {"components": components, "rounds_needed": needed}, left_out=left_out))
    elif arguments.variant == "all":
        print(_all_text(found, components, needed, left_out))
    else:
        print(_text(next(iter(found.values())), components, needed))
    return 0


def _about(found: dict[str, Luck]) -> dict[str, object]:
    from nimmtsim.commands.frames import about

    one = next(iter(found.values()))
    facts = about(one.rules, one.policies, one.seed, deals=one.deals, repeats=one.repeats)
    return facts if len(found) == 1 else facts | {"rules": {name: each.rules.to_dict() for name, each in found.items()}}


def _write(
    arguments: argparse.Namespace, found: dict[str, Luck], components: pd.DataFrame, needed: pd.DataFrame
) -> None:
    if arguments.plot:
        from nimmtsim.analysis.plots_luck import plot_luck

        common.save_picture(plot_luck(components), arguments.plot)
    if arguments.out:
        from nimmtsim.commands.frames import records, write_frame

        write_frame(components, arguments.out, _about(found) | {"rounds_needed": records(needed)})


def _text(luck: Luck, components: pd.DataFrame, needed: pd.DataFrame) -> str:
    from nimmtsim.rule_text import rules_words

    much = f"{luck.players} players, {luck.deals:,} deals, {luck.plays:,} rounds, seed {luck.seed}"
    head = f"{'':<13}  {'variance':>9}  {'95 % interval':>20}  {'share':>7}  {'95 % interval':>20}"
    lines = [f"{rules_words(luck.rules)}, {much}", "", head]
    for _, row in components.iterrows():
        shares = f"{row.share_low:.2%} to {row.share_high:.2%}"
        lines.append(f"{row.component:<13}  {row.variance:>9.3f}  {f'{row.low:.3f} to {row.high:.3f}':>20}  "
                     f"{row.share:>7.2%}  {shares:>20}")  # fmt: skip
    heads = "points" if luck.rules.scoring == "points" else "bull heads"
    lines += ["", f"variance of a player's {heads} in a round: policy is skill, all else luck of various kinds", ""]
    lines += _pair_lines(needed, heads)
    return "\n".join([*lines, *(f"note: {note}" for note in luck.notes())])


def _pair_lines(needed: pd.DataFrame, heads: str) -> list[str]:
    if needed.empty:
        return ["all policies are the same: nobody is better"]
    lines = []
    for _, row in needed.iterrows():
        margin = f"{row.margin:.3f} ({row.margin_low:.3f} to {row.margin_high:.3f})"
        lines += [
            f"{row.better} beats {row.worse} by {margin} {heads} a round; it is ahead with 95 % after",
            f"  {_counted(row.rounds, 'single round')} ({_count(row.rounds_low)} to {_count(row.rounds_high)}), or "
            f"{_counted(row.deals, 'duplicated deal')} ({_count(row.deals_low)} to {_count(row.deals_high)}) of "
            f"{row.players} rounds{'' if _count(row.deals) == '1' else ' each'}",
        ]
    return lines


def _count(number: float) -> str:
    """A number of rounds that is needed: rounded up, or that there is none."""
    if math.isnan(number):
        return "?"
    return f"{math.ceil(number - 1e-9):,}" if math.isfinite(number) else "no number"


def _counted(number: float, noun: str) -> str:
    """A number of rounds that is needed, with what is counted."""
    count = _count(number)
    if count == "no number":
        return f"no number of {noun}s"
    return f"{count} {noun}" if count == "1" else f"{count} {noun}s"


def _all_text(found: dict[str, Luck], components: pd.DataFrame, needed: pd.DataFrame, left_out: dict[str, str]) -> str:
    from nimmtsim.analysis.luck import COMPONENTS

    one = next(iter(found.values()))
    shares: Any = components.pivot(index="variant", columns="component", values="share").reindex(list(found))
    width = max(map(len, found))
    heads = "  ".join(f"{name.replace('policy x hand', 'p. x h.'):>7}" for name in COMPONENTS)
    title = f"{', '.join(one.policies)}; {one.deals:,} deals, {one.plays:,} rounds of each variant, seed {one.seed}"
    lines = [title, "", f"{'':<{width}}  {heads}  {'rounds':>8}  {'95 %':>17}"]
    first: Any = needed.groupby("variant", sort=False).first() if len(needed) else None
    for variant in found:
        cells = "  ".join(f"{shares.loc[variant, name]:>7.1%}" for name in COMPONENTS)
        lines.append(f"{variant:<{width}}  {cells}")
        if first is not None:
            row = first.loc[variant]
            lines[-1] += f"  {_count(row.rounds):>8}  {f'{_count(row.rounds_low)} to {_count(row.rounds_high)}':>17}"
            lines[-1] += "" if row.better == one.policies[0] else f"  {row.better}"
    widest = float((components["share_high"] - components["share_low"]).max()) / 2
    precise = "" if math.isnan(widest) else f" (95 % intervals: +- {widest:.1%} at most)"
    lines += ["", f"shares of the variance of a result{precise}; p. x h.: policy x hand"]
    if first is not None:
        pair = next(name for name in one.policies if name != one.policies[0])
        lines.append(f"rounds: single rounds until the better of {one.policies[0]} and {pair} is ahead with 95 %")
        lines.append(f"(named where it is not {one.policies[0]})")
    drafted = [variant for variant, each in found.items() if each.notes()]
    if drafted:
        lines.append(f"{', '.join(drafted)}: hands are drafted; deal and hand are zero but for chance")
    return "\n".join(lines + [f"left out: {why}" for why in left_out.values()])
