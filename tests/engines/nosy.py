"""A policy whose answers depend on everything that it is shown.

When the compiled engine shows a seat anything else than the reference engine does, the two soon play differently.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from nimmtsim.kernels import records as r
from nimmtsim.kernels.answers import count_answers, nth_answer
from nimmtsim.kernels.jit import COMPILED, address_of, kernel, load_word
from nimmtsim.kernels.streams import mix, random_below
from nimmtsim.policy_library import Policy, policy

if COMPILED:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def address_in(typing_context, record):
        """Where a record lies in memory."""

        def generate(context, builder, signature, arguments):
            return builder.ptrtoint(arguments[0], context.get_value_type(types.uint64))

        return types.uint64(record), generate
else:

    def address_in(record):
        return record.__array_interface__["data"][0]


@kernel
def look_at_words(h, address, n_words):
    """A hash of memory: of every field, used or not, so that nothing of another round can hide."""
    for i in range(n_words):
        h = mix(h * np.uint64(31) + np.uint64(load_word(address, i)))
    return h


#: What a seat is shown, in words: all of the table, and of its own record all before the random stream.
TABLE_WORDS = r.TABLE.itemsize // 8
SEAT_WORDS = r.SEAT.fields["stream"][1] // 8


def _decision(kind: int) -> Any:
    code = np.int64(kind)

    def nosy(table, me):
        h = look_at_words(np.uint64(random_below(me, 1000)), address_in(table), TABLE_WORDS)
        h = look_at_words(h, address_in(me), SEAT_WORDS)
        n = count_answers(code, table, me)
        return nth_answer(code, table, me, np.int64(h % np.uint64(n)))

    if COMPILED:
        from numba import njit

        return njit(nosy)
    return nosy


_DECISIONS = [_decision(kind) for kind in range(len(r.KINDS))]


@cache
def nosy_addresses() -> tuple[int, ...]:
    """The addresses of the nosy policy."""
    return tuple(address_of(function, r.SIGNATURE) for function in _DECISIONS)


@cache
def nosy_policy() -> Policy:
    """The same as a policy."""
    decisions = dict(zip(r.KINDS, _DECISIONS, strict=True))
    return policy(decisions.pop("card"), name="nosy", **decisions)
