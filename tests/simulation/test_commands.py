"""The command line: what it prints, what it writes, and one line for what cannot be done."""

import json
import os
import subprocess
import sys

import pandas as pd
import pytest

import nimmtsim
from nimmtsim.cli import COMMANDS, main

SIMULATE = "simulate base --policies nearest,random --rounds 500 --seed 1"


def run(text):
    return main(text.split())


def test_simulate_prints_the_table_and_writes_the_files(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(f"{SIMULATE} --players 3 --plot penalties.png --out penalties.parquet") == 0
    said = capsys.readouterr()
    assert said.out.startswith("base, 3 players, 500 rounds, seed 1\n")
    assert said.err == ""
    assert sorted(os.listdir()) == ["penalties.parquet", "penalties.png"]
    assert (tmp_path / "penalties.png").read_bytes().startswith(b"\x89PNG")
    result = nimmtsim.simulate("base", ["nearest", "random", "random"], rounds=500, seed=1)
    pd.testing.assert_frame_equal(pd.read_parquet("penalties.parquet"), result.to_frame())


def test_simulate_for_programs(capsys):
    assert run(f"{SIMULATE} --json --rules rows=5,pro --rotate --threads 1") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rules"]["rows"] == 5
    assert found["rules"]["professional"]
    assert found["units"] == 1000
    assert found["rotate"]


def test_simulate_matches_and_precision(capsys):
    assert run("simulate base --policies nearest,random --matches 30") == 0
    assert "30 matches" in capsys.readouterr().out
    assert run("simulate base --policies nearest,random --precision 0.5") == 0
    assert "precision 0.5 reached after" in capsys.readouterr().out


def test_counts_can_be_written(tmp_path):
    assert run(f"{SIMULATE} --keep counts --out {tmp_path}/c.parquet") == 0
    assert nimmtsim.SimulationResult.load(tmp_path / "c.parquet").kept is None


def test_variants(capsys):
    assert run("variants") == 0
    text = capsys.readouterr().out
    assert run("variants --json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["variant"] for row in rows] == list(nimmtsim.VARIANTS)
    for row in rows:
        assert f"{row['variant']}: {row['differs']}" in text
        assert row["source"] in text
        assert row["decisions"].startswith("card")


def test_policies(capsys):
    assert run("policies") == 0
    text = capsys.readouterr().out
    assert run("policies --json") == 0
    names = [row["policy"] for row in json.loads(capsys.readouterr().out)]
    assert {"uniform", "random", "lowest", "highest", "nearest"} <= set(names)
    assert all(f"\n{name}\n" in f"\n{text}" for name in names)


def test_compare_variants(tmp_path, capsys):
    words = "compare-variants --policies nearest,random --rounds 50 --variants base,plus"
    assert run(f"{words} --plot {tmp_path}/v.svg --out {tmp_path}/v.parquet") == 0
    text = capsys.readouterr().out
    assert "base" in text
    assert "points" in text
    assert (tmp_path / "v.svg").read_text().startswith("<?xml")
    assert set(pd.read_parquet(tmp_path / "v.parquet")["variant"]) == {"base", "plus"}


def test_compare_variants_says_what_it_leaves_out(capsys):
    assert run("compare-variants --policies random --players 10 --rounds 10 --json") == 0
    left_out = json.loads(capsys.readouterr().out)["left_out"]
    assert set(left_out) == {
        "championship",
        "open",
        "nifty",
        "hand",
        "plus",
        "plus-equal-zeros",
        "zeros-minus",
        "simple-minus",
    }
    assert "2 to 5 can play" in left_out["championship"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("simulat base", "did you mean 'simulate'"),
        ("simulate bse --policies nearest,random", "did you mean 'base'"),
        ("simulate base --policies nearst,random", "did you mean 'nearest'"),
        ("simulate base --policies nearest,,random", "none empty"),
        ("simulate base --policies nearest --players 11", "11 players are too many for the deck"),
        ("simulate base --policies nearest,random --rounds -1", "rounds=-1"),
        ("simulate base --policies nearest,random --rounds many", "invalid int value"),
        ("simulate base --policies nearest,random --rules row=5", "did you mean 'rows'"),
        ("simulate base --policies nearest,random --plot no/x.png", "there is no folder 'no'"),
        ("simulate base --policies nearest,random --plot x.gif", "Allowed: .png, .pdf, .svg"),
        ("simulate base --policies nearest,random --out x.csv", "Allowed: .parquet"),
        ("simulate base --policies no_module:x,random", "no module 'no_module'"),
        ("simulate base", "--policies"),
        ("compare-variants --policies nearest,random --variants bse", "did you mean 'base'"),
        ("compare-variants --policies nearest --players 21", "players=21"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, says, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        run(words)
    assert caught.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("nimmtsim: error: ")
    assert said.err.count("\n") == 1
    assert says in said.err
    assert os.listdir() == []


def test_an_unwritable_path_is_found_before_playing(monkeypatch, capsys):
    monkeypatch.setattr("nimmtsim.simulation.simulate", lambda *a, **k: pytest.fail("it was played"))
    with pytest.raises(SystemExit):
        run(f"{SIMULATE} --out /no/such/folder/x.parquet")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_loads_nothing_heavy(command):
    code = (
        "import sys\nfrom nimmtsim.cli import main\n"
        f"try: main([*{command.split()!r}, '--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'pandas', 'matplotlib', 'pyarrow', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "usage: nimmtsim" in said.stdout


def test_the_import_loads_nothing_heavy():
    code = "import sys, nimmtsim; assert not {'numba', 'numpy', 'pandas', 'matplotlib'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
