"""Running: the same results however a run is cut up, and errors that say what was wrong."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import nimmtsim
from nimmtsim import NimmtsimError, simulate
from nimmtsim.progress import progress_bar
from nimmtsim.simulation import check_points
from nimmtsim.statistics import half_width

MIXED = ["nearest", "random", "highest"]

RUNS = {
    "rounds": ("base", {"rounds": 3000}),
    "matches": ("base", {"matches": 200}),
    "rotated": ("base", {"rounds": 500, "rotate": True}),
    "variant": ("hand", {"rounds": 300}),
    "games": ("championship", {"rounds": 100, "hands": True}),
    "precision": ("tactics", {"precision": 0.2}),
}


@pytest.mark.parametrize("name", RUNS)
def test_threads_change_nothing(name):
    rules, arguments = RUNS[name]
    first, *others = (simulate(rules, MIXED, seed=5, threads=threads, **arguments) for threads in (1, 2, 7))
    for other in others:
        assert other.counts.same_as(first.counts)
        assert other.kept.arrays().keys() == first.kept.arrays().keys()
        for array, same in zip(first.kept.arrays().values(), other.kept.arrays().values(), strict=True):
            np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize("name", RUNS)
def test_counts_are_those_of_the_rounds(name):
    rules, arguments = RUNS[name]
    kept = simulate(rules, MIXED, seed=6, **arguments)
    arguments = {key: value for key, value in arguments.items() if key != "hands"}
    counted = simulate(rules, MIXED, seed=6, keep="counts", **arguments)
    assert counted.counts.same_as(kept.counts)
    assert counted.kept is None
    assert len(kept.penalties) == kept.units == counted.units
    for player in range(3):
        np.testing.assert_array_equal(
            np.bincount(kept.penalties[:, player], minlength=kept.counts.histogram.shape[1]),
            kept.counts.histogram[player],
        )


def test_more_rounds_begin_with_the_same():
    few, many = (simulate("base", MIXED, rounds=rounds, seed=1).penalties for rounds in (100, 250))
    np.testing.assert_array_equal(few, many[:100])


def test_seeds_differ():
    a, b = (simulate("base", MIXED, rounds=50, seed=seed).penalties for seed in (0, 2**64 - 1))
    assert not np.array_equal(a, b)


def test_another_process_finds_the_same():
    code = (
        "import nimmtsim; print(nimmtsim.simulate('base', ['nearest', 'random'], rounds=40, seed=9).penalties.tolist())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == str(simulate("base", ["nearest", "random"], rounds=40, seed=9).penalties.tolist())


@pytest.mark.parametrize("rules", ["base", "open", "pass-on"])
def test_a_rotation_is_the_same_deal_with_the_players_moved(rules):
    n, deals = 3, 20
    rotated = simulate(rules, MIXED, rounds=deals, seed=2, rotate=True).penalties.reshape(deals, n, n)
    for rotation in range(n):
        by_seat = [MIXED[(seat - rotation) % n] for seat in range(n)]
        seated = simulate(rules, by_seat, rounds=deals, seed=2).penalties
        for player in range(n):
            np.testing.assert_array_equal(rotated[:, rotation, player], seated[:, (player + rotation) % n])


def test_precision_stops_at_the_first_look_that_is_good_enough():
    result = simulate("base", MIXED, precision=0.15, seed=4)
    points = list(check_points(10**6))
    assert result.reached
    assert result.samples in points
    assert half_width(result.counts) <= 0.15
    before = points[points.index(result.samples) - 1]
    earlier = simulate("base", MIXED, rounds=before, seed=4)
    assert half_width(earlier.counts) > 0.15
    assert result.counts.same_as(simulate("base", MIXED, rounds=result.samples, seed=4).counts)
    assert f"precision 0.15 reached after {result.units:,} rounds" in repr(result)


def test_precision_out_of_reach_is_said():
    result = simulate("base", MIXED, precision=0.001, rounds=1500)
    assert not result.reached
    assert result.units == 1500
    assert "NOT reached" in repr(result)


def test_limits_that_strike_are_said():
    match = simulate(nimmtsim.rules_from("base", max_deals=2), MIXED, matches=50)
    assert match.ends()["max_deals"] > 0
    assert "match limit max_deals=2" in repr(match)
    assert "max_deals=2" in match._repr_html_()
    rounds = simulate(nimmtsim.rules_from("hand", max_rounds=3), MIXED, rounds=50)
    assert rounds.ends()["max_rounds"] > 0
    assert "round limit max_rounds=3" in repr(rounds)
    assert simulate("base", MIXED, rounds=50).notes() == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "rounds=..., matches=... or precision=..."),
        ({"rounds": 0}, "rounds=0: must be 1"),
        ({"rounds": -3}, "rounds=-3"),
        ({"rounds": 2.5}, "whole number"),
        ({"rounds": True}, "whole number"),
        ({"matches": "7"}, "whole number"),
        ({"rounds": 1, "matches": 1}, "not both"),
        ({"rounds": 1, "seed": -1}, "seed=-1"),
        ({"rounds": 1, "seed": 2**64}, "0 to 2"),
        ({"rounds": 1, "threads": 0}, "threads=0"),
        ({"precision": 0}, "precision=0"),
        ({"precision": float("nan")}, "precision=nan"),
        ({"precision": "fine"}, "precision='fine'"),
        ({"rounds": 1, "keep": "round"}, "did you mean 'rounds'"),
        ({"rounds": 1, "hands": True, "keep": "counts"}, "keep='rounds'"),
        ({"rounds": 1, "players": 2}, "3 policies"),
        ({"rounds": 1, "players": 11}, "too many for the deck"),
        ({"rounds": 1, "rotate": 1}, "True or False"),
        ({"rounds": 10**12}, "keep='counts'"),
    ],
)
def test_arguments_that_cannot_be_used(arguments, says):
    with pytest.raises(NimmtsimError, match=says.replace("(", r"\(")) as caught:
        simulate("base", MIXED, **arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("policies", "says"),
    [("nearest", "must be a list"), ([], "must not be empty"), (["nearest"], "1 player is too few"),
     (["nearest", "neerest"], "did you mean 'nearest'"), (["nearest", 3], "not int"), (None, "must be a list")],
)  # fmt: skip
def test_policies_that_cannot_be_used(policies, says):
    with pytest.raises(NimmtsimError, match=says):
        simulate("base", policies, rounds=1)


def test_players_fill_up_with_the_last():
    assert simulate("base", ["nearest", "random"], rounds=3, players=4).policies == [
        "nearest",
        "random",
        "random",
        "random",
    ]


@nimmtsim.policy
def breaks_in_turn_three(table, me):
    """Plays on until somebody else has shown an odd card first; then it is wrong."""
    if table.turn == 3 and me.hand[0] % 16 == 1:
        return 77
    return 0


@pytest.mark.parametrize("rotate", [False, True])
def test_an_illegal_answer_stops_the_run_at_the_first_round_and_says_how_to_see_it(rotate):
    said = set()
    for threads in (1, 2, 7):
        with pytest.raises(nimmtsim.NimmtsimError) as caught:
            simulate(
                "base", ["random", breaks_in_turn_three, "random"], rounds=5000, seed=8, threads=threads, rotate=rotate
            )
        said.add(str(caught.value))
    (text,) = said
    assert "policy 'breaks_in_turn_three' in seat" in text
    assert "turn 3" in text
    assert "answered 77 to decision 'card' (0 to 6 are legal)" in text
    call = text.rsplit("to see it again: ", 1)[1]
    assert "77" in str(eval(call, {"nimmtsim": nimmtsim, "breaks_in_turn_three": breaks_in_turn_three}))
    number = int(call.rsplit("round=", 1)[1].rstrip(")"))
    if not rotate:
        assert (
            len(simulate("base", ["random", breaks_in_turn_three, "random"], rounds=number, seed=8).penalties) == number
        )


def test_an_exception_in_a_policy_is_reported():
    @nimmtsim.policy
    def raises(table, me):
        if table.turn == 2:
            raise ValueError("no idea")
        return 0

    with pytest.raises(NimmtsimError, match="'raises' in seat 1 raised an exception when asked for decision 'card'"):
        simulate("base", ["random", raises], rounds=10)


def test_progress_goes_to_standard_error(capsys):
    simulate("base", MIXED, rounds=2000, progress=True)
    assert "rounds" in capsys.readouterr().err
    simulate("base", MIXED, rounds=2000)
    assert capsys.readouterr().err == ""


def test_the_estimate_of_time_leaves_out_the_wait_for_the_compiler(capsys):
    with progress_bar(1_000_000, "rounds", True) as bar:
        bar.start_t -= 3600  # an hour to compile
        bar.last_print_t -= 3600
        bar.update(1)
        bar.start_t -= 1
        bar.last_print_t -= 1
        bar.update(100_000)
        assert bar.format_dict["rate"] == pytest.approx(100_000, rel=0.2)
    assert "00:0" in capsys.readouterr().err.rpartition("<")[2]


def test_interrupting_ends_at_once_and_leaves_nothing(tmp_path):
    command = "-m nimmtsim simulate base --policies nearest,random --rounds 100000000000 --keep counts"
    words = [sys.executable, *command.split(), "--out", "x.parquet", "--plot", "x.png"]
    simulate(
        "base", ["nearest", "random"], rounds=1, keep="counts"
    )  # compiled and cached before the run that is interrupted
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    home = os.path.dirname(os.path.dirname(nimmtsim.__file__))
    process = subprocess.Popen(words, cwd=tmp_path, env=os.environ | {"PYTHONPATH": home}, **pipes)
    time.sleep(3)
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert out == ""
    assert err.strip().splitlines()[-1] == "nimmtsim: interrupted; nothing was written"
    assert "Traceback" not in err
    assert os.listdir(tmp_path) == []
