"""The memory of a game: structured records, passed by reference and copied by assignment.

`TABLE` is what everybody knows, `SEAT` what one player alone knows; a policy gets just these two. `STATE` is the whole
game, which only the kernels see. Fields are listed with their meaning in ``docs/policies.md``, generated from here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from nimmtsim.cards import CODES, JOKER, NO_CARD, ZERO
from nimmtsim.rules import MAX_HAND, MAX_ROW_CARDS, MAX_ROWS, MAX_SEATS

__all__ = ["EVENT", "FIELDS", "KINDS", "ROW", "ROW_PLACES", "SEAT", "SIGNATURE", "STATE", "TABLE"]


def _numbers(values: Any) -> list[Any]:
    # numpy's integers, since numba compiles a function anew for every different literal that is passed to it.
    return [np.int64(value) for value in values]


#: Turns that a table remembers (longer games overwrite the oldest).
MEMORY = 16
#: `turn & LAST_MEMORY` is turn modulo MEMORY.
LAST_MEMORY = np.int64(MEMORY - 1)
#: More than any deck: 208 numbers, or 104 with zeros and jokers.
MAX_DECK = 256

#: Decisions, in the order of a policy's addresses.
KINDS = ("card", "row", "second", "order", "side", "draft", "pass", "joker", "keep")
CARD, CHOOSE_ROW, SECOND, ORDER, SIDE, DRAFT, PASS, PLACE_JOKER, KEEP_CARDS = _numbers(range(len(KINDS)))

#: Rule flags: what the kernels branch on. The base game has none.
JOKERS, PROFESSIONAL, VARIABLE_ROWS, TWINS, PASS_ON, SHOWN, TWO, ONE_OR_TWO = _numbers(1 << k for k in range(8))
IN_TURN, HIGHEST_END, KEEP, ZEROS, OPEN_HANDS, DRAFTED, DUPLICATE, OTHER_ROWS = _numbers(1 << k for k in range(8, 16))
#: Flags of details: heads are points; events are written down; two zeros may not be played together; two cards in
#: another order are another choice.
POINTS, RECORD, ONE_ZERO_ONLY, ORDERED_PAIRS = _numbers(1 << k for k in range(16, 20))

#: Answer to "where does the joker go": a slot to join it, TAKE + slot to take the row.
TAKE = np.int64(16)

#: Room for the cards of a row, more than MAX_ROW_CARDS: so a row has 64 bytes and its address is a shift, not a product
#: (4 % of a round for two).
ROW_PLACES = 42

_FIELDS: dict[str, list[tuple[str, Any, Any, str]]] = {
    "ROW": [
        ("end", "u1", (), "number that a card must exceed to join (0: the row has only a joker)"),
        ("start", "u1", (), "left-most card"),
        ("length", "i4", (), "places used"),
        ("capacity", "i4", (), "places there are; a card that would need one more takes the row"),
        ("heads", "i4", (), "bull heads in the row"),
        ("twins", "i4", (), "places that hold two equal cards"),
        ("effect", "u1", (), "variable rows: 1 when a card has set the capacity"),
        ("number", "u1", (), "number of the row on the table, which it keeps"),
        ("cards", "u1", (ROW_PLACES,), "cards from left to right (length + twins of them)"),
    ],
    "TABLE": [
        ("n_seats", "i8", (), "players"),
        ("n_rows", "i8", (), "rows"),
        ("hand_size", "i8", (), "cards dealt to each player"),
        ("turn", "i8", (), "turn, from 0"),
        ("deal", "i8", (), "deal of the match, from 0"),
        ("start_seat", "i8", (), "seat that begins this turn"),
        ("capacity", "i8", (), "places of a row that no card has changed"),
        ("hand_limit", "i8", (), "most cards in a hand after keeping"),
        ("stack_end", "i8", (), "a game with keeping ends when somebody has taken more cards"),
        ("flags", "i8", (), "rule flags"),
        ("rows", "ROW", (MAX_ROWS,), "rows in ascending order of their ends: the place here is the row's slot"),
        ("seen", "u1", (CODES,), "copies of a card seen face up in this deal"),
        ("copies", "u1", (CODES,), "copies of a card in the deck"),
        ("heads", "u1", (CODES,), "bull heads of a card"),
        ("played", "u1", (MEMORY, MAX_SEATS, 2), "cards played, by turn modulo 16 and seat (0: none, or not yet open)"),
        ("hand_n", "u1", (MAX_SEATS,), "cards in each hand"),
        ("hands", "u1", (MAX_SEATS, MAX_HAND), "open hands: everybody's cards (otherwise 0)"),
        ("taken", "i4", (MAX_SEATS,), "cards taken in this deal"),
        ("penalty", "i4", (MAX_SEATS,), "bull heads taken in this deal"),
        ("score", "i4", (MAX_SEATS,), "bull heads of the match before this deal"),
        ("n_offer", "i8", (), "draft: cards that are still open"),
        ("offer", "u1", (MAX_DECK,), "draft: the open cards, ascending"),
    ],
    "SEAT": [
        ("n", "i8", (), "cards in the hand"),
        ("seat", "i8", (), "seat, clockwise from 0"),
        ("hand", "u1", (MAX_HAND,), "the hand, n cards in no order"),
        ("card", "u1", (), "row, side, joker, keep: the card being placed; second: the card chosen first"),
        ("pair", "u1", (2,), "order: the two cards, ascending"),
        ("n_taken", "i8", (), "keep: cards of the taken row"),
        ("taken", "u1", (MAX_ROW_CARDS,), "keep: those cards"),
        ("keep_limit", "i8", (), "keep: how many of them may come into the hand"),
        ("given", "u1", (MEMORY,), "passing: card given, by turn"),
        ("received", "u1", (MEMORY,), "passing: card received, by turn"),
        ("stream", "u8", (), "random stream: use random_below"),
        ("word", "u8", (), "random stream: the next word"),
        ("script", "u8", (), "address of answers given beforehand"),
        ("n_script", "i8", (), "how many there are"),
        ("script_at", "i8", (), "how many have been used"),
    ],
    "EVENT": [
        ("deal", "u2", (), "deal of the match (games of a championship count on)"),
        ("turn", "u2", (), "turn"),
        ("kind", "u1", (), "place in EVENTS"),
        ("seat", "u1", (), "whose card it is"),
        ("card", "u1", (), "the card"),
        ("row", "u1", (), "number of the row"),
        ("heads", "i2", (), "bull heads charged"),
        ("n_taken", "u1", (), "cards taken"),
        ("taken", "u1", (MAX_ROW_CARDS,), "those cards"),
        ("kept", "u4", (), "bit mask of the taken cards that came into the hand"),
    ],
    "STATE": [
        ("table", "TABLE", (), "what everybody knows"),
        ("seats", "SEAT", (MAX_SEATS,), "what each seat knows"),
        ("flags", "i8", (), "rule flags"),
        ("deal_step", "u8", (), "address of the step that deals"),
        ("game_step", "u8", (), "address of the step that plays all turns of a game"),
        ("turn_step", "u8", (), "address of the step that plays a turn"),
        ("place_step", "u8", (), "address of the step that places a card"),
        ("key", "u8", (), "key of the unit's streams"),
        ("draw_key", "u8", (), "key of the seats' streams: as a rule the same"),
        ("deal_index", "i8", (), "deal of the match"),
        ("game", "i8", (), "game of the deal (championship)"),
        ("seed", "u8", (), "seed of the run"),
        ("single", "i8", (), "1: a unit is one deal; 0: a match"),
        ("keep_hands", "i8", (), "1: hands are kept as they were dealt"),
        ("rotate", "i8", (), "1: every deal is played once for each rotation of the policies"),
        ("policies", "u8", (MAX_SEATS, len(KINDS)), "addresses of the policies in the order given"),
        ("decisions", "u8", (MAX_SEATS, len(KINDS)), "addresses of the policy in each seat"),
        ("policy_of", "u1", (MAX_SEATS,), "which policy sits in a seat"),
        ("n_deck", "i8", (), "number cards in the deck"),
        ("numbers", "u1", (MAX_DECK,), "the deck before it is shuffled"),
        ("deck", "u1", (MAX_DECK,), "the deck"),
        ("jokers", "u1", (16,), "the jokers, shuffled"),
        ("dealt", "u1", (MAX_SEATS, MAX_HAND), "hands as they were dealt, by seat"),
        ("sheets", "u1", (MAX_SEATS, MAX_HAND), "championship: the drafted hands"),
        ("game_penalty", "i4", (MAX_SEATS, MAX_SEATS), "championship: by game and seat"),
        ("chosen", "u1", (MAX_SEATS, 2), "cards that lie face down"),
        ("owner", "u1", (CODES,), "who played a card in this turn"),
        ("partner", "u1", (CODES,), "twins: who else did (255: nobody)"),
        ("spare", "ROW", (), "a row on its way to another slot"),
        ("hand", "i8", (), "Rules.hand"),
        ("n_zeros", "i8", (), "Rules.zeros"),
        ("zeros_each", "i8", (), "zero cards that each player gets before the deal"),
        ("leftover_jokers", "i8", (), "1: jokers that nobody got are in the deck"),
        ("snake", "i8", (), "1: Rules.draft is a snake"),
        ("logic_first", "i8", (), "0 rotate, 1 fixed, 2 worst score"),
        ("pro_tie", "i8", (), "0 choose, 1 right, 2 left, 3 cheapest"),
        ("twin_cheapest", "i8", (), "1: Rules.twin_low_row is cheapest"),
        ("ascending", "i8", (), "1: Rules.hand_order is ascending"),
        ("stepwise", "i8", (), "1: Rules.hand_commit is stepwise"),
        ("max_rounds", "i8", (), "Rules.max_rounds"),
        ("first_seat", "i8", (), "Rules.first_seat"),
        ("marker_reset", "i8", (), "1: Rules.open_marker_next_deal is reset"),
        ("starter_total", "i8", (), "1: Rules.simple_starter is total"),
        ("by_score", "i8", (), "1: Rules.match_end is score"),
        ("end_score", "i8", (), "Rules.end_score"),
        ("most_deals", "i8", (), "most deals of a match"),
        ("end_at_most", "i8", (), "how a match of that many deals ends: place in ENDS"),
        ("next_start", "i8", (), "seat that begins the next deal"),
        ("end", "i8", (), "how a deal or match ended: place in ENDS"),
        ("deals_played", "i8", (), "deals of the unit so far"),
        ("problem", "i8", (), "place in PROBLEMS, 0 for none"),
        ("problem_kind", "i8", (), "decision"),
        ("problem_seat", "i8", (), "seat"),
        ("problem_answer", "i8", (), "what the policy answered"),
        ("problem_legal", "i8", (), "how many answers there were (keep: the limit)"),
        ("problem_unit", "u8", (), "unit"),
        ("log", "u8", (), "address of the events"),
        ("n_log", "i8", (), "events written"),
    ],
}

#: What an event is; the first eight are placements.
EVENTS = ("joins", "joins left", "twin", "sixth", "low", "highest end", "joker takes", "zero", "pass", "draft")
JOINS, JOINS_LEFT, TWIN, SIXTH, LOW, JOINS_HIGHEST, JOKER_TAKES, LAID_ASIDE, PASSED, DRAFTED_CARD = _numbers(
    range(len(EVENTS))
)

#: How a deal or a match ended.
ENDS = ("hands", "stack", "max_rounds", "score", "deals", "max_deals")
END_HANDS, END_STACK, END_ROUNDS, END_SCORE, END_DEALS, END_MAX_DEALS = _numbers(range(len(ENDS)))

#: What can be wrong with a decision.
PROBLEMS = ("", "illegal", "raised", "missing")
ILLEGAL, PROBLEM_RAISED, MISSING = _numbers((1, 2, 3))

_dtypes: dict[str, np.dtype[Any]] = {}
for _record, _fields in _FIELDS.items():
    _dtypes[_record] = np.dtype(
        [(n, _dtypes.get(t, t), s) if s else (n, _dtypes.get(t, t)) for n, t, s, _ in _fields], align=True
    )

ROW, TABLE, SEAT, EVENT, STATE = (_dtypes[name] for name in ("ROW", "TABLE", "SEAT", "EVENT", "STATE"))

#: Documentation of the records that policies get: record -> field -> meaning.
FIELDS = {record: {name: says for name, _, _, says in fields} for record, fields in _FIELDS.items()}

#: Numba types of the records, and the signature of every decision.
TABLE_TYPE, SEAT_TYPE, EVENT_TYPE = from_dtype(TABLE), from_dtype(SEAT), from_dtype(EVENT)
STATE_TYPE = from_dtype(STATE)
SIGNATURE = types.int64(TABLE_TYPE, SEAT_TYPE)
#: Signatures of the steps that are called by address: of the state alone; of seat, partner and card.
STEP, PLACE_STEP = types.int64(STATE_TYPE), types.int64(STATE_TYPE, types.int64, types.int64, types.int64)

JOKER_CODE, ZERO_CODE, NO_CARD_CODE = _numbers((JOKER, ZERO, NO_CARD))
#: No second owner of a card.
NOBODY = np.int64(255)
