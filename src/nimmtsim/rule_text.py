"""Rule options as a short text: ``professional,deck=tactics,rows=5``."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from nimmtsim.errors import RulesError, one_of
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS, rules_from

__all__ = ["parse_rules", "rules_words", "variant_of"]

#: Short names of options.
ALIASES = {"pro": "professional", "pass": "pass_on", "variable": "variable_rows", "open": "open_hands"}

_DEFAULTS = {option.name: option.default for option in fields(Rules) if option.name != "name"}
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def parse_rules(variant: str, text: str | None = None) -> Rules:
    """The rules that a variant's name and a text of options mean.

    Parameters
    ----------
    variant : str
        A variant's name.
    text : str, optional
        Options separated by commas, ``name=value``, or just the name of one that is true or false, to switch it on.
        Dashes and underscores are the same.

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        For an option or value that does not exist, with the nearest that does; for options that clash.

    Examples
    --------
    >>> rules = parse_rules("base", "professional, deck=tactics, rows=5")
    >>> rules.professional, rules.deck, rules.rows
    (True, 'tactics', 5)
    """
    options: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in (text or "").split(","))):
        name, equals, value = (part.strip() for part in word.partition("="))
        name = name.lower().replace("-", "_")
        name = ALIASES.get(name, name)
        if name not in _DEFAULTS:
            raise one_of("rule option", word if not equals else name, _DEFAULTS, RulesError)
        if name in options:
            raise RulesError(f"rule option {name} is given twice")
        options[name] = _value(name, value if equals else None)
    return rules_from(variant, **options)


def _value(name: str, text: str | None) -> Any:
    """The value of an option from its text."""
    default = _DEFAULTS[name]
    if isinstance(default, bool):
        if text is None:
            return True
        if text.lower() not in _TRUTHS:
            raise RulesError(f"{name}={text}: must be true or false")
        return _TRUTHS[text.lower()]
    if text is None or not text:
        raise RulesError(f"rule option {name} needs a value: {name}={default}, say")
    try:
        return int(text)
    except ValueError:
        pass
    if isinstance(default, int):
        raise RulesError(f"{name}={text}: must be a whole number, such as {default}")
    # Some values of options are written with a dash, some with an underscore.
    choices = next(option for option in fields(Rules) if option.name == name).metadata["among"]
    return next((choice for choice in choices if choice.replace("_", "-") == text.lower().replace("_", "-")), text)


def variant_of(rules: Rules) -> tuple[str, str]:
    """The variant's name and the text of options that give these rules again.

    Examples
    --------
    >>> variant_of(parse_rules("logic", "rows=5,open-hands=false"))
    ('logic', 'rows=5,open_hands=false')
    >>> parse_rules(*variant_of(Rules(jokers=True))).jokers
    True
    """
    variant = rules.name if rules.name in VARIANTS else "base"
    base = VARIANTS[variant].rules
    changed = {name: getattr(rules, name) for name in _DEFAULTS if getattr(rules, name) != getattr(base, name)}
    return variant, ",".join(_word(name, value) for name, value in changed.items())


def _word(name: str, value: Any) -> str:
    if value is True:
        return name
    return f"{name}={str(value).lower()}"


def rules_words(rules: Rules) -> str:
    """How rules are called in titles and errors: the name, and what was changed in brackets."""
    variant, options = variant_of(rules)
    name = variant if rules.name in VARIANTS else rules.name
    return f"{name} ({options.replace(',', ', ')})" if options else name
