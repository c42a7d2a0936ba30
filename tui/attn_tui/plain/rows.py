"""Matrices as sentences: a row is its name, then each column with its number."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.plain.spoken import spoken
from attn_tui.view.labels import label
from attn_tui.view.numbers import number

if TYPE_CHECKING:
    from attn_tui.view.board import Axis, Grid

SHORT = 8
"""Columns that a row has at most before only its largest are told."""
LONGEST = 200
"""Columns that a row is told with when all of it is asked for."""
MOST_ROWS = 64
"""A matrix with more rows is not read out."""

NAMES = {"S": "scores", "A": "attention weights", "Q": "queries", "V": "values", "K": "keys"}
"""What the letters of formulas stand for, where one letter is all that names a matrix."""

_PLURALS = {"query": "queries", "vocabulary": "words of the vocabulary"}


def shape_line(grid: Grid) -> str:
    """The matrix with the names and the sizes of its axes."""
    rows, columns = grid.values.shape
    name = NAMES.get(grid.symbol.strip())
    symbol = spoken(grid.symbol) + (f", the {name}," if name else "")
    return (
        f"{symbol} has {_counted(rows, grid.rows.name, 'row')} "
        f"and {_counted(columns, grid.columns.name, 'column')}."
    )


def row_line(grid: Grid, row: int, most: int = SHORT) -> str:
    """A row in a sentence: "it: animal 0.88, tired 0.05"; of a long one the largest numbers."""
    return f"Row {named(grid.rows, row)}: {entries(grid, row, most)}."


def entries(grid: Grid, row: int, most: int = SHORT) -> str:
    """The columns of a row with their numbers, and what is left out."""
    values = np.asarray(grid.values[row], dtype=float)
    shown = np.flatnonzero(values)
    count = len(values)
    if len(shown) * 2 > count or count <= 4:
        shown = np.arange(count)
    left = count - len(shown)
    if len(shown) > most:
        largest = np.argsort(-_sizes(grid, values)[shown], kind="stable")[:most]
        rest = len(shown) - most + left
        return f"{_listed(grid, row, shown[largest])}, and {rest} more, none of them larger"
    if not len(shown):
        return f"all {count} are 0"
    told = _listed(grid, row, shown)
    return f"{told}, and {left} that are 0" if left else told


def named(axis: Axis, place: int) -> str:
    """An entry of an axis, with its number where its name is not its own."""
    name = label(axis.labels[place])
    if Counter(axis.labels)[axis.labels[place]] > 1:
        return f"{name} ({place})"
    return name


def value_said(grid: Grid, row: int, column: int) -> str:
    """A number of a matrix as a voice reads it."""
    value = float(grid.values[row, column])
    if grid.kind in {"integers", "one-hot"} and math.isfinite(value):
        return str(int(value))
    return spoken(number(value))


def _sizes(grid: Grid, values: NDArray[Any]) -> NDArray[Any]:
    """What large means: of keys the value itself, of signed numbers of a vector its size."""
    return values if grid.columns.name == "key" else np.abs(values)


def _listed(grid: Grid, row: int, columns: NDArray[Any]) -> str:
    return ", ".join(
        f"{named(grid.columns, at)} {value_said(grid, row, at)}" for at in columns.tolist()
    )


def _counted(count: int, name: str, side: str) -> str:
    if name.startswith("d_") or name in {"dimension", "what", "axis"}:
        return f"{count} {side}{'' if count == 1 else 's'}"
    plural = _PLURALS.get(name, f"{name}s")
    return f"{count} {side}{'' if count == 1 else 's'} of {name if count == 1 else plural}"
