"""Exact sums about cards: what hands hold and cost, and what each card does when it is played."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import entry
from nimmtsim.kernels.records import DRAFTED_CARD, JOKER_TAKES, LOW, MAX_ROW_CARDS, PASSED, SIXTH

__all__ = ["PAIR_SUMS", "PLAY_SUMS", "add_hands", "add_plays", "solve_regular"]

#: Sums for each pair of cards: hands with both; the heads of those; the products of how many of each a hand has.
PAIR_SUMS = ("hands", "heads", "products")
#: Sums for each turn and card: cards held; played; those that took as sixth, low or joker; heads charged for the card
#: at once, and from then on until the end of the round.
PLAY_SUMS = ("held", "played", "sixth", "low", "joker", "now", "rest")
_HELD, _PLAYED, _SIXTH, _LOW, _JOKER, _NOW, _REST = (np.int64(place) for place in range(len(PLAY_SUMS)))


@entry
def add_hands(hands, heads, who, places, pairs, singles, totals):
    """Add hands and what they cost.

    Parameters
    ----------
    hands : uint8[hands, cards]
        Codes; 0 is no card.
    heads : int32[hands]
        Bull heads of the round.
    who : int64[hands]
        Whose hand it is: first index of the sums.
    places : int64[128]
        The place of a code among the cards.
    pairs : int64[policies, cards, cards, 3]
        Added to: `PAIR_SUMS`, where the second card's place is not above the first's.
    singles : int64[policies, cards, 2]
        Added to: how many of a card there were, and that times the heads.
    totals : int64[policies, 3]
        Added to: hands, heads, squares of heads.
    """
    distinct = np.empty(hands.shape[1], np.int64)
    copies = np.zeros(singles.shape[1], np.int64)
    for i in range(hands.shape[0]):
        w, cost, n = who[i], np.int64(heads[i]), 0
        for j in range(hands.shape[1]):
            if hands[i, j] != 0:
                card = places[hands[i, j]]
                if copies[card] == 0:
                    distinct[n] = card
                    n += 1
                copies[card] += 1
        for j in range(n):
            a = distinct[j]
            for k in range(j + 1):
                first, second = max(a, distinct[k]), min(a, distinct[k])
                pairs[w, first, second, 0] += 1
                pairs[w, first, second, 1] += cost
                pairs[w, first, second, 2] += copies[first] * copies[second]
            singles[w, a, 0] += copies[a]
            singles[w, a, 1] += copies[a] * cost
        for j in range(n):
            copies[distinct[j]] = 0
        totals[w, 0] += 1
        totals[w, 1] += cost
        totals[w, 2] += cost * cost


@entry
def add_plays(events, firsts, hands, finals, who, places, kept_from, leftover, plays):
    """Add what each card did, by the turn on which it was played.

    Parameters
    ----------
    events : EVENT[n]
        Of whole units.
    firsts : int64[units + 1]
        Where each unit's events begin, and where the last one's end.
    hands : uint8[units, seats, cards]
        Hands as dealt, by seat; in game g of a deal seat p has hand p - g.
    finals : int32[units, games, seats]
        Bull heads at the end, by seat.
    who : int64[units, seats]
        Whose seat it is: first index of the sums.
    places : int64[128]
        The place of a code among the cards.
    kept_from : int64
        A card kept on turn t may be played from turn t + this on.
    leftover : bool
        Whether cards may be left in the hands at the end.
    plays : int64[policies, turns + 1, cards, 7]
        Added to: `PLAY_SUMS` by turn; later turns count for the last but one. *held* is written as differences: its
        cumulative sum over the turns is how many were held when cards were chosen.
    """
    seats, games, late = hands.shape[1], finals.shape[1], plays.shape[1] - 2
    charged = np.empty((games, seats), np.int64)
    in_hand = np.zeros((seats, plays.shape[2]), np.int64)
    for unit in range(hands.shape[0]):
        for game in range(games):
            for p in range(seats):
                charged[game, p] = 0
                sheet = (p - game + seats) % seats
                for i in range(hands.shape[2]):
                    if hands[unit, sheet, i] != 0:
                        card = places[hands[unit, sheet, i]]
                        plays[who[unit, p], 0, card, _HELD] += 1
                        if leftover:
                            in_hand[p, card] += 1
        for at in range(firsts[unit], firsts[unit + 1]):
            event = events[at]
            if event.kind == DRAFTED_CARD:
                continue
            seat, deal, card = np.int64(event.seat), np.int64(event.deal), places[event.card]
            turn = min(np.int64(event.turn), late)
            if event.kind == PASSED:
                plays[who[unit, seat], turn, card, _HELD] -= 1
                plays[who[unit, (seat + 1) % seats], turn, card, _HELD] += 1
                continue
            here = plays[who[unit, seat], turn, card]
            here[_PLAYED] += 1
            here[_SIXTH] += event.kind == SIXTH
            here[_LOW] += event.kind == LOW
            here[_JOKER] += event.kind == JOKER_TAKES
            here[_NOW] += event.heads
            here[_REST] += finals[unit, deal, seat] - charged[deal, seat]
            charged[deal, seat] += event.heads
            plays[who[unit, seat], turn + 1, card, _HELD] -= 1
            if leftover:
                in_hand[seat, card] -= 1
                for i in range(MAX_ROW_CARDS):
                    if event.kept >> i & 1:
                        kept = places[event.taken[i]]
                        in_hand[seat, kept] += 1
                        plays[who[unit, seat], min(turn + kept_from, late), kept, _HELD] += 1
        if leftover:
            last = min(np.int64(events[firsts[unit + 1] - 1].turn), late)
            for p in range(seats):
                for card in range(in_hand.shape[1]):
                    plays[who[unit, p], last + 1, card, _HELD] -= in_hand[p, card]
                    in_hand[p, card] = 0


@entry
def solve_regular(matrix, right, least):
    """Solve a symmetric positive definite system by Cholesky's decomposition.

    For many small systems this is faster than a library that starts threads for each of them.

    Parameters
    ----------
    matrix : float[n, n]
        Its lower half becomes the factor.
    right : float[n]
        Becomes the solution.
    least : float
        The smallest pivot allowed, as a part of the matrix's element there.

    Returns
    -------
    bool
        False when a pivot is smaller: the matrix is not regular, and the solution is not found.
    """
    n = matrix.shape[0]
    for j in range(n):
        pivot = matrix[j, j]
        for k in range(j):
            pivot -= matrix[j, k] * matrix[j, k]
        if not pivot > least * matrix[j, j]:
            return False
        matrix[j, j] = np.sqrt(pivot)
        for i in range(j + 1, n):
            rest = matrix[i, j]
            for k in range(j):
                rest -= matrix[i, k] * matrix[j, k]
            matrix[i, j] = rest / matrix[j, j]
    for i in range(n):
        for k in range(i):
            right[i] -= matrix[i, k] * right[k]
        right[i] /= matrix[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            right[i] -= matrix[k, i] * right[k]
        right[i] /= matrix[i, i]
    return True
