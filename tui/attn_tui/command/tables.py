"""A selection as tables to read: plain lines that a screen reader can follow, measured in cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from rich.cells import cell_len

from attn_tui.view.labels import cut, fit, label
from attn_tui.view.safe_text import visible
from attn_tui.view.titles import STEP_KEYS

if TYPE_CHECKING:
    from attn_engine import Matrix, Token, Trace
    from attn_engine.matrix import Array
    from attn_tui.command.selection import Selection

GAP = "  "
MOST_DECIMALS = 4
HEADING, ROW_LABEL, COLUMN_LABEL = 80, 20, 12
"""The most cells that a line of the heading and a label take; what is longer ends in an ellipsis."""


def as_text(selection: Selection, width: int) -> str:
    """The step's title, formula and circumstances, then its matrices, the result first.

    Lines have at most `width` cells, unless one column needs more: wide matrices come in blocks of
    columns.
    """
    lines = heading(selection)
    in_order = sorted(selection.matrices, key=lambda matrix: matrix is not selection.chosen)
    for matrix in in_order:
        shown, note = _picked_rows(selection, matrix)
        for title, values in _slices(selection, matrix):
            table = _picks if matrix.kind == "one-hot" else _table
            part = values if shown is matrix else shown.values
            lines += ["", title + note, *table(shown, part, width)]
    return "\n".join(lines) + "\n"


def heading(selection: Selection) -> list[str]:
    """The step with its place in the walk, its formula, and how it was computed."""
    stage, trace = selection.stage, selection.trace
    parts = [f"model {trace.model.name}", f"layer {trace.layer}"]
    if trace.variant != "learned":
        parts.append(f"{trace.variant} attention")
    parts.append(f"mask {trace.mask or 'none'}")
    parts.append(f"{trace.dtype} on {trace.backend}, {trace.device}")
    place = STEP_KEYS.index(stage.key)
    if trace.keys is not None:
        parts.append("keys and values from another text")
    lines = [f"Step {place}, {stage.title}", stage.formula, visible("; ".join(parts))]
    unknown = dict.fromkeys(label(token.text) for token in _all_tokens(trace) if token.unknown)
    if unknown:
        made_up = f"not in the vocabulary, so their vectors are made up: {' '.join(unknown)}"
        lines.append(cut(made_up, HEADING))
    return lines


def _all_tokens(trace: Trace) -> tuple[Token, ...]:
    """The tokens of the text, and those of the keys' text if that is another."""
    return trace.tokens if trace.keys is None else trace.tokens + trace.key_tokens


def _picked_rows(selection: Selection, matrix: Matrix) -> tuple[Matrix, str]:
    """Of a table with a row for each word of the vocabulary, beside others, the rows that the text
    picks, and a note that says so; every other matrix as it is.
    """
    if matrix.axes[0] != "vocabulary" or len(selection.matrices) == 1:
        return matrix, ""
    rows = np.unique([token.id for token in selection.trace.tokens])
    words = tuple(matrix.labels[0][row] for row in rows)
    picked = replace(matrix, values=matrix.values[rows], labels=(words, *matrix.labels[1:]))
    return picked, f", the rows of this text (all: --matrix {matrix.name})"


def _slices(selection: Selection, matrix: Matrix) -> Iterator[tuple[str, Array]]:
    """Each two-dimensional part of a matrix under its title."""
    place = ", the result" if matrix.name == selection.stage.result else ""
    has_heads = matrix.axes[0] == "head"
    axes = matrix.axes[1:] if has_heads else matrix.axes
    shape = matrix.shape[1:] if has_heads else matrix.shape
    sides = " x ".join(f"{size} {axis}" for axis, size in zip(axes, shape, strict=True))
    title = f"{matrix.name} ({sides})"
    if has_heads:
        for head, values in enumerate(matrix.values):
            yield f"{title} of head {head}{place}", values
    elif _differs_by_head(selection, matrix):
        yield f"{title} of head {selection.head}{place}", matrix.values
    else:
        yield f"{title}{place}", matrix.values


def _differs_by_head(selection: Selection, matrix: Matrix) -> bool:
    return selection.head is not None and selection.stage[matrix.name].axes[0] == "head"


def _table(matrix: Matrix, values: Array, width: int) -> Iterator[str]:
    """The lines of one table: column labels, then a line for each row, block after block."""
    labels: tuple[tuple[str, ...], tuple[str, ...]]
    if values.ndim == 1:
        labels, values = (matrix.labels[0], (matrix.name,)), values[:, np.newaxis]
    else:
        labels = (matrix.labels[-2], matrix.labels[-1])
    rows, columns = labels
    row_labels, column_labels = _distinct(rows), _distinct(columns)
    side = min(ROW_LABEL, max(map(cell_len, row_labels), default=0))
    figures = written(values)
    rooms = [
        max(min(COLUMN_LABEL, cell_len(text)), *map(len, column))
        for text, column in zip(column_labels, zip(*figures, strict=True), strict=True)
    ]
    for block in _blocks(rooms, width - side):
        if len(block) < len(columns):
            yield f"columns {block[0]} to {block[-1]} of {len(columns)}, counted from 0:"
        headings = (fit(column_labels[column], rooms[column], "right") for column in block)
        yield GAP.join([" " * side, *headings])
        for text, row in zip(row_labels, figures, strict=True):
            yield GAP.join([fit(text, side), *(row[at].rjust(rooms[at]) for at in block)])


def _blocks(rooms: list[int], width: int) -> Iterator[range]:
    """The columns in runs that fit the width, each run at least one column; `rooms` are theirs."""
    first = used = 0
    for column, room in enumerate(rooms):
        if used and used + room + len(GAP) > width:
            yield range(first, column)
            first, used = column, 0
        used += room + len(GAP)
    yield range(first, len(rooms))


def _picks(matrix: Matrix, values: Array, width: int) -> Iterator[str]:
    """A line for each one-hot row: which of its many columns has the 1."""
    rows, columns = matrix.labels
    side = min(ROW_LABEL, max(map(cell_len, _distinct(rows)), default=0))
    for text, place in zip(_distinct(rows), values.argmax(axis=1), strict=True):
        picked = f"1 in column {place} ({label(columns[place])}), 0 elsewhere"
        yield fit(f"{fit(text, side)}{GAP}{picked}", width).rstrip()


def _distinct(labels: tuple[str, ...]) -> list[str]:
    """The labels as they may be shown; those that occur twice with their place."""
    count = Counter(labels)
    return [
        label(text) if count[text] == 1 else f"{label(text)} #{place}"
        for place, text in enumerate(labels)
    ]


def written(values: Array) -> list[list[str]]:
    """The numbers of a matrix, all with the decimals that its least round number needs, at most
    four; very large and very small ones in powers of ten.

    values: (row, column).
    """
    pattern = _pattern(values)
    return [[_figure(value, pattern) for value in row] for row in values.tolist()]


def _pattern(values: Array) -> str:
    finite = np.abs(values[np.isfinite(values)]).astype(np.float64)
    if finite.size and (finite.max() >= 1e6 or 0 < finite.max() < 10.0 ** (1 - MOST_DECIMALS)):
        return f".{MOST_DECIMALS}e"
    for decimals in range(MOST_DECIMALS):
        if np.allclose(finite, finite.round(decimals), rtol=1e-6, atol=1e-8):
            return f".{decimals}f"
    return f".{MOST_DECIMALS}f"


def _figure(value: float, pattern: str) -> str:
    text = format(value, pattern)
    return text.removeprefix("-") if not text.strip("-0.") else text
