"""What Python calls of the compiled engine: blocks of whole games, and single turns."""

from __future__ import annotations

from nimmtsim.flash.kernels_deal import start_game
from nimmtsim.flash.kernels_table import FAILED
from nimmtsim.flash.kernels_turn import cards_left, play_turn
from nimmtsim.flash.records import GOING_ON, MOVED
from nimmtsim.kernels.jit import entry

__all__ = ["play_games", "start", "turn"]


@entry
def play_games(states, first_game, n_games, rows, stop):
    """Play games one after another; return how many were finished.

    Parameters
    ----------
    states : STATE array [1]
        The table, set up by :func:`nimmtsim.flash.setup.new_state`.
    first_game, n_games : int
    rows : int32 array [n_games, columns]
        Receives one row a game: GAME_COLUMNS, then SEAT_COLUMNS of every seat.
    stop : int64 array [1]
        Not 0: stop before the next game.
    """
    state = states[0]
    for k in range(n_games):
        if stop[0]:
            return k
        if start_game(state, first_game + k) < 0:
            return k
        while state.end == GOING_ON:
            if play_turn(state) < 0:
                return k
        rows[k, 0] = state.first
        rows[k, 1] = state.table.turn
        rows[k, 2] = state.end
        rows[k, 3] = state.winners
        column = 4
        for seat in range(state.table.n_seats):
            rows[k, column] = cards_left(state, seat)
            for which in range(MOVED + 1):
                rows[k, column + 1 + which] = state.statistics[seat, which]
            column += MOVED + 2
    return n_games


@entry
def start(states, game):
    """Deal a game; -1 when a policy's answer cannot be used."""
    return start_game(states[0], game)


@entry
def turn(states):
    """Play one turn; -1 when a policy's answer cannot be used."""
    state = states[0]
    return play_turn(state) if state.end == GOING_ON else FAILED
