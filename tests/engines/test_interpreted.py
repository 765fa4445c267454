"""Without numba's compiler (``NUMBA_DISABLE_JIT=1``) everything that plays does the same as with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nimmtsim
from nimmtsim.analysis.luck import luck

#: Variants that ask for every kind of decision.
GAMES = ("base", "logic", "professional", "nifty", "hand", "plus", "jokers", "pass-on")
POLICIES = ["uniform", "cautious", "nearest"]


def found() -> dict[str, Any]:
    """What is compared: replays, turns that are set up, and duplicated deals."""
    turn = nimmtsim.resolve_turn("base", [[12], [37], [43], [58]], {0: 14, 1: 61})
    repeated = [luck(name, ["nearest", "random"], deals=3, progress=False).components() for name in ("base", "jokers")]
    return {
        "replays": [nimmtsim.replay(name, POLICIES, seed=3, round=1).penalties for name in GAMES],
        "turn": turn.rows,
        "luck": [frame["variance"].round(6).tolist() for frame in repeated],
    }


def test_interpreted_and_compiled_agree() -> None:
    program = "import json; from tests.engines.test_interpreted import found; print(json.dumps(found()))"
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    here = found()
    assert json.loads(told.stdout) == here
    simulated = [nimmtsim.simulate(name, POLICIES, seed=3, rounds=2).penalties[1].tolist() for name in GAMES]
    assert here["replays"] == simulated
