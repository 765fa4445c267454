"""What happened in the rounds of a run, event by event: where each round's events are, and a table of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.cards import CODES, written
from nimmtsim.kernels.records import DRAFTED_CARD, EVENTS, PASSED
from nimmtsim.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.results import SimulationResult

__all__ = ["event_bounds", "events_frame"]

#: What the record of an event says when the card touched no row.
_NO_ROW = 255


def event_bounds(events: np.ndarray, rounds: int, rules: Rules, players: int) -> np.ndarray:
    """Where each round's events begin, and where the last one's end.

    Parameters
    ----------
    events : EVENT[n]
        Of whole rounds, one after the other (rounds of a run, not of matches).
    rounds : int
        How many there are.
    rules : Rules
    players : int

    Returns
    -------
    int64[rounds + 1]
    """
    kind = events["kind"]
    if rules.keep:
        # Everybody plays in every turn, in the order of the seats, so this number falls only where a new round begins.
        seat = (events["seat"].astype(np.int64) - rules.first_seat) % players
        moment = events["turn"].astype(np.int64) * players + seat
        number = np.concatenate([[0], np.cumsum(np.diff(moment) < 0)]) if len(moment) else moment
    else:
        # All cards that were dealt are played.
        plays = (kind != PASSED) & (kind != DRAFTED_CARD)
        number = (np.cumsum(plays) - plays) // (players * rules.hand_cards * rules.games(players))
    bounds = np.searchsorted(number, np.arange(rounds + 1))
    assert len(number) == 0 or number[-1] == rounds - 1, "events that belong to no round"
    return bounds


def events_frame(result: SimulationResult) -> pd.DataFrame:
    """The kept events of a result as a table; see `SimulationResult.events_frame`."""
    import pandas as pd

    events, n = result.events, result.players
    unit = np.repeat(np.arange(result.units), np.diff(event_bounds(events, result.units, result.rules, n)))
    seat = events["seat"].astype(np.int64)
    player = (seat - (unit % n if result.rotate else 0)) % n
    columns: dict[str, Any] = {result.unit: unit}
    if result.rotate:
        columns["deal"], columns["rotation"] = np.divmod(unit, n)
    if result.rules.games(n) > 1:
        columns["game"] = events["deal"].astype(np.int64)
    cards = np.array([written(code) for code in range(CODES)], float if result.rules.jokers else int)
    row = pd.array(events["row"].astype(np.int64), "Int64")
    row[events["row"] == _NO_ROW] = pd.NA
    policies = list(dict.fromkeys(result.policies))
    whose = np.array([policies.index(name) for name in result.policies])
    columns |= {
        "turn": events["turn"].astype(np.int64), "seat": seat, "player": player,
        "policy": pd.Categorical.from_codes(whose[player], pd.Index(policies)),
        "event": pd.Categorical.from_codes(events["kind"], pd.Index(EVENTS)), "card": cards[events["card"]], "row": row,
        "taken": events["n_taken"].astype(np.int64), "heads": events["heads"].astype(np.int64),
    }  # fmt: skip
    return pd.DataFrame(columns)
