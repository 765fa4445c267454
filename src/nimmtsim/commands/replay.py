"""Print one round or match of a run again, turn by turn."""

from __future__ import annotations

import argparse

from nimmtsim.commands import common

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    common.add_game(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--round", type=int, metavar="N", help="which round of the run, from 0 (default 0)")
    which.add_argument("--match", type=int, metavar="N", help="which match, if the run was of matches")
    rotated = "the run had --rotate: round N is rotation N %% players of deal N // players"
    parser.add_argument("--rotate", action="store_true", help=rotated)
    parser.add_argument("--html", metavar="FILE", help="write it as a web page instead (.html)")


def run(arguments: argparse.Namespace) -> int:
    """Play it again and print it."""
    from nimmtsim.files import check_writable, write_whole

    if arguments.html is not None:
        check_writable(arguments.html, (".html", ".htm"))
    rules, policies = common.rules_given(arguments), common.split_names("--policies", arguments.policies)
    from nimmtsim.replays import replay

    played = replay(
        rules, policies, seed=arguments.seed, round=arguments.round, match=arguments.match, players=arguments.players,
        rotate=arguments.rotate,
    )  # fmt: skip
    if arguments.html is None:
        print(played)
        return 0
    page = played.to_html()

    def write(path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)

    write_whole(arguments.html, write)
    return 0
