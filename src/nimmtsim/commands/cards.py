"""What each card is worth in the hand, or with --turns what it does on each turn; a table, a picture, the data."""

from __future__ import annotations

import argparse
from math import isnan
from typing import TYPE_CHECKING, Any

from nimmtsim.commands import common

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.analysis.cards_held import CardValues
    from nimmtsim.analysis.cards_played import CardPlays

__all__ = ["add_arguments", "run"]

#: Rounds played when nothing is said, and cards told at either end.
DEFAULT_ROUNDS, TOLD = 200_000, 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    common.add_game(parser)
    rounds = f"rounds (default {DEFAULT_ROUNDS}; deals, with --rotate)"
    parser.add_argument("--rounds", type=int, default=DEFAULT_ROUNDS, metavar="N", help=rounds)
    turns = "what cards do on each turn, instead of their worth in the hand"
    parser.add_argument("--turns", action="store_true", help=turns)
    parser.add_argument("--map", metavar="WHAT", help="with --turns, what the picture shows: share_of_held (default), "
                        "share_of_turn, takes, sixth, low, cost, rest")  # fmt: skip
    common.add_run(parser)
    common.add_output(parser, out="a row for each policy and card (with --turns, and turn)")


def run(arguments: argparse.Namespace) -> int:
    """Play, write, print."""
    common.check_output(arguments)
    _check_map(arguments)
    from nimmtsim.commands.frames import as_json, write_frame

    rules, policies = common.rules_given(arguments), common.split_names("--policies", arguments.policies)
    asked = {"rounds": arguments.rounds, **common.settings(arguments)}
    found: CardPlays | CardValues
    if arguments.turns:
        from nimmtsim.analysis.cards_played import card_plays

        found = card_plays(rules, policies, **asked)
    else:
        from nimmtsim.analysis.cards_held import card_values

        found = card_values(rules, policies, **asked)
    frame = found.frame()
    if arguments.out:
        write_frame(frame.astype({"card": float}), arguments.out, _about(found))
    if arguments.plot:
        common.save_picture(_picture(frame, arguments), arguments.plot)
    print(as_json(_about(found), {"cards": frame}) if arguments.json else "\n".join(_text(frame, found)))
    return 0


def _check_map(arguments: argparse.Namespace) -> None:
    from nimmtsim.analysis.plots_cards import CARD_MAPS
    from nimmtsim.errors import UsageError, one_of

    if arguments.map is not None:
        if not (arguments.turns and arguments.plot):
            raise UsageError("--map goes with --turns and --plot")
        if arguments.map not in CARD_MAPS:
            raise one_of("map of --map", arguments.map, CARD_MAPS)


def _picture(frame: pd.DataFrame, arguments: argparse.Namespace) -> Any:
    from nimmtsim.analysis.plots_cards import plot_card_turns, plot_card_values

    if arguments.turns:
        return plot_card_turns(frame, what=arguments.map or "share_of_held")
    return plot_card_values(frame)


def _about(found: CardPlays | CardValues) -> dict[str, Any]:
    """What is needed to repeat the run."""
    from nimmtsim.commands.frames import about

    return about(found.rules, found.names, found.seed, rotate=found.rotate, rounds=found.deals, measure=found.measure,
                 notes=found.notes())  # fmt: skip


def _text(frame: pd.DataFrame, found: CardPlays | CardValues) -> list[str]:
    """The lines of the table."""
    from nimmtsim.analysis.cards_played import CardPlays

    lines = [found.title]
    for policy in found.policies:
        own = frame[frame.policy == policy]
        told = _turn_lines if isinstance(found, CardPlays) else _worth_lines
        lines += ["", *told(own, policy, found)]  # type: ignore[arg-type]
    return [*lines, *([""] if found.notes() else []), *found.notes()]


def _name(row: Any) -> str:
    """A card in words: a joker with its decimal, the others as whole numbers."""
    from nimmtsim.cards import is_joker

    return f"{row.card:.1f}" if is_joker(row.code) else f"{row.card:.0f}"


