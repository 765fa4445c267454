"""Games that are small enough to play every deal: the base rules once more, in thirty plain lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from nimmtsim import Rules, bull_heads

#: (turn, seat, cause, heads): a row that was taken.
Take = tuple[int, int, str, int]

TINY = Rules(name="tiny", deck=8, hand=2, rows=2, capacity=2)
SMALL = Rules(name="small", deck=9, hand=3, rows=2, capacity=2)
THREE = Rules(name="three", deck=8, hand=2, rows=2, capacity=2)
#: The card that a policy plays.
PICKS = {"lowest": min, "highest": max}


def deals(rules: Rules, players: int = 2) -> Iterator[tuple[list[set[int]], list[list[int]]]]:
    """Every deal, all equally likely: the hands, and the rows."""

    def hands(deck: set[int], seats: int) -> Iterator[tuple[list[set[int]], set[int]]]:
        if not seats:
            yield [], deck
            return
        for hand in combinations(sorted(deck), rules.hand):
            for others, rest in hands(deck - set(hand), seats - 1):
                yield [set(hand), *others], rest

    for dealt, rest in hands(set(range(1, int(rules.deck) + 1)), players):
        for rows in combinations(sorted(rest), rules.rows):
            yield dealt, [[card] for card in rows]


def takes(rules: Rules, hands: list[set[int]], rows: list[list[int]], policies: list[str]) -> list[Take]:
    """What the seats take."""
    found, hands, rows = [], [set(hand) for hand in hands], [list(row) for row in rows]
    for turn in range(rules.hand):
        cards = [PICKS[policy](hand) for policy, hand in zip(policies, hands, strict=True)]
        for seat, card in sorted(enumerate(cards), key=lambda played: played[1]):
            hands[seat].remove(card)
            fitting = [row for row in rows if row[-1] < card]
            row = max(fitting, key=lambda r: r[-1]) if fitting else min(rows, key=lambda r: (heads(r), r[-1]))
            if not fitting or len(row) == rules.capacity:
                found.append((turn, seat, "sixth card" if fitting else "low card", heads(row)))
                row.clear()
            row.append(card)
    return found


def heads(cards: list[int]) -> int:
    """Bull heads of cards."""
    return sum(map(bull_heads, cards))


def everything(rules: Rules, policies: list[str]) -> list[list[Take]]:
    """What is taken in every deal."""
    return [takes(rules, hands, rows, policies) for hands, rows in deals(rules)]


def total(deal: list[Take], seat: int) -> int:
    """A seat's bull heads in a deal."""
    return sum(take[3] for take in deal if take[1] == seat)


def shares(values: list[int]) -> dict[int, Fraction]:
    """How likely each value is."""
    return {value: Fraction(count, len(values)) for value, count in sorted(Counter(values).items())}
