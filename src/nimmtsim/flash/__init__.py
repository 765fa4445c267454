"""Flash Magic Six: the rules in plain Python and compiled, policies, simulation, analysis, pictures.

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nimmtsim.flash import analysis, plots
    from nimmtsim.flash.cards import STOP, Card, card, full_deck
    from nimmtsim.flash.chains import add_to_chain, discarded
    from nimmtsim.flash.kernels_table import fits
    from nimmtsim.flash.position import resolve_chain, resolve_turn
    from nimmtsim.flash.replays import Replay, replay
    from nimmtsim.flash.result import FlashResult
    from nimmtsim.flash.rules import FlashRules
    from nimmtsim.flash.simulation import simulate
    from nimmtsim.flash.strategies import FlashPolicy, policies, policy
    from nimmtsim.kernels.streams import random_below

__all__ = [
    "STOP",
    "Card",
    "FlashPolicy",
    "FlashResult",
    "FlashRules",
    "Replay",
    "add_to_chain",
    "analysis",
    "card",
    "discarded",
    "fits",
    "full_deck",
    "plots",
    "policies",
    "policy",
    "random_below",
    "replay",
    "resolve_chain",
    "resolve_turn",
    "simulate",
]

_HOME = {
    **dict.fromkeys(("STOP", "Card", "card", "full_deck"), "flash.cards"),
    **dict.fromkeys(("add_to_chain", "discarded"), "flash.chains"),
    **dict.fromkeys(("FlashPolicy", "policies", "policy"), "flash.strategies"),
    **dict.fromkeys(("resolve_chain", "resolve_turn"), "flash.position"),
    **dict.fromkeys(("Replay", "replay"), "flash.replays"),
    "fits": "flash.kernels_table",
    "FlashResult": "flash.result",
    "FlashRules": "flash.rules",
    "simulate": "flash.simulation",
    "random_below": "kernels.streams",
}


def __getattr__(name: str) -> Any:
    if name in ("analysis", "plots"):
        return importlib.import_module(f"nimmtsim.flash.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'nimmtsim.flash' has no attribute {name!r}")
    found = getattr(importlib.import_module(f"nimmtsim.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
