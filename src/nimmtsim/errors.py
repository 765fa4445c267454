"""Errors that a user is meant to read: one clear line each.

Everything that can be wrong with what a user gives (a name, a number, a combination of rules, an answer of a policy)
is raised as one of these. The command line prints their text and exits with 2; nothing else in the package catches
them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["DataError", "NimmtsimError", "PolicyError", "RulesError", "UsageError", "one_of"]


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
    return error(f"unknown {what} {given!r}{hint} Allowed: {', '.join(names) or 'none, there is none'}")
