"""Deal: hands and row cards from a shuffled deck (basic rules, preparation; RULES section 1 and the variants' own)."""

from __future__ import annotations

from nimmtsim.cards import JOKER, ZERO, is_joker
from nimmtsim.reference.streams import DEAL, RULE, Stream, stream_key
from nimmtsim.rules import Rules

__all__ = ["deal_out"]

Table = tuple[list[list[int]], list[list[int]], list[int]]


def deal_out(rules: Rules, players: int, key: int, deal: int) -> Table:
    """Shuffle and deal.

    Parameters
    ----------
    rules : Rules
        With ``deal="random"``.
    players : int
        How many play.
    key, deal : int
        The unit's key and the number of the deal, for the random streams.

    Returns
    -------
    tuple
        Hands by seat, rows, and the jokers that were turned up for a row and set aside.
    """
    stream = Stream(stream_key(key, deal, DEAL))
    jokers = _shuffled_jokers(players, key, deal) if rules.jokers else []
    if rules.zeros:
        hands, rows = _deal_with_zeros(rules, players, stream)
        set_aside: list[int] = []
    else:
        leftover = jokers[players:] if rules.joker_leftover == "deck" else []
        hands, rows, set_aside = _deal_usual(rules, players, stream, leftover)
    for hand, joker in zip(hands, jokers, strict=False):
        hand.append(joker)
    return hands, rows, set_aside


def _deal_usual(rules: Rules, players: int, stream: Stream, leftover: list[int]) -> Table:
    """Hands first, then the rows from the top of what is left (booklet, preparation)."""
    deck = rules.numbers(players) + leftover
    needed = rules.cards_needed(players) + len(leftover)
    stream.shuffle(deck, 0, min(needed, len(deck)))
    rest = rules.hand * players
    hands = [deck[place : place + rules.hand] for place in range(0, rest, rules.hand)]
    rows, set_aside = _turn_up_rows(rules, deck[rest:])
    return hands, rows, set_aside


def _turn_up_rows(rules: Rules, cards: list[int]) -> tuple[list[list[int]], list[int]]:
    """Turn up cards until there are enough rows.

    A twin of an open row card lies on it and another card is turned up (booklet, variant 8, rule 4); a joker does not
    begin a row (RULES section 11, ruling 7).
    """
    rows: list[list[int]] = []
    set_aside: list[int] = []
    for card in cards:
        if len(rows) == rules.rows:
            break
        twin = next((row for row in rows if row[0] == card), None)
        if is_joker(card):
            set_aside.append(card)
        elif twin is not None:
            twin.append(card)
        else:
            rows.append([card])
    return rows, set_aside


def _deal_with_zeros(rules: Rules, players: int, stream: Stream) -> tuple[list[list[int]], list[list[int]]]:
    """The rows are turned up before the zero cards come into the deck, so that none begins a row.

    Source: 6 nimmt! plus; with equal zero cards each player has his before the deal (RULES sections 10 and 10.1).
    """
    deck = rules.numbers(players)
    stream.shuffle(deck, 0, rules.rows)
    own = rules.zeros_each(players)
    deck += [ZERO] * (rules.zeros - own * players)
    dealt = rules.hand - own
    stream.shuffle(deck, rules.rows, rules.rows + dealt * players)
    starts = [rules.rows + seat * dealt for seat in range(players)]
    hands = [[ZERO] * own + deck[start : start + dealt] for start in starts]
    return hands, [[card] for card in deck[: rules.rows]]


def _shuffled_jokers(players: int, key: int, deal: int) -> list[int]:
    """Ten jokers; the one at place p is for seat p (French extension, jokers)."""
    jokers = list(range(JOKER, JOKER + 10))
    Stream(stream_key(key, deal, RULE)).shuffle(jokers, 0, players)
    return jokers
