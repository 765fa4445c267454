"""The random streams of :mod:`nimmtsim.kernels.streams` in plain Python integers, for the reference engine.

The k-th word (k = 1, 2, ...) of a stream is ``mix(key + k * GAMMA)``; its key comes from the seed, the game's number and
the purpose. Written apart from the compiled ones, so that a slip in either shows.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["DEAL", "SEAT", "below", "key_of", "shuffle", "words"]

DEAL, SEAT = 0, 2

_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_PURPOSE = 0xD1342543DE82EF95


def _mix(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def key_of(seed: int, game: int, purpose: int) -> int:
    """The key of one stream of a game; purpose is `DEAL` or `SEAT` + seat."""
    game_key = _mix(_mix(seed + _GAMMA & _WORD) + (game + 1) * _GAMMA & _WORD)
    return _mix(game_key + (purpose + 1) * _PURPOSE & _WORD)


def words(key: int) -> Iterator[int]:
    """The words of a stream, without end."""
    while True:
        key = key + _GAMMA & _WORD
        yield _mix(key)


def below(word: int, n: int) -> int:
    """An integer 0..n-1 from the high half of a word."""
    return (word >> 32) * n >> 32


def shuffle(cards: list, stream: Iterator[int]) -> None:  # type: ignore[type-arg]
    """Put a list in random order, from its end (Fisher and Yates)."""
    for last in range(len(cards) - 1, 0, -1):
        other = below(next(stream), last + 1)
        cards[last], cards[other] = cards[other], cards[last]
