"""Exact counts: against plain Python, in any blocks, without limits."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from nimmtsim import Rules, rules_from, simulate
from nimmtsim.counting import Counts, count_all, longest_block, most_heads
from nimmtsim.kernels.counts import WIN_PARTS
from nimmtsim.variant_registry import VARIANTS


@st.composite
def blocks(draw):
    players = draw(st.integers(2, 6))
    group = draw(st.sampled_from([1, players]))
    samples = draw(st.integers(1, 12))
    totals = draw(hnp.arrays(np.int32, (samples * group, players), elements=st.integers(0, 9)))
    deals = draw(hnp.arrays(np.int32, samples * group, elements=st.integers(1, 20)))
    ends = draw(hnp.arrays(np.uint8, samples * group, elements=st.integers(0, 5)))
    return totals, deals, ends, group, draw(st.booleans())


def shares_of_win(row, highest_wins):
    best = max(row) if highest_wins else min(row)
    return [Fraction(int(value == best), int(np.sum(row == best))) for value in row]


@given(blocks())
def test_counts_are_what_plain_python_finds(block):
    totals, deals, ends, group, highest_wins = block
    counts = Counts.of(totals, deals, ends, group, highest_wins)
    players = totals.shape[1]
    values = {
        "heads": [[int(v) for v in row] for row in totals],
        "wins": [[share * WIN_PARTS for share in shares_of_win(row, highest_wins)] for row in totals],
        "zeros": [[int(v == 0) for v in row] for row in totals],
    }
    for measure, rows in values.items():
        samples = [
            [sum(row[p] for row in rows[i : i + group]) for p in range(players)] for i in range(0, len(rows), group)
        ]
        for a in range(players):
            assert counts.sum(measure, a) == sum(sample[a] for sample in samples)
            for b in range(players):
                assert counts.product(measure, a, b) == sum(sample[a] * sample[b] for sample in samples)
    for p in range(players):
        assert [int(c) for c in counts.histogram[p]] == [
            int(np.sum(totals[:, p] == v)) for v in range(totals.max() + 1)
        ]
    assert counts.rounds == deals.sum()
    assert list(counts.ends) == [int(np.sum(ends == end)) for end in range(6)]


@given(blocks(), st.data())
def test_blocks_add_up_to_the_same(block, data):
    totals, deals, ends, group, highest_wins = block
    cut = data.draw(st.integers(0, len(totals) // group)) * group
    parts = Counts.empty(totals.shape[1], group, highest_wins)
    for part in (slice(cut), slice(cut, None)):
        parts.add(Counts.of(totals[part], deals[part], ends[part], group, highest_wins))
    assert parts.same_as(Counts.of(totals, deals, ends, group, highest_wins))


def test_sums_have_no_limit():
    """A billion matches with totals of a million: products beyond 64 bits."""
    block = Counts.of(np.full((1000, 2), 10**6, np.int32), np.ones(1000, np.int32), np.zeros(1000, np.uint8), 1, False)
    counts = Counts.empty(2, 1, False)
    for _ in range(40):
        counts.add(block)
        block.sums, block.moments = block.sums * 2, block.moments * 2
    assert counts.product("heads", 0, 1) == 10**15 * (2**40 - 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_total_exceeds_the_bound(variant):
    rules = VARIANTS[variant].rules
    for matches in (False, True):
        many = {"matches": 20} if matches else {"rounds": 200}
        result = simulate(rules, ["highest", "random", "lowest"], **many)
        assert result.penalties.max() <= most_heads(rules, 3, matches)


@given(st.integers(1, 30_000), st.integers(1, 10_000), st.booleans(), st.sampled_from([1, 10]))
def test_a_block_fits_64_bits(end_score, deals, by_score, group):
    ends = {"match_end": "score"} if by_score else {"match_end": "deals", "deals": deals}
    rules = Rules(**ends, end_score=end_score, max_deals=100_000)
    block = longest_block(rules, 10, True, group)
    assert block == 1 or block * (group * most_heads(rules, 10, True)) ** 2 < 2**63
    assert (group * most_heads(rules, 10, True)) ** 2 < 2**63


def test_ties_of_more_than_ten_lose_less_than_half_a_percent():
    totals = np.zeros((1, 20), np.int32)
    counts = Counts.of(totals, np.ones(1, np.int32), np.zeros(1, np.uint8), 1, False)
    assert counts.sum("wins", 0) == WIN_PARTS // 20 == WIN_PARTS / 20
    counts = Counts.of(totals[:, :11], np.ones(1, np.int32), np.zeros(1, np.uint8), 1, False)
    assert 0.995 < counts.sum("wins", 0) / (WIN_PARTS / 11) <= 1


def test_counting_kept_rounds_again():
    result = simulate(rules_from("hand"), ["nearest", "random"], rounds=700, rotate=True)
    kept = result.kept
    again = count_all(kept.penalties, kept.rounds, kept.ends, result.rules, 2, False, 2)
    assert again.same_as(result.counts)
