"""The matrix of a board as a table: for spreadsheets, for NumPy, and to paste."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.command.formats import exact, guarded

if TYPE_CHECKING:
    from attn_tui.view.board import Board, Grid


def board_as_csv(board: Board) -> bytes:
    """The result: labels in the first row and column, every digit; opens in a spreadsheet."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(_table(board.result))
    return out.getvalue().encode()


def board_as_tabs(board: Board) -> str:
    """The same with tabs between the cells, to be pasted into a spreadsheet or a text."""
    lines = ("\t".join(_flat(cell) for cell in line) for line in _table(board.result))
    return "\n".join(lines) + "\n"


def board_as_npz(board: Board) -> bytes:
    """The result as "values", with "rows" and "columns", its labels."""
    grid, out = board.result, io.BytesIO()
    np.savez(
        out,
        values=values_of(grid),
        rows=np.array(grid.rows.labels),
        columns=np.array(grid.columns.labels),
    )
    return out.getvalue()


def values_of(grid: Grid) -> NDArray[Any]:
    """The numbers themselves, not what was made of them for their colours."""
    return grid.values if grid.exact is None else grid.exact


def _table(grid: Grid) -> list[list[Any]]:
    corner = f"{grid.rows.name}/{grid.columns.name}"
    numbers = exact(values_of(grid))
    lines = zip(grid.rows.labels, numbers, strict=True)
    return [
        [corner, *map(guarded, grid.columns.labels)],
        *([guarded(label), *row] for label, row in lines),
    ]


def _flat(cell: object) -> str:
    """A cell without what would end it."""
    return " ".join(str(cell).split()) if str(cell).strip() else str(cell).strip("\t\r\n")
