"""The registry of rule variants: a line or two each, options plus source.

The rules of every variant, in the project's own words, with the rulings made and one example, are in ``docs/rules``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimmtsim.errors import RulesError, UsageError, one_of
from nimmtsim.rules import Rules

__all__ = ["VARIANTS", "Variant", "rules_from"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A named variant: its rules, what differs from the base game in one line, and where it comes from."""

    rules: Rules
    differs: str
    source: str


_BOOKLET = "AMIGO rule booklet MMV, "
_PLUS = "6 nimmt! plus (jubilee edition, seven 0-cards), "
_FRENCH = "6 qui prend!, L'extension vachement bien (Gigamic), "


def _variant(name: str, differs: str, source: str, **options: Any) -> Variant:
    return Variant(Rules(name=name, **options), differs, source)


_ZERO_GAME: dict[str, Any] = {"zeros": 7, "low_card": "highest-end", "match_end": "deals", "max_players": 7}

VARIANTS: dict[str, Variant] = {
    v.rules.name: v
    for v in (
        _variant("base", "the game itself", _BOOKLET + "basic rules"),
        _variant("tactics", "only the cards 1 to 10n+4 are in the deck", _BOOKLET + "variant 1", deck="tactics"),
        _variant(
            "logic",
            "1 to 10n+4, all open; players pick their hands in turn",
            _BOOKLET + "variant 2",
            deck="tactics",
            deal="drafted",
            open_hands=True,
        ),
        _variant(
            "championship",
            "hands drafted once, then every player plays every hand",
            _BOOKLET + "variant 3",
            deck="tactics",
            deal="duplicate",
            open_hands=True,
            match_end="deals",
            deals=1,
            max_players=5,
        ),
        _variant(
            "professional", "cards join a row at either end, wherever nearer", _BOOKLET + "variant 4", professional=True
        ),
        _variant(
            "open", "cards are shown in turn; card 1 marks the start player", _BOOKLET + "variant 5", turn="shown"
        ),
        _variant(
            "nifty",
            "fourteen cards, two a turn, owner chooses their order",
            _BOOKLET + "variant 6",
            hand=14,
            cards="two",
            max_players=7,
        ),
        _variant(
            "hand",
            "in turn, one or two cards; taken cards may be kept",
            _BOOKLET + "variant 7",
            hand=14,
            turn="in-turn",
            cards="one-or-two",
            keep=True,
            match_end="deals",
            deals=1,
            max_players=7,
        ),
        _variant("double", "two decks; twins lie on one place of a row", _BOOKLET + "variant 8", deck="double"),
        _variant(
            "plus",
            "taken heads are points; 0-cards go first; one or two cards a turn",
            _PLUS + "main game",
            hand=15,
            cards="one-or-two",
            scoring="points",
            **_ZERO_GAME,
        ),
        _variant(
            "plus-equal-zeros",
            "as plus; everybody starts with equally many 0-cards",
            _PLUS + "variant of the variant",
            hand=15,
            cards="one-or-two",
            scoring="points",
            equal_zeros=True,
            **_ZERO_GAME,
        ),
        _variant(
            "zeros-minus",
            "as plus, but taken heads are a penalty",
            _PLUS + "other variants, 0-cards",
            hand=15,
            cards="one-or-two",
            **_ZERO_GAME,
        ),
        _variant(
            "simple-minus",
            "in turn, one card, placed at once; a 0-card is a pass",
            _PLUS + "other variants, Simple",
            hand=12,
            turn="in-turn",
            **(_ZERO_GAME | {"max_players": 8}),
        ),
        _variant(
            "jokers", "everybody also has a joker 0.0 to 0.9, placed first, on any row", _FRENCH + "jokers", jokers=True
        ),
        _variant("pass-on", "before each turn a card is passed to the left", _FRENCH + "variant 1", pass_on=True),
        _variant(
            "variable-rows",
            "a row's first card of several heads sets its length",
            _FRENCH + "variant 2",
            variable_rows=True,
        ),
    )
}


def rules_from(rules: str | Rules, **options: Any) -> Rules:
    """Rules from a variant's name or from rules, with options changed.

    Parameters
    ----------
    rules : str or Rules
        A variant's name, or rules, which are returned as they are when no option is given.
    **options
        Options of `Rules` to change.

    Returns
    -------
    Rules
        The rules.

    Raises
    ------
    RulesError
        For an unknown variant or option, a value that is not allowed, or options that clash.

    Examples
    --------
    >>> rules_from("logic").open_hands
    True
    >>> rules_from("base", rows=5).rows
    5
    """
    if isinstance(rules, str):
        name = rules.strip().lower().replace("_", "-")
        if name not in VARIANTS:
            raise one_of("variant", rules, VARIANTS, RulesError)
        rules = VARIANTS[name].rules
    elif not isinstance(rules, Rules):
        raise UsageError(f"rules must be a variant's name or a Rules, not {type(rules).__name__}")
    return rules.replace(**options) if options else rules
