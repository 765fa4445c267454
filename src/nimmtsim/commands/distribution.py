"""Penalty distributions: tails, turns, tables and matches, with 95 % intervals; VARIANT "all" surveys every variant."""

from __future__ import annotations

import argparse
import math
import textwrap
from typing import TYPE_CHECKING, Any

from nimmtsim.commands import common

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.distributions import Distributions
    from nimmtsim.analysis.turns import Turns

__all__ = ["add_arguments", "run"]

DEFAULT_ROUNDS, DEFAULT_SURVEY = 100_000, 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    common.add_game(parser)
    rounds = f"rounds (default {DEFAULT_ROUNDS}, of 'all' {DEFAULT_SURVEY} each; deals, with --rotate)"
    parser.add_argument("--rounds", type=int, metavar="N", help=rounds)
    parser.add_argument("--matches", type=int, metavar="N", help="matches instead of rounds")
    tail = "bull heads or points whose share 'or more' is told (default 20)"
    parser.add_argument("--tail", type=int, default=20, metavar="H", help=tail)
    parser.add_argument("--pair", metavar="A,B", help="how the results of two players go together (numbers from 0)")
    by_turn = "by turn: heads by sixth and by low card, waiting times"
    parser.add_argument("--turns", action="store_true", help=by_turn)
    common.add_run(parser)
    common.add_output(parser, out="the histogram (by turn: the heads; of 'all': the table)")


def run(arguments: argparse.Namespace) -> int:
    """Play, print, write."""
    common.check_output(arguments)
    from nimmtsim.checks import whole_number
    from nimmtsim.errors import UsageError

    whole_number("tail", arguments.tail, 1, 10**6)
    special = "--turns" if arguments.turns else "VARIANT all" if arguments.variant == "all" else None
    for option in ("matches", "pair"):
        if special and getattr(arguments, option) is not None:
            raise UsageError(f"--{option} does not go with {special}")
    if arguments.variant == "all":
        if arguments.turns or arguments.rules is not None:
            raise UsageError("--turns and --rules are for one variant, not for 'all'")
        return _survey(arguments)
    return _turns(arguments) if arguments.turns else _distribution(arguments)


def _distribution(arguments: argparse.Namespace) -> int:
    from nimmtsim.analysis.distributions import distributions
    from nimmtsim.errors import UsageError

    if arguments.rounds is not None and arguments.matches is not None:
        raise UsageError("give --rounds or --matches, not both")
    rounds = arguments.rounds
    if rounds is None and arguments.matches is None:
        rounds = DEFAULT_ROUNDS
    rules, policies = common.rules_given(arguments), common.split_names("--policies", arguments.policies)
    pairs = [] if arguments.pair is None else [_pair(arguments.pair)]
    found = distributions(rules, policies, rounds=rounds, matches=arguments.matches, pairs=pairs,
                          **common.settings(arguments))  # fmt: skip
    summary = found.summary(arguments.tail)
    about = _about(found, units=found.units, unit=found.unit)
    if arguments.plot:
        from nimmtsim.analysis.plots_distributions import plot_ridges

        common.save_picture(plot_ridges(found), arguments.plot)
    _write(arguments, found.histogram, about)
    if arguments.json:
        from nimmtsim.commands.frames import as_json

        joints = {f"{a},{b}": found.joint(a, b).correlation()._asdict() for a, b in pairs}
        print(as_json(about | {"tail": arguments.tail}, {"groups": summary}, correlations=joints))
    else:
        print(_text(found, summary, arguments.tail, pairs))
    return 0


def _pair(text: str) -> tuple[int, int]:
    from nimmtsim.errors import UsageError

    try:
        a, b = (int(word) for word in text.split(","))
    except ValueError:
        raise UsageError(f"--pair {text!r}: two numbers of players with a comma between them, such as 0,1") from None
    return a, b


def _about(found: Distributions | Turns, **more: Any) -> dict[str, Any]:
    from nimmtsim.commands.frames import about

    return about(found.rules, found.policies, found.seed, rotate=found.rotate, deals=found.samples, **more)


def _write(arguments: argparse.Namespace, frame: Any, about: dict[str, Any]) -> None:
    if arguments.out:
        from nimmtsim.commands.frames import write_frame

        write_frame(frame(), arguments.out, about)


