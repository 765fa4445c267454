"""What people ask about Flash Magic Six, as functions that return frames with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.checks import as_int
from nimmtsim.errors import UsageError, shown
from nimmtsim.flash.cards import STOP, Card, card, code_of
from nimmtsim.flash.intervals import share_interval
from nimmtsim.flash.kernels_hands import enumerate_hands, sample_hands
from nimmtsim.flash.result import FlashResult
from nimmtsim.flash.rules import HAND, FlashRules, as_rules
from nimmtsim.flash.setup import new_state
from nimmtsim.flash.simulation import illegal_answer, simulate, whole_number
from nimmtsim.flash.strategies import resolve
from nimmtsim.kernels.interpreted import words_wrap

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["deck_sizes", "exact_hands", "first_player", "game_lengths", "random_hands", "versus"]

Rules = FlashRules | dict[str, Any] | None

#: Most hands that `exact_hands` goes through: some minutes.
MOST_HANDS = 300_000_000


def random_hands(
    policies: Sequence[object] | str = ("longest-chain", "greedy"),
    *,
    top: object = None,
    size: int = HAND,
    hands: int = 100_000,
    rules: Rules = None,
    seed: int = 0,
) -> pd.DataFrame:
    """How many cards of a random hand can be laid on a top card, by simulation.

    Parameters
    ----------
    policies : sequence
        Ways of laying; each gets the same hands.
    top : card, optional
        The top card; a random one for every hand when not given.
    size : int
        Cards in a hand, 1..6.
    hands : int
        How many hands.
    rules : FlashRules or dict, optional
        Only their deck counts; STOPs do not take part.
    seed : int

    Returns
    -------
    DataFrame
        ``policy``, ``laid`` (0 .. size), ``hands`` (count), ``share`` with its 95 % interval ``low``, ``high``.
        The row ``laid == size`` is the chance that all cards can be laid.

    Examples
    --------
    >>> frame = random_hands("longest-chain", hands=2000, seed=1)
    >>> round(float(frame.set_index("laid").share[6]), 1)
    0.4
    """
    whole_number("hands", hands, 1, 1 << 40)
    whole_number("seed", seed, 0, (1 << 64) - 1)
    states, names, found_top = _hands_state(policies, top, size, rules, seed)
    state = states[0]
    lengths = np.zeros((len(names), HAND + 1), np.int64)
    code = -1 if found_top is None else code_of(found_top)
    never = np.zeros(1, np.int64)
    with words_wrap():
        for first in range(0, hands, 1 << 16):  # in pieces, so that Ctrl-C ends it
            done = sample_hands(states, first, min(1 << 16, hands - first), size, code, lengths, never)
            if state.problem_kind >= 0:
                raise illegal_answer(state, resolve(policies), seed, first + done)
    return _length_frame(names, lengths, size, interval=True)


def exact_hands(*, top: object = None, size: int = HAND, rules: Rules = None) -> pd.DataFrame:
    """How many cards of a hand can be laid at most on a top card, over every hand that there is.

    For decks and hands small enough: with all 216 cards up to four cards in a hand, six cards from decks of some fifty.
    (A policy that looks at the order of its hand, as `greedy` does, has no such exact count: see `random_hands`.)

    Parameters
    ----------
    top, size, rules
        As in `random_hands`. Without a top card every card of the deck is it once; of the full deck one is enough,
        since all its cards are alike.

    Returns
    -------
    DataFrame
        ``laid``, ``hands`` (count), ``share`` (exact).

    Raises
    ------
    UsageError
        When there are too many hands.

    Examples
    --------
    Of the 215 other cards 90 share the colour, the quantity or the symbol.

    >>> exact_hands(size=1).hands.tolist()
    [125, 90]
    """
    settled = as_rules(rules)
    if settled.n_cards is not None:
        raise UsageError("n_cards makes the deck random: there is nothing exact to count; name the deck's cards")
    tops = [card(top)] if top is not None else _distinct_tops(settled)
    whole_number("size", size, 1, HAND)
    many = comb(len(settled.cards) - 1, size) * len(tops)
    if many > MOST_HANDS:
        raise UsageError(f"there are {many:,} hands, at most {MOST_HANDS:,} can be counted")
    lengths = np.zeros((1, HAND + 1), np.int64)
    for one in tops:
        states, names, _ = _hands_state("longest-chain", one, size, settled, 0)
        enumerate_hands(states, size, code_of(one), lengths)
    return _length_frame(names, lengths, size, interval=False).drop(columns="policy")


def _distinct_tops(rules: FlashRules) -> list[Card]:
    return [rules.cards[0]] if isinstance(rules.deck, str) else list(rules.cards)


def _hands_state(policies: Any, top: object, size: int, rules: Rules, seed: int) -> tuple[Any, list[str], Card | None]:
    """A table whose deck is without the top card, and with every policy in a seat."""
    whole_number("size", size, 1, HAND)
    seats, settled = resolve(policies), as_rules(rules)
    cards = list(settled.cards)
    found = None if top is None else card(top)
    if found == STOP:
        raise UsageError("the top card cannot be a STOP")
    if found is not None:
        if found not in cards:
            raise UsageError(f"the deck has no card {found}")
        cards.remove(found)
    needed = size if found is not None else size + 1
    if (settled.n_cards is not None and settled.n_cards < size + 1) or len(cards) < needed:
        raise UsageError(f"the deck is too small for a top card and {size} cards in a hand")
    # A second seat makes a lawful table; cards are taken from `cards`, whatever a game's deck would be.
    states = new_state(FlashRules(), seats + seats[-1:], seed)
    state = states[0]
    state.table.n_seats = len(seats)
    state.available = len(cards)
    state.cards[: len(cards)] = [code_of(one) for one in cards]
    return states, [one.name for one in seats], found


def _length_frame(names: list[str], lengths: np.ndarray, size: int, interval: bool) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for name, counts in zip(names, lengths, strict=True):
        total = int(counts.sum())
        for laid in range(size + 1):
            share = int(counts[laid]) / total
            bounds = share_interval(share, total) if interval else ()
            rows.append((name, laid, int(counts[laid]), share, *bounds))
    return pd.DataFrame(rows, columns=["policy", "laid", "hands", "share", *(["low", "high"] if interval else [])])


def versus(
    policies: Sequence[object] | str,
    against: object = "greedy",
    *,
    players: Iterable[int] | int = (2, 3, 4),
    games: int = 20_000,
    rules: Rules = None,
    seed: int = 0,
    threads: int | None = None,
) -> pd.DataFrame:
    """How often one player with a policy wins against others who all play another.

    The first turn goes round the table from game to game, so that nobody has its advantage.

    Parameters
    ----------
    policies : sequence
        Each is tried in its own run, with the same deals.
    against : policy
        What all others play.
    players : int or iterable of int
    games : int
        Games a run.
    rules, seed, threads
        As in `simulate`.

    Returns
    -------
    DataFrame
        ``policy``, ``against``, ``players``, ``win_share`` (ties split) with ``low``, ``high``; ``fair`` (1 / players);
        ``ratio`` = win_share / fair with ``ratio_low``, ``ratio_high``.
    """
    import pandas as pd

    rows = []
    opponents = resolve([against])[0]
    for one in resolve(policies):
        for n in _numbers("players", players):
            settled = _with(rules, first_seat="rotate")
            found = simulate([one, *[opponents] * (n - 1)], games=games, rules=settled, seed=seed, threads=threads,
                             keep="counts", progress=False)  # fmt: skip
            share = found.counts.win_share(0)
            low, high = share_interval(share, games)
            rows.append((one.name, opponents.name, n, share, low, high, 1 / n, share * n, low * n, high * n))
    names = ["policy", "against", "players", "win_share", "low", "high", "fair", "ratio", "ratio_low", "ratio_high"]
    return pd.DataFrame(rows, columns=names)


def game_lengths(
    policy: object = "greedy",
    *,
    players: Iterable[int] | int = (2, 3, 4, 5, 6),
    games: int = 20_000,
    rules: Rules = None,
    seed: int = 0,
    threads: int | None = None,
) -> pd.DataFrame:
    """How long games last by number of players, all playing alike.

    Returns
    -------
    DataFrame
        Index ``players``; the columns of `FlashResult.length`, in turns, and ``unfinished``: the share of games stopped
        by a deadlock or the turn limit, with ``unfinished_low``, ``unfinished_high``.
    """
    import pandas as pd

    rows = {}
    for n in _numbers("players", players):
        found = _alike(policy, n, games, rules, seed, threads)
        ends = found.ends()
        unfinished = 1 - float(ends.share["cards out"])
        low, high = share_interval(unfinished, games)
        bounds = {"unfinished": unfinished, "unfinished_low": low, "unfinished_high": high}
        rows[n] = found.length().to_dict() | bounds
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("players")


def first_player(
    policy: object = "greedy",
    *,
    players: Iterable[int] | int = (2, 3, 4, 5, 6),
    games: int = 20_000,
    rules: Rules = None,
    seed: int = 0,
    threads: int | None = None,
) -> pd.DataFrame:
    """Who wins when all play alike: by place in the order of the first turns.

    Returns
    -------
    DataFrame
        ``players``, ``place`` (0: who begins), ``win_share`` with ``low``, ``high``; ``fair`` (1 / players);
        ``advantage`` = win_share - fair with ``advantage_low``, ``advantage_high``.
    """
    import pandas as pd

    rows = []
    for n in _numbers("players", players):
        found = _alike(policy, n, games, _with(rules, first_seat=0), seed, threads)
        for place in range(n):
            share, fair = found.counts.win_share(place), 1 / n
            low, high = share_interval(share, games)
            rows.append((n, place, share, low, high, fair, share - fair, low - fair, high - fair))
    bounds = ["advantage", "advantage_low", "advantage_high"]
    return pd.DataFrame(rows, columns=["players", "place", "win_share", "low", "high", "fair", *bounds])


def deck_sizes(
    sizes: Iterable[int] = (60, 100, 140, 180, 216),
    *,
    policy: object = "longest-chain",
    against: object = "greedy",
    players: int = 4,
    games: int = 20_000,
    rules: Rules = None,
    seed: int = 0,
    threads: int | None = None,
) -> pd.DataFrame:
    """How the answers change with the number of cards, drawn at random from the deck for every game.

    Parameters
    ----------
    sizes : iterable of int
        Numbers of cards without STOPs.
    policy, against, players, games, rules, seed, threads
        As in `versus`.

    Returns
    -------
    DataFrame
        Index ``n_cards``, and each with ``_low``, ``_high``: ``win_share`` of one player with the policy, ``median`` of
        the turns and ``first`` (win share of who begins) when all play the policy.
    """
    import pandas as pd

    rows = {}
    for size in _numbers("sizes", sizes):
        settled = _with(rules, n_cards=size)
        shared: dict[str, Any] = {"games": games, "rules": settled, "seed": seed, "threads": threads}
        win = versus([policy], against, players=players, **shared).iloc[0]
        length = game_lengths(policy, players=players, **shared).iloc[0]
        first = first_player(policy, players=players, **shared).iloc[0]
        rows[size] = {
            "win_share": win.win_share, "win_share_low": win.low, "win_share_high": win.high,
            "median": length["median"], "median_low": length.median_low, "median_high": length.median_high,
            "first": first.win_share, "first_low": first.low, "first_high": first.high,
        }  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("n_cards")


def _alike(policy: object, n: int, games: int, rules: Rules, seed: int, threads: int | None) -> FlashResult:
    seats = resolve([policy], n)
    return simulate(seats, games=games, rules=rules, seed=seed, threads=threads, keep="counts", progress=False)


def _with(rules: Rules, **options: Any) -> FlashRules:
    return FlashRules.from_dict(as_rules(rules).to_dict() | options)


def _numbers(what: str, given: Iterable[int] | int) -> list[int]:
    try:
        numbers = [given] if as_int(given) is not None else list(given)  # type: ignore[arg-type]
    except TypeError:
        raise UsageError(f"{what} must be whole numbers, not {shown(given)}") from None
    if not numbers:
        raise UsageError(f"{what} is empty; it needs at least one number")
    return [whole_number(what, number, 1, 1 << 20) for number in numbers]
