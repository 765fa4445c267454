"""What is computed from rounds that were kept is what is computed while they are played, to the last digit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import nimmtsim
from nimmtsim import SimulationResult, card_plays, duplicates, luck, replay, simulate, turns
from nimmtsim.analysis.cards_held import card_values, card_values_of
from nimmtsim.analysis.cards_played import card_plays_of
from nimmtsim.analysis.luck import luck_of
from nimmtsim.analysis.turns import turns_of
from nimmtsim.cards import written
from nimmtsim.errors import UsageError
from nimmtsim.reference.events import Draft, Pass, Place
from nimmtsim.variant_registry import VARIANTS

POLICIES = ["nearest", "uniform", "nearest"]
SETTINGS: dict[str, Any] = {"rounds": 130, "seed": 6, "threads": 2}


def _kept(variant: str, **settings: Any) -> SimulationResult:
    return simulate(variant, POLICIES, hands=True, events=True, **SETTINGS, **settings)


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kept_rounds_say_the_same_as_streams(variant: str, rotate: bool) -> None:
    result = _kept(variant, rotate=rotate)
    stream = turns(variant, POLICIES, rotate=rotate, **SETTINGS)
    for name in ("heads", "histogram", "waiting"):
        pd.testing.assert_frame_equal(getattr(turns_of(result), name)(), getattr(stream, name)(), check_exact=True)
    for from_kept, from_stream in ((card_plays_of, card_plays), (card_values_of, card_values)):
        frame = from_stream(variant, POLICIES, rotate=rotate, **SETTINGS).frame()
        pd.testing.assert_frame_equal(from_kept(result).frame(), frame, check_exact=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_kept_duplicates_say_the_same_as_streams(variant: str) -> None:
    settings: dict[str, Any] = {"deals": 120, "repeats": 3, "seed": 8}
    kept = duplicates(variant, POLICIES, threads=1, **settings)
    found, stream = luck_of(kept), luck(variant, POLICIES, threads=2, **settings)
    pd.testing.assert_frame_equal(found.components(), stream.components(), check_exact=True)
    pd.testing.assert_frame_equal(found.rounds_needed(), stream.rounds_needed(), check_exact=True)
    assert repr(found) == repr(stream)
    frame = kept.to_frame()
    measure = VARIANTS[variant].rules.scoring
    np.testing.assert_allclose(frame[measure].var(ddof=0), np.var(kept.plays.totals))
    assert (frame.groupby(["deal", "repeat", "player"])["seat"].nunique() == 3).all()
    assert (frame["policy"] == np.array(POLICIES)[frame["player"]]).all()


def test_duplicates_of_a_single_order_of_policies_without_draws_are_the_rounds_of_simulate() -> None:
    frame = duplicates("base", ["nearest", "lowest"], deals=30, seed=5).to_frame()
    straight = simulate("base", ["nearest", "lowest"], rounds=30, seed=5, rotate=True).penalties
    mine = frame.query("repeat == 0 and player == 0").pivot(index="deal", columns="seat", values="penalty")
    np.testing.assert_array_equal(mine[0], straight[0::2, 0])


@pytest.mark.parametrize("variant", VARIANTS)
def test_events_are_those_that_the_plain_engine_writes_down(variant: str) -> None:
    names = ["uniform", "nearest", "uniform"]
    result = simulate(variant, names, rounds=5, seed=3, rotate=True, events=True)
    frame = result.events_frame()
    assert len(frame) == len(result.events)
    for unit in range(result.units):
        again = replay(variant, names, seed=3, round=unit, rotate=True)
        mine = frame[frame["round"] == unit]
        assert (mine["deal"].unique().tolist(), mine["rotation"].unique().tolist()) == ([unit // 3], [unit % 3])
        assert (mine["policy"].astype(str) == np.array(names)[mine["player"]]).all()
        assert mine["player"].tolist() == [again.seats.index(seat) for seat in mine["seat"]]
        for kind in (Draft, Pass, Place):
            expected = [event for event in again.events if isinstance(event, kind)]
            told = mine[mine["event"].isin(["draft", "pass"]) == (kind is not Place)]
            told = told[told["event"] == kind.kind] if kind is not Place else told
            assert list(zip(told["seat"], told["card"], strict=True)) == [(e.seat, written(e.card)) for e in expected]
            if kind is Place:
                where = [None if pd.isna(row) else int(row) for row in told["row"]]
                assert where == [event.row for event in expected]
                columns = told[["turn", "event", "taken", "heads"]].astype({"event": str})
                facts = [(event.turn, event.cause, len(event.taken), event.heads) for event in expected]
                assert list(columns.itertuples(index=False, name=None)) == facts


def test_pandas_alone_finds_the_turns() -> None:
    result = _kept("base")
    events = result.events_frame()
    taken = events[events["event"].isin(["sixth", "low"])]
    straight = taken.groupby(["player", "turn", "event"], observed=True)["heads"].sum() / result.rounds
    heads = turns_of(result).heads().query("by == 'player' and heads > 0")
    heads["event"] = heads["cause"].str.split().str[0]
    found = heads.set_index(["player", "turn", "event"])["heads"]
    assert found.to_dict() == pytest.approx(straight[straight > 0].to_dict())
    totals = events.pivot_table(index="round", columns="player", values="heads", aggfunc="sum")
    np.testing.assert_array_equal(totals, result.penalties)


def test_precision_keeps_the_events_of_all_its_stages() -> None:
    result = simulate("base", ["nearest", "random"], precision=0.2, events=True, seed=2)
    assert result.rounds > 1000
    assert len(result.events) == 20 * result.rounds
    assert turns_of(result).samples == result.rounds


@pytest.mark.parametrize(
    ("use", "says"),
    [
        (lambda: turns_of(simulate("base", POLICIES, rounds=3)), "simulate with events=True"),
        (lambda: turns_of(simulate("base", POLICIES, rounds=3, keep="counts")), "keep='rounds'"),
        (lambda: turns_of(simulate("base", POLICIES, matches=3)), "not matches"),
        (lambda: card_plays_of(simulate("base", POLICIES, rounds=3, events=True)), "simulate with hands=True"),
        (lambda: card_plays_of("base"), "a result of simulate"),
        (lambda: card_values_of(3), "a result of simulate"),
        (lambda: turns_of(None), "a result of simulate"),
        (lambda: luck_of(simulate("base", POLICIES, rounds=3, rotate=True)), "nimmtsim.duplicates"),
        (lambda: luck_of(duplicates("base", POLICIES, deals=2)), "at least 3"),
        (lambda: duplicates("base", POLICIES, deals=10**9, repeats=1000), "nimmtsim.luck needs hardly any memory"),
        (lambda: duplicates("base", POLICIES, deals=5, repeats=1), "repeats=1"),
        (lambda: simulate("base", POLICIES, matches=3, events=True), "not matches"),
        (lambda: simulate("base", POLICIES, rounds=3, events=True, keep="counts"), "keep='rounds'"),
        (lambda: simulate("base", POLICIES, rounds=3, events=1), "True or False"),
        (lambda: simulate("base", POLICIES, rounds=10**9, events=True), "keep='counts'"),
    ],
)  # fmt: skip
def test_errors_are_one_clear_line(use: Any, says: str) -> None:
    with pytest.raises(UsageError) as problem:
        use()
    assert says in str(problem.value)
    assert "\n" not in str(problem.value)


def test_public_names() -> None:
    for name in ("turns_of", "card_plays_of", "luck_of", "duplicates"):
        assert callable(getattr(nimmtsim, name))