def _much(found: Distributions | Turns, unit: str) -> str:
    """How much was played."""
    what = "deal" if found.rotate else unit
    plural = "" if found.samples == 1 else "es" if what == "match" else "s"
    return f"{found.samples:,} {what}{plural}" + (f" in {len(found.policies)} rotations" if found.rotate else "")


def _text(found: Distributions, summary: pd.DataFrame, tail: int, pairs: list[tuple[int, int]]) -> str:
    """A table of some 100 columns, more where a policy's name is long."""
    from nimmtsim.result_text import cell, interval, with_half
    from nimmtsim.rule_text import rules_words

    much = _much(found, found.unit)
    kinds = ["policy", "player", "seat", "total", "winner", "loser", "rounds"]
    rows = summary[summary["by"].isin(kinds)]
    labels = [group.label for group in found.groups(*kinds)]
    width = max(map(len, labels))
    lines = [f"{rules_words(found.rules)}, {found.players} players, {much}, seed {found.seed}", "",
             f"{'':<{width}}  {'mean':>7}  {'95 % interval':>17}  {'sd':>6}  {'none':>6}  {f'{tail} or more':>14}  "
             f"{'median':>6}  {'5-95 %':>7}  {'most':>4}"]  # fmt: skip
    for label, (_, row) in zip(labels, rows.iterrows(), strict=True):
        bad = with_half(row["tail"], row.tail_low, row.tail_high, ".1%", ".2%")
        lines.append(
            f"{label:<{width}}  {row['mean']:>7.3f}  {interval(row.low, row.high, '.3f'):>17}  "
            f"{cell(row.sd, '.3f'):>6}  {row.zero:>6.2%}  {bad:>14}  "
            f"{row['median']:>6}  {f'{row.q05}-{row.q95}':>7}  {row.highest:>4}"
        )
    heads, one = ("points", "a point") if found.rules.scoring == "points" else ("bull heads", "a bull head")
    lines += ["", f"{heads} a {found.unit}; none: without {one}; policy: a player with it"]
    for a, b in pairs:
        r = found.joint(a, b).correlation()
        between = interval(r.low, r.high, ".4f")
        lines.append(f"correlation of players {a} and {b}: {cell(r.value, '.4f')}, 95 % interval {between}")
    return "\n".join(lines)


def _turns(arguments: argparse.Namespace) -> int:
    from nimmtsim.analysis.turns import turns

    rounds = DEFAULT_ROUNDS if arguments.rounds is None else arguments.rounds
    rules, policies = common.rules_given(arguments), common.split_names("--policies", arguments.policies)
    found = turns(rules, policies, rounds=rounds, **common.settings(arguments))
    heads, waiting = found.heads(), found.waiting()
    if arguments.plot:
        from nimmtsim.analysis.plots_distributions import plot_turns

        common.save_picture(plot_turns(heads), arguments.plot)
    _write(arguments, lambda: heads, _about(found))
    if arguments.json:
        from nimmtsim.commands.frames import as_json

        print(as_json(_about(found), {"heads": heads, "waiting": waiting}))
    else:
        print(_turns_text(found, heads, waiting))
    return 0


def _turns_text(found: Turns, heads: pd.DataFrame, waiting: pd.DataFrame) -> str:
    """For each policy a line a turn."""
    from nimmtsim.result_text import with_half
    from nimmtsim.rule_text import rules_words

    played = f"{len(found.policies)} players, {_much(found, 'round')}, seed {found.seed}"
    lines = [f"{rules_words(found.rules)}, {played}"]
    row: Any
    of_policies = heads[heads["by"] == "policy"]
    causes = [cause for cause in of_policies["cause"].unique() if cause != "left in hand"]
    for policy in dict.fromkeys(found.policies):
        rows = of_policies[of_policies["policy"] == policy]
        own = waiting[(waiting["by"] == "policy") & (waiting["policy"] == policy)]
        waits: Any = own.set_index(["wait", "turns"])
        head = "  ".join(f"{cause:>18}" for cause in causes)
        lines += ["", f"{policy:<6}  {head}  {'first take':>16}"]
        turn: Any
        for turn, part in rows[rows["turn"].notna()].groupby("turn"):
            cells = [f"{with_half(row.heads, row.low, row.high, '.4f'):>18}" for _, row in part.iterrows()]
            lines.append(f"{turn:>6}  {'  '.join(cells)}  {_share(waits.loc['first', turn + 1])}")
        lines.append(f"{'none':>6}  {'  '.join(' ' * 18 for _ in causes)}  {_share(waits.loc['first', 0])}")
        for _, row in rows[rows["turn"].isna()].iterrows():
            lines.append(f"left in hand: {with_half(row.heads, row.low, row.high, '.4f')}")
        lines += _next_take(waits.loc["between"])
    heads_word = "points" if found.rules.scoring == "points" else "bull heads"
    lines += ["", f"mean {heads_word} of a player on each turn (from 0), with half-widths of 95 % intervals;",
              "first take: share of rounds with the first take on that turn"]  # fmt: skip
    return "\n".join(lines)


