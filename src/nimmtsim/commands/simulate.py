"""Play many rounds or matches; print a table of the players, draw a picture, write the data."""

from __future__ import annotations

import argparse

from nimmtsim.commands import common

__all__ = ["add_arguments", "run"]

#: Rounds played when nothing is said.
DEFAULT_ROUNDS = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    common.add_game(parser)
    rounds = f"rounds (default {DEFAULT_ROUNDS}; deals, with --rotate)"
    parser.add_argument("--rounds", type=int, metavar="N", help=rounds)
    parser.add_argument("--matches", type=int, metavar="N", help="matches instead of rounds")
    until = "play until every 95 %% interval is within X bull heads of the mean (at most N rounds, if given)"
    parser.add_argument("--precision", type=float, metavar="X", help=until)
    kept = "what --out writes: every round (default) or counts"
    parser.add_argument("--keep", choices=("rounds", "counts"), help=kept)
    common.add_run(parser)
    common.add_output(parser, out="every round, or the counts, with all that is needed to repeat the run")


def run(arguments: argparse.Namespace) -> int:
    """Play, write, print."""
    common.check_output(arguments)
    rules, policies = common.rules_given(arguments), common.split_names("--policies", arguments.policies)
    from nimmtsim.result_text import as_json, as_text
    from nimmtsim.simulation import simulate

    rounds = arguments.rounds
    if rounds is None and arguments.matches is None and arguments.precision is None:
        rounds = DEFAULT_ROUNDS
    # Only a file needs every round; the table and the picture are made of counts, in constant memory.
    keep = arguments.keep or ("rounds" if arguments.out else "counts")
    result = simulate(
        rules, policies, rounds=rounds, matches=arguments.matches, precision=arguments.precision, keep=keep,
        **common.settings(arguments),
    )  # fmt: skip
    if arguments.out:
        result.save(arguments.out)
    if arguments.plot:
        common.save_picture(result.plot(), arguments.plot)
    print(as_json(result) if arguments.json else as_text(result))
    return 0
