"""From a function of a policy to the address of its machine code, and from numba's complaints to one clear line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from nimmtsim.errors import PolicyError
from nimmtsim.kernels.jit import COMPILED, address_of
from nimmtsim.kernels.records import SIGNATURE
from nimmtsim.policy_library.untouched import check_untouched
from nimmtsim.rules import Rules

__all__ = ["BY_RULES", "as_compiled", "decision_address", "source_of"]

#: For a decision that is compiled in another form for some rules: what gives the function for given rules. It must
#: answer the same; it can be shorter, since it need not ask which rules are played.
BY_RULES: dict[Any, Callable[[Rules], Any]] = {}

#: Addresses given out, by the identity of the function. The functions are kept here too, since an address is valid
#: only as long as its function lives, and a running game holds nothing but addresses.
_given: dict[int, tuple[int, tuple[Any, ...]]] = {}


def source_of(function: Any) -> Callable[..., Any]:
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def as_compiled(owner: str, function: Any) -> Any:
    """A decision as a compiled function: numba's as they are, plain Python functions compiled when they are used.

    Parameters
    ----------
    owner : str
        What errors call it, e.g. ``"policy 'mine', decision 'row'"``.
    function : callable
        A Python function, or what ``numba.njit`` made of one.

    Returns
    -------
    callable

    Raises
    ------
    PolicyError
        If it is no function of two arguments.
    """
    if not inspect.isfunction(source_of(function)):
        raise PolicyError(f"{owner}: must be a Python function or a numba.njit function, not {type(function).__name__}")
    _check_arguments(owner, source_of(function))
    return function if isinstance(function, Dispatcher) else njit(function)


def _check_arguments(owner: str, function: Callable[..., Any]) -> None:
    signature = inspect.signature(function)
    try:
        signature.bind(None, None)
    except TypeError:
        raise PolicyError(f"{owner}: must take (table, me), not {signature}") from None


def decision_address(owner: str, function: Any) -> int:
    """The address of a compiled decision, compiling it for the records if it is not yet.

    An answer of another integer type, or a truth value, is widened.

    Raises
    ------
    PolicyError
        If it cannot be compiled, or returns something else than an integer.
    """
    if id(function) not in _given:
        widened = _widen(owner, function) if COMPILED else function
        _given[id(function)] = address_of(widened, SIGNATURE), (function, widened)
    return _given[id(function)][0]


def _widen(owner: str, function: Any) -> Any:
    """The function itself if it returns int64, else one that turns its integer into int64."""
    answer = _answer_type(owner, function)
    if not (source_of(function).__module__ or "").startswith("nimmtsim."):
        check_untouched(owner, source_of(function))
    if answer == SIGNATURE.return_type:
        return function
    if not isinstance(answer, types.Integer | types.Boolean):
        raise PolicyError(f"{owner}: must return a whole number on every path, returns {_short(str(answer))}")

    @njit
    def widened(table, me):
        return np.int64(function(table, me))

    return widened


def _answer_type(owner: str, function: Any) -> Any:
    try:
        function.compile(SIGNATURE.args)
        return types.unliteral(function.overloads[SIGNATURE.args].signature.return_type)
    except NumbaError as error:
        raise PolicyError(f"{owner} does not compile: {_core(error)}") from None
    except Exception as error:  # numba raises what it likes on code that it cannot read
        raise PolicyError(f"{owner} does not compile: {type(error).__name__}: {_short(str(error))}") from None


def _core(error: NumbaError) -> str:
    """The one line of numba's many that says what is wrong, and the line of code where."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(_PREAMBLE)]
    where = re.search(r"\((\d+)\)$|line (\d+)", " ".join(lines[1:]))
    line = next((group for group in where.groups() if group), "") if where else ""
    return _short(told[0] if told else type(error).__name__) + (f" (line {line})" if line else "")


_PREAMBLE = ("Failed in", "During:", "File ", "[", "-", "<source")


def _short(text: str) -> str:
    """A message without the layouts of the records, on one line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    text = re.sub(r"Record\((?:[^()]|\([^()]*\))*\)", "record", text)
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:197] + "..."
