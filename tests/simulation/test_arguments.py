"""Arguments of any kind: numpy's numbers are numbers, and whatever cannot be used is one short line."""

import json

import numpy as np
import pandas as pd
import pytest

import nimmtsim
from nimmtsim import Rules, flash, resolve_turn, simulate
from nimmtsim.checks import as_bool, as_int
from nimmtsim.errors import NimmtsimError, one_line, shown

ROWS = [[30, 36], [37], [43, 44], [58, 61]]
TABLE = np.eye(12)


def test_rules_of_numpy_values_are_plain():
    rules = Rules(name=np.str_("mine"), rows=np.int64(5), professional=np.True_, deck=np.int32(60))
    same = Rules(name="mine", rows=5, professional=True, deck=60)
    assert rules == same
    assert hash(rules) == hash(same)
    assert json.dumps(rules.to_dict()) == json.dumps(same.to_dict())
    made = flash.FlashRules(n_cards=np.int64(100), stop_early=np.False_, first_seat=np.uint8(1))
    plain = flash.FlashRules(n_cards=100, stop_early=False, first_seat=1)
    assert json.dumps(made.to_dict()) == json.dumps(plain.to_dict())


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_a_turn_of_numpy_numbers(engine):
    seat, row = np.int64(0), np.int64(1)
    given = {"choices": {seat: row}, "hands": {seat: row}, "start": seat}
    outcome = resolve_turn("base", ROWS, {seat: row + 2}, **given, engine=engine)
    assert outcome == resolve_turn("base", ROWS, {0: 3}, choices={0: 1}, engine=engine)
    with pytest.raises(NimmtsimError, match=r"np\.True_ is illegal"):
        resolve_turn("base", ROWS, {0: 3}, choices={0: np.True_}, engine=engine)


def test_a_run_of_numpy_numbers():
    numbers = {"rounds": np.int64(6), "seed": np.uint64(2**64 - 1), "players": np.int8(3), "threads": np.int16(1)}
    result = simulate("base", ["nearest"], rotate=np.True_, hands=np.True_, progress=np.False_, **numbers)
    again = simulate("base", ["nearest"], rotate=True, rounds=6, seed=2**64 - 1, players=3)
    assert result.counts.same_as(again.counts)
    games = flash.simulate("greedy", players=np.int64(3), games=np.int64(5), seed=np.int64(1))
    assert games.compare(np.int64(0), np.int64(1)).equals(games.compare(0, 1))


@pytest.mark.parametrize(
    "call",
    [
        lambda: resolve_turn("base", np.array([[1, 2]] * 4), {0: 14}),
        lambda: resolve_turn("base", ROWS, pd.DataFrame({"a": range(100)})),
        lambda: resolve_turn("base", ROWS, {0: TABLE}),
        lambda: resolve_turn("base", ROWS, {0: 10**5000}),
        lambda: resolve_turn("base", ROWS, {0: 3}, choices={0: np.array([1, 2])}),
        lambda: resolve_turn("base", ROWS, {0: 14}, engine=TABLE),
        lambda: simulate("base", pd.Series(["nearest"] * 30), rounds=5),
        lambda: simulate(TABLE, ["nearest"] * 2, rounds=5),
        *(
            lambda name=name: simulate("base", ["nearest"] * 2, **({"rounds": 5} | {name: TABLE}))
            for name in ("rounds", "matches", "precision", "seed", "rotate", "hands", "keep", "players", "progress")
        ),
        *(lambda name=name: Rules(**{name: TABLE}) for name in ("name", "deck", "rows", "jokers", "turn")),
        *(lambda name=name: flash.FlashRules(**{name: TABLE}) for name in ("deck", "n_cards", "bonus", "top_up")),
        lambda: flash.simulate(TABLE, games=5),
        lambda: flash.simulate("greedy,greedy", games=5, keep=TABLE),
        lambda: nimmtsim.rate_hand(TABLE, nimmtsim.card_values("base", ["nearest"] * 2, rounds=50)),
        lambda: nimmtsim.SimulationResult.load(TABLE),
    ],
)
def test_any_object_is_one_short_line(call):
    with pytest.raises(NimmtsimError) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_what_is_shown():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert shown(Broken()) == "Broken"
    assert len(shown(list(range(1000)))) == 80
    assert one_line("a\n  b") == "a b"
    assert (as_int(np.bool_(True)), as_int("5"), as_int(np.array([5, 6]))) == (None, None, None)
    assert (as_bool(np.array([True])), as_bool(pd.Series([True])), as_bool(0)) == (None, None, None)
