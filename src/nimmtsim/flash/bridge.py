"""A compiled policy as a player of the reference engine: what he sees is written into the records it expects."""

from __future__ import annotations

from typing import Any

import numpy as np

from nimmtsim.flash.cards import code_of
from nimmtsim.flash.records import KINDS, SEAT, TABLE
from nimmtsim.flash.reference import View
from nimmtsim.flash.rules import FlashRules
from nimmtsim.flash.setup import fitting_table, zeroed
from nimmtsim.flash.strategies import FlashPolicy
from nimmtsim.kernels.interpreted import words_wrap
from nimmtsim.kernels.jit import RAISED
from nimmtsim.reference import streams

__all__ = ["CompiledPlayer", "players"]


class CompiledPlayer:
    """A policy in a seat of one game of the reference engine.

    Parameters
    ----------
    policy : FlashPolicy
    rules : FlashRules
    seat : int
    seed, game : int
        They fix the policy's random draws, as in the compiled engine.
    """

    def __init__(self, policy: FlashPolicy, rules: FlashRules, seat: int, seed: int = 0, game: int = 0) -> None:
        self.policy = policy
        self._tables, self._seats = zeroed(TABLE), zeroed(SEAT)
        table, me = self._tables[0], self._seats[0]
        table.n_deck, table.n_stop, table.mask = rules.size, rules.n_stop, len(table.discard) - 1
        table.stop_early, table.self_target = rules.stop_early, rules.self_target
        table.fitting[:] = fitting_table(rules)
        me.seat, me.number = seat, policy.number
        key = streams.stream_key(streams.unit_key(seed, game), 0, streams.SEAT + seat)
        me.stream = np.uint64(key + streams.GAMMA & (1 << 64) - 1)
        me.word = np.uint64(streams.mix(int(me.stream)))

    @property
    def me(self) -> Any:
        """The SEAT record."""
        return self._seats[0]

    def _ask(self, kind: str, view: View) -> int:
        table, me = self._tables[0], self._seats[0]
        table.n_seats, table.turn, table.to_move = len(view.hand_sizes), view.turn, view.to_move
        table.top = code_of(view.discard[-1]) if view.discard else 0
        table.n_discard = len(view.discard)
        table.discard[: len(view.discard)] = [code_of(card) for card in view.discard]
        table.side, table.stops_out, table.dead_turns = view.side_size, view.stops_out, view.dead_turns
        for field, values in (("piles", view.pile_sizes), ("hands", view.hand_sizes), ("held", view.held)):
            table[field][: len(values)] = values
        me.n = len(view.hand)
        me.hand[: me.n] = [code_of(card) for card in view.hand]
        me.asked, me.showing, me.given = KINDS.index(kind), view.showing, view.given
        try:
            with words_wrap():
                return int(getattr(self.policy, kind)(table, me))
        except Exception:
            return RAISED

    def start(self, view: View) -> int:
        return self._ask("start", view)

    def stop(self, view: View) -> int:
        return self._ask("stop", view)

    def target(self, view: View) -> int:
        return self._ask("target", view)

    def top_up(self, view: View) -> int:
        return self._ask("top_up", view)

    def bonus(self, view: View) -> int:
        return self._ask("bonus", view)

    def chain(self, view: View) -> list[int]:
        answer = self._ask("chain", view)
        if answer < 0:
            return [answer]
        places = []
        while answer:
            places.append((answer & 7) - 1)
            answer >>= 3
        return places


def players(policies: list[FlashPolicy], rules: FlashRules, seed: int = 0, game: int = 0) -> list[CompiledPlayer]:
    """The policies as players of one game."""
    return [CompiledPlayer(policy, rules, seat, seed, game) for seat, policy in enumerate(policies)]
