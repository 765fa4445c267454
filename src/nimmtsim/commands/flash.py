"""Play Flash Magic Six: many games, or one game again with every card.

``nimmtsim flash --policies longest-chain,greedy,greedy --games 100000 --seed 1 --plot flash.png`` plays many games and
prints who won; ``nimmtsim flash replay --policies ... --seed 1 --game 12345`` prints one of them, turn by turn;
``nimmtsim flash policies`` lists the policies. A policy's name is a way of laying cards and, after '+', ways of the
other decisions: longest-chain+wait-5+next.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any

from nimmtsim.errors import DataError, UsageError
from nimmtsim.files import PICTURES, check_writable, write_whole
from nimmtsim.flash.rules import FlashRules

__all__ = ["add_arguments", "run"]

DEFAULT_POLICIES = "longest-chain,greedy,greedy,greedy"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options; those of the rules come from `FlashRules`."""
    parser.add_argument(
        "action", nargs="?", default="play", choices=["play", "replay", "policies"], help="default: play"
    )
    parser.add_argument(
        "--policies",
        default=DEFAULT_POLICIES,
        metavar="NAMES",
        help=f"one a seat, with commas; default {DEFAULT_POLICIES}",
    )
    parser.add_argument("--players", type=int, metavar="N", help="fill up with the last policy to so many")
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="how many games; default 100000")
    parser.add_argument("--game", type=int, metavar="N", help="replay: which game of the run, from 0")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fixes everything random; default 0")
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores; changes nothing in the results")
    parser.add_argument(
        "--keep",
        default=None,
        choices=["games", "counts"],
        help="keep a row a game, or only exact counts (default: games with --out, else counts)",
    )
    parser.add_argument("--plot", metavar="FILE", help="write a picture (.png, .pdf, .svg)")
    parser.add_argument("--out", metavar="FILE", help="write the games or counts as parquet")
    parser.add_argument("--json", action="store_true", help="print the result for programs")
    rules = parser.add_argument_group("rules")
    for option in dataclasses.fields(FlashRules):
        _add_rule(rules, option)


def _add_rule(group: Any, option: dataclasses.Field[Any]) -> None:
    """One option of the rules; what argparse does not check, `FlashRules` does."""
    default: Any = option.default
    default = "all" if default is None else str(default).lower() if isinstance(default, bool) else default
    choices = ["true", "false"] if isinstance(option.default, bool) else list(option.metadata["choices"])
    number = not choices and not isinstance(option.default, str) and option.name != "first_seat"
    group.add_argument(
        f"--{option.name.replace('_', '-')}",
        type=int if number else str,
        choices=choices or None,
        metavar=None if choices else "N" if number else "X",
        help=f"{option.metadata['help']}; default {default}",
    )


def _rules(arguments: argparse.Namespace) -> FlashRules:
    """The rules from the options that were given."""
    given: dict[str, Any] = {}
    for option in dataclasses.fields(FlashRules):
        value = getattr(arguments, option.name)
        if value is None:
            continue
        if isinstance(option.default, bool):
            value = value == "true"
        elif option.name == "first_seat" and value.isdecimal():
            value = int(value)
        elif option.name == "deck" and value != "full":
            value = _deck(value)
        given[option.name] = value
    return FlashRules.from_dict(given)


def _deck(path: str) -> list[str]:
    """The cards in a file, one a line."""
    try:
        with open(path, encoding="utf-8") as file:
            return [line.strip() for line in file if line.strip()]
    except (OSError, UnicodeDecodeError) as problem:
        said = problem.strerror if isinstance(problem, OSError) else "it is no text file"
        raise DataError(f"cannot read the deck {path!r}: {said}") from None


def run(arguments: argparse.Namespace) -> int:
    """Do what the words say."""
    if arguments.action == "policies":
        return _policies(arguments)
    if arguments.action == "replay":
        return _replay(arguments)
    if arguments.game is not None:
        raise UsageError("--game goes with 'nimmtsim flash replay'")
    return _play(arguments)


def _policies(arguments: argparse.Namespace) -> int:
    from nimmtsim.flash.strategies import policies

    frame = policies()
    if arguments.json:
        print(json.dumps(frame.to_dict("records"), indent=1))
        return 0
    for row in frame.itertuples():
        print(f"{row.name} ({row.decision})\n    {row.description}")
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        raise UsageError("replay needs --game, the number of the game (from 0)")
    from nimmtsim.flash.replays import replay

    found = replay(
        arguments.policies, game=arguments.game, seed=arguments.seed, rules=_rules(arguments), players=arguments.players
    )
    if arguments.json:
        events = [e._asdict() | {"cards": [str(c) for c in e.cards]} for e in found.events]
        print(json.dumps({"winners": found.game.winners, "end": found.game.end, "events": events}))
    else:
        print(found)
    return 0


def _play(arguments: argparse.Namespace) -> int:
    rules = _rules(arguments)
    if arguments.out is not None:
        check_writable(arguments.out)
    if arguments.plot is not None:
        check_writable(arguments.plot, PICTURES)
    keep = arguments.keep or ("games" if arguments.out else "counts")
    from nimmtsim.flash.simulation import simulate

    result = simulate(arguments.policies, games=arguments.games, rules=rules, players=arguments.players,
                      seed=arguments.seed, keep=keep, threads=arguments.threads)  # fmt: skip
    if arguments.out is not None:
        result.save(arguments.out)
    if arguments.plot is not None:
        from nimmtsim.flash.plots import overview

        figure = overview(result)
        write_whole(arguments.plot, lambda beside: figure.savefig(beside, dpi=150))
    print(_as_json(result) if arguments.json else _as_text(result))
    return 0


def _as_json(result: Any) -> str:
    def finite(value: Any) -> Any:
        """JSON has no infinity and no 'not a number'."""
        if isinstance(value, dict):
            return {key: finite(each) for key, each in value.items()}
        if isinstance(value, list):
            return [finite(each) for each in value]
        return None if isinstance(value, float) and not abs(value) < float("inf") else value

    found = {
        "games": result.games,
        "seed": result.seed,
        "rules": result.rules.to_dict(),
        "seats": result.summary().reset_index().to_dict("records"),
        "length": result.length().to_dict(),
        "ends": result.ends().reset_index().to_dict("records"),
    }
    return json.dumps(finite(found), indent=1)


def _as_text(result: Any) -> str:
    width = max(6, *(len(name) for name in result.policies))
    head = f"seat  {'policy':<{width}}  win share  95 % interval    cards left  bonuses  STOPs  moved"
    lines = [result.title(), "", head]
    for seat, row in result.summary().iterrows():
        lines.append(
            f"{seat:>4}  {row.policy:<{width}}  {row.win_share:9.4f}  {row.win_low:.4f}-{row.win_high:.4f}  "
            f"{row.cards_left:11.2f}  {row.bonuses:7.2f}  {row.stops:5.2f}  {row.moved:5.2f}"
        )
    length = result.length()
    lines += [
        "",
        f"length: median {length['median']:.0f} turns, 5 % to 95 % of the games {length.q05:.0f}-{length.q95:.0f}, "
        f"mean {length['mean']:.2f} ({length.mean_low:.2f}-{length.mean_high:.2f})",
    ]
    for end, row in result.ends().iterrows():
        share = f"{row.share:.4%}; {row.low:.4%}-{row.high:.4%}"
        lines.append(f"ended by {end}: {row.games:,.0f} games ({share})")
    return "\n".join(lines)
