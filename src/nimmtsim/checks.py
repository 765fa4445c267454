"""Checks of arguments that many functions share."""

from __future__ import annotations

import operator

from nimmtsim.errors import UsageError, shown

__all__ = ["HIGHEST_SEED", "as_bool", "as_int", "check_seed", "true_or_false", "whole_number"]

HIGHEST_SEED = (1 << 64) - 1


def as_int(given: object) -> int | None:
    """A plain int of what is a whole number, of numpy's, too; None for anything else, and for True and False.

    Examples
    --------
    >>> import numpy as np
    >>> as_int(np.int64(5)), as_int(5.0), as_int(True)
    (5, None, None)
    """
    if as_bool(given) is not None:
        return None
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def as_bool(given: object) -> bool | None:
    """A plain bool of True or False, of numpy's, too; None for anything else.

    Examples
    --------
    >>> import numpy as np
    >>> as_bool(np.True_), as_bool(1)
    (True, None)
    """
    # Asked by its dtype: the command line lists variants without importing numpy.
    of_numpy = str(getattr(given, "dtype", None)) == "bool" and getattr(given, "shape", None) == ()
    return bool(given) if of_numpy or isinstance(given, bool) else None


def true_or_false(name: str, given: object) -> bool:
    """A plain bool; UsageError for what is neither True nor False."""
    found = as_bool(given)
    if found is None:
        raise UsageError(f"{name}={shown(given)}: must be True or False")
    return found


def whole_number(name: str, given: object, low: int, high: int) -> int:
    """A whole number within limits.

    Parameters
    ----------
    name : str
        What the number is called, for the error.
    given : object
        An int or a numpy integer; no bool.
    low, high : int
        Limits, both allowed.

    Returns
    -------
    int

    Raises
    ------
    UsageError
        If it is no whole number, or not within the limits.

    Examples
    --------
    >>> whole_number("rounds", 10, 1, 100)
    10
    >>> whole_number("rounds", -1, 1, 100)
    Traceback (most recent call last):
        ...
    nimmtsim.errors.UsageError: rounds=-1: must be 1 to 100
    """
    number = as_int(given)
    if number is None:
        raise UsageError(f"{name}={shown(given)}: must be a whole number {low:,} to {high:,}")
    if not low <= number <= high:
        raise UsageError(f"{name}={number}: must be {low:,} to {high:,}")
    return number


def check_seed(seed: object) -> int:
    """A seed, 0 to 2**64 - 1."""
    try:
        return whole_number("seed", seed, 0, HIGHEST_SEED)
    except UsageError:
        raise UsageError(f"seed={shown(seed)}: must be a whole number 0 to 2**64 - 1") from None
