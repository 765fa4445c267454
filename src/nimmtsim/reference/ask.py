"""Put a decision to a seat and check its answer."""

from __future__ import annotations

from typing import Any

from nimmtsim.checks import as_bool
from nimmtsim.errors import PolicyError, shown
from nimmtsim.reference.answers import legal_answers
from nimmtsim.reference.events import Decision
from nimmtsim.reference.state import Game
from nimmtsim.reference.view import view_of

__all__ = ["ask"]


def ask(game: Game, kind: str, seat: int, hand: list[int] | None = None, **question: Any) -> Any:
    """A seat's answer to a decision; with only one legal answer nobody is asked.

    Parameters
    ----------
    game : Game
        The game.
    kind : str
        What is asked; see ``docs/engines.md``.
    seat : int
        Who is asked.
    hand, **question
        As for `view_of`.

    Returns
    -------
    object
        One of `legal_answers`.

    Raises
    ------
    PolicyError
        For an illegal answer, with what was legal.
    """
    view = view_of(game, seat, hand, **question)
    legal = legal_answers(kind, view)
    if len(legal) == 1:
        return legal[0]
    answer = game.decide(kind, view)
    # True is no row 1, though Python takes them for equal.
    if as_bool(answer) is not None or answer not in legal:
        raise PolicyError(
            f"illegal answer {shown(answer)} of seat {seat} to {kind!r} in turn {game.turn} of deal {game.deal}; "
            f"legal: {_listed(legal)}"
        )
    answer = legal[legal.index(answer)]
    recorded = tuple(answer) if isinstance(answer, list) else answer
    game.events.append(Decision(game.turn, seat, kind, recorded))
    return answer


def _listed(legal: list[Any], most: int = 24) -> str:
    texts = [repr(answer) for answer in legal[:most]]
    return ", ".join(texts) + (f", ... ({len(legal)} in all)" if len(legal) > most else "")
