"""Standard output and error that take whatever is printed: of any encoding, or closed."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

__all__ = ["plain", "usable_streams"]

#: What stands for characters that Unicode does not take apart itself.
_PLAIN = {"−": "-", "–": "-", "—": "-", "×": "x", "·": ".", "’": "'", "“": '"', "”": '"', "ß": "ss"}


def plain(text: str) -> str:
    """The nearest characters of ASCII.

    Examples
    --------
    >>> plain("5 − 1 ≤ 4 × é…")
    '5 - 1 ? 4 x e...'
    """

    def one(character: str) -> str:
        near = _PLAIN.get(character) or unicodedata.normalize("NFKD", character)
        return "".join(c for c in near if c.isascii()) or "?"

    return "".join(map(one, text))


def _replaced(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    return plain(problem.object[problem.start : problem.end]), problem.end


codecs.register_error("nimmtsim.plain", _replaced)


@contextlib.contextmanager
def usable_streams() -> Iterator[None]:
    """While it lasts, no print fails: what an encoding lacks is written plainly, what is closed takes everything."""
    with contextlib.ExitStack() as stack:
        for name in ("stdout", "stderr"):
            _make_usable(name, stack)
        yield


def _make_usable(name: str, stack: contextlib.ExitStack) -> None:
    stream: Any = getattr(sys, name)
    if stream is None or getattr(stream, "closed", False):
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        stack.callback(nowhere.close)
        stack.callback(setattr, sys, name, stream)
        setattr(sys, name, nowhere)
    elif hasattr(stream, "reconfigure"):
        stack.callback(_set_errors, stream, stream.errors)
        stream.reconfigure(errors="nimmtsim.plain")


def _set_errors(stream: Any, errors: str) -> None:
    if not stream.closed:
        stream.reconfigure(errors=errors)
