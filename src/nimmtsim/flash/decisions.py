"""The decisions of the built-in policies: one small compiled function each, ``(table, me) -> int64``.

`table` is a TABLE record and `me` a SEAT record (:mod:`nimmtsim.flash.records`). Each docstring says the rule and how
ties are broken; :mod:`nimmtsim.flash.strategies` puts the functions together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nimmtsim.flash.chains import (
    add_to_chain,
    count_chains,
    find_ends,
    is_stop,
    links_among,
    links_in_hand,
    longest_set,
    lowest,
    unseen_fitting,
    walk_back,
    walk_random,
)
from nimmtsim.flash.kernels_table import fits
from nimmtsim.flash.records import CHAIN
from nimmtsim.flash.rules import HAND
from nimmtsim.kernels.jit import RAISED, count_ones, decision, load_word
from nimmtsim.kernels.streams import random_below

__all__ = ["NO_ANSWER", "SCRIPT_ROOM"]

#: Returned by `scripted` when it has no answer left.
NO_ANSWER = RAISED + 1
#: Words of a script for one kind of decision: how many answers, and the answers.
SCRIPT_ROOM = 32
#: Bits of a card in a scripted chain: its code plus one.
SCRIPT_BITS = 10


# ---- chain


@decision
def greedy_chain(table, me):
    """Lay the first card of the hand (in the order drawn) that fits, again and again, until none does."""
    chain = length = used = place = 0
    top = table.top
    while place < me.n:
        if (used >> place) & 1 or not fits(me.hand[place], top):
            place += 1
            continue
        chain = add_to_chain(chain, length, place)
        used |= 1 << place
        length += 1
        top = np.int64(me.hand[place])
        place = 0
    return chain


@decision
def random_chain(table, me):
    """Lay a card drawn at random from those that fit, again and again, until none does."""
    chain = length = used = 0
    top = table.top
    while True:
        fitting = count = 0
        for place in range(me.n):
            if not (used >> place) & 1 and fits(me.hand[place], top):
                fitting |= 1 << place
                count += 1
        if count == 0:
            return chain
        for _ in range(random_below(me, count)):
            fitting &= fitting - 1
        place = lowest(fitting)
        chain = add_to_chain(chain, length, place)
        used |= 1 << place
        length += 1
        top = np.int64(me.hand[place])


@decision
def uniform_chain(table, me):
    """Any of the legal chains, the empty one among them, each with the same chance."""
    links = links_in_hand(table, me)
    count = count_chains(links, me, table.stop_early)
    return walk_random(links, me, table.stop_early, random_below(me, count))


@decision
def longest_chain(table, me):
    """A chain of the most cards that can be laid, found over all sets and orders of the hand.

    Ties: with the hand's places read as bits (the card drawn first is bit 0), the set of cards with the lowest number;
    then the earliest place for the last card, then for the one before it, and so on.
    """
    links = links_in_hand(table, me)
    find_ends(links, me)
    mask = longest_set(me)
    if mask == 0:
        return 0
    return walk_back(links, me, mask, lowest(me.scratch[mask]))


@decision
def own_start_chain(table, me):
    """Of the longest chains one that keeps cards with the most pairs that fit each other, for a later own turn.

    (No kept card fits the chain's last card, else the chain were longer.) Ties as in `longest_chain`.
    """
    links = links_in_hand(table, me)
    find_ends(links, me)
    mask = longest_set(me)
    if mask == 0:
        return 0
    whole = (1 << me.n) - 1
    size, most, best = count_ones(mask), -1, mask
    for other in range(mask, whole + 1):
        if me.scratch[other] and count_ones(other) == size:
            pairs = links_among(links, whole & ~other)
            if pairs > most:
                most, best = pairs, other
    return walk_back(links, me, best, lowest(me.scratch[best]))


@decision
def block_chain(table, me):
    """Of the longest chains one whose last card the fewest unseen cards fit, so that the next player starts badly.

    Unseen are the deck's cards outside the discard pile and one's hand. Ties as in `longest_chain`.
    """
    links = links_in_hand(table, me)
    find_ends(links, me)
    mask = longest_set(me)
    if mask == 0:
        return 0
    size = count_ones(mask)
    possible: Any = 0
    for other in range(mask, 1 << me.n):
        if count_ones(other) == size:
            possible |= np.int64(me.scratch[other])
    last = lowest(possible)
    if possible & (possible - 1):
        fewest = 1 << 30
        for place in range(me.n):
            if (possible >> place) & 1:
                unseen = unseen_fitting(table, me, np.int64(me.hand[place]))
                if unseen < fewest:
                    fewest, last = unseen, place
    while not (count_ones(mask) == size and (me.scratch[mask] >> last) & 1):
        mask += 1
    return walk_back(links, me, mask, last)


# ---- yes or no


@decision
def yes(table, me):
    """Always."""
    return 1


@decision
def no(table, me):
    """Never."""
    return 0


@decision
def coin(table, me):
    """Yes or no with the same chance."""
    return random_below(me, 2)


@decision
def stop_from(table, me):
    """Show a STOP when the side pile has at least so many cards as the policy's number says."""
    return 1 if table.side >= me.number else 0


@decision
def top_up_stuck(table, me):
    """Top up when no card of the hand fits."""
    for place in range(me.n):
        if fits(me.hand[place], table.top):
            return 0
    return 1


# ---- target


@decision
def leader(table, me):
    """The other player with the fewest cards in hand and pile; ties: the first after oneself, clockwise."""
    target, fewest = -1, 1 << 30
    for step in range(1, table.n_seats):
        seat = (me.seat + step) % table.n_seats
        left = table.piles[seat] + table.hands[seat]
        if left < fewest:
            target, fewest = seat, left
    return target


@decision
def next_player(table, me):
    """The next player, clockwise."""
    return (me.seat + 1) % table.n_seats


@decision
def any_target(table, me):
    """Any allowed player, each with the same chance."""
    if table.self_target:
        return random_below(me, table.n_seats)
    return (me.seat + 1 + random_below(me, table.n_seats - 1)) % table.n_seats


# ---- start


@decision
def first_card(table, me):
    """The first of the cards offered that is no STOP."""
    place = 0
    while is_stop(me.hand[place]):
        place += 1
    return place


@decision
def any_card(table, me):
    """Any of the cards offered that are no STOPs, each with the same chance."""
    count = 0
    for place in range(me.n):
        count += not is_stop(me.hand[place])
    chosen = random_below(me, count)
    for place in range(me.n):
        if not is_stop(me.hand[place]):
            if chosen == 0:
                return place
            chosen -= 1
    return -1


@decision
def linked_card(table, me):
    """The offered card that most of the others fit; ties: the first."""
    best, most = -1, -1
    for place in range(me.n):
        if is_stop(me.hand[place]):
            continue
        links = 0
        for other in range(me.n):
            links += fits(me.hand[other], me.hand[place])
        if links > most:
            best, most = place, links
    return best


# ---- answers given beforehand


@decision
def scripted(table, me):
    """The next answer of the script for the kind of decision asked; chains are scripted by cards, not by places."""
    base = me.asked * SCRIPT_ROOM
    used = me.memory[me.asked]
    if used >= load_word(me.script, base):
        return NO_ANSWER
    me.memory[me.asked] = used + 1
    answer = load_word(me.script, base + 1 + used)
    if me.asked != CHAIN:
        return answer
    chain = length = 0
    while answer > 0:
        wanted = (answer & ((1 << SCRIPT_BITS) - 1)) - 1
        answer >>= SCRIPT_BITS
        place = 0
        while place < me.n and me.hand[place] != wanted:
            place += 1
        chain = add_to_chain(chain, length, min(place, HAND))
        length += 1
    return chain
