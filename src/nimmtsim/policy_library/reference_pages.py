"""The parts of ``docs/policies.md`` that are generated: fields of the records, built-in policies, defaults."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from nimmtsim.kernels import records
from nimmtsim.policy_library.compiling import source_of
from nimmtsim.policy_library.defaults import DEFAULTS
from nimmtsim.policy_library.registry import policies

__all__ = ["PARTS", "with_parts"]


def _grid(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _fields(record: str) -> str:
    """The fields of a record with their meaning; lengths of arrays in brackets."""
    layout: np.dtype = getattr(records, record)
    rows = []
    for name, says in records.FIELDS[record].items():
        shape = layout.fields[name][0].shape if layout.fields else ()
        rows.append((f"`{name}`" + "".join(f"[{length}]" for length in shape), says))
    return _grid(("field", "meaning"), rows)


def _built_in() -> str:
    """The built-in policies with their rules, ties, own decisions and sources."""
    rows = [(f"`{name}`", *row) for name, *row in policies().itertuples()]
    return _grid(("policy", "chooses", "ties", "decides itself", "source"), rows)


def _defaults() -> str:
    """The documented default of every decision that a policy may leave out."""
    rows = [(f"`{kind}`", " ".join((inspect.getdoc(source_of(f)) or "").split())) for kind, f in DEFAULTS.items()]
    return _grid(("decision", "default"), rows)


#: Each generated part by the name between its marks in the page.
PARTS = {
    "policies": _built_in,
    "defaults": _defaults,
    "TABLE": lambda: _fields("TABLE"),
    "ROW": lambda: _fields("ROW"),
    "SEAT": lambda: _fields("SEAT"),
}


def with_parts(page: str) -> str:
    """A page with its generated parts as they are now, each between ``<!-- name -->`` and ``<!-- end -->``.

    Examples
    --------
    >>> "fewest bull heads" in with_parts("<!-- defaults --><!-- end -->")
    True
    """
    for name, part in PARTS.items():
        before, mark, rest = page.partition(f"<!-- {name} -->")
        if mark:
            _, end, after = rest.partition("<!-- end -->")
            page = f"{before}{mark}\n{part()}\n{end}{after}"
    return page


if __name__ == "__main__":
    for given in sys.argv[1:]:
        file = Path(given)
        file.write_text(with_parts(file.read_text(encoding="utf-8")), encoding="utf-8")
