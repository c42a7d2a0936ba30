"""Matrices as sentences: a row is its name, then each column with its number."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.plain.spoken import spoken
from attn_tui.view.labels import label
from attn_tui.view.numbers import counted, number, weight

if TYPE_CHECKING:
    from attn_tui.view.board import Axis, Grid

SHORT = 8
"""Columns that a row has at most before only its largest are told."""
LONGEST = 200
"""Columns that a row is told with when all of it is asked for."""
FEW = 4
"""So many columns are told with their zeros."""
LEAST_WEIGHT = 0.0005
"""Smaller weights are counted, not told."""
SMALL, LARGE = 0.0005, 1e6
MOST_ROWS = 64
"""A matrix with more rows is not read out."""

NAMES = {"S": "scores", "A": "attention weights", "Q": "queries", "V": "values", "K": "keys"}
"""What the letters of formulas stand for, where one letter is all that names a matrix."""


def shape_line(grid: Grid) -> str:
    """The matrix with the names and the sizes of its axes."""
    rows, columns = grid.values.shape
    name = NAMES.get(grid.symbol)
    symbol = spoken(grid.symbol) + (f", the {name}" if name else "")
    return (
        f"{symbol}: {counted(rows, 'row')} ({grid.rows.name}), "
        f"{counted(columns, 'column')} ({grid.columns.name})."
    )


def row_line(grid: Grid, row: int, most: int = SHORT) -> str:
    """A row in a sentence: "it: animal 0.88, tired 0.05"; of a long one the largest numbers."""
    return f"Row {named(grid.rows, row)}: {entries(grid, row, most)}."


def entries(grid: Grid, row: int, most: int = SHORT) -> str:
    """The columns of a row with their numbers, and what is left out."""
    values = np.asarray(grid.values[row], dtype=float)
    least = LEAST_WEIGHT if grid.kind == "weights" else 0.0
    shown = np.flatnonzero(~(np.abs(values) <= least))
    if least == 0 and (len(shown) * 2 > len(values) or len(values) <= FEW):
        shown = np.arange(len(values))
    zeros = int((values == 0).sum()) - int((values[shown] == 0).sum())
    small = len(values) - len(shown) - zeros
    rest = 0
    if len(shown) > most:
        order = np.argsort(-_sizes(grid, values)[shown], kind="stable")
        rest, shown = len(shown) - most, shown[order[:most]]
    verb = " is" if is_numbered(grid) else ""
    parts = [
        f"{named(grid.columns, at)}{verb} {value_said(grid, row, at)}" for at in shown.tolist()
    ]
    parts += [f"{rest} more, none larger"] if rest else []
    parts += [f"{small} under {LEAST_WEIGHT * 2:g}"] if small else []
    parts += [f"{zeros} {'is' if zeros == 1 else 'are'} 0"] if zeros else []
    return ", ".join(parts) if zeros < len(values) else f"all {zeros} are 0"


def is_numbered(grid: Grid) -> bool:
    """Whether the columns have no names, only numbers."""
    return all(text.isdecimal() for text in grid.columns.labels)


def named(axis: Axis, place: int) -> str:
    """An entry of an axis: with its number where its name is not its own, a sign with its name."""
    text = axis.labels[place]
    name = label(text)
    if len(text) == 1 and not text.isalnum():
        name = f"{name} ({unicodedata.name(text, 'sign').lower()})"
    elif " " in text.strip():
        name = f'"{name}"'
    return f"{name} ({place})" if Counter(axis.labels)[text] > 1 else name


def value_said(grid: Grid, row: int, column: int) -> str:
    """A number of a matrix as a voice reads it: a whole one without decimals, none with powers."""
    value = float(grid.values[row, column])
    if math.isfinite(value) and value == int(value) and abs(value) < LARGE:
        return str(int(value))
    if 0 < abs(value) < SMALL:
        return f"{'-' if value < 0 else ''}{weight(abs(value))}"
    return spoken(number(value))


def _sizes(grid: Grid, values: NDArray[Any]) -> NDArray[Any]:
    """What large means: of keys the value itself, of signed numbers of a vector its size."""
    return values if grid.columns.name == "key" else np.abs(values)
