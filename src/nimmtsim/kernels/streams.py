"""Random streams of the compiled engine.

Every stream is a counter mixed by the finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014): the k-th word of a stream is ``mix(key + k * GAMMA)``. The key of a
stream comes from the seed, the unit (a round, or a match), the deal within the match and the purpose, so that any
round can be played again alone, and no policy's draws shift a deal or another seat's draws.

`STREAM_VERSION` is recorded with every result; a change of anything here is a major release.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import kernel

__all__ = [
    "DEAL",
    "GAMMA",
    "RULE",
    "SEAT",
    "STREAM_VERSION",
    "below",
    "mix",
    "random_below",
    "run_key",
    "start_stream",
    "stream_key",
    "unit_key",
    "unit_key_of",
]

STREAM_VERSION = 1

#: Purposes: the deal, chance in the rules, and (from SEAT on) each seat's own draws.
DEAL, RULE, SEAT = 0, 1, 2

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_PURPOSE = np.uint64(0xD1342543DE82EF95)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_ONE = np.uint64(1)
LOW_HALF = np.uint64(0xFFFFFFFF)


@kernel
def mix(word):
    """Finaliser of SplitMix64: a bijection of 64-bit words."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@kernel
def run_key(seed):
    """What the keys of a run's units have in common; seed is uint64. Mixed once a run: 4 % of a round for two."""
    return mix(seed + GAMMA)


@kernel
def unit_key(seed, unit):
    """The key of one unit (a round or a match) of a run; seed and unit are uint64."""
    return unit_key_of(run_key(seed), unit)


@kernel
def unit_key_of(run, unit):
    """The same from the run's key."""
    return mix(run + (unit + _ONE) * GAMMA)


@kernel
def stream_key(key, deal, purpose):
    """The key of one stream of a unit: deal counts the deals of a match, purpose is DEAL, RULE or SEAT + seat."""
    return mix(key + np.uint64(deal * 32 + purpose + 1) * _PURPOSE)


@kernel
def below(word, n):
    """An integer 0..n-1 from the high half of a word (the bias is below n / 2**32)."""
    return np.int64(((word >> _32) * np.uint64(n)) >> _32)


@kernel
def start_stream(me, key):
    """Start the random stream of a seat; its next word is mixed ahead, off the path of a decision (5 % less time)."""
    me.stream = key + GAMMA
    me.word = mix(me.stream)


@kernel
def random_below(me, n):
    """A random integer 0..n-1 for a policy: the next of its seat's own stream.

    Parameters
    ----------
    me : SEAT record
        What the policy got.
    n : int
        1 to 2**31.

    Returns
    -------
    int64
    """
    word = me.word
    me.stream = me.stream + GAMMA
    me.word = mix(me.stream)
    return below(word, n)
