"""The kind of play of rules: what is left of them without sizes, lengths and names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from nimmtsim.rules import Rules

__all__ = ["SIZES", "kind_of_play"]

#: Options that make a game larger or smaller, a match longer or shorter, or somebody else begin.
SIZES = (
    "name", "joker_heads", "hand", "rows", "capacity", "hand_limit", "stack_end", "max_rounds",
    "match_end", "end_score", "deals", "max_deals", "min_players", "max_players",
    "first_seat", "logic_first", "open_marker_next_deal", "simple_starter",
)  # fmt: skip


def _two_in_turn(rules: Rules) -> bool:
    return rules.turn == "in-turn" and rules.cards == "one-or-two"


#: Where options mean anything that mean nothing elsewhere.
_MATTERS: dict[str, Callable[[Rules], bool]] = {
    "use_card_1_as_marker": lambda rules: rules.turn == "shown",
    "allow_double_zero": lambda rules: rules.zeros > 0 and rules.cards != "one",
    "joker_leftover": lambda rules: rules.jokers,
    "draft": lambda rules: rules.drafted,
    "pro_tie": lambda rules: rules.professional,
    "twin_low_row": lambda rules: rules.twins,
    "hand_order": _two_in_turn,
    "hand_commit": _two_in_turn,
}


def kind_of_play(rules: Rules) -> dict[str, Any]:
    """What kind of game rules are: two rules of the same kind differ in sizes, in names or in nothing that counts.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    dict of str to object
        The options that are no `SIZES` and that mean something in these rules. Of zero cards it counts whether there
        are any; a deck of so many cards counts as a full one.

    Examples
    --------
    >>> from nimmtsim import rules_from
    >>> kind_of_play(Rules(jokers=True, rows=5, deck=80)) == kind_of_play(rules_from("jokers"))
    True
    >>> kind_of_play(rules_from("jokers", jokers=False)) == kind_of_play(rules_from("jokers"))
    False
    """
    kind = {
        option.name: getattr(rules, option.name)
        for option in fields(rules)
        if option.name not in SIZES and _MATTERS.get(option.name, lambda rules: True)(rules)
    }
    return kind | {"zeros": rules.zeros > 0, "deck": "full" if isinstance(rules.deck, int) else rules.deck}
