"""From a function of a policy to the address of its machine code, and from numba's complaints to one clear line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from nimmtsim.errors import PolicyError, one_of
from nimmtsim.kernels.jit import COMPILED, address_of, copy_of
from nimmtsim.kernels.records import FIELDS, SIGNATURE
from nimmtsim.policy_library.untouched import is_own, only_reads
from nimmtsim.rules import Rules

__all__ = ["BY_RULES", "as_compiled", "compiled_anew", "decision_address", "indices_checked", "source_of"]

#: For a decision that is compiled in another form for some rules: what gives the function for given rules. It must
#: answer the same; it can be shorter, since it need not ask which rules are played.
BY_RULES: dict[Any, Callable[[Rules], Any]] = {}

#: Options of a user's own ``njit`` that change what his function does.
_KEPT = ("error_model", "fastmath")

#: What a policy can look at in its own record, the table and the rows.
_FIELD_NAMES = tuple(
    dict.fromkeys(
        name
        for record in ("SEAT", "TABLE", "ROW")
        for name, says in FIELDS[record].items()
        if not says.startswith(("random stream", "address", "how many"))
    )
)

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

    Functions of users are compiled with their indices checked, and get copies of the records unless they surely only
    read; an answer of another integer type, or a truth value, is widened.

    Raises
    ------
    PolicyError
        If it cannot be compiled, changes what it is shown, or returns something else than an integer.
    """
    if id(function) not in _given:
        safe = _safe(owner, function) if COMPILED and not is_own(source_of(function)) else function
        _given[id(function)] = address_of(safe, SIGNATURE), (function, safe)
    return _given[id(function)][0]


def _safe(owner: str, function: Any) -> Any:
    """A function of a user that sees no more than it is shown, changes nothing, and returns int64."""
    reads, checked = only_reads(owner, source_of(function)), compiled_anew(function)
    with indices_checked():
        answer = _answer_type(owner, checked)
    if not isinstance(answer, types.Integer | types.Boolean):
        raise PolicyError(f"{owner}: must return a whole number on every path, returns {_named(answer)}")
    if reads:
        return checked if answer == SIGNATURE.return_type else _widened(checked)
    return _on_copies(checked)


def compiled_anew(function: Any) -> Any:
    """The same function to be compiled once more: what numba has already, or on disk, did not check its indices."""
    options = {name: value for name, value in function.targetoptions.items() if name in _KEPT}
    return njit(**options)(source_of(function))


@contextmanager
def indices_checked() -> Iterator[None]:
    """While this lasts, everything is compiled with checks of its indices, the functions that a function calls, too.

    A search that finds nothing would else read on in the memory of the game: the hands of others lie there.
    """
    with global_compiler_lock:
        before = numba.config.BOUNDSCHECK
        numba.config.BOUNDSCHECK = 1
        try:
            yield
        finally:
            numba.config.BOUNDSCHECK = before


def _widened(function: Any) -> Any:
    @njit
    def widened(table, me):
        return np.int64(function(table, me))

    return widened


def _on_copies(function: Any) -> Any:
    """A decision that sees copies of the records; only its draws move on the seat's stream."""

    @njit
    def guarded(table, me):
        own = copy_of(me)
        answer = np.int64(function(copy_of(table), own))
        me.stream, me.word = own.stream, own.word
        return answer

    return guarded


def _answer_type(owner: str, function: Any) -> Any:
    try:
        function.compile(SIGNATURE.args)
        return types.unliteral(function.overloads[SIGNATURE.args].signature.return_type)
    except NumbaError as error:
        raise PolicyError(f"{owner} does not compile: {_core(error)}") from None
    except Exception as error:  # numba raises what it likes on code that it cannot read
        if isinstance(error, KeyError) and str(error.args[0]).isidentifier():
            name = str(error.args[0])  # a field of another record, perhaps
            raise PolicyError(f"{owner}: {one_of('field', name, [f for f in _FIELD_NAMES if f != name])}") from None
        what = f"{type(error).__name__}: {_short(str(error))}".removesuffix(": ")
        raise PolicyError(f"{owner} does not compile: {what}") from None


def _core(error: NumbaError) -> str:
    """The one line of numba's many that says what is wrong, and the line of code where."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(_PREAMBLE)]
    where = re.search(r"\((\d+)\)$|line (\d+)", " ".join(lines[1:]))
    line = next((group for group in where.groups() if group), "") if where else ""
    return _short(told[0] if told else type(error).__name__) + (f" (line {line})" if line else "")


_PREAMBLE = ("Failed in", "During:", "File ", "[", "-", "<source")


def _named(answer: Any) -> str:
    """What a type is called in an error, without the layout of a record."""
    words = ((types.Record, "a record"), (types.Array, "an array"))
    return next((word for kind, word in words if isinstance(answer, kind)), _short(str(answer)))


def _short(text: str) -> str:
    """A message without the layouts of the records, on one line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    text = re.sub(r"Record\((?:[^()]|\([^()]*\))*\)", "record", text)
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:197] + "..."
