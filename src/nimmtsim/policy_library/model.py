"""A policy: one function a decision, and the decorator that makes one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nimmtsim.errors import PolicyError, one_of
from nimmtsim.kernels.records import KINDS
from nimmtsim.kind_of_play import kind_of_play
from nimmtsim.policy_library.compiling import BY_RULES, as_compiled, decision_address, source_of
from nimmtsim.policy_library.defaults import default_decision
from nimmtsim.rules import Rules

__all__ = ["Policy", "asked_kinds", "policy"]

#: Which rules put which decision to the players at all.
_ASKED: dict[str, Callable[[Rules], bool]] = {
    "card": lambda rules: True,
    "row": lambda rules: rules.low_card == "take-row",
    "second": lambda rules: rules.cards != "one",
    "order": lambda rules: rules.cards == "two",
    "side": lambda rules: rules.professional and rules.pro_tie == "choose",
    "draft": lambda rules: rules.drafted,
    "pass": lambda rules: rules.pass_on,
    "joker": lambda rules: rules.jokers,
    "keep": lambda rules: rules.keep,
}

Restriction = Iterable[str] | Callable[[Rules], bool] | None


def asked_kinds(rules: Rules) -> tuple[str, ...]:
    """The kinds of decisions that these rules can put to a policy.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    tuple of str
        In the order of `nimmtsim.kernels.records.KINDS`.

    Examples
    --------
    >>> from nimmtsim import rules_from
    >>> asked_kinds(rules_from("base"))
    ('card', 'row')
    >>> asked_kinds(rules_from("plus"))
    ('card', 'second')
    """
    return tuple(kind for kind in KINDS if _ASKED[kind](rules))


def _kind(name: str) -> str:
    # pass is a word of Python's own: as an attribute or argument it is written pass_.
    return name.removesuffix("_")


@dataclass(frozen=True, eq=False, repr=False)
class Policy:
    """What decides for a seat.

    Made by `nimmtsim.policy`; a policy never changes. Each kind of decision is also a decorator that makes a new policy
    with that decision added, called like the decorated function: ``@mine.row`` above ``def mine(table, me)`` works like
    the setter of a property. (``pass`` is a word of Python: write ``@mine.pass_``.)

    Attributes
    ----------
    name : str
        What the policy is called in results.
    decisions : mapping of str to function
        Its compiled functions by kind of decision; those left out are the defaults.
    variants : tuple of str, function, or None
        What it can play: the names of variants, or a function that says so of a `Rules`; None: everything. A variant
        stands for all rules of its kind of play (`nimmtsim.kind_of_play`), whatever they are called and however many
        rows, places, cards or deals they have.
    """

    name: str
    decisions: Mapping[str, Any] = field(repr=False)
    variants: tuple[str, ...] | Callable[[Rules], bool] | None = None

    def __repr__(self) -> str:
        return f"<Policy {self.name}: {', '.join(self.decisions)}>"

    def __reduce__(self) -> Any:
        from nimmtsim.policy_library.registry import REGISTRY, find_policy

        if REGISTRY.get(self.name) is self:
            return find_policy, (self.name,)
        return Policy, (self.name, dict(self.decisions), self.variants)

    def __getattr__(self, name: str) -> Callable[[Any], Policy]:
        if _kind(name) not in KINDS:
            raise AttributeError(f"a policy has no attribute {name!r}")
        return lambda function: self.replace(name=source_of(function).__name__, **{name: function})

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(f"{kind}_" if kind == "pass" else kind for kind in KINDS)]

    @property
    def description(self) -> str:
        """Its decision rule in one line: the first line of the card function's docstring."""
        return _first_line(source_of(self.decisions["card"]))

    def replace(self, *, name: str | None = None, **decisions: Any) -> Policy:
        """The same policy with other decisions, or another name.

        Parameters
        ----------
        name : str, optional
            A new name.
        **decisions
            Functions by kind of decision (``pass_`` for ``pass``).

        Returns
        -------
        Policy

        Raises
        ------
        PolicyError
            For a kind of decision that does not exist, or something that is no function of (table, me).

        Examples
        --------
        >>> from nimmtsim.policy_library import find_policy
        >>> find_policy("nearest").replace(name="my-nearest")
        <Policy my-nearest: card>
        """
        name = name or self.name
        return Policy(name, dict(self.decisions) | _checked(name, decisions), self.variants)

    def check_rules(self, rules: Rules) -> None:
        """Check that the policy can play these rules.

        Raises
        ------
        PolicyError
            If it is made for others.
        """
        from nimmtsim.rule_text import rules_words
        from nimmtsim.variant_registry import rules_from

        if self.variants is None:
            return
        if callable(self.variants):
            plays, only = self.variants(rules), _first_line(self.variants) or self.variants.__name__
        else:
            kind = kind_of_play(rules)
            plays = any(kind_of_play(rules_from(variant)) == kind for variant in self.variants)
            only = ", ".join(self.variants)
        if not plays:
            raise PolicyError(f"policy {self.name!r} does not play {rules_words(rules)!r}, only: {only}")

    def addresses(self, rules: Rules) -> list[int]:
        """The machine code that plays these rules.

        Parameters
        ----------
        rules : Rules
            Only decisions that they can ask for are compiled.

        Returns
        -------
        list of int
            For each of `records.KINDS` an address, 0 where the rules never ask. They stay valid.

        Raises
        ------
        PolicyError
            If the policy does not play these rules, or one of its functions cannot be compiled.
        """
        self.check_rules(rules)
        asked = asked_kinds(rules)
        return [self._address(kind, rules) if kind in asked else 0 for kind in KINDS]

    def _address(self, kind: str, rules: Rules) -> int:
        function = self.decisions.get(kind) or default_decision(kind, rules, self.decisions["card"])
        if function in BY_RULES:
            function = BY_RULES[function](rules)
        return decision_address(f"policy {self.name!r}, decision {kind!r}", function)


