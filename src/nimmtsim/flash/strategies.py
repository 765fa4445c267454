"""Policies of Flash Magic Six: built in, by name, and a user's own.

A name is a way of laying chains, and after ``+`` ways of the other decisions: ``longest-chain+wait-5+next``.
"""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from numba import njit, types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from nimmtsim.checks import as_int
from nimmtsim.errors import PolicyError, UsageError, one_line, one_of, shown
from nimmtsim.flash import decisions
from nimmtsim.flash.records import KINDS, SIGNATURE
from nimmtsim.kernels.jit import COMPILED, address_of
from nimmtsim.policy_library.compiling import compiled_anew, indices_checked, source_of
from nimmtsim.policy_library.untouched import is_own

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHAINS", "MODIFIERS", "FlashPolicy", "policies", "policy", "resolve"]

Decision = Callable[..., Any]


@dataclass(frozen=True)
class FlashPolicy:
    """What decides for a seat: one compiled function a decision, each ``(table, me) -> int64``.

    Attributes
    ----------
    name : str
    chain : function
        The chain: the places of its cards in the hand plus one, as octal digits, first card lowest; 0 for none
        (`add_to_chain` builds it). Not asked when no card fits.
    bonus : function
        1 to put the pile's top card on the side pile, 0 not to.
    stop : function
        1 to show a STOP, 0 to keep it; ``me.showing`` says whether it is one of the hand (1) or a held one (2).
    target : function
        The seat that takes the side pile. Not asked when there is only one.
    top_up : function
        1 to fill the hand from the bottom of the discard pile, 0 not to.
    start : function
        Place of the start card among the six offered (``start_card="choose"`` only).
    number : int
        Given to the functions as ``me.number``.
    """

    name: str
    chain: Decision = decisions.longest_chain
    bonus: Decision = decisions.yes
    stop: Decision = decisions.yes
    target: Decision = decisions.leader
    top_up: Decision = decisions.yes
    start: Decision = decisions.linked_card
    number: int = 0

    def addresses(self) -> list[int]:
        """Addresses of the compiled functions, in the order of `records.KINDS`."""
        return [_address(self, kind) for kind in KINDS]

    def described(self) -> str:
        """What each decision does, in the words of its function's docstring."""
        lines = []
        for kind in KINDS:
            function = getattr(self, kind)
            says = (getattr(function, "py_func", function).__doc__ or "").strip().splitlines()
            lines.append(f"{kind}: {says[0] if says else function.__name__}")
        return "\n".join(lines)


#: Ways of laying a chain, with what else goes with the name.
CHAINS: dict[str, FlashPolicy] = {
    one.name: one
    for one in (
        FlashPolicy(
            "uniform", decisions.uniform_chain, decisions.coin, decisions.coin, decisions.any_target, decisions.coin,
            decisions.any_card,
        ),
        FlashPolicy("random", decisions.random_chain),
        FlashPolicy("greedy", decisions.greedy_chain),
        FlashPolicy("longest-chain", decisions.longest_chain),
        FlashPolicy("longest-chain-set-up", decisions.own_start_chain),
        FlashPolicy("longest-chain-block", decisions.block_chain),
    )
}  # fmt: skip

#: What may follow a ``+``; ``wait-K`` is any number K.
MODIFIERS: dict[str, dict[str, Any]] = {
    "at-once": {"stop": decisions.yes},
    "wait-K": {"stop": decisions.stop_from},
    "keep": {"stop": decisions.no},
    "leader": {"target": decisions.leader},
    "next": {"target": decisions.next_player},
    "anyone": {"target": decisions.any_target},
    "no-bonus": {"bonus": decisions.no},
    "top-up": {"top_up": decisions.yes},
    "no-top-up": {"top_up": decisions.no},
    "top-up-stuck": {"top_up": decisions.top_up_stuck},
}


def policy(
    chain: Decision | None = None,
    *,
    bonus: Decision | None = None,
    stop: Decision | None = None,
    target: Decision | None = None,
    top_up: Decision | None = None,
    start: Decision | None = None,
    name: str | None = None,
    number: int = 0,
    base: str = "longest-chain",
) -> FlashPolicy:
    """A policy from one's own functions.

    Parameters
    ----------
    chain, bonus, stop, target, top_up, start : function, optional
        Compiled by ``@numba.njit``, ``(table, me) -> int``; see `FlashPolicy` for what they answer and
        ``docs/flash.md`` for the fields of `table` and `me`.
    name : str, optional
        As it is to appear in results; that of the first function when not given.
    number : int
        Given to the functions as ``me.number``.
    base : str
        The policy whose decisions are taken for those left out.

    Returns
    -------
    FlashPolicy

    Raises
    ------
    PolicyError
        When something given is no compiled function, or nothing is given.
    """
    given = {"chain": chain, "bonus": bonus, "stop": stop, "target": target, "top_up": top_up, "start": start}
    own = {kind: function for kind, function in given.items() if function is not None}
    if not own:
        raise PolicyError(f"a policy needs a function for at least one of: {', '.join(KINDS)}")
    for kind, function in own.items():
        if not callable(function) or (COMPILED and not isinstance(function, Dispatcher)):
            raise PolicyError(f"{kind} must be a function compiled by @numba.njit, not {shown(function)}")
    whole = as_int(number)
    if whole is None or abs(whole) >= 1 << 62:
        raise PolicyError(f"number must be a whole number below 2**62, not {shown(number)}")
    called = name or next(iter(own.values())).__name__
    return dataclasses.replace(_named(base), name=called, number=whole, **own)


