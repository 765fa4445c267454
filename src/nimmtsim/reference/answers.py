"""The legal answers to every kind of decision, in a fixed order.

The kinds and what their answers mean are in ``docs/engines.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nimmtsim.cards import ZERO, is_joker
from nimmtsim.errors import one_of
from nimmtsim.reference.view import View

__all__ = ["KINDS", "legal_answers"]


def _hand_places(view: View) -> list[Any]:
    return list(range(len(view.hand)))


def _second(view: View) -> list[Any]:
    one_zero_only = view.card == ZERO and not view.rules.allow_double_zero
    places: list[Any] = [place for place, card in enumerate(view.hand) if not (one_zero_only and card == ZERO)]
    return places if view.rules.cards == "two" else [*places, None]


def _joker(view: View) -> list[Any]:
    rows = range(len(view.rows))
    return [("join", row) for row in rows if not is_joker(view.rows[row][-1])] + [("take", row) for row in rows]


def _keep(view: View) -> list[Any]:
    assert view.taken is not None
    assert view.keep_limit is not None
    limit, count = view.keep_limit, len(view.taken)
    masks = (mask for mask in range(1 << count) if mask.bit_count() <= limit)
    return [[place for place in range(count) if mask >> place & 1] for mask in masks]


_LEGAL: dict[str, Callable[[View], list[Any]]] = {
    "card": _hand_places,
    "second": _second,
    "order": lambda view: [0, 1],
    "row": lambda view: list(range(len(view.rows))),
    "side": lambda view: ["left", "right"],
    "draft": lambda view: list(range(len(view.offer or ()))),
    "pass": _hand_places,
    "joker": _joker,
    "keep": _keep,
}

#: All kinds of decisions.
KINDS = tuple(_LEGAL)


def legal_answers(kind: str, view: View) -> list[Any]:
    """All distinct legal answers to a decision.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    view : View
        What the seat knows, with what belongs to the question.

    Returns
    -------
    list
        Places and rows ascending; no second card (None) last; ``"left"`` before ``"right"``; joining each row before
        taking each row; the subsets that may be kept by increasing bit mask (bit i is place i), none first.

    Raises
    ------
    UsageError
        For a kind that does not exist.
    """
    if kind not in _LEGAL:
        raise one_of("kind of decision", kind, KINDS)
    return _LEGAL[kind](view)