def _share(row: Any) -> str:
    """A share with half the width of its interval."""
    from nimmtsim.result_text import with_half

    return f"{with_half(row.share, row.low, row.high, '.2%'):>16}"


def _next_take(waits: pd.DataFrame) -> list[str]:
    """How many turns pass after one with a take, in lines that break only between two numbers."""
    told = [f"{turns}:~{share:.2%}" for turns, share in waits["share"].items() if turns and share > 0]
    widest = float((waits["high"] - waits["low"]).max()) / 2
    told.append(f"none:~{waits.loc[0].share:.2%}")
    each = "" if math.isnan(widest) else f" (each~+-~{widest:.2%} at~most)"
    words = f"next take after so many turns: {', '.join(told)}{each}"
    return [line.replace("~", " ") for line in textwrap.wrap(words, 100, subsequent_indent="  ")]


def _survey(arguments: argparse.Namespace) -> int:
    from nimmtsim.analysis.survey import survey
    from nimmtsim.commands.frames import as_json

    policies = common.split_names("--policies", arguments.policies)
    settings = common.settings(arguments)
    players = settings.pop("players")
    frame, left_out = survey(
        policies, players=range(2, 11) if players is None else [players], tail=arguments.tail,
        rounds=DEFAULT_SURVEY if arguments.rounds is None else arguments.rounds, **settings,
    )  # fmt: skip
    about = {"policies": policies, "seed": arguments.seed, "rotate": arguments.rotate}
    if arguments.plot:
        from nimmtsim.analysis.plots_distributions import plot_survey

        common.save_picture(plot_survey(frame), arguments.plot)
    _write(arguments, lambda: frame, about)
    if arguments.json:
        why = [f"{variant}, {n} players: {reason}" for (variant, n), reason in left_out.items()]
        print(as_json(about, {"groups": frame}, left_out=why))
    else:
        print(_survey_text(frame))
    return 0


def _survey_text(frame: pd.DataFrame) -> str:
    """For each policy a line a variant, with the mean for each number of players."""
    from nimmtsim.analysis.survey import survey_marks
    from nimmtsim.result_text import cell

    lines, marks = [], survey_marks(frame)
    names = {variant: f"{variant} {marks.get(variant, '')[:1]}".rstrip() for variant in frame["variant"].unique()}
    for name in dict.fromkeys(frame.loc[frame["by"] == "policy", "policy"]):
        rows = frame[(frame["by"] == "policy") & (frame["policy"] == name)]
        table = rows.pivot(index="variant", columns="players", values="mean").reindex(list(names))
        widest = ((rows["high"] - rows["low"]) / 2).groupby(rows["variant"]).max()
        width = max(map(len, [name, *names.values()]))
        lines.append(f"{name:<{width}}" + "".join(f"{n:>8}" for n in table.columns) + f"{'+-':>8}")
        for variant, row in table.iterrows():
            line = "".join(f"{cell(number, '.2f'):>8}" for number in [*row, widest[variant]])
            lines.append(f"{names[str(variant)]:<{width}}{line}")
        lines.append("")
    about = "; ".join([*dict.fromkeys(marks.values()), "-: cannot be played so"])
    heads = "mean bull heads a round by number of players; +-: half-width of the widest 95 % interval in its line"
    return "\n".join([*lines, heads, about])
