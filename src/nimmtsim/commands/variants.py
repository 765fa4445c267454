"""List the rule variants: players, deck, hand, what differs, decisions, source; or print the rules of one."""

from __future__ import annotations

import argparse
import json

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help="print this one's rules")
    parser.add_argument("--json", action="store_true", help="print for programs")


def run(arguments: argparse.Namespace) -> int:
    """Print the table, or one variant's rules."""
    if arguments.variant is not None:
        from nimmtsim.rule_docs import variant_doc

        print(variant_doc(arguments.variant))
        return 0
    from nimmtsim.variant_listing import variants

    frame = variants().reset_index()
    if arguments.json:
        print(json.dumps(frame.to_dict("records"), indent=1))
        return 0
    for row in frame.itertuples(index=False):
        print(f"{row.variant}: {row.differs}")
        print(f"    {row.min_players} to {row.max_players} players; deck {row.deck}; hand {row.hand}")
        print(f"    decisions: {row.decisions}")
        print(f"    source: {row.source}")
    return 0
