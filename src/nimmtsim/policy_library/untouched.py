"""A policy must not change what it is shown: its functions are read for what does, and for what might.

A decision of this library gets the records of the game itself, which costs nothing. Whoever wrote into them would forge
cards, and a round would be another one when it is replayed. So functions of users are read before they are compiled.
What writes (an assignment to a record, a field or a part of a field, a method that changes an array) is refused. What
only reads gets the records, too. Anything else, a call of numpy say, gets copies (10 to 40 % of a simple decision).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import ir
from numba.core.compiler import run_frontend
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from nimmtsim.errors import PolicyError

__all__ = ["is_own", "only_reads"]

#: Methods of arrays that change them, and methods that surely do not.
_CHANGING = ("fill", "itemset", "partition", "put", "resize", "sort")
_READING = ("all", "any", "argmax", "argmin", "copy", "max", "mean", "min", "sum")
#: Functions whose answer is a number, or a range or slice of numbers.
_NUMERIC = frozenset((abs, bool, float, int, len, max, min, print, range, round, slice))
#: Operations whose result is a part of what they are given, and those that make something new of it.
_PARTS = ("cast", "exhaust_iter", "getattr", "getitem", "getiter", "iternext", "pair_first", "static_getitem")
_NEW = ("binop", "pair_second", "unary")
#: Statements that only read.
_HARMLESS = (ir.Branch, ir.Del, ir.Jump, ir.Print, ir.Raise, ir.Return)


def is_own(function: Any) -> bool:
    """Whether a function, compiled or not, is this library's."""
    return (getattr(function, "__module__", "") or "").startswith("nimmtsim.")


def only_reads(owner: str, function: Callable[..., Any]) -> bool:
    """Whether a decision surely changes nothing of what it is shown.

    Parameters
    ----------
    owner : str
        What the error calls it.
    function : Python function
        Of (table, me).

    Returns
    -------
    bool
        False if it cannot be told.

    Raises
    ------
    PolicyError
        If there is a statement that does; it names the line.
    """
    reader = _Reader()
    reader.read(function, frozenset({0, 1}), frozenset())
    if reader.writes is not None:
        raise PolicyError(
            f"{owner}: changes what it is shown (line {reader.writes.line} of {function.__name__} or what it calls); "
            "records may only be read, so work on a copy, e.g. me.hand[:me.n].copy()"
        )
    return reader.sure


class _Reader:
    """What has been found out about a decision: where it writes (the first place), and whether all else only reads."""

    def __init__(self) -> None:
        self.writes: ir.Loc | None = None
        self.sure = True

    def read(self, function: Callable[..., Any], shown: frozenset[int], above: frozenset[Any]) -> None:
        """Read a function of which the arguments at these places are shown, and what it calls."""
        try:
            code = run_frontend(function)
        except (NumbaError, NotImplementedError, AssertionError):
            self.sure = False  # does not compile, as a rule: said elsewhere, in better words
            return
        look = _Looks(code, shown)
        for block in code.blocks.values():
            for statement in block.body:
                if self.writes is None and look.changes(statement):
                    self.writes = statement.loc
                call = _call(statement)
                if call is None:
                    self.sure &= look.is_harmless(statement)
                elif look.touches(call):
                    self._read_call(look, call, above)

    def _read_call(self, look: _Looks, call: Any, above: frozenset[Any]) -> None:
        for callee in look.callees(call):
            if isinstance(callee, Dispatcher) and not call.kws and call.vararg is None:
                if not is_own(callee.py_func) and callee not in above:
                    self.read(callee.py_func, look.places(call), above | {callee})
            elif not _is_numeric(callee):
                self.sure = False


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
            if isinstance(value, ir.Expr) and value.op in _PARTS and self.is_shown(value.value, seen):
                return True
        return False

    def touches(self, what: Any) -> bool:
        """Whether a statement or an operation has to do with what is shown."""
        return any(self.is_shown(variable) for variable in what.list_vars())

    def changes(self, statement: Any) -> bool:
        """Whether a statement writes into something shown."""
        if isinstance(statement, (ir.SetAttr, ir.SetItem, ir.StaticSetItem, ir.DelItem)):
            return self.is_shown(statement.target)
        call = _call(statement)
        return call is not None and any(
            method.attr in _CHANGING and self.is_shown(method.value) for method in self._methods(call)
        )

    def is_harmless(self, statement: Any) -> bool:
        """Whether a statement that is no call surely writes nothing, and hides nothing shown in something else."""
        if isinstance(statement, ir.Assign):
            value = statement.value
            reads = not isinstance(value, ir.Expr) or value.op in _PARTS + _NEW
            return reads or not self.touches(value)
        return isinstance(statement, _HARMLESS) or not self.touches(statement)

    def places(self, call: Any) -> frozenset[int]:
        """Which arguments of a call are shown."""
        return frozenset(place for place, argument in enumerate(call.args) if self.is_shown(argument))

    def callees(self, call: Any) -> list[Any]:
        """What a call may call: an object of Python, or None if that is not known."""
        return [self._object(value) for value in self.definitions(call.func)] or [None]

    def _object(self, value: Any) -> Any:
        if isinstance(value, (ir.Global, ir.FreeVar, ir.Const)):
            return value.value
        if not isinstance(value, ir.Expr) or value.op != "getattr":
            return None
        if self.is_shown(value.value):
            return len if value.attr in _READING else None  # as harmless as the built-in function
        inside = [self._object(each) for each in self.definitions(value.value)]
        return getattr(inside[0], value.attr, None) if len(inside) == 1 and inside[0] is not None else None

    def _methods(self, call: Any) -> list[Any]:
        return [value for value in self.definitions(call.func) if isinstance(value, ir.Expr) and value.op == "getattr"]


def _is_numeric(callee: Any) -> bool:
    """Whether a function of Python or numpy takes numbers and gives numbers."""
    if isinstance(callee, type) and issubclass(callee, np.generic):
        return True
    try:
        return callee in _NUMERIC or (callee is not None and getattr(math, callee.__name__, None) is callee)
    except (TypeError, AttributeError):  # no hash, or no name
        return False


def _call(statement: Any) -> Any:
    value = statement.value if isinstance(statement, ir.Assign) else None
    return value if isinstance(value, ir.Expr) and value.op == "call" else None
