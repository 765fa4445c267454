"""The memory of a game of Flash Magic Six: structured records, passed by reference.

`TABLE` is what everybody knows, `SEAT` what one player alone knows; a policy gets just these two. `STATE` is the whole
game, which only the kernels see.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from nimmtsim.flash.rules import HAND, MAX_CARDS, MAX_PLAYERS

__all__ = [
    "CHAIN_BINS",
    "ENDS",
    "FIELDS",
    "GAME_COLUMNS",
    "KINDS",
    "SEAT",
    "SEAT_COLUMNS",
    "SIGNATURE",
    "STATE",
    "TABLE",
]

#: Decisions, in the order of a policy's addresses.
KINDS = ("chain", "bonus", "stop", "target", "top_up", "start")
CHAIN, BONUS, STOP_CARD, TARGET, TOP_UP, START = range(len(KINDS))

#: How a game ended.
ENDS = ("", "cards out", "deadlock", "turn limit")
GOING_ON, CARDS_OUT, DEADLOCK, TURN_LIMIT = range(len(ENDS))

#: Own turns told apart in the table of chain lengths; the last bin holds all later ones.
CHAIN_BINS = 64

#: What is kept of a game, and of each seat in it.
GAME_COLUMNS = ("first", "turns", "end", "winners")
SEAT_COLUMNS = ("left", "own_turns", "laid", "bonuses", "topped_up", "stops", "moved")
OWN_TURNS, LAID, BONUSES, TOPPED_UP, STOPS, MOVED = range(len(SEAT_COLUMNS) - 1)

#: Codes of three octal digits.
CODES = 512

_FIELDS: dict[str, list[tuple[str, Any, Any, str]]] = {
    "TABLE": [
        ("n_seats", "i8", (), "players"),
        ("turn", "i8", (), "turns completed"),
        ("to_move", "i8", (), "seat whose turn it is"),
        ("top", "i8", (), "card on top of the discard pile"),
        ("n_discard", "i8", (), "cards in the discard pile"),
        ("bottom", "i8", (), "place of its lowest card in `discard` (use flash.discarded)"),
        ("mask", "i8", (), "places in a pile's ring of memory, minus one"),
        ("side", "i8", (), "cards in the side pile"),
        ("stops_out", "i8", (), "STOPs that have left the game"),
        ("dead_turns", "i8", (), "dead turns in a row"),
        ("n_deck", "i8", (), "cards in the game, STOPs included"),
        ("n_stop", "i8", (), "STOPs in the game"),
        ("stop_early", "i8", (), "1: one may stop laying although a card fits"),
        ("self_target", "i8", (), "1: one may take the side pile oneself"),
        ("piles", "i8", (MAX_PLAYERS,), "cards in each seat's pile"),
        ("hands", "i8", (MAX_PLAYERS,), "cards in each seat's hand"),
        ("held", "i8", (MAX_PLAYERS,), "STOPs lying in front of each seat"),
        ("discard", "u2", (MAX_CARDS,), "the discard pile, a ring of memory"),
        ("fitting", "u2", (CODES,), "by card: cards of the deck that fit it, itself included"),
    ],
    "SEAT": [
        ("seat", "i8", (), "seat, clockwise from 0"),
        ("n", "i8", (), "cards in the hand"),
        ("hand", "u2", (HAND,), "the hand, n cards in the order drawn; start: the six cards offered"),
        ("asked", "i8", (), "the decision that is asked: place in flash.records.KINDS"),
        ("showing", "i8", (), "stop: 1 when it is a STOP of the hand, 2 when it is a held one"),
        ("given", "i8", (), "target: STOPs that the target is given besides"),
        ("number", "i8", (), "the number that the policy was made with"),
        ("memory", "i8", (8,), "for the policy's use: 0 at the start of a game"),
        ("stream", "u8", (), "random stream: use flash.random_below"),
        ("word", "u8", (), "random stream: the next word"),
        ("script", "u8", (), "address of answers given beforehand"),
        ("scratch", "u2", (64 * HAND,), "for use within one decision"),
    ],
    "STATE": [
        ("table", "TABLE", (), "what everybody knows"),
        ("seats", "SEAT", (MAX_PLAYERS,), "what each seat knows"),
        ("policies", "u8", (MAX_PLAYERS, len(KINDS)), "addresses of the policies"),
        ("seed", "u8", (), "seed of the run"),
        ("piles", "u2", (MAX_PLAYERS, MAX_CARDS), "the piles, each a ring of memory"),
        ("heads", "i8", (MAX_PLAYERS,), "place of each pile's top card"),
        ("side", "u2", (MAX_CARDS,), "the side pile, first laid first"),
        ("cards", "u2", (MAX_CARDS,), "the deck without STOPs"),
        ("deck", "u2", (MAX_CARDS,), "the deck, shuffled"),
        ("available", "i8", (), "cards in `cards`"),
        ("n_cards", "i8", (), "how many of them take part"),
        ("dealt_remainder", "i8", (), "1: remainder is dealt"),
        ("first_seat", "i8", (), "the seat that begins, -1: rotate"),
        ("choose_start", "i8", (), "1: the start card is chosen"),
        ("bonus", "i8", (), "0 may, 1 must, 2 never"),
        ("bonus_for_six", "i8", (), "1: the bonus needs six cards laid"),
        ("stop_any_time", "i8", (), "1: STOPs may be shown before anybody's turn"),
        ("keep_held", "i8", (), "1: a STOP that is not shown lies in front"),
        ("must_show", "i8", (), "1: one of several STOPs must be shown"),
        ("side_last_first", "i8", (), "1: the side pile's last card is drawn first"),
        ("top_up", "i8", (), "1: topping up is allowed"),
        ("deadlock_ends", "i8", (), "1: a deadlock ends the game at once"),
        ("max_turns", "i8", (), "turn limit"),
        ("end", "i8", (), "place in ENDS"),
        ("winners", "i8", (), "bit mask of seats"),
        ("first", "i8", (), "the seat that began"),
        ("statistics", "i8", (MAX_PLAYERS, len(SEAT_COLUMNS) - 1), "SEAT_COLUMNS but the first, of this game"),
        ("chains", "i8", (MAX_PLAYERS, CHAIN_BINS, HAND + 1), "turns of all games by own turn and cards laid"),
        ("problem_kind", "i8", (), "decision that was answered wrongly, -1: none"),
        ("problem_seat", "i8", (), "whose"),
        ("problem_answer", "i8", (), "what was answered"),
    ],
}  # fmt: skip

_dtypes: dict[str, np.dtype[Any]] = {}
for _record, _fields in _FIELDS.items():
    _layout: list[Any] = [(n, _dtypes.get(t, t), s) if s else (n, _dtypes.get(t, t)) for n, t, s, _ in _fields]
    _dtypes[_record] = np.dtype(_layout, align=True)

TABLE, SEAT, STATE = (_dtypes[name] for name in ("TABLE", "SEAT", "STATE"))

#: Documentation of the records that policies get: record -> field -> meaning.
FIELDS = {record: {name: says for name, _, _, says in fields} for record, fields in _FIELDS.items()}

#: Signature of every decision.
SIGNATURE = types.int64(from_dtype(TABLE), from_dtype(SEAT))
