"""Searching a hand for chains, compiled: every set of hand cards with every card that it can end with.

A chain's answer is a number: the places of its cards plus one, as octal digits, the first card lowest. The search goes
over all 64 sets of a hand: a set can end with a card when the set without it can end with a card that fits, or when it
is alone and fits the top. That is exact, and cheap enough to be done in every turn.
"""

from __future__ import annotations

import numpy as np

from nimmtsim.flash.cards import STOP_CODE
from nimmtsim.flash.kernels_table import fits
from nimmtsim.flash.rules import HAND
from nimmtsim.kernels.jit import count_ones, kernel

__all__ = [
    "add_to_chain",
    "discarded",
    "find_ends",
    "links_in_hand",
    "longest_set",
    "unseen_fitting",
    "walk_back",
    "walk_random",
]

_ALL = (1 << HAND) - 1
#: Where `links_in_hand` keeps the cards that fit the top.
_TOP = HAND * HAND


@kernel
def add_to_chain(chain, length, place):
    """A chain with one more card.

    Parameters
    ----------
    chain : int64
        The chain so far; 0 for none.
    length : int64
        Its number of cards.
    place : int64
        Place of the card in the hand.

    Returns
    -------
    int64
    """
    return chain | (place + 1) << (3 * length)


@kernel
def discarded(table, k):
    """The k-th card of the discard pile, counted from its bottom (0 .. ``table.n_discard - 1``)."""
    return table.discard[(table.bottom + k) & table.mask]


@kernel
def links_in_hand(table, me):
    """Bit ``6 i + j``: the hand's cards i and j fit; bit ``36 + i``: card i fits the top."""
    links = 0
    for i in range(me.n):
        if fits(me.hand[i], table.top):
            links |= 1 << (_TOP + i)
        for j in range(i):
            if fits(me.hand[i], me.hand[j]):
                links |= (1 << (HAND * i + j)) | (1 << (HAND * j + i))
    return links


@kernel
def find_ends(links, me):
    """For each set of the hand, as a bit mask, the cards it can end with: into ``me.scratch``."""
    scratch, n = me.scratch, me.n
    for mask in range(1, 1 << n):
        ends = 0
        for i in range(n):
            if (mask >> i) & 1:
                before = mask ^ (1 << i)
                reach = (links >> (HAND * i)) & np.int64(scratch[before]) if before else links >> (_TOP + i) & 1
                if reach:
                    ends |= 1 << i
        scratch[mask] = ends


@kernel
def longest_set(me):
    """The lowest bit mask among the largest sets that are a chain (0: nothing fits)."""
    best = longest = 0
    for mask in range(1, 1 << me.n):
        if me.scratch[mask] and count_ones(mask) > longest:
            longest = count_ones(mask)
            best = mask
    return best


@kernel
def lowest(bits):
    """The place of the lowest bit that is set."""
    place = 0
    while not (bits >> place) & 1:
        place += 1
    return place


@kernel
def walk_back(links, me, mask, last):
    """The chain over a set that ends with a card; each card before it is the earliest in the hand that is possible."""
    chain = 0
    while True:
        chain = (chain << 3) | (last + 1)
        mask ^= 1 << last
        if mask == 0:
            return chain
        last = lowest((links >> (HAND * last)) & np.int64(me.scratch[mask]))


@kernel
def count_chains(links, me, stop_early):
    """How many legal chains the hand has; how many end with card i over a set: ``me.scratch[6 * set + i]``.

    The empty chain counts. Without `stop_early` only chains to which no card could be added are counted in the total.
    """
    scratch, n = me.scratch, me.n
    total = 1 if stop_early or not links >> _TOP else 0
    for mask in range(1, 1 << n):
        for i in range(n):
            count = 0
            if (mask >> i) & 1:
                before = mask ^ (1 << i)
                count = links >> (_TOP + i) & 1 if before == 0 else 0
                for j in range(n):
                    if (before >> j) & 1 and (links >> (HAND * i + j)) & 1:
                        count += scratch[HAND * before + j]
            scratch[HAND * mask + i] = count
            if stop_early or is_final(links, n, mask, i):
                total += count
    return total


@kernel
def is_final(links, n, mask, last):
    """Whether no card outside a set fits its last card."""
    return (links >> (HAND * last)) & ((1 << n) - 1) & ~mask == 0


@kernel
def walk_random(links, me, stop_early, chosen):
    """The chain with a number 0 .. `count_chains` - 1; `count_chains` must just have been called."""
    n = me.n
    if stop_early or not links >> _TOP:
        if chosen == 0:
            return 0
        chosen -= 1
    for mask in range(1, 1 << n):
        for i in range(n):
            if (mask >> i) & 1 and (stop_early or is_final(links, n, mask, i)):
                count = me.scratch[HAND * mask + i]
                if chosen < count:
                    return unrank(links, me, mask, i, chosen)
                chosen -= count
    return 0


@kernel
def unrank(links, me, mask, last, chosen):
    """The chain with a number among those over a set that end with a card."""
    chain = 0
    while True:
        chain = (chain << 3) | (last + 1)
        mask ^= 1 << last
        if mask == 0:
            return chain
        before = last
        for j in range(me.n):
            if (mask >> j) & 1 and (links >> (HAND * before + j)) & 1:
                count = me.scratch[HAND * mask + j]
                if chosen < count:
                    last = j
                    break
                chosen -= count


@kernel
def links_among(links, cards):
    """How many pairs of a set of hand cards fit each other."""
    pairs = 0
    for i in range(HAND):
        if (cards >> i) & 1:
            pairs += count_ones((links >> (HAND * i)) & cards & _ALL)
    return pairs // 2


@kernel
def unseen_fitting(table, me, card):
    """How many cards that this seat has not seen fit a card: those of the deck, less the discard pile and the hand."""
    seen = 0
    for k in range(table.n_discard):
        seen += fits(discarded(table, k), card)
    for place in range(me.n):
        seen += fits(me.hand[place], card)
    return table.fitting[card] - seen


@kernel
def is_stop(card):
    """Whether a card is a STOP."""
    return card == STOP_CODE
