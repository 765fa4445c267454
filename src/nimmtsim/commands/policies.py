"""List the policies: how each chooses a card, how ties are broken, which decisions it takes itself, its source."""

from __future__ import annotations

import argparse
import json
import textwrap

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--json", action="store_true", help="print for programs")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    from nimmtsim.policy_library import policies

    frame = policies().reset_index()
    if arguments.json:
        print(json.dumps(frame.to_dict("records"), indent=1))
        return 0
    for row in frame.to_dict("records"):
        print(row.pop("policy"))
        for name, says in row.items():
            if says:
                print(textwrap.fill(f"{name}: {says}", 100, initial_indent="    ", subsequent_indent="      "))
    return 0
