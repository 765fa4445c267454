"""The error for a policy's answer that ended a run: who, where, what, and how to see it again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from nimmtsim.errors import PolicyError
from nimmtsim.kernels.records import KINDS, MISSING, PROBLEM_RAISED
from nimmtsim.policy_library import Policy
from nimmtsim.policy_library.registry import REGISTRY
from nimmtsim.rule_text import variant_of

if TYPE_CHECKING:
    from nimmtsim.blocks import Run

__all__ = ["policy_problem", "replay_words"]


def policy_problem(state: Any, run: Run) -> PolicyError:
    """The error that a state with a problem stands for.

    Parameters
    ----------
    state : STATE record
        With ``problem`` set.
    run : Run
        What was played.
    """
    seat, kind, unit = int(state["problem_seat"]), KINDS[int(state["problem_kind"])], int(state["problem_unit"])
    name = run.policies[int(state["policy_of"][seat])].name
    table = state["table"]
    where = f"{'match' if run.matches else 'round'} {unit // run.group}"
    where += f", rotation {unit % run.group}" if run.rotate else ""
    where += f", deal {int(table['deal'])}" if run.matches else ""
    if kind != "draft":
        where += f", turn {int(table['turn'])}"
    return PolicyError(
        f"policy {name!r} in seat {seat} {_what(state, kind)} in {where} (all counted from 0); to see it again: "
        f"{replay_words(run, unit)}"
    )


def _what(state: Any, kind: str) -> str:
    if state["problem"] == PROBLEM_RAISED:
        return f"raised an exception when asked for decision {kind!r}"
    if state["problem"] == MISSING:
        return f"had no answer left to decision {kind!r}"
    legal = int(state["problem_legal"])
    allowed = f"up to {legal} of the taken cards" if kind == "keep" else f"there are {legal} legal answers"
    if kind in ("card", "row", "order", "side", "draft", "pass"):
        allowed = f"0 to {legal - 1} are legal"
    return f"answered {int(state['problem_answer'])} to decision {kind!r} ({allowed})"


def _is_known(policy: Policy) -> bool:
    """Whether the command line finds this policy by its name."""
    return REGISTRY.get(policy.name) is policy or ":" in policy.name


def replay_words(run: Run, unit: int) -> str:
    """What prints a unit of a run: with the players as they sat, since all rotations have the same deal.

    A command where it knows the policies by their names; a call in Python for those that were made there.
    """
    variant, options = variant_of(run.rules)
    shift = unit % run.group
    policies = [run.policies[(seat - shift) % run.players] for seat in range(run.players)]
    names = [policy.name for policy in policies]
    if not all(map(_is_known, policies)):
        players = ", ".join(repr(p.name) if _is_known(p) else p.name for p in policies)
        unit_word = f"{'match' if run.matches else 'round'}={unit // run.group}"
        return f"nimmtsim.replay({'rules' if options else repr(variant)}, [{players}], seed={run.seed}, {unit_word})"
    words = ["nimmtsim", "replay", variant, *(["--rules", options] if options else []), "--policies", ",".join(names)]
    words += ["--seed", str(run.seed), "--match" if run.matches else "--round", str(unit // run.group)]
    return shlex.join(words)
