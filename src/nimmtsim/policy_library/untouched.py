"""A policy must not change what it is shown: its functions are read for statements that would.

A decision gets the records of the game itself, which costs nothing. Whoever wrote into them would forge cards, and a
round would be another one when it is replayed. What is found: assignments to a record, to one of its fields or to a
part of a field, and methods that change an array, in the function and in the compiled functions that it hands a record
or field to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import ir
from numba.core.compiler import run_frontend
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from nimmtsim.errors import PolicyError

__all__ = ["check_untouched"]

#: Methods of arrays that change them.
_CHANGING = ("fill", "itemset", "partition", "put", "resize", "sort")


def check_untouched(owner: str, function: Callable[..., Any]) -> None:
    """Check that a decision changes nothing of what it is shown.

    Parameters
    ----------
    owner : str
        What the error calls it.
    function : Python function
        Of (table, me).

    Raises
    ------
    PolicyError
        If there is a statement that would; it names the line.
    """
    found = _change(function, frozenset({0, 1}), frozenset())
    if found is not None:
        raise PolicyError(
            f"{owner}: changes what it is shown (line {found.line} of {function.__name__} or what it calls); "
            "records may only be read, so work on a copy, e.g. me.hand[:me.n].copy()"
        )


def _change(function: Callable[..., Any], shown: frozenset[int], above: frozenset[Any]) -> ir.Loc | None:
    """Where a function changes one of its arguments with these places, or nothing."""
    try:
        code = run_frontend(function)
    except (NumbaError, NotImplementedError, AssertionError):
        return None  # does not compile: said elsewhere, in better words
    look = _Looks(code, shown)
    for block in code.blocks.values():
        for statement in block.body:
            if look.changes(statement):
                found: ir.Loc = statement.loc
                return found
            for callee, places in look.calls(statement):
                if callee not in above and places:
                    inner = _change(callee.py_func, places, above | {callee})
                    if inner is not None:
                        return inner
    return None


class _Looks:
    """Which variables of a function are part of what it is shown."""

    def __init__(self, code: Any, shown: frozenset[int]) -> None:
        self.code, self.shown = code, shown

    def definitions(self, variable: Any) -> list[Any]:
        """All that a variable may be."""
        return list(self.code._definitions.get(variable.name, ()))

    def is_shown(self, variable: Any, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a variable may be a shown record, a field of it or a part of a field."""
        if variable.name in seen:
            return False
        seen |= {variable.name}
        for value in self.definitions(variable):
            if isinstance(value, ir.Arg) and value.index in self.shown:
                return True
            if isinstance(value, ir.Var) and self.is_shown(value, seen):
                return True
            part = isinstance(value, ir.Expr) and value.op in ("getattr", "getitem", "static_getitem", "cast")
            if part and self.is_shown(value.value, seen):
                return True
        return False

    def changes(self, statement: Any) -> bool:
        """Whether a statement writes into something shown."""
        if isinstance(statement, (ir.SetAttr, ir.SetItem, ir.StaticSetItem, ir.DelItem)):
            return self.is_shown(statement.target)
        call = _call(statement)
        if call is None:
            return False
        return any(
            isinstance(method, ir.Expr) and method.op == "getattr" and method.attr in _CHANGING
            and self.is_shown(method.value)
            for method in self.definitions(call.func)
        )  # fmt: skip

    def calls(self, statement: Any) -> list[tuple[Dispatcher, frozenset[int]]]:
        """The compiled functions of others that a statement calls, with the places of shown arguments."""
        call = _call(statement)
        if call is None:
            return []
        callees = [getattr(value, "value", None) for value in self.definitions(call.func)]
        places = frozenset(place for place, argument in enumerate(call.args) if self.is_shown(argument))
        return [
            (callee, places)
            for callee in callees
            if isinstance(callee, Dispatcher) and not (callee.py_func.__module__ or "").startswith("nimmtsim.")
        ]


def _call(statement: Any) -> Any:
    value = getattr(statement, "value", None)
    return value if isinstance(statement, ir.Assign) and isinstance(value, ir.Expr) and value.op == "call" else None
