"""Monte-Carlo strategy analysis for 6 nimmt! and its relatives.

Everything is loaded when it is used, so that the import takes no time.

Examples
--------
>>> import nimmtsim
>>> nimmtsim.bull_heads(55)
7
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

#: Where each public name lives. No module of the package itself is called like a
#: public name, or importing it would hide the function.
_HOMES = {
    "DataError": "errors",
    "NimmtsimError": "errors",
    "Policy": "policy_library",
    "PolicyError": "errors",
    "Rules": "rules",
    "RulesError": "errors",
    "SimulationResult": "results",
    "UsageError": "errors",
    "VARIANTS": "variant_registry",
    "best_and_worst_hands": "analysis.extreme_hands",
    "bull_heads": "cards",
    "card_plays": "analysis.cards_played",
    "card_plays_of": "analysis.cards_played",
    "card_values": "analysis.cards_held",
    "card_values_of": "analysis.cards_held",
    "compare_variants": "comparison",
    "comparison_frame": "comparison",
    "distributions": "analysis.distributions",
    "distributions_of": "analysis.distributions",
    "hand_quality": "analysis.hand_rating",
    "duplicates": "analysis.duplicates",
    "luck": "analysis.luck",
    "luck_of": "analysis.luck",
    "luck_of_variants": "analysis.survey",
    "match_result": "scoring",
    "neighbour_effect": "analysis.card_pairs",
    "pair_effects": "analysis.card_pairs",
    "policies": "policy_library",
    "policy": "policy_library",
    "random_below": "policy_library",
    "rate_hand": "analysis.hand_rating",
    "replay": "replays",
    "resolve_turn": "one_turn",
    "rules_from": "variant_registry",
    "simulate": "simulation",
    "survey": "analysis.survey",
    "turns": "analysis.turns",
    "turns_of": "analysis.turns",
    "variants": "variant_listing",
}
_MODULES = ("flash", "plots", "reference")

__all__ = ["__version__", *sorted(_HOMES), *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(f"nimmtsim.{_HOMES[name]}"), name)
    elif name in _MODULES:
        value = importlib.import_module(f"nimmtsim.{name}")
    else:
        raise AttributeError(f"module 'nimmtsim' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
