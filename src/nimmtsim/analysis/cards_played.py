"""What each card does on each turn: how often it is played, how often it takes, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.card_deck import CardDeck
from nimmtsim.analysis.groups import GroupSums, jackknife, share_jackknife, without
from nimmtsim.analysis.kernels_cards import PLAY_SUMS, add_plays
from nimmtsim.analysis.streaming import accumulate, accumulate_kept, check_result
from nimmtsim.blocks import Block
from nimmtsim.checks import whole_number
from nimmtsim.errors import is_among, one_of
from nimmtsim.event_log import event_bounds
from nimmtsim.rule_text import rules_words
from nimmtsim.rules import Rules
from nimmtsim.simulation import MOST_SAMPLES, run_of

if TYPE_CHECKING:
    import pandas as pd

    from nimmtsim.results import SimulationResult

__all__ = ["LATE", "CardPlays", "card_plays", "card_plays_of"]

#: A game with keeping has no last turn: this one and all later ones are told together.
LATE = 20
#: An interval needs plays (for the cost, takes) in this part of the groups of deals: of fewer the sums are too skewed.
_LEAST_GROUPS = 0.5


def card_plays(
    rules: str | Rules, policies: Sequence[Any], *, rounds: int, seed: int = 0, players: int | None = None,
    rotate: bool = False, progress: bool | None = None, threads: int | None = None,
) -> CardPlays:  # fmt: skip
    """Play many rounds and find what each card does on each turn.

    Parameters
    ----------
    rules, policies, seed, players, rotate, progress, threads
        As for `nimmtsim.simulate`.
    rounds : int
        Rounds to play, 1 to 10**12; with `rotate` deals.

    Returns
    -------
    CardPlays
        The same to the last digit for any number of threads, and as `card_plays_of` finds from the same rounds.

    Raises
    ------
    RulesError, PolicyError, UsageError
        As `nimmtsim.simulate`.

    Examples
    --------
    >>> plays = card_plays("base", ["lowest", "random"], rounds=2000, seed=1)
    >>> frame = plays.frame("lowest")
    >>> bool((frame[frame.turn == 9].share_of_held.dropna() == 1).all())
    True
    """
    run = run_of(rules, policies, seed=seed, players=players, rotate=rotate)
    deals = whole_number("rounds", rounds, 1, MOST_SAMPLES)
    names = [policy.name for policy in run.policies]
    work = _counter(run.rules, names, run.group, deals)
    sums = accumulate(run, deals, work, hands=True, events=True, threads=threads, progress=progress)
    return _found(run.rules, names, run.seed, run.rotate, deals, sums)


def card_plays_of(result: SimulationResult) -> CardPlays:
    """The same from rounds that were kept with their hands and events.

    Parameters
    ----------
    result : SimulationResult
        Of ``simulate(..., rounds=..., hands=True, events=True)``.

    Returns
    -------
    CardPlays

    Raises
    ------
    UsageError
        For what is no result, for matches, and for rounds, hands or events that were not kept.
    """
    check_result(result)
    work = _counter(result.rules, result.policies, result.group, result.samples)
    sums = accumulate_kept(result, work, hands=True, events=True)
    return _found(result.rules, result.policies, result.seed, result.rotate, result.samples, sums)


def _counter(rules: Rules, names: Sequence[str], group: int, deals: int) -> Callable[[Block], GroupSums]:
    """What counts the plays of a block."""
    kinds, n = list(dict.fromkeys(names)), len(names)
    deck, turns = CardDeck(rules, n), most_turns(rules)
    who_plays = np.array([kinds.index(name) for name in names], np.int64)
    kept_from = 0 if rules.hand_commit == "stepwise" else 1

    def work(block: Block) -> GroupSums:
        bounds = event_bounds(block.events, len(block.totals), rules, n)
        players = _players_by_seat(block, group)
        finals = block.games if block.games.shape[1] else np.take_along_axis(block.totals, players, axis=1)[:, None]
        who = who_plays[players]

        def count(first: int, last: int) -> list[np.ndarray]:
            plays = np.zeros((len(kinds), turns + 1, len(deck.codes), len(PLAY_SUMS)), np.int64)
            rows = slice(first, last)
            add_plays(block.events, bounds[first : last + 1], block.hands[rows], finals[rows], who[rows], deck.places,
                      kept_from, rules.keep, plays)  # fmt: skip
            return [plays]

        return GroupSums.of(block.start, block.stop, group, deals, count)

    return work


def _found(rules: Rules, names: Sequence[str], seed: int, rotate: bool, deals: int, sums: GroupSums) -> CardPlays:
    (plays,) = sums.stacked()
    plays[..., 0] = plays[..., 0].cumsum(axis=2)  # held is written down as differences
    return CardPlays(rules, list(names), seed, rotate, deals, plays[:, :, : most_turns(rules)])


def most_turns(rules: Rules) -> int:
    """Turns that are told apart."""
    if rules.keep:
        return min(rules.max_rounds, LATE)
    cards = rules.hand_cards
    return cards // 2 if rules.cards == "two" else cards


def _players_by_seat(block: Block, group: int) -> np.ndarray:
    """Who sits where, int64[units, seats]."""
    n = block.totals.shape[1]
    turned = np.arange(block.start, block.stop) % group
    return (np.arange(n) - turned[:, None]) % n


class CardPlays:
    """What each card did on each turn, from exact sums.

    Attributes
    ----------
    rules : Rules
    names : list of str
        Policies by player. Players with the same policy count together.
    seed, rotate, deals : int, bool, int
        What was played: so many deals, with `rotate` in all rotations.
    plays : int64[groups, policies, turns, cards, 7]
        `nimmtsim.analysis.kernels_cards.PLAY_SUMS` by group of deals (`nimmtsim.analysis.groups`).
    """

    def __init__(self, rules: Rules, names: list[str], seed: int, rotate: bool, deals: int, plays: np.ndarray) -> None:
        self.rules, self.names, self.seed, self.rotate, self.deals = rules, names, seed, rotate, deals
        self.plays = plays
        self.policies = list(dict.fromkeys(names))
        self.deck = CardDeck(rules, len(names))

    @property
    def measure(self) -> str:
        """What bull heads are in this game: ``"penalty"`` or ``"points"``."""
        return self.rules.scoring

    @property
    def title(self) -> str:
        """What was played, in one line."""
        much = f"{self.deals:,} deals in {len(self.names)} rotations" if self.rotate else f"{self.deals:,} rounds"
        return f"{rules_words(self.rules)}, {len(self.names)} players, {much}, seed {self.seed}"

    def notes(self) -> list[str]:
        """What a reader must know besides, a line each."""
        if self.rules.keep:
            return [f"turn {self.plays.shape[2] - 1} stands for this and all later turns"]
        return []

    def frame(self, policy: str | None = None) -> pd.DataFrame:
        """A row for each policy, turn and card.

        Parameters
        ----------
        policy : str, optional
            Only this one.

        Returns
        -------
        DataFrame
            ``policy``; ``measure``, what the heads are (``"penalty"`` or ``"points"``); ``turn``, from 0; ``card`` as
            people write it, ``code``, ``heads``; ``held``, how often it was in a hand when cards were chosen;
            ``played``; ``share_of_held``, the share of the two; ``share_of_turn``, its share of all cards that the
            policy played on this turn; ``sixth``, ``low`` and ``joker``, the shares of its plays in which it took a row
            as sixth, low card or joker; ``takes``, the share in which it took at all, each of these shares with its
            interval (``share_of_held_low``, ``share_of_held_high`` and so on); ``cost``, the mean heads (points)
            charged for the card when it was placed, and ``rest``, those from then on until the end of the round, this
            card's included, each with ``_se``, ``_low``, ``_high``. Nan where it was not held or played; intervals are
            given where it was played (for ``cost``: took a row; for ``share_of_held``: was held; for
            ``share_of_turn``: the turn came) in at least half of the groups of deals (`nimmtsim.analysis.groups`).

        Raises
        ------
        UsageError
            For a policy that did not play.
        """
        import pandas as pd

        return pd.concat([self._frame(name) for name in self._names(policy)], ignore_index=True)

    def _frame(self, policy: str) -> pd.DataFrame:
        import pandas as pd

        sums = self.plays[:, self.policies.index(policy)]
        groups, turns, cards, _ = sums.shape
        held, played, sixth, low, joker, now, rest = np.moveaxis(sums.reshape(groups, turns * cards, -1), 2, 0)
        all_played = played.sum(axis=0)
        on_turn = np.repeat(sums[..., 1].sum(axis=2), cards, axis=1)
        enough = (played > 0).sum(axis=0) >= _LEAST_GROUPS * groups
        found: dict[str, Any] = {
            "policy": policy, "measure": self.measure, "turn": np.repeat(np.arange(turns), cards),
            "card": self.deck.cards * turns, "code": np.tile(self.deck.codes, turns),
            "heads": np.tile(self.deck.heads, turns), "held": held.sum(axis=0), "played": all_played,
        }  # fmt: skip
        with np.errstate(divide="ignore", invalid="ignore"):
            found |= _share("share_of_held", played, held, (held > 0).sum(axis=0) >= _LEAST_GROUPS * groups)
            found |= _share("share_of_turn", played, on_turn, (on_turn > 0).sum(axis=0) >= _LEAST_GROUPS * groups)
            for name, hits in (("sixth", sixth), ("low", low), ("joker", joker), ("takes", sixth + low + joker)):
                found |= _share(name, hits, played, enough)
            took = (sixth + low + joker > 0).sum(axis=0) >= _LEAST_GROUPS * groups
            found |= _mean("cost", now, played, took) | _mean("rest", rest, played, enough)
        return pd.DataFrame(found)

    def by_turn(self, policy: str | None = None) -> pd.DataFrame:
        """All cards of a turn together: a row for each policy and turn.

        Parameters
        ----------
        policy : str, optional
            Only this one.

        Returns
        -------
        DataFrame
            ``policy``, ``measure``, ``turn`` and ``played`` as in `frame`; ``mean_card``, the mean of the numbers that
            were played (jokers and zero cards apart); ``sixth``, ``low``, ``joker``, ``takes``, ``cost`` and ``rest``
            as in `frame`; each with ``_low`` and ``_high``. Nan where nothing was played.

        Raises
        ------
        UsageError
            For a policy that did not play.

        Examples
        --------
        >>> plays = card_plays("base", ["lowest", "highest"], rounds=200, seed=1)
        >>> plays.by_turn("lowest").mean_card.is_monotonic_increasing
        True
        """
        import pandas as pd

        return pd.concat([self._by_turn(name) for name in self._names(policy)], ignore_index=True)

    def _by_turn(self, policy: str) -> pd.DataFrame:
        import pandas as pd

        cards = self.plays[:, self.policies.index(policy)]
        numbers = np.array(self.deck.cards) >= 1
        of_numbers = cards[:, :, numbers, 1]
        labels = np.array(self.deck.cards)[numbers].astype(np.int64)
        _, played, sixth, low, joker, now, rest = np.moveaxis(cards.sum(axis=2), 2, 0)
        found: dict[str, Any] = {"policy": policy, "measure": self.measure, "turn": np.arange(cards.shape[1]),
                                 "played": played.sum(axis=0)}  # fmt: skip
        enough = (played > 0).sum(axis=0) >= _LEAST_GROUPS * len(played)
        with np.errstate(divide="ignore", invalid="ignore"):
            found |= _mean("mean_card", of_numbers @ labels, of_numbers.sum(axis=2), enough)
            for name, hits in (("sixth", sixth), ("low", low), ("joker", joker), ("takes", sixth + low + joker)):
                found |= _share(name, hits, played, enough)
            found |= _mean("cost", now, played, enough) | _mean("rest", rest, played, enough)
        return pd.DataFrame(found)

    def _names(self, policy: str | None) -> list[str]:
        if policy is not None and not is_among(policy, self.policies):
            raise one_of("policy of these plays", policy, self.policies)
        return self.policies if policy is None else [policy]

    def __repr__(self) -> str:
        return f"<CardPlays: {self.title}; {', '.join(self.names)}>"


def _share(name: str, hits: np.ndarray, tries: np.ndarray, enough: np.ndarray) -> dict[str, np.ndarray]:
    """Columns of a share."""
    share, _, low, high = share_jackknife(hits, tries)
    return {name: share, f"{name}_low": np.where(enough, low, np.nan), f"{name}_high": np.where(enough, high, np.nan)}


def _mean(name: str, heads: np.ndarray, played: np.ndarray, enough: np.ndarray) -> dict[str, np.ndarray]:
    """Columns of a mean a play."""
    value, *rest = jackknife(heads.sum(axis=0) / played.sum(axis=0), without(heads) / without(played))
    columns = (np.where(enough, column, np.nan) for column in rest)
    return {name: value, **dict(zip((f"{name}_se", f"{name}_low", f"{name}_high"), columns, strict=True))}
