"""Kernels of duplicated deals: the same deal again and again, with other players in the seats and fresh draws."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.jit import entry
from nimmtsim.kernels.round import play_unit
from nimmtsim.kernels.streams import GAMMA, below, mix, unit_key

__all__ = ["play_duplicates"]


@entry
def play_duplicates(states, seed, start, stop, repeats, stopped, totals, seats):
    """Play deals several times in all rotations, each time in another order of the players around the table.

    Parameters
    ----------
    states : STATE[1]
        A single round's.
    seed : uint64
        Seed of the run: deals are those of its units.
    start, stop : int64
        Deals.
    repeats : int64
        Orders of the players; random, uniform and independent.
    stopped : uint8[1]
        Set by another thread to make this one return.
    totals : int32[stop - start, repeats, rotations, players]
        Heads.
    seats : uint8[stop - start, repeats, rotations, players]
        Where each player sat.

    Returns
    -------
    int64
        Deals completed: fewer than asked for when stopped, or when `state.problem` says what is wrong.
    """
    state = states[0]
    n = state.table.n_seats
    order = np.arange(n)
    for deal in range(start, stop):
        key = unit_key(seed, np.uint64(deal))
        for repeat in range(repeats):
            # Keys of their own, far from those of deals and seats, for the order and for the draws of each rotation.
            stream = mix(mix(key + np.uint64(repeat + 1) * GAMMA) + GAMMA)
            for i in range(n - 1, 0, -1):
                stream += GAMMA
                j = below(mix(stream), i + 1)
                order[i], order[j] = order[j], order[i]
            for rotation in range(n):
                if stopped[0]:
                    return deal - start
                for seat in range(n):
                    player = order[(seat + rotation) % n]
                    state.policy_of[seat] = player
                    for kind in range(state.policies.shape[1]):
                        state.decisions[seat, kind] = state.policies[player, kind]
                if play_unit(state, key, unit_key(stream, np.uint64(rotation))):
                    state.problem_unit = deal
                    return deal - start
                for seat in range(n):
                    player = state.policy_of[seat]
                    totals[deal - start, repeat, rotation, player] = state.table.score[seat]
                    seats[deal - start, repeat, rotation, player] = seat
    return stop - start