def _worth_lines(own: pd.DataFrame, policy: str, found: CardValues) -> list[str]:
    """The best and worst cards of a policy, and what its hands explain."""
    from nimmtsim.analysis.hand_rating import hand_quality

    ranked = own.dropna(subset="value").sort_values("value", ascending=found.measure == "penalty", kind="stable")
    points = "points" if found.measure == "points" else "bull heads"
    lines = [f"{policy}: {points} a round that a card adds to its hand"]
    if len(ranked):
        lines.append(f"{'':>6}  {'card':>4}  {'heads':>5}  {'value':>6}  {'95 % interval':>16}  with less without")
    told = min(TOLD, len(ranked) // 2 or 1)
    for word, part in (("best", ranked.head(told)), ("worst", ranked.tail(told if len(ranked) > 1 else 0))):
        known_at = part.value_low.notna().tolist()
        for place, (row, known) in enumerate(zip(part.itertuples(), known_at, strict=True)):
            interval = f"{row.value_low:+.3f} to {row.value_high:+.3f}" if known else "too few rounds"
            lines.append(f"{word if place == 0 else '':>6}  {_name(row):>4}  {row.heads:>5}  {row.value:>+6.2f}  "
                         f"{interval:>16}  {row.difference:>+17.2f}")  # fmt: skip
    return [*lines, *_quality_lines(hand_quality(found).loc[policy]), _neighbour_line(found, policy)]


def _neighbour_line(found: CardValues, policy: str) -> str:
    """What neighbours do on average, and over how many pairs."""
    from nimmtsim.analysis.card_pairs import neighbour_counts, neighbour_effect

    pairs, (known, _) = neighbour_effect(found, policy=policy), neighbour_counts(found, policy)
    if not known:
        return "neighbours c and c + 1: hardly any were in a hand together, too few to tell what they add"
    interval = "too few rounds for an interval" if isnan(pairs.low) else f"{pairs.low:+.3f} to {pairs.high:+.3f}"
    return f"neighbours c and c + 1 add {pairs.value:+.3f} beyond the sum of the two, on average of {known} pairs " \
           f"({interval})"  # fmt: skip


def _quality_lines(quality: Any) -> list[str]:
    """What the hands of a policy explain, in words where it is not known."""
    mean = f"mean {quality['mean']:.2f}{_between(quality, 'mean')}"
    if quality.isna()["explained"]:
        return [f"{mean}; too few rounds were played to tell how much of the variance the hand explains"]
    interval = f"{quality.low:.2%} to {quality.high:.2%}"
    if quality.isna()["low"]:
        interval = "too few rounds for an interval"
    return [f"{mean}; the hand explains {quality.explained:.2%} of the variance ({interval});",
            f"hands differ by {quality.hand_sd:.2f}{_between(quality, 'hand_sd')} (sd)"]  # fmt: skip


def _between(row: Any, name: str) -> str:
    """The interval of a figure in brackets, or nothing where it has none."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "" if isnan(low) else f" ({low:.2f} to {high:.2f})"


#: Columns of the table by turn, with how they are written.
TURN_COLUMNS = {"mean_card": ".1f", "takes": ".1%", "sixth": ".1%", "low": ".1%", "cost": ".2f", "rest": ".2f"}


def _turn_lines(own: pd.DataFrame, policy: str, found: CardPlays) -> list[str]:
    """What a policy's cards do by turn, all cards together and those that are played most readily."""
    names = "".join(f"  {name.replace('_', ' '):>{_wide(name)}}" for name in TURN_COLUMNS)
    lines = [f"{policy}: cards by turn", f"{'turn':>4}{names}  played most readily, of the hands that hold them"]
    turns = found.by_turn(policy)
    turns = turns[turns.played > 0]
    for _, row in turns.iterrows():
        cells = "".join(f"  {row[name]:>{_wide(name)}{digits}}" for name, digits in TURN_COLUMNS.items())
        cards = own[(own.turn == row.turn) & (own.held >= 30)].nlargest(3, "share_of_held")
        ready = ", ".join(f"{_name(card)} ({card.share_of_held:.0%})" for card in cards.itertuples())
        lines.append(f"{row.turn:>4}{cells}  {ready}".rstrip())
    widest = {name: float((turns[f"{name}_high"] - turns[f"{name}_low"]).max()) / 2 for name in TURN_COLUMNS}
    if isnan(widest["takes"]):
        return [*lines, "too few rounds for intervals"]
    cells = "".join(f"  {widest[name]:>{_wide(name)}{digits}}" for name, digits in TURN_COLUMNS.items())
    return [*lines, f"{'+-':>4}{cells}  half-width of the widest 95 % interval above it"]


def _wide(name: str) -> int:
    """The width of a column of the table by turn."""
    return max(6, len(name))
