"""Random numbers of a game: streams that are counted, not remembered.

The k-th word of a stream is a mixed counter, so any round can be dealt again alone. The definition (SplitMix64, G. L.
Steele, D. Lea, C. H. Flood, OOPSLA 2014) and the keys are those of ``docs/engines.md``.
"""

from __future__ import annotations

__all__ = ["DEAL", "RULE", "SEAT", "Stream", "mix", "stream_key", "unit_key"]

#: Purposes of a stream: the deal, chance in the rules, and (from SEAT on) the draws of the policy in each seat.
DEAL, RULE, SEAT = 0, 1, 2

GAMMA = 0x9E3779B97F4A7C15
_PURPOSE = 0xD1342543DE82EF95
_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1


def mix(word: int) -> int:
    """Finaliser of SplitMix64: a bijection of 64-bit words."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def unit_key(seed: int, unit: int) -> int:
    """The key of one unit of a run: a round on its own, or a match."""
    return mix(mix((seed + GAMMA) & _WORD) + (unit + 1) * GAMMA & _WORD)


def stream_key(key: int, deal: int, purpose: int) -> int:
    """The key of one stream of a unit: `deal` counts the deals of a match, `purpose` is DEAL, RULE or SEAT + seat."""
    return mix(key + (deal * 32 + purpose + 1) * _PURPOSE & _WORD)


class Stream:
    """One stream of random words.

    Parameters
    ----------
    key : int
        From `stream_key`.

    Examples
    --------
    >>> stream = Stream(stream_key(unit_key(seed=1, unit=0), deal=0, purpose=DEAL))
    >>> 0 <= stream.below(6) < 6
    True
    """

    def __init__(self, key: int) -> None:
        self._key = key
        self._count = 0

    def word(self) -> int:
        """The next 64-bit word."""
        self._count += 1
        return mix(self._key + self._count * GAMMA & _WORD)

    def below(self, n: int) -> int:
        """A number 0..n-1, from the high half of the next word."""
        return (self.word() >> 32) * n >> 32

    def shuffle(self, cards: list[int], start: int, stop: int) -> None:
        """Fill the places start..stop-1 at random from all cards that lie at or behind them (two places a word)."""
        for place in range(start, stop, 2):
            word = self.word()
            _exchange(cards, place, word & _HALF)
            if place + 1 < stop:
                _exchange(cards, place + 1, word >> 32)


def _exchange(cards: list[int], place: int, half_word: int) -> None:
    other = place + (half_word * (len(cards) - place) >> 32)
    cards[place], cards[other] = cards[other], cards[place]
