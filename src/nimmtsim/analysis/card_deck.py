"""The cards of a game in the order in which they are told and drawn, and what every hand has of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nimmtsim.cards import CODES, JOKER, ZERO, bull_heads, written
from nimmtsim.rules import Rules

__all__ = ["CardDeck"]


@dataclass(frozen=True)
class CardDeck:
    """The different cards that can be in a hand.

    Attributes
    ----------
    rules : Rules
    players : int
    """

    rules: Rules
    players: int

    @cached_property
    def codes(self) -> np.ndarray:
        """Codes in ascending order of the cards: jokers 0.0 to 0.9, the zero card, numbers. uint8[cards]."""
        special = [*range(JOKER, JOKER + 10)] if self.rules.jokers else []
        special += [ZERO] if self.rules.zeros else []
        return np.array([*special, *sorted(set(self.rules.numbers(self.players)))], np.uint8)

    @cached_property
    def cards(self) -> list[int | float]:
        """The cards as people write them."""
        return [written(int(code)) for code in self.codes]

    @cached_property
    def heads(self) -> np.ndarray:
        """Bull heads, int64[cards]."""
        return np.array([bull_heads(int(code), self.rules.joker_heads) for code in self.codes], np.int64)

    @cached_property
    def most(self) -> np.ndarray:
        """How many of each card one hand can have, int64[cards]."""
        numbers = self.rules.numbers(self.players)
        zeros = self.rules.zeros - self.rules.zeros_each(self.players) * (self.players - 1)
        return np.array([zeros if code == ZERO else max(1, numbers.count(int(code))) for code in self.codes])

    @cached_property
    def least(self) -> np.ndarray:
        """How many of each card every hand has at least, int64[cards]."""
        return np.where(self.codes == ZERO, self.rules.zeros_each(self.players), 0)

    @cached_property
    def places(self) -> np.ndarray:
        """The place of each code among the cards, int64[128]; 0 for codes that are no card of the game."""
        places = np.zeros(CODES, np.int64)
        places[self.codes] = np.arange(len(self.codes))
        return places

    @cached_property
    def given(self) -> list[tuple[np.ndarray, int]]:
        """Sets of cards of which every hand has the same number, with that number: places int64[...] each.

        All cards and the size of a hand; apart from the others the jokers, when everybody has one, and the zero cards,
        when all of them are given out beforehand.
        """
        size, everything = self.rules.hand, np.arange(len(self.codes))
        if self.rules.jokers:
            jokers, numbers = everything[:10], everything[10:]
            return [(everything, size + 1)] if self.rules.joker_leftover == "deck" else [(jokers, 1), (numbers, size)]
        each = self.rules.zeros_each(self.players)
        if each and each * self.players == self.rules.zeros:
            return [(everything[:1], each), (everything[1:], size - each)]
        return [(everything, size)]

    def counts(self, hand: Sequence[int] | np.ndarray) -> np.ndarray:
        """How many of each card a hand of codes has, int64[cards]."""
        codes = np.asarray(hand, np.int64)
        return np.bincount(self.places[codes[codes > 0]], minlength=len(self.codes))
