"""The commands `distribution` and `luck`: tables, pictures, files, JSON and one-line errors."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas as pd
import pytest

from nimmtsim.analysis.distributions import distributions
from nimmtsim.analysis.luck import luck
from nimmtsim.cli import main
from nimmtsim.commands.luck import _counted

BASE = ["base", "--policies", "nearest,random", "--players", "3", "--seed", "4"]


def _out(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_distribution(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture, file = tmp_path / "d.png", tmp_path / "d.parquet"
    text = _out(capsys, "distribution", *BASE, "--rounds", "300", "--rotate", "--pair", "0,1", "--plot", str(picture),
                "--out", str(file))  # fmt: skip
    found = distributions("base", ["nearest", "random"], players=3, rounds=300, seed=4, rotate=True, pairs=[(0, 1)])
    assert max(map(len, text.splitlines())) <= 100
    mean = found.summary().iloc[0]
    assert f"nearest {mean['mean']:.3f} {mean['low']:.3f} to {mean['high']:.3f}" in " ".join(text.split())
    assert f"correlation of players 0 and 1: {found.joint(0, 1).correlation().value:.4f}" in text
    assert picture.read_bytes().startswith(b"\x89PNG")
    written = pd.read_parquet(file)
    pd.testing.assert_frame_equal(written, found.histogram(), check_dtype=False)
    assert (written.attrs["seed"], written.attrs["policies"]) == (4, ["nearest", "random", "random"])
    said = json.loads(_out(capsys, "distribution", *BASE, "--rounds", "300", "--rotate", "--pair", "0,1", "--json"))
    assert said["groups"][0]["mean"] == mean["mean"]
    assert said["groups"][0]["player"] is None
    assert said["correlations"]["0,1"]["value"] == found.joint(0, 1).correlation().value


def test_matches_turns_and_survey(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "rounds of a match" in _out(capsys, "distribution", *BASE, "--matches", "50")
    file = tmp_path / "t.parquet"
    text = _out(capsys, "distribution", *BASE, "--rounds", "100", "--turns", "--out", str(file), "--plot",
                str(tmp_path / "t.svg"))  # fmt: skip
    assert max(map(len, text.splitlines())) <= 100
    assert "first take" in text
    assert [line.split()[0] for line in text.splitlines()[3:13]] == list(map(str, range(10)))
    assert text.count("next take after so many turns: 1: ") == 2
    assert set(pd.read_parquet(file)["cause"]) == {"sixth card", "low card"}
    said = json.loads(_out(capsys, "distribution", *BASE, "--rounds", "100", "--turns", "--json"))
    assert {row["wait"] for row in said["waiting"]} == {"first", "between"}
    text = _out(capsys, "distribution", "hand", *BASE[1:], "--rounds", "50", "--turns")
    assert "left in hand" in text
    survey = ["distribution", "all", "--policies", "random", "--rounds", "20"]
    text = _out(capsys, *survey, "--plot", str(tmp_path / "s.pdf"), "--out", str(tmp_path / "s.parquet"))
    assert text.splitlines()[4].split()[:2] == ["championship", "+"]
    assert text.splitlines()[4].split()[6:-1] == ["-"] * 5  # a championship has five players at most
    assert max(map(len, text.splitlines())) <= 100
    said = json.loads(_out(capsys, *survey, "--json", "--players", "6"))
    assert said["left_out"] == ["championship, 6 players: championship: 6 players are too many; 2 to 5 can play (the "
                                "rules' limit)"]  # fmt: skip


def test_luck(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture, file = tmp_path / "l.png", tmp_path / "l.parquet"
    text = _out(capsys, "luck", *BASE, "--rounds", "60", "--plot", str(picture), "--out", str(file))
    assert max(map(len, text.splitlines())) <= 100
    found = luck("base", ["nearest", "random"], players=3, deals=60, seed=4)
    assert "nearest beats random by" in text
    assert picture.exists()
    pd.testing.assert_frame_equal(pd.read_parquet(file), found.components())
    said = json.loads(_out(capsys, "luck", *BASE, "--rounds", "60", "--json"))
    assert said["rounds_needed"][0]["rounds"] == found.rounds_needed()["rounds"][0]
    assert "note: hands are drafted" in _out(capsys, "luck", "logic", *BASE[1:], "--rounds", "5")
    text = _out(capsys, "luck", "base", "--policies", "random", "--players", "2", "--rounds", "5")
    assert "all policies are the same" in text


def test_points_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = _out(capsys, "luck", "plus", *BASE[1:], "--rounds", "20")
    assert "variance of a player's points in a round" in text
    assert "points a round; it is ahead" in text
    assert "bull heads" not in text.split("\n", 1)[1]
    text = _out(capsys, "distribution", "plus", *BASE[1:], "--rounds", "20")
    assert "points a round; none: without a point" in text
    text = _out(capsys, "distribution", "all", *BASE[1:], "--rounds", "5")
    assert "plus *" in text
    assert "* points; + all games of a deal" in " ".join(text.split()) or "+ all games of a deal; * points" in text
    with pytest.raises(SystemExit):
        main(["distribution", "--help"])
    assert "bad result" not in capsys.readouterr().out


def test_words_go_with_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    def first(*words: str) -> str:
        return _out(capsys, "distribution", *BASE, *words).splitlines()[0]

    assert "3 players, 30 deals in 3 rotations, seed 4" in first("--rounds", "30", "--rotate", "--turns")
    assert "3 players, 30 deals in 3 rotations, seed 4" in first("--rounds", "30", "--rotate")
    assert "3 players, 30 rounds, seed 4" in first("--rounds", "30", "--turns")
    assert "3 players, 1 match, seed 4" in first("--matches", "1")
    assert "3 players, 2 matches, seed 4" in first("--matches", "2")
    assert "3 players, 1 round, seed 4" in first("--rounds", "1")
    counted = [_counted(number, "duplicated deal") for number in (1.0, 1.2, math.inf, math.nan)]
    assert counted == ["1 duplicated deal", "2 duplicated deals", "no number of duplicated deals", "? duplicated deals"]


def test_luck_of_all_variants(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["luck", "all", "--policies", "nearest,random", "--players", "6", "--rounds", "10"]
    text = _out(capsys, *words, "--plot", str(tmp_path / "a.png"))
    assert max(map(len, text.splitlines()[:-1])) <= 100
    assert text.splitlines()[-1].startswith("left out: championship")
    said = json.loads(_out(capsys, *words, "--json"))
    assert len(said["rounds_needed"]) == 15
    assert said["rules"]["plus"]["scoring"] == "points"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["distribution", "bsae", "--policies", "random"], "unknown variant 'bsae'; did you mean 'base'?"),
        (["distribution", "base", "--policies", "rndom"], "did you mean 'random'?"),
        (["distribution", *BASE, "--rounds", "-1"], "rounds=-1: must be 1 to"),
        (["distribution", *BASE, "--rounds", "1", "--matches", "1"], "give --rounds or --matches, not both"),
        (["distribution", *BASE, "--turns", "--matches", "1"], "--matches does not go with --turns"),
        (["distribution", "all", *BASE[1:], "--pair", "0,1"], "--pair does not go with VARIANT all"),
        (["distribution", "all", *BASE[1:], "--turns"], "--turns and --rules are for one variant"),
        (["distribution", *BASE, "--pair", "0"], "two numbers of players with a comma"),
        (["distribution", *BASE, "--tail", "0", "--rounds", "1000000000"], "tail=0: must be 1 to"),
        (["distribution", *BASE, "--plot", "here.gif"], "'.gif'; did you mean '.svg'? Allowed: .png"),
        (["luck", *BASE, "--rounds", "2"], "deals=2: at least 3"),
        (["luck", *BASE, "--repeats", "1"], "repeats=1: must be 2 to"),
        (["luck", "championship", *BASE[1:4], "9"], "9 players are too many"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert says in said
    assert said.count("\n") == 1


def test_a_path_is_refused_before_anything_is_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for command in ("distribution", "luck"):
        with pytest.raises(SystemExit):
            main([command, *BASE, "--rounds", "1000000000", "--out", str(tmp_path / "no" / "x.parquet")])
        assert "there is no folder" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