def resolve(given: object, players: int | None = None) -> list[FlashPolicy]:
    """The policies that a user means, one a seat.

    Parameters
    ----------
    given : sequence
        Names, `FlashPolicy` objects or compiled chain functions; a text is a comma-separated list of names.
    players : int, optional
        Fill up with the last policy to so many seats.

    Returns
    -------
    list of FlashPolicy

    Raises
    ------
    PolicyError, UsageError
    """
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
    elif isinstance(given, FlashPolicy) or callable(given):
        given = [given]
    if not isinstance(given, Sequence) or not given:
        raise PolicyError(f"policies must be a list of names, policies or compiled functions, not {shown(given)}")
    found = [_one(each) for each in given]
    if players is not None:
        number = as_int(players)
        if number is None or number < len(found):
            raise UsageError(f"players must be at least the {len(found)} policies given, not {shown(players)}")
        found += [found[-1]] * (number - len(found))
    return found


def _one(given: object) -> FlashPolicy:
    if isinstance(given, FlashPolicy):
        return given
    if isinstance(given, str):
        return _named(given)
    return policy(cast(Decision, given))


def _named(name: str) -> FlashPolicy:
    if not isinstance(name, str):
        raise PolicyError(f"a policy's name is a text, not {shown(name)}")
    first, *rest = name.split("+")
    if ":" in first:
        found = _imported(first)
    elif first in CHAINS:
        found = CHAINS[first]
    else:
        raise one_of("policy", first, [*CHAINS, "MODULE:FUNCTION"], PolicyError)
    for modifier in rest:
        found = _modified(found, modifier)
    return dataclasses.replace(found, name=name)


def _modified(found: FlashPolicy, modifier: str) -> FlashPolicy:
    waits = re.fullmatch(r"wait-(\d{1,4})", modifier)
    if waits:
        return dataclasses.replace(found, number=int(waits[1]), **MODIFIERS["wait-K"])
    if modifier not in MODIFIERS or modifier == "wait-K":
        raise one_of("part of a policy's name", modifier, MODIFIERS, PolicyError)
    return dataclasses.replace(found, **MODIFIERS[modifier])


def _imported(name: str) -> FlashPolicy:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (Exception, SystemExit) as problem:  # whatever the user's module does while it is imported
        raise PolicyError(f"cannot load policy {name!r}: {type(problem).__name__}: {one_line(problem)}") from None
    return _one(found) if not isinstance(found, str) else _named(found)


def _address(of: FlashPolicy, kind: str) -> int:
    """The address of one decision; functions that answer with a bool or a small integer are wrapped."""
    function = getattr(of, kind)
    try:
        function = _checked(function)
        return address_of(function, SIGNATURE)
    except TypeError as problem:
        returned = str(problem)
    except KeyError as problem:
        raise PolicyError(
            f"policy {of.name!r}: its function for {kind} uses a field that there is not: {problem}"
        ) from None
    except NumbaError as problem:
        raise PolicyError(f"policy {of.name!r}: its function for {kind} does not compile: {_reason(problem)}") from None
    if returned != "bool" and not re.fullmatch(r"u?int\d+|Literal\[.*", returned):
        raise PolicyError(f"policy {of.name!r}: its function for {kind} must return an integer, not {returned}")
    return address_of(_as_integer(function), SIGNATURE)


def _reason(problem: NumbaError) -> str:
    """The line of a compiler's message that says what is wrong, and where."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith(("Failed in", "-", "[", "During:"))]
    place = [line for line in lines if line.startswith("File ")]
    return " ".join([*said[:1], *place[:1]])


_rebuilt: dict[Decision, Any] = {}
_wrapped: dict[Decision, Decision] = {}


def _checked(function: Decision) -> Any:
    """A function that reads no memory but what it is shown: a user's is compiled anew, with its indices checked."""
    if not COMPILED or is_own(source_of(function)):
        return function
    if function not in _rebuilt:
        _rebuilt[function] = compiled_anew(function)
        with indices_checked():
            _rebuilt[function].compile(SIGNATURE.args)
    return _rebuilt[function]


def _as_integer(function: Decision) -> Decision:
    if function not in _wrapped:

        @njit
        def answer(table, me):
            return types.int64(function(table, me))

        _wrapped[function] = answer
    return _wrapped[function]


def policies() -> pd.DataFrame:
    """Every name and every part of a name with what it does.

    Returns
    -------
    DataFrame
        Columns ``name``, ``decision``, ``description``.
    """
    import pandas as pd

    rows = [(name, "chain", _doc(one.chain)) for name, one in CHAINS.items()]
    for name, parts in MODIFIERS.items():
        rows += [("+" + name, kind, _doc(function)) for kind, function in parts.items()]
    return pd.DataFrame(rows, columns=["name", "decision", "description"])


def _doc(function: Decision) -> str:
    text = getattr(function, "py_func", function).__doc__ or ""
    return " ".join(text.split())
