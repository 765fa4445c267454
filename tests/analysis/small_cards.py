"""A game small enough to play every deal of it, and the answers to which estimates must come."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from nimmtsim import Rules, bull_heads

#: Two players with two cards each, two rows of two cards, the cards 1 to 12; both play their lower card first.
RULES = Rules(name="small", deck=12, hand=2, rows=2, capacity=2, max_players=2)
POLICIES = ["lowest", "lowest"]


def play(hands, rows):
    """Play a deal.

    Returns the heads by seat, and for each play (seat, turn, card, cause, heads at once, heads to the end).
    """
    rows = [[card] for card in rows]
    total, plays = [0, 0], []
    for turn in range(2):
        for card, seat in sorted((sorted(hands[seat])[turn], seat) for seat in (0, 1)):
            below = [row for row in rows if row[-1] < card]
            cause, heads = "", 0
            if below:
                row = max(below, key=lambda row: row[-1])
                if len(row) == 2:
                    cause = "sixth"
            else:
                row = min(rows, key=lambda row: (sum(map(bull_heads, row)), row[-1]))
                cause = "low"
            if cause:
                heads = sum(map(bull_heads, row))
                row.clear()
            row.append(card)
            total[seat] += heads
            plays.append([seat, turn, card, cause, heads, total[seat] - heads])
    return total, [(*first, total[first[0]] - before) for *first, before in plays]


def deals():
    """Every deal: two hands and the rows, all equally likely (which row has which card does not matter)."""
    deck = range(1, 13)
    for first in combinations(deck, 2):
        rest = [card for card in deck if card not in first]
        for second in combinations(rest, 2):
            left = [card for card in rest if card not in second]
            for rows in combinations(left, 2):
                yield (first, second), rows


def everything():
    """All hands as counts [hands, 12], what they cost [hands], and all plays."""
    hands, heads, plays = [], [], []
    for dealt, rows in deals():
        total, played = play(dealt, rows)
        plays += played
        for seat in (0, 1):
            hands.append([card in dealt[seat] for card in range(1, 13)])
            heads.append(total[seat])
    return np.array(hands, float), np.array(heads, float), plays
