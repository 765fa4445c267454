"""Checks of arguments that many functions share."""

from __future__ import annotations

import operator

from nimmtsim.errors import UsageError

__all__ = ["HIGHEST_SEED", "check_seed", "whole_number"]

HIGHEST_SEED = (1 << 64) - 1


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
    try:
        number = operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(given, bool):
        raise UsageError(f"{name}={given!r}: must be a whole number {low:,} to {high:,}")
    if not low <= number <= high:
        raise UsageError(f"{name}={number}: must be {low:,} to {high:,}")
    return number


def check_seed(seed: object) -> int:
    """A seed, 0 to 2**64 - 1."""
    try:
        return whole_number("seed", seed, 0, HIGHEST_SEED)
    except UsageError:
        raise UsageError(f"seed={seed!r}: must be a whole number 0 to 2**64 - 1") from None
