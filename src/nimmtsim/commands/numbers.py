"""Numbers as they are typed on the command line."""

from __future__ import annotations

from argparse import ArgumentTypeError
from decimal import Decimal

from nimmtsim.errors import shown

__all__ = ["any_number", "whole_number"]

#: More digits than any number that is wanted anywhere.
_DIGITS = 40


def whole_number(text: str) -> int:
    """A whole number: 1000000, 1_000_000 or 1e6.

    Examples
    --------
    >>> whole_number("1_000_000"), whole_number("2.5e6")
    (1000000, 2500000)
    """
    try:
        number = Decimal(text)
        if number.is_finite() and number.adjusted() < _DIGITS and number == int(number):
            return int(number)
    except ArithmeticError:
        pass
    raise ArgumentTypeError(f"{shown(text)} is no whole number, such as 1000000, 1_000_000 or 1e6")


def any_number(text: str) -> float:
    """A number: 0.01 or 1e-2."""
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{shown(text)} is no number, such as 0.01 or 1e-2") from None