def _first_line(function: Any) -> str:
    return (inspect.getdoc(function) or "").split("\n")[0]


def _checked(name: str, decisions: Mapping[str, Any]) -> dict[str, Any]:
    """Compiled functions by kind."""
    checked = {}
    for key, function in decisions.items():
        kind = _kind(key)
        if kind not in KINDS:
            raise one_of(f"decision of policy {name!r}", key, KINDS, PolicyError)
        checked[kind] = as_compiled(f"policy {name!r}, decision {kind!r}", function)
    return checked


def policy(card: Any = None, *, name: str | None = None, variants: Restriction = None, **decisions: Any) -> Any:
    """Make a policy of a function that chooses a card; a decorator, with or without arguments.

    Parameters
    ----------
    card : function
        ``card(table, me) -> int``: the place of the card in ``me.hand``. A Python function (compiled when it is first
        used) or a ``numba.njit`` one. The first line of its docstring describes the policy.
    name : str, optional
        What the policy is called; the function's name if not given.
    variants : iterable of str, or function, optional
        What it can play: names of variants, or a function from `Rules` to bool whose docstring says what it asks for.
        A variant stands for all rules of its kind of play, whatever their name and their sizes (see `Policy`).
    **decisions
        Functions for further decisions by kind (``pass_`` for ``pass``); they can also be added by decorators, see
        `Policy`. Those left out are the defaults.

    Returns
    -------
    Policy
        Or a decorator that makes one, when no function is given.

    Raises
    ------
    PolicyError
        For a kind of decision or a variant that does not exist, or something that is no function of (table, me).

    Examples
    --------
    >>> @policy
    ... def first(table, me):
    ...     "The first card of the hand."
    ...     return 0
    >>> @first.row
    ... def first(table, me):
    ...     return 0
    >>> first
    <Policy first: card, row>
    >>> first.description
    'The first card of the hand.'
    """
    if card is None:
        return lambda function: policy(function, name=name, variants=variants, **decisions)
    if name is None:
        name = getattr(source_of(card), "__name__", None)
    if not isinstance(name, str) or not name:
        raise PolicyError(f"a policy is made of a function (table, me), not of {card!r}")
    return Policy(name, _checked(name, {"card": card, **decisions}), _restriction(name, variants))


def _restriction(name: str, variants: Restriction) -> Any:
    from nimmtsim.variant_registry import VARIANTS

    if variants is None or callable(variants):
        return variants
    names = (variants,) if isinstance(variants, str) else tuple(variants)
    for variant in names:
        if variant not in VARIANTS:
            raise one_of(f"variant of policy {name!r}", variant, VARIANTS, PolicyError)
    return names
