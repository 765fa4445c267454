"""Golden totals: every variant, under policies that draw every decision at random, gives the same totals for ever.

This guards the random streams, the order of the decisions and the rules at once. Running the module
(``python -m tests.simulation.test_golden``) writes the file anew; do so only when a change of results is meant, and say
so in the changelog.
"""

import json
from pathlib import Path

import pytest

from nimmtsim import simulate
from nimmtsim.rule_text import parse_rules
from nimmtsim.variant_registry import VARIANTS

GOLDEN = Path(__file__).with_name("golden.json")
SEED = 2**63 + 12345

#: Rules, players and policies.
TABLES = [
    *((f"{name}", 3, "uniform") for name in VARIANTS),
    ("base", 10, "uniform"),
    ("base", 4, "nearest"),
    ("base", 4, "lowest"),
    ("plus", 7, "uniform"),
    ("championship", 5, "uniform"),
    ("base rows=6,capacity=3,hand=5", 2, "uniform"),
    ("professional pro_tie=cheapest,deck=tactics", 5, "uniform"),
    ("professional pro_tie=left,open_hands", 3, "uniform"),
    ("jokers pass_on,variable_rows,joker_leftover=deck", 4, "uniform"),
    ("double deck=doublets,twin_low_row=cheapest,turn=shown", 4, "uniform"),
    ("open open_marker_next_deal=reset,rows=5,low_card=highest-end", 3, "uniform"),
    ("logic draft=snake,logic_first=worst_score", 4, "uniform"),
    ("hand hand_commit=stepwise,max_rounds=4", 3, "uniform"),
    ("hand hand_order=ascending", 3, "uniform"),
    ("plus allow_double_zero=false", 3, "uniform"),
    ("simple-minus simple_starter=total,cards=one-or-two", 4, "uniform"),
]


def totals(text, players, policy):
    """Totals of a few rounds (recorded on the way, for their hands) and of two short matches."""
    rules = parse_rules(*text.split(" "))
    rounds = simulate(rules, [policy] * players, rounds=4, seed=SEED, hands=True)
    short = rules.replace(max_deals=3) if rules.match_end == "score" else rules.replace(deals=2)
    matches = simulate(short, [policy] * players, matches=2, seed=SEED)
    return [rounds.penalties.tolist(), matches.penalties.tolist()]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
def test_totals_are_what_they_were(table):
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert totals(*table) == golden["|".join(map(str, table))]


def write():
    """Write the golden file."""
    lines = [f"{json.dumps('|'.join(map(str, table)))}: {json.dumps(totals(*table))}" for table in TABLES]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
