"""The command ``nimmtsim flash``: what it prints and writes, and that bad input is one line and exit code 2."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest

from nimmtsim.cli import main
from nimmtsim.flash import FlashResult, simulate

POLICIES = ["--policies", "longest-chain,greedy"]


def test_play_prints_writes_and_draws(tmp_path, capsys):
    plot, out = tmp_path / "flash.png", tmp_path / "flash.parquet"
    words = [
        "flash",
        *POLICIES,
        "--players",
        "3",
        "--games",
        "300",
        "--seed",
        "1",
        "--plot",
        str(plot),
        "--out",
        str(out),
    ]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "Flash Magic Six, 3 players, 300 games, seed 1" in printed
    assert "   2  greedy" in printed
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert len(pd.read_parquet(out)) == 300
    assert (
        FlashResult.load(out)
        .summary()
        .equals(simulate(["longest-chain", "greedy", "greedy"], games=300, seed=1).summary())
    )
    assert sorted(os.listdir(tmp_path)) == ["flash.parquet", "flash.png"]


def test_json_is_for_programs(capsys):
    words = [
        "flash",
        *POLICIES,
        "--games",
        "200",
        "--json",
        "--n-cards",
        "60",
        "--start-card",
        "choose",
        "--stop-early",
        "false",
    ]
    assert main([*words, "--first-seat", "rotate"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found["rules"] == {"n_cards": 60, "start_card": "choose", "stop_early": False, "first_seat": "rotate"}
    assert found["seats"][0]["policy"] == "longest-chain"
    assert found["seats"][0]["chain_low"] is None
    assert sum(seat["win_share"] for seat in found["seats"]) == pytest.approx(1)


def test_replay_is_legible(capsys):
    assert main(["flash", "replay", *POLICIES, "--seed", "1", "--game", "12"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Flash Magic Six, seed 1, game 12; seats: 0 longest-chain, 1 greedy"
    assert lines[1] == "setup, seat 0"
    assert lines[2].startswith("    opens the discard pile with ")
    assert any(line.startswith("turn 1, seat 0, on ") for line in lines)
    row = simulate(["longest-chain", "greedy"], games=13, seed=1).to_frame().iloc[12]
    winner = int(row.winners).bit_length() - 1
    assert lines[-2].startswith(f"cards out after {row.turns} turns: seat {winner} (")
    assert lines[-1] == f"cards left: seat 0: {row.left_0}, seat 1: {row.left_1}"


def test_replay_as_json(capsys):
    assert main(["flash", "replay", *POLICIES, "--seed", "1", "--game", "12", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["events"][0]["kind"] == "start"
    assert found["end"] == "cards out"


def test_a_deck_from_a_file(tmp_path, capsys):
    deck = tmp_path / "deck.txt"
    deck.write_text(
        "\n".join(
            f"{k} {colour} {symbol}" for k in range(1, 7) for colour in ("red", "blue") for symbol in ("sun", "moon")
        )
    )
    assert main(["flash", *POLICIES, "--games", "50", "--deck", str(deck)]) == 0
    assert "(deck of 24 cards)" in capsys.readouterr().out


def test_policies_are_listed(capsys):
    assert main(["flash", "policies"]) == 0
    assert "longest-chain-block (chain)\n    Of the longest chains" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--policies", "gredy"], "did you mean 'greedy'"),
        (["--policies", ""], "unknown policy ''"),
        (["--games", "-1"], "games=-1: must be"),
        (["--games", "many"], "is no whole number"),
        (["--players", "1"], "at least the 4"),
        (["--players", "32"], "2..31"),
        (["--n-cards", "5"], "7 are needed"),
        (["--first-seat", "lats"], "'rotate'"),
        (["--bonus", "mayb"], "invalid choice"),
        (["--deck", "no.txt"], "cannot read the deck 'no.txt'"),
        (["--plot", "no/flash.png"], "there is no folder"),
        (["--plot", "flash.pgn"], "did you mean '.png'"),
        (["--out", "no/flash.parquet"], "there is no folder"),
        (["--out", "/"], "is a folder"),
        (["--game", "3"], "goes with"),
        (["replay"], "needs --game"),
        (["replay", "--game", "-1"], "game=-1: must be"),
        (["rpelay"], "invalid choice"),
        (["--seed", "-1"], "seed=-1: must be"),
    ],
)
def test_bad_input_is_one_line(words, says, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["flash", *words])
    printed = capsys.readouterr()
    assert stopped.value.code == 2
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_help_answers_at_once():
    started = time.perf_counter()
    found = subprocess.run(
        [sys.executable, "-m", "nimmtsim", "flash", "--help"], capture_output=True, text=True, check=True
    )
    assert time.perf_counter() - started < 3  # 0.2 s on a quiet machine: no compiler and no frames are loaded
    assert "--stop-any-time" in found.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupting_ends_at_once_and_writes_nothing(tmp_path):
    words = [sys.executable, "-m", "nimmtsim", "flash", *POLICIES, "--games", "100000000", "--out", "run.parquet"]
    running = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        time.sleep(4)
        assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=20)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "interrupted" in said
    assert "Traceback" not in said
    assert os.listdir(tmp_path) == []
