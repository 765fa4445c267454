"""Rules that hypothesis draws: any options that do not clash."""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from nimmtsim.errors import RulesError
from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS

#: Values worth trying of every option that changes a game; sizes are kept small, so that games are short.
VALUES: dict[str, list[Any]] = {
    "deck": ["full", "tactics", "double", "doublets", 60],
    "use_card_1_as_marker": [True, False],
    "zeros": [0, 1, 4, 7],
    "equal_zeros": [False, True],
    "allow_double_zero": [True, False],
    "jokers": [False, True],
    "joker_heads": [0, 1, 3],
    "joker_leftover": ["box", "deck"],
    "deal": ["random", "drafted", "duplicate"],
    "draft": ["clockwise", "snake"],
    "logic_first": ["rotate", "fixed", "worst_score"],
    "hand": [1, 2, 5, 10, 15],
    "rows": [1, 2, 3, 4, 5, 6],
    "capacity": [1, 2, 3, 5, 8],
    "variable_rows": [False, True],
    "turn": ["simultaneous", "shown", "in-turn"],
    "cards": ["one", "two", "one-or-two"],
    "professional": [False, True],
    "pro_tie": ["choose", "right", "left", "cheapest"],
    "low_card": ["take-row", "highest-end"],
    "twin_low_row": ["first_owner", "cheapest"],
    "pass_on": [False, True],
    "open_hands": [False, True],
    "keep": [False, True],
    "hand_order": ["choose", "ascending"],
    "hand_commit": ["both", "stepwise"],
    "hand_limit": [5, 16],
    "stack_end": [3, 20],
    "max_rounds": [3, 30],
    "scoring": ["penalty", "points"],
    "match_end": ["score", "deals"],
    "end_score": [10, 40],
    "deals": [0, 1, 2],
    "max_deals": [1, 3],
    "first_seat": [0, 1],
    "open_marker_next_deal": ["continue", "reset"],
    "simple_starter": ["last_deal", "total"],
}


@st.composite
def rules_and_players(draw: st.DrawFn) -> tuple[Rules, int]:
    """Some variant with some options changed, and a number of players that fits."""
    rules = draw(st.sampled_from([variant.rules for variant in VARIANTS.values()]))
    for name in draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=8, unique=True)):
        try:
            rules = rules.replace(**{name: draw(st.sampled_from(VALUES[name]))})
        except RulesError:
            continue
    rules = rules.replace(name="drawn", max_deals=min(rules.max_deals, 3), max_rounds=min(rules.max_rounds, 30))
    most = rules.most_players()
    assume(most >= 2)
    return rules, draw(st.integers(2, most).filter(lambda players: can_play(rules, players)))


def can_play(rules: Rules, players: int) -> bool:
    """Whether so many can play; with four zero cards two or four get equally many, three do not."""
    try:
        rules.check_players(players)
    except RulesError:
        return False
    return True
