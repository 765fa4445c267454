"""What it is worth to hold a card in the hand that is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.card_deck import CardDeck
from nimmtsim.analysis.card_pairs import neighbour_notes
from nimmtsim.analysis.groups import GroupSums, Jackknife, group_count, group_deals, jackknife, without
from nimmtsim.analysis.kernels_cards import add_hands
from nimmtsim.analysis.least_squares import Fit, fit
from nimmtsim.analysis.streaming import accumulate, accumulate_kept, check_result
from nimmtsim.blocks import Block, Run
from nimmtsim.checks import whole_number
from nimmtsim.errors import is_among, one_of
from nimmtsim.rule_text import rules_words
from nimmtsim.rules import Rules
from nimmtsim.simulation import MOST_SAMPLES, run_of

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.results import SimulationResult

__all__ = ["CardValues", "Observations", "card_values", "card_values_of"]

#: Units of a run whose hands are kept, to compare other hands with.
SAMPLE = 5_000


@dataclass(eq=False)
class Observations:
    """Hands and what they cost, a row each, in the order of the units.

    Attributes
    ----------
    hands : uint8[rows, cards]
        Codes.
    heads : int32[rows]
        Bull heads of the round.
    players : int64[rows]
        Who played the hand.
    """

    hands: np.ndarray
    heads: np.ndarray
    players: np.ndarray

    @classmethod
    def of(cls, start: int, hands: np.ndarray, totals: np.ndarray, games: np.ndarray, rotate: bool) -> Observations:
        """The hands of some units.

        Parameters
        ----------
        start : int
            The first unit.
        hands : uint8[units, seats, cards]
            As first dealt, by seat.
        totals : int[units, players]
            Heads by player.
        games : int32[units, games, seats]
            Heads by game and seat of a championship, in whose game g seat p plays the hand of seat p - g; no games in
            other variants.
        rotate : bool
            Whether player p sits in seat p + unit.
        """
        units, n = totals.shape
        seats = np.arange(n)
        turned = (np.arange(start, start + units) % n if rotate else np.zeros(units, int))[:, None]
        players = (seats - turned) % n
        if games.shape[1] == 0:
            heads = np.take_along_axis(np.asarray(totals, np.int32), players, axis=1)
            return cls(hands.reshape(units * n, -1), heads.ravel(), players.ravel())
        sheets = (seats - np.arange(n)[:, None]) % n
        who = np.broadcast_to(players[:, None, :], games.shape)
        return cls(hands[:, sheets].reshape(units * n * n, -1), np.asarray(games, np.int32).ravel(), who.ravel())


@dataclass(eq=False)
class _Part:
    """What is found in a block: sums, and the hands of the first units."""

    sums: GroupSums
    sample: list[Observations]

    def add(self, other: _Part) -> None:
        self.sums.add(other.sums)
        self.sample += other.sample


class _Counter:
    """Counts hands of a game into sums by group."""

    def __init__(self, rules: Rules, names: Sequence[str], unit_group: int, deals: int) -> None:
        self.deck, self.unit_group, self.deals = CardDeck(rules, len(names)), unit_group, deals
        self.policies = list(dict.fromkeys(names))
        self.who = np.array([self.policies.index(name) for name in names], np.int64)

    def count(self, seen: Observations) -> list[np.ndarray]:
        """Sums of some hands."""
        kinds, cards = len(self.policies), len(self.deck.codes)
        pairs, singles = np.zeros((kinds, cards, cards, 3), np.int64), np.zeros((kinds, cards, 2), np.int64)
        totals = np.zeros((kinds, 3), np.int64)
        hands = np.ascontiguousarray(seen.hands)
        add_hands(hands, seen.heads, self.who[seen.players], self.deck.places, pairs, singles, totals)
        return [pairs, singles, totals]

    def of_block(self, block: Block) -> _Part:
        """What is in a block of units, which has hands."""
        start, stop, rotate = block.start, block.stop, self.unit_group > 1

        def seen(first: int, last: int) -> Observations:
            rows = slice(first, last)
            return Observations.of(start + first, block.hands[rows], block.totals[rows], block.games[rows], rotate)

        sums = GroupSums.of(start, stop, self.unit_group, self.deals, lambda first, last: self.count(seen(first, last)))
        return _Part(sums, [seen(0, min(stop, SAMPLE) - start)] if start < SAMPLE else [])


def card_values(
    rules: str | Rules, policies: Sequence[Any], *, rounds: int, seed: int = 0, players: int | None = None,
    rotate: bool = False, progress: bool | None = None, threads: int | None = None,
) -> CardValues:  # fmt: skip
    """Play many rounds and find what each card is worth in the hand that is dealt.

    Parameters
    ----------
    rules, policies, seed, players, rotate, progress, threads
        As for `nimmtsim.simulate`.
    rounds : int
        Rounds to play, 1 to 10**12; with `rotate` deals.

    Returns
    -------
    CardValues
        The same to the last digit for any number of threads, and as `card_values_of` finds from the same rounds.

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `nimmtsim.simulate`.

    Examples
    --------
    >>> values = card_values("base", ["nearest", "random", "random"], rounds=2000, seed=1)
    >>> values.frame("nearest").card.tolist()[:3]
    [1, 2, 3]
    """
    run = run_of(rules, policies, seed=seed, players=players, rotate=rotate)
    deals = whole_number("rounds", rounds, 1, MOST_SAMPLES)
    counter = _Counter(run.rules, [policy.name for policy in run.policies], run.group, deals)

    part = accumulate(run, deals, counter.of_block, hands=True, threads=threads, progress=progress)
    return _found(run.rules, [policy.name for policy in run.policies], run, deals, part)


def card_values_of(result: SimulationResult) -> CardValues:
    """What each card is worth, from rounds that were kept with their hands.

    Parameters
    ----------
    result : SimulationResult
        Of ``simulate(..., rounds=..., hands=True)``.

    Returns
    -------
    CardValues

    Raises
    ------
    UsageError
        For what is no result, for matches, and for rounds or hands that were not kept.
    """
    check_result(result)
    counter = _Counter(result.rules, result.policies, result.group, result.samples)
    part = accumulate_kept(result, counter.of_block, hands=True)
    return _found(result.rules, result.policies, result, result.samples, part)


def _found(rules: Rules, names: list[str], source: Run | SimulationResult, deals: int, part: _Part) -> CardValues:
    pairs, singles, totals = part.sums.stacked()
    assert len(totals) == group_count(deals)
    lower = np.tril_indices(pairs.shape[2], -1)
    pairs[:, :, lower[1], lower[0]] = pairs[:, :, lower[0], lower[1]]
    sample = Observations(*(np.concatenate([getattr(one, name) for one in part.sample])
                            for name in ("hands", "heads", "players")))  # fmt: skip
    return CardValues(rules, names, source.seed, source.rotate, deals, pairs, singles, totals, sample)


class CardValues:
    """What the cards of a game are worth to each policy, from exact sums.

    Attributes
    ----------
    rules : Rules
    names : list of str
        Policies by player. Players with the same policy count together.
    seed, rotate, deals : int, bool, int
        What was played: so many deals, with `rotate` in all rotations.
    pairs : int64[groups, policies, cards, cards, 3]
        `nimmtsim.analysis.kernels_cards.PAIR_SUMS` by group of deals (`nimmtsim.analysis.groups`).
    singles : int64[groups, policies, cards, 2]
        How many of a card there were, and that times the heads.
    totals : int64[groups, policies, 3]
        Hands, heads, squares of heads.
    sample : Observations
        The hands of the first units.
    """

    def __init__(
        self, rules: Rules, names: list[str], seed: int, rotate: bool, deals: int, pairs: np.ndarray,
        singles: np.ndarray, totals: np.ndarray, sample: Observations,
    ) -> None:  # fmt: skip
        self.rules, self.names, self.seed, self.rotate, self.deals = rules, names, seed, rotate, deals
        self.pairs, self.singles, self.totals, self.sample = pairs, singles, totals, sample
        self.policies = list(dict.fromkeys(names))
        self.deck = CardDeck(rules, len(names))
        self._fits: dict[str, tuple[Fit, list[Fit]]] = {}

    @property
    def measure(self) -> str:
        """What bull heads are in this game: ``"penalty"`` or ``"points"``."""
        return self.rules.scoring

    @cached_property
    def title(self) -> str:
        """What was played, in one line."""
        much = f"{self.deals:,} deals in {len(self.names)} rotations" if self.rotate else f"{self.deals:,} rounds"
        return f"{rules_words(self.rules)}, {len(self.names)} players, {much}, seed {self.seed}"

    def policy_place(self, policy: str | None) -> int:
        """The place of a policy; the first if none is given; UsageError for one that did not play."""
        if policy is None:
            return 0
        if not is_among(policy, self.policies):
            raise one_of("policy of these card values", policy, self.policies)
        return self.policies.index(policy)

    def mean(self, policy: str | None = None) -> Jackknife:
        """The mean penalty (points) a hand, with its interval; arrays of no dimension."""
        totals = self.totals[:, self.policy_place(policy)]
        left = without(totals)
        with np.errstate(invalid="ignore"):  # a single group has no others
            return jackknife(totals[:, 1].sum() / totals[:, 0].sum(), left[:, 1] / left[:, 0])

    def fits(self, policy: str | None = None) -> tuple[Fit, list[Fit]]:
        """The regression of all hands, and those without each group."""
        place = self.policy_place(policy)
        name = self.policies[place]
        if name not in self._fits:
            sums = self.pairs[:, place, :, :, 2], self.singles[:, place], self.totals[:, place]
            whole = tuple(array.sum(axis=0) for array in sums)
            left_out = ([whole_part - part[g] for whole_part, part in zip(whole, sums, strict=True)]
                        for g in range(len(self.totals)))  # fmt: skip
            self._fits[name] = self._fit(*whole), [self._fit(*left) for left in left_out]
        return self._fits[name]

    def halves(self) -> tuple[CardValues, CardValues]:
        """Card values of every other group of deals, and of those in between: what one half picks the other can judge.

        The second is empty after a single deal.
        """
        each = group_deals(self.deals)
        first, second = (
            CardValues(self.rules, self.names, self.seed, self.rotate, int(each[half].sum()), self.pairs[half],
                       self.singles[half], self.totals[half], self.sample)
            for half in (slice(0, None, 2), slice(1, None, 2))
        )  # fmt: skip
        return first, second

    def _fit(self, products: np.ndarray, singles: np.ndarray, totals: np.ndarray) -> Fit:
        return fit(products, singles[:, 0], singles[:, 1], totals, self.deck.given)

    def values(self, policy: str | None = None) -> Jackknife:
        """The least-squares value of each card, float[cards] (see `nimmtsim.analysis.least_squares`)."""
        whole, left_out = self.fits(policy)
        return jackknife(whole.values, np.array([one.values for one in left_out]))

    def differences(self, policy: str | None = None) -> Jackknife:
        """The mean of the hands with a card less the mean of those without, float[cards]."""
        sums = self._with_and_all(self.policy_place(policy))
        return jackknife(_difference(*(array.sum(axis=0) for array in sums)), _difference(*map(without, sums)))

    def _with_and_all(self, place: int) -> tuple[np.ndarray, ...]:
        """Hands with each card and their heads, int64[groups, cards], and all hands and heads, int64[groups, 1]."""
        hands, heads = (np.diagonal(self.pairs[:, place, :, :, k], axis1=1, axis2=2) for k in range(2))
        return hands, heads, self.totals[:, place, 0, None], self.totals[:, place, 1, None]

    def _means(self, place: int) -> list[Jackknife]:
        """The mean of the hands with each card, and of those without."""
        hands, heads, all_hands, all_heads = self._with_and_all(place)
        with np.errstate(divide="ignore", invalid="ignore"):
            return [jackknife(top.sum(axis=0) / bottom.sum(axis=0), without(top) / without(bottom))
                    for top, bottom in ((heads, hands), (all_heads - heads, all_hands - hands))]  # fmt: skip

    def frame(self, policy: str | None = None) -> pd.DataFrame:
        """A row for each policy and card.

        Parameters
        ----------
        policy : str, optional
            Only this one.

        Returns
        -------
        DataFrame
            ``policy``; ``measure``, what the heads are (``"penalty"`` or ``"points"``); ``card`` as people write it
            (0.4 a joker, 0 a zero card); ``code``; ``heads``, its bull heads; ``hands`` with the card, and their
            ``share``; ``mean_with`` and ``mean_without``, the mean penalty (points) of hands with and without it, each
            with ``_low`` and ``_high``; their ``difference`` with ``difference_se``, ``difference_low``,
            ``difference_high``; ``value``, the least-squares value relative to an average card, with ``value_se``,
            ``value_low``, ``value_high``. Nan where a card was in no hand or in all, or is not settled
            (`nimmtsim.analysis.least_squares`).
        """
        import pandas as pd

        names = self.policies if policy is None else [self.policies[self.policy_place(policy)]]
        return pd.concat([self._frame(name) for name in names], ignore_index=True)

    def _frame(self, policy: str) -> pd.DataFrame:
        import pandas as pd

        place = self.policy_place(policy)
        own = np.diagonal(self.pairs[:, place, :, :, 0].sum(axis=0))
        hands = self.totals[:, place, 0].sum()
        found: dict[str, Any] = {
            "policy": policy, "measure": self.measure,
            "card": self.deck.cards, "code": self.deck.codes, "heads": self.deck.heads,
            "hands": own, "share": own / hands,
        }  # fmt: skip
        for name, mean in zip(("mean_with", "mean_without"), self._means(place), strict=True):
            found |= {name: mean.value, f"{name}_low": mean.low, f"{name}_high": mean.high}
        for name, estimate in (("difference", self.differences(policy)), ("value", self.values(policy))):
            found |= dict(zip((name, f"{name}_se", f"{name}_low", f"{name}_high"), estimate, strict=True))
        return pd.DataFrame(found)

    def notes(self) -> list[str]:
        """What a reader must know besides, a line each: cards without a value and neighbours that are not told."""
        notes = []
        for policy in self.policies:
            worth = self.fits(policy)[0].values
            missing = [card for card, value in zip(self.deck.cards, worth, strict=True) if np.isnan(value)]
            if missing:
                few = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
                notes.append(f"{policy}: no value for {len(missing)} of {len(worth)} cards ({few}): too few hands, or "
                             "hands in which they come always, never, or only with the same others")  # fmt: skip
        return [*notes, *neighbour_notes(self)]

    def __repr__(self) -> str:
        return f"<CardValues: {self.title}; {', '.join(self.names)}>"


def _difference(hands: np.ndarray, heads: np.ndarray, all_hands: np.ndarray, all_heads: np.ndarray) -> np.ndarray:
    """Mean of the hands with a card less the mean of those without."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return heads / hands - (all_heads - heads) / (all_hands - hands)
