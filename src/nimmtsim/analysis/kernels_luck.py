"""Kernels of duplicated deals: the same deal again and again, with other players in the seats and fresh draws."""

from __future__ import annotations

import numpy as np

from nimmtsim.kernels.deal import usual, with_zeros
from nimmtsim.kernels.draft import drafted
from nimmtsim.kernels.jit import entry, flow, step
from nimmtsim.kernels.round import play_unit
from nimmtsim.kernels.streams import GAMMA, SEAT, below, mix, start_stream, stream_key, unit_key

__all__ = ["DEALING_AGAIN", "play_duplicates"]


@flow
def _fresh_draws(state):
    """Let the policies draw from streams of `state.seed`, which is new for every play; the deal keeps its own."""
    for p in range(state.table.n_seats):
        start_stream(state.seats[p], stream_key(state.seed, state.table.deal, SEAT + p))


@step
def _usual_again(state):
    _fresh_draws(state)
    return usual(state)


@step
def _zeros_again(state):
    _fresh_draws(state)
    return with_zeros(state)


@step
def _drafted_again(state):
    _fresh_draws(state)
    return drafted(state)


#: For each step that deals the one that deals the same with fresh draws of the policies.
DEALING_AGAIN = ((usual, _usual_again), (with_zeros, _zeros_again), (drafted, _drafted_again))


@entry
def play_duplicates(states, seed, start, stop, repeats, stopped, totals, seats):
    """Play deals several times in all rotations, each time in another order of the players around the table.

    Parameters
    ----------
    states : STATE[1]
        A single round's, whose step that deals is one of `DEALING_AGAIN`.
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
                state.seed = unit_key(stream, np.uint64(rotation))
                if play_unit(state, key):
                    state.problem_unit = deal
                    return deal - start
                for seat in range(n):
                    player = state.policy_of[seat]
                    totals[deal - start, repeat, rotation, player] = state.table.score[seat]
                    seats[deal - start, repeat, rotation, player] = seat
    return stop - start
