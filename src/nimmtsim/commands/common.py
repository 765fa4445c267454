"""Options that several commands share, and what becomes of them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from nimmtsim.rules import Rules

__all__ = [
    "add_game",
    "add_output",
    "add_run",
    "check_output",
    "rules_given",
    "save_picture",
    "settings",
    "split_names",
]


def add_game(parser: argparse.ArgumentParser, *, variant: bool = True) -> None:
    """What is played: the variant, its rules, the policies."""
    if variant:
        parser.add_argument("variant", metavar="VARIANT", help="one of 'nimmtsim variants'")
    parser.add_argument("--rules", metavar="OPTIONS", help="rule options to change: professional,deck=tactics,rows=5")
    parser.add_argument("--policies", required=True, metavar="NAMES",
                        help="one a seat, with commas: names of 'nimmtsim policies', or module:attribute")  # fmt: skip
    parser.add_argument("--players", type=int, metavar="N", help="fill up with the last policy to so many players")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fixes every card (default 0)")


def add_run(parser: argparse.ArgumentParser) -> None:
    """How it is played."""
    parser.add_argument("--rotate", action="store_true", help="play every deal in all rotations of the players")
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores; changes nothing in the results")


def add_output(parser: argparse.ArgumentParser, *, out: str | None) -> None:
    """Where the findings go; `out` says what the file holds (None: no such option)."""
    parser.add_argument("--plot", metavar="FILE", help="write the picture (.png, .pdf or .svg)")
    if out is not None:
        parser.add_argument("--out", metavar="FILE", help=f"write {out} (.parquet)")
    parser.add_argument("--json", action="store_true", help="print for programs")


def check_output(arguments: argparse.Namespace) -> None:
    """Refuse paths that cannot be written, before any work is done."""
    from nimmtsim.files import PICTURES, check_writable

    for name, endings in (("plot", PICTURES), ("out", (".parquet",))):
        path = getattr(arguments, name, None)
        if path is not None:
            check_writable(path, endings)


def rules_given(arguments: argparse.Namespace) -> Rules:
    """The rules that VARIANT and --rules mean."""
    from nimmtsim.rule_text import parse_rules

    return parse_rules(arguments.variant, arguments.rules)


def split_names(option: str, text: str) -> list[str]:
    """The names in a list with commas; UsageError when one is missing.

    Examples
    --------
    >>> split_names("--policies", "nearest, random")
    ['nearest', 'random']
    """
    from nimmtsim.errors import UsageError

    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UsageError(f"{option} {text!r}: names with commas between them, and none empty")
    return names


def settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `nimmtsim.simulate` that `add_game` and `add_run` gave."""
    names = ("players", "seed", "rotate", "threads")
    return {name: getattr(arguments, name) for name in names if hasattr(arguments, name)}


def save_picture(ax: Axes, path: str) -> None:
    """Write the picture that an Axes is in, whole or not at all."""
    from nimmtsim.files import write_whole

    figure = ax.get_figure(root=True)
    assert figure is not None
    write_whole(path, lambda beside: figure.savefig(beside, dpi=150))
