"""The command line: what it prints, what it writes, and one line for what cannot be done."""

import json
import os
import shlex
import subprocess
import sys

import pandas as pd
import pytest

import nimmtsim
from nimmtsim.cli import COMMANDS, main
from nimmtsim.streams import plain

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
    assert text.count("    source: ") == len(names)
    assert nimmtsim.policies().source.str.len().min() > 0


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
        ("simulate base --policies nearest,random --rounds many", "is no whole number"),
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


def in_process(words, encoding="utf-8", close=""):
    """The command in a process of its own, with streams of an encoding, or closed ones (as the shell closes them)."""
    line = shlex.join([sys.executable, "-m", "nimmtsim", *words.split()]) + f" {close}"
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    return subprocess.run(line, shell=True, capture_output=True, check=False, env=environment)


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252"])
def test_characters_that_an_encoding_lacks_are_written_plainly(encoding):
    done = in_process("variants championship", encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" not in done.stdout


def test_texts_for_a_narrow_terminal():
    assert plain("3 \u2212 2 \u00d7 1\u2026 \u4e2d") == "3 - 2 x 1... ?"


@pytest.mark.parametrize("close", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_stop_a_run(tmp_path, close):
    done = in_process(f"{SIMULATE} --out {tmp_path}/a.parquet", close=close)
    assert (done.returncode, done.stderr) == (0, b"")
    assert nimmtsim.SimulationResult.load(tmp_path / "a.parquet").units == 500


def test_errors_keep_their_exit_code_without_standard_error():
    assert in_process("variants nope", close="2>&-").returncode == 2
    assert in_process("variants nope", close="2</dev/null").returncode == 2


def test_streams_are_given_back(monkeypatch, capsys):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", None)
        assert run(SIMULATE) == 0
        assert sys.stderr is None
        assert nimmtsim.simulate("base", ["nearest", "random"], rounds=5, progress=True).units == 5
    before = sys.stdout.errors
    assert run("variants championship") == 0
    assert sys.stdout.errors == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("simulate base --polices a,b", "unknown option '--polices'; did you mean '--policies'?"),
        ("simulate base --policies nearest,random --round=5", "unknown option '--round'; did you mean '--rounds'?"),
        ("flash --gamess 5", "unknown option '--gamess'; did you mean '--games'?"),
        ("--versoin", "unknown option '--versoin'; did you mean '--version'?"),
        ("simulate base --policies nearest,random --rounds 1.5", "'1.5' is no whole number, such as 1000000, 1_0"),
        ("flash --n-cards many", "'many' is no whole number"),
        ("simulate base --policies nearest,random --precision little", "'little' is no number, such as 0.01"),
        ("luck base --policies nearest,random --deals 1e99999999", "is no whole number"),
        ("simulate base --policies nearest,random --rounds -5", "rounds=-5: must be 1 to"),
        ("flash --first-seat \u00b2", "first_seat is a seat or 'rotate'"),
    ],
)
def test_options_and_numbers_name_what_is_allowed(words, says, capsys):
    with pytest.raises(SystemExit) as caught:
        run(words)
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("number", ["500", "5e2", "5_00", "0.5e3"])
def test_ways_to_type_a_number(number, capsys):
    assert run(f"simulate base --policies nearest,random --rounds {number}") == 0
    assert "500 rounds" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["simulate base", "flash"])
@pytest.mark.parametrize(
    ("body", "says"),
    [("raise SystemExit(3)", "SystemExit: 3"), ("raise RuntimeError('one\\n  two')", "RuntimeError: one two")],
)
def test_a_module_that_fails_is_one_line(tmp_path, monkeypatch, capsys, game, body, says):
    (tmp_path / "fails.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SystemExit) as caught:
        run(f"{game} --policies fails:mine,fails:mine")
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_a_passing_cache_is_removed(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    places = {"HOME": str(blocked), "XDG_CACHE_HOME": str(blocked), "NUMBA_CACHE_DIR": str(blocked)}
    (tmp_path / "passing").mkdir()
    code = "from nimmtsim.kernels.jit import cache_directory as c; import os; assert os.path.isdir(c()); print(c())"
    environment = os.environ | places | {"TMPDIR": str(tmp_path / "passing")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert "passing" in done.stdout
    assert not os.listdir(tmp_path / "passing")


@pytest.mark.parametrize(
    "words",
    ["simulate base", "distribution base", "distribution base --turns", "distribution base --pair 0,1",
     "distribution all --players 2", "compare-variants --variants base", "cards base", "cards base --turns"],
)  # fmt: skip
def test_what_one_round_does_not_tell_is_a_dash(words, capsys):
    assert run(f"{words} --policies nearest,random --rounds 1") == 0
    assert "nan" not in capsys.readouterr().out
