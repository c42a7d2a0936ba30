"""A matrix of the page: a real table, rows are queries and columns keys, colours as in the app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Literal

import numpy as np

from attn_tui.export.page_words import symbol, word
from attn_tui.view.board import Axis, Grid
from attn_tui.view.figures import choices, figure
from attn_tui.view.palette import levels

MOST_SHOWN = 64
"""Rows and columns of a matrix that the page shows; the note under it says what is left out."""

THIN_FROM, LOW_FROM = 25, 33
"""From so many columns or rows on, cells are colours, their figures told by the line below."""

Role = Literal["result", "left", "top", "before"]
Arithmetic = Callable[[int, int], str]
"""How the cell of a row and a column came about, in a line."""


@dataclass(frozen=True, eq=False)
class Part:
    """A grid as it is shown; `note` says what was left out of it."""

    grid: Grid
    note: str = ""

    @property
    def thin(self) -> bool:
        """Whether its columns are too many for figures."""
        return len(self.grid.columns.labels) >= THIN_FROM

    @property
    def cell(self) -> float:
        """The width of its cells, in units of the page's letters."""
        if self.thin:
            return 0.72
        return 2.3 if self.grid.kind == "one-hot" else 3.36

    @property
    def low(self) -> bool:
        """Whether its rows are."""
        return len(self.grid.rows.labels) >= LOW_FROM


def part_of(grid: Grid, picked: tuple[int, ...] = ()) -> Part:
    """As much of a grid as the page has room for.

    `picked` are the words of the vocabulary that the text has, where the grid is one of its table.
    """
    notes, shown = [], grid
    for axis in (0, 1):
        kept, note = _kept(grid, axis, picked)
        if note:
            notes.append(note)
            shown = _taken(shown, axis, kept)
    return Part(shown, " ".join(notes))


def _kept(grid: Grid, axis: int, picked: tuple[int, ...]) -> tuple[list[int], str]:
    """The entries of an axis that are shown, and what is said where these are not all."""
    side, size = (grid.rows, grid.columns)[axis], grid.values.shape[axis]
    what = ("rows", "columns")[axis]
    if side.name == "vocabulary":
        kept = list(picked[:MOST_SHOWN])
        return kept, f"Of {size:,} {what}, one for each word, those of this text."
    if size > MOST_SHOWN:
        return list(range(MOST_SHOWN)), f"The first {MOST_SHOWN} of {size:,} {what}."
    return list(range(size)), ""


def _taken(grid: Grid, axis: int, kept: list[int]) -> Grid:
    side = (grid.rows, grid.columns)[axis]
    special = frozenset(at for at, entry in enumerate(kept) if entry in side.special)
    part = Axis(side.name, tuple(side.labels[entry] for entry in kept), special)
    values = np.take(grid.values, kept, axis=axis)
    if axis:
        return replace(grid, values=values, columns=part)
    return replace(grid, values=values, rows=part)


def matrix(
    part: Part, role: Role, cursor: tuple[int, int] | None, arithmetic: Arithmetic | None = None
) -> Iterator[str]:
    """The lines of a figure: caption, table, what was left out.

    `cursor` is the cell that is lit at first. `arithmetic` tells of the cells of a small result.
    """
    grid = part.grid
    rows, columns = grid.values.shape
    sizes = f"{rows} {_counted(grid.rows, rows)} × {columns} {_counted(grid.columns, columns)}"
    names = ["matrix", role, grid.kind, *(name for name in ("thin", "low") if getattr(part, name))]
    yield f'<figure class="{" ".join(names)}" data-symbol="{escape(grid.symbol)}">'
    yield f"<figcaption><b>{symbol(grid.symbol)}</b> <span>{escape(sizes)}</span></figcaption>"
    held = (
        "" if role == "result" else f' tabindex="0" role="group" aria-label="{escape(grid.symbol)}"'
    )
    yield f'<div class="scroll"{held}><table>'
    yield from _head(grid, cursor)
    yield "<tbody>"
    yield from _rows(part, role, cursor, arithmetic)
    yield "</tbody></table></div>"
    if part.note:
        yield f'<p class="note">{escape(part.note)}</p>'
    yield "</figure>"


def _counted(axis: Axis, size: int) -> str:
    names = {"query": "queries", "vocabulary": "words of the vocabulary", "what": "columns"}
    plain = axis.name.replace("d_model", "dimension").replace("d_head", "dimension")
    plain = plain.replace("head_dimension", "dimension")
    return plain if size == 1 else names.get(plain, f"{plain}s")


def _head(grid: Grid, cursor: tuple[int, int] | None) -> Iterator[str]:
    # No-break spaces: where both do not fit side by side, each keeps its arrow.
    corner = f"{grid.rows.name}\N{NO-BREAK SPACE}↓ {grid.columns.name}\N{NO-BREAK SPACE}→"
    yield f'<thead><tr><td class="corner">{escape(corner)}</td>'
    for place in range(grid.values.shape[1]):
        lit = cursor is not None and place == cursor[1]
        yield f'<th scope="col"{_classes(grid.columns, place, lit=lit)}>{_named(grid.columns, place)}</th>'
    yield "</tr></thead>"


def _rows(
    part: Part, role: Role, cursor: tuple[int, int] | None, arithmetic: Arithmetic | None
) -> Iterator[str]:
    grid, written = part.grid, choices(part.grid)[0]
    letter = "w" if grid.kind in {"weights", "one-hot"} else "s"
    level = levels(grid.values, grid.kind, grid.bound)
    for row, values in enumerate(grid.values):
        lit = cursor is not None and row == cursor[0]
        yield f'<tr><th scope="row"{_classes(grid.rows, row, lit=lit)}>{_named(grid.rows, row)}</th>'
        for column, value in enumerate(values):
            here = (row, column) == cursor
            names = f"{letter}{level[row, column]}{' lit' if here else ''}"
            focus = f' tabindex="{0 if here else -1}"' if role == "result" else ""
            how = f' title="{word(arithmetic(row, column))}"' if arithmetic else ""
            yield f'<td class="{names}"{focus}{how}>{figure(float(value), written)}</td>'
        yield "</tr>"


def _classes(axis: Axis, place: int, *, lit: bool) -> str:
    names = [name for name, on in (("special", place in axis.special), ("lit", lit)) if on]
    return f' class="{" ".join(names)}"' if names else ""


def _named(axis: Axis, place: int) -> str:
    return word(axis.labels[place])
