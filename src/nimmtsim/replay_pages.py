"""Pages of text and tables, laid out for a terminal or as HTML; they know no game."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

from nimmtsim.cards import bull_heads, is_number
from nimmtsim.replay_words import card_text, row_texts

__all__ = ["WIDTH", "Cards", "Cell", "Grid", "Page", "Section", "as_fragment", "as_page", "as_text"]

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards side by side; in a row, equal neighbours are twins on one place."""

    codes: tuple[int, ...]
    in_row: bool = False

    def places(self) -> list[tuple[str, int]]:
        """What is written on each place, and the card there."""
        if not self.in_row:
            return [(card_text(code), code) for code in self.codes]
        singles = [code for place, code in enumerate(self.codes) if place == 0 or code != self.codes[place - 1]]
        return list(zip(row_texts(self.codes), singles, strict=True))


Cell: TypeAlias = str | int | Cards


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; without a header, lines whose columns are aligned. Only the last column wraps."""

    rows: list[tuple[Cell, ...]]
    header: tuple[str, ...] = ()


@dataclass(slots=True)
class Section:
    """A heading and what is under it: lines of text, and tables."""

    title: str
    items: list[str | Grid] = field(default_factory=list)
    level: int = 2


@dataclass(slots=True)
class Page:
    """A title and its sections."""

    title: str
    sections: list[Section]


def as_text(page: Page) -> str:
    """For a terminal, at most `WIDTH` columns wide."""
    lines = textwrap.wrap(page.title, WIDTH)
    for section in page.sections:
        if section.title:
            lines += ["", section.title]
        if section.title and section.level == 2:
            lines.append("=" * len(section.title))
        for item in section.items:
            lines += _text_lines(item)
    return "\n".join(lines)


def _text_lines(item: str | Grid) -> list[str]:
    if isinstance(item, str):
        return textwrap.wrap(item, WIDTH, initial_indent="  ", subsequent_indent="      ")
    rows = ([item.header] if item.header else []) + [tuple(map(_cell_text, row)) for row in item.rows]
    numeric = [all(isinstance(cell, int) for cell in column) for column in zip(*item.rows, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for row in rows:
        cells = [cell.rjust(w) if right else cell.ljust(w) for cell, w, right in zip(row, widths, numeric, strict=True)]
        head = "  " + "".join(cell + "  " for cell in cells[:-1])
        lines += _wrapped(head, cells[-1].rstrip())
    return lines


def _wrapped(head: str, text: str) -> list[str]:
    """A text behind a head, going on below itself where the line is full."""
    # A card's leading spaces belong to its column.
    aligned = text.startswith(" ") or "  " in text
    lines = textwrap.wrap(text, max(20, WIDTH - len(head)), drop_whitespace=not aligned) or [""]
    return [((head if number == 0 else " " * len(head)) + line).rstrip() for number, line in enumerate(lines)]


def _cell_text(cell: Cell) -> str:
    if isinstance(cell, Cards):
        return " ".join(text.rjust(3) for text, _ in cell.places())
    return str(cell)


_STYLE = """
.nimmt {font: 14px/1.45 system-ui, sans-serif; color: #222; background: #fff; max-width: 62rem; padding: .5rem}
.nimmt h2 {font-size: 1.15rem; border-bottom: 2px solid #b33; margin: 1.6rem 0 .4rem}
.nimmt h3 {font-size: 1rem; margin: 1.1rem 0 .3rem}
.nimmt p {margin: .25rem 0}
.nimmt table {border-collapse: collapse; margin: .3rem 0 .6rem}
.nimmt td, .nimmt th {text-align: left; padding: .1rem .9rem .1rem 0; vertical-align: top; border: 0}
.nimmt th {font-weight: 600; color: #666}
.nimmt .number {text-align: right}
.nimmt .card {display: inline-block; min-width: 1.7em; margin: 1px; padding: 0 .25em; text-align: center; color: #222;
  border: 1px solid #999; border-radius: 4px; background: #fff}
.nimmt .h2 {background: #dbe9fb} .nimmt .h3 {background: #fdeeb5}
.nimmt .h5 {background: #f8cfc4} .nimmt .h7 {background: #dcc6ee}
"""


def as_fragment(page: Page) -> str:
    """HTML for a notebook."""
    parts = [f"<style>{_STYLE}</style><h2>{escape(page.title)}</h2>"]
    for section in page.sections:
        if section.title:
            parts.append(f"<h{section.level}>{escape(section.title)}</h{section.level}>")
        parts += [_html(item) for item in section.items]
    return f'<div class="nimmt">{"".join(parts)}</div>'


def as_page(page: Page) -> str:
    """An HTML page that needs no other file."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/><title>{escape(page.title)}</title></head>\n'
        f"<body>{as_fragment(page)}</body></html>\n"
    )


def _html(item: str | Grid) -> str:
    if isinstance(item, str):
        return f"<p>{escape(item)}</p>"
    numeric = [all(isinstance(cell, int) for cell in column) for column in zip(*item.rows, strict=True)]
    header = _html_row("th", item.header, numeric) if item.header else ""
    return f"<table>{header}{''.join(_html_row('td', row, numeric) for row in item.rows)}</table>\n"


def _html_row(tag: str, row: Sequence[Cell], numeric: Sequence[bool]) -> str:
    cells = (_tagged(tag, _html_cell(cell), number) for cell, number in zip(row, numeric, strict=True))
    return f"<tr>{''.join(cells)}</tr>\n"


def _tagged(tag: str, content: str, number: bool) -> str:
    kind = ' class="number"' if number else ""
    return f"<{tag}{kind}>{content}</{tag}>"


def _html_cell(cell: Cell) -> str:
    if not isinstance(cell, Cards):
        return escape(str(cell))
    return "".join(_html_card(text, code) for text, code in cell.places())


def _html_card(text: str, code: int) -> str:
    """Coloured by its heads, as on the cards."""
    return f'<span class="card h{bull_heads(code) if is_number(code) else 0}">{text}</span>'
