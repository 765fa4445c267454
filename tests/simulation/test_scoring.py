"""The result of a match at the table."""

from fractions import Fraction

import pytest

from nimmtsim import NimmtsimError, match_result


def test_b5_the_end_of_a_match():
    before, deal = [60, 20, 30], [6, 20, 5]
    found = match_result([b + d for b, d in zip(before, deal, strict=True)])
    assert found.totals == (66, 40, 35)
    assert found.over
    assert found.winners == (2,)
    assert found.arena == (0, 26, 31)
    assert not match_result([65, 0, 0]).over
    tied = match_result([70, 40, 40])
    assert tied.winners == (1, 2)
    assert tied.ranks == (3, 1, 1)
    assert tied.shares == (0, Fraction(1, 2), Fraction(1, 2))


def test_points_and_numbers_of_deals():
    found = match_result([30, 50], "plus", deals=2)
    assert found.over
    assert found.winners == (1,)
    assert found.arena == (30, 50)
    assert not match_result([30, 50], "plus", deals=1).over


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([1],), "too few"),
        (([1, -1],), "a total=-1"),
        (([1, 2.5],), "whole number"),
        (([1, 2], "plus"), "say deals"),
        (([1, 2], "bas"), "base"),
    ],
)
def test_what_cannot_be_used(arguments, says):
    with pytest.raises(NimmtsimError, match=says):
        match_result(*arguments)
