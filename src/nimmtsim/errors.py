"""Errors that a user is meant to read: one clear line each.

Everything that can be wrong with what a user gives (a name, a number, a combination of rules, an answer of a policy)
is raised as one of these. The command line prints their text and exits with 2; nothing else in the package catches
them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "DataError",
    "NimmtsimError",
    "PolicyError",
    "RulesError",
    "UsageError",
    "is_among",
    "one_line",
    "one_of",
    "shown",
]

#: The most characters of what was given that a message repeats.
_SHOWN = 80


class NimmtsimError(ValueError):
    """Base of all errors about what the user gave."""


class RulesError(NimmtsimError):
    """Rules that do not exist, do not go together or do not fit the number of players."""


class UsageError(NimmtsimError):
    """An argument of a function or of the command line that cannot be used."""


class DataError(NimmtsimError):
    """A file or folder that cannot be read or written."""


class PolicyError(NimmtsimError):
    """A policy that does not exist, does not fit the rules or gave an illegal answer."""


def is_among(given: object, names: Iterable[str]) -> bool:
    """Whether what a user gave is a text among names; an array, which Python cannot look up, is none.

    Examples
    --------
    >>> is_among("rounds", ("rounds", "counts")), is_among([1, 2], ("rounds", "counts"))
    (True, False)
    """
    return isinstance(given, str) and given in names


def one_line(text: object) -> str:
    """A text of any number of lines, as a part of a message: one line, cut off where it is long.

    Examples
    --------
    >>> one_line("it broke:\\n    here")
    'it broke: here'
    """
    line = " ".join(str(text).split())
    return line if len(line) <= 4 * _SHOWN else f"{line[: 4 * _SHOWN]}..."


def shown(given: object) -> str:
    """What a user gave, as a message repeats it: on one short line, whatever it is.

    Examples
    --------
    >>> shown("tactic"), shown(range(3))
    ("'tactic'", 'range(0, 3)')
    >>> import numpy as np
    >>> shown(np.eye(2))
    'ndarray array([[1., 0.], [0., 1.]])'
    """
    try:
        text = repr(given)
    except Exception:  # an object of the user's can fail in any way
        return type(given).__name__
    if "\n" in text:
        text = f"{type(given).__name__} {' '.join(text.split())}"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def one_of(
    what: str, given: object, allowed: Iterable[object], error: type[NimmtsimError] = UsageError
) -> NimmtsimError:
    """The error for a name that is not one of the allowed ones, with the nearest of them.

    Parameters
    ----------
    what : str
        What the name names, e.g. ``"variant"``.
    given : object
        What the user gave.
    allowed : iterable
        The names that exist, in the order in which they are to be listed.
    error : type, optional
        The class of the error.

    Returns
    -------
    NimmtsimError
        To be raised by the caller.

    Examples
    --------
    >>> print(one_of("variant", "tactic", ["base", "tactics"]))
    unknown variant 'tactic'; did you mean 'tactics'? Allowed: base, tactics
    """
    names = [str(name) for name in allowed]
    lower = {name.lower(): name for name in reversed(names)}
    near = difflib.get_close_matches(str(given).lower(), lower, n=1, cutoff=0.5)
    hint = f"; did you mean {lower[near[0]]!r}?" if near else "."
    return error(f"unknown {what} {shown(given)}{hint} Allowed: {', '.join(names) or 'none, there is none'}")
