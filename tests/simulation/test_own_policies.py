"""Policies of a user's module: what they are called, and how a round in which one fails is seen again."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import nimmtsim
from nimmtsim.cli import main
from nimmtsim.policy_library import find_policy

MODULE = """
import nimmtsim


@nimmtsim.policy(name="nearest")
def fails(table, me):
    return 77 if table.turn == 4 else 0
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_policies.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_command_that_is_named_replays_the_policy_that_failed(module: Path, capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", "base", "--policies", "own_policies:fails,random", "--rounds", "100"])
    assert caught.value.code == 2
    recipe = capsys.readouterr().err.strip().rsplit("to see it again: ", 1)[1]
    words = shlex.split(recipe)
    assert words[:2] == ["nimmtsim", "replay"]
    assert "own_policies:fails" in recipe
    assert main(words[1:]) == 0
    assert "77" in capsys.readouterr().out


def test_results_say_where_a_policy_came_from(module: Path) -> None:
    assert find_policy("own_policies:fails").name == "own_policies:fails"


def test_a_policy_made_in_python_is_replayed_in_python() -> None:
    @nimmtsim.policy(name="nearest")
    def fails(table, me):
        return 77

    with pytest.raises(
        nimmtsim.NimmtsimError, match=r"nimmtsim\.replay\('base', \[nearest, 'random'\], seed=0, round=0\)"
    ):
        nimmtsim.simulate("base", [fails, "random"], rounds=10)


def test_an_interrupted_command_says_what_it_has_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nimmtsim.results.SimulationResult.plot", interrupted)
    data = tmp_path / "p.parquet"
    words = ["--rounds", "20", "--out", str(data), "--plot", str(tmp_path / "p.png")]
    assert main(["simulate", "base", "--policies", "random,random", *words]) == 130
    assert data.exists()
    assert f"interrupted; written before: {data}" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_output_that_cannot_be_printed_is_one_line() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        words = [sys.executable, "-m", "nimmtsim", "policies"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == "nimmtsim: error: cannot write the output: No space left on device"
