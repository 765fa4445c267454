"""Play the same unit in both engines and compare everything that happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nimmtsim import reference
from nimmtsim.bridge import Seats
from nimmtsim.kernels import records as r
from nimmtsim.kernels.run import play_units
from nimmtsim.kernels.setup import is_plain, most_events, new_state
from nimmtsim.reference.events import Draft, Pass, Place
from nimmtsim.rules import Rules


def play_compiled(
    rules: Rules, addresses: Sequence[Sequence[int]], seed: int, units: Sequence[int], *, matches: bool = False
) -> dict[str, Any]:
    """Play units one after the other with every event written down."""
    n = len(addresses)
    states = new_state(rules, addresses, seed=seed, matches=matches, record=True, hands=True)
    most = most_events(rules, n, matches and rules.match_end == "deals") + (200_000 if matches else 0)
    results = []
    for unit in units:
        log = np.zeros(most, r.EVENT)
        states["log"], states["n_log"] = log.ctypes.data, 0
        totals, deals, ends = np.zeros((1, n), np.int32), np.zeros(1, np.int32), np.zeros(1, np.uint8)
        games = np.zeros((1, n, n), np.int32) if rules.deal == "duplicate" else np.zeros((0, 1, 1), np.int32)
        hands = np.zeros((1, n, 32), np.uint8)
        played = play_units(states, unit, unit + 1, np.zeros(1, np.uint8), totals, deals, ends, games, hands, most, 0)
        problem = {name: states[name][0] for name in states.dtype.names if name.startswith("problem")}
        assert played == 1, problem
        results.append(
            {
                "totals": totals[0].tolist(),
                "deals": int(deals[0]),
                "end": r.ENDS[ends[0]],
                "games": games[0].tolist() if len(games) else None,
                "hands": [[int(c) for c in hand if c] for hand in hands[0]],
                "events": [_event(event) for event in log[: states["n_log"][0]]],
            }
        )
    return results


def play_without_flags(
    rules: Rules, addresses: Sequence[Sequence[int]], seed: int, unit: int, matches: bool
) -> list[int]:
    """The totals from the step that plays games without rule flags."""
    n = len(addresses)
    states = new_state(rules, addresses, seed=seed, matches=matches)
    totals, deals, ends = np.zeros((1, n), np.int32), np.zeros(1, np.int32), np.zeros(1, np.uint8)
    none = np.zeros((0, 1, 1), np.int32), np.zeros((0, 1, 1), np.uint8), 0, 0
    assert play_units(states, unit, unit + 1, np.zeros(1, np.uint8), totals, deals, ends, *none) == 1
    return totals[0].tolist()


def _event(event: Any) -> tuple[Any, ...]:
    kind = r.EVENTS[event["kind"]]
    seat, card = int(event["seat"]), int(event["card"])
    if kind in ("pass", "draft"):
        return kind, seat, card
    taken = tuple(int(card) for card in event["taken"][: event["n_taken"]])
    kept = tuple(card for place, card in enumerate(taken) if int(event["kept"]) >> place & 1)
    row = None if event["row"] == 255 else int(event["row"])
    return kind, int(event["turn"]), seat, card, row, taken, int(event["heads"]), kept


def _reference_events(rounds: Sequence[reference.Round]) -> list[tuple[Any, ...]]:
    events: list[tuple[Any, ...]] = []
    for played in rounds:
        for event in played.events:
            if isinstance(event, (Draft, Pass)):
                events.append((event.kind, event.seat, event.card))
            elif isinstance(event, Place):
                events.append(
                    (event.cause, event.turn, event.seat, event.card, event.row, event.taken, event.heads, event.kept)
                )
    return events


def assert_engines_agree(
    rules: Rules,
    addresses: Sequence[Sequence[int]],
    *,
    seed: int = 0,
    units: Sequence[int] = (0,),
    matches: bool = False,
) -> None:
    """Both engines deal the same, play the same, take the same and count the same."""
    n = len(addresses)
    compiled = play_compiled(rules, addresses, seed, units, matches=matches)
    for unit, fast in zip(units, compiled, strict=True):
        seats = Seats(addresses, ["?"] * n, seed, unit)
        if matches:
            match = reference.play_match(rules, n, seats, seed=seed, unit=unit)
            rounds, totals, end = match.rounds, match.totals, match.end
        else:
            slow = reference.play_round(rules, n, seats, seed=seed, unit=unit)
            rounds, totals, end = [slow], slow.penalties, slow.end
        assert fast["events"] == _reference_events(rounds)
        assert fast["totals"] == totals
        assert fast["end"] == end
        assert fast["deals"] == len(rounds)
        assert [sorted(hand) for hand in fast["hands"]] == [sorted(hand) for hand in rounds[0].hands]
        if fast["games"] is not None:
            assert fast["games"] == [game.penalties for game in rounds[-1].games]
        if is_plain(rules):
            assert play_without_flags(rules, addresses, seed, unit, matches) == totals
