"""A cell as text to copy: what it is, how it came about, what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.export.board_table import values_of
from attn_tui.view.labels import label
from attn_tui.view.placement import clamped

if TYPE_CHECKING:
    from attn_tui.view.arithmetic import Arithmetic
    from attn_tui.view.board import Board

Named = tuple[str, str]
"""What is copied is called, and the text itself."""


def arithmetic_text(arithmetic: Arithmetic) -> Named:
    """S[it, animal] = Q·Kᵀ = 3.38×3.00 = 10.14, with every term that is not 0."""
    cell = f"{arithmetic.symbol}[{arithmetic.row}, {arithmetic.column}]"
    if not arithmetic.pieces:
        return cell, f"{cell} = {arithmetic.whole}"
    parts = (cell, arithmetic.rule, " + ".join(arithmetic.pieces), arithmetic.value)
    return cell, " = ".join(part for part in parts if part)


def value_text(board: Board) -> Named:
    """The cell of the cursor and its value, every digit."""
    row, column = clamped(board)
    grid = board.result
    names = (label(axis.labels[at]) for axis, at in ((grid.rows, row), (grid.columns, column)))
    cell = f"{grid.symbol}[{', '.join(names)}]"
    return cell, f"{cell} = {values_of(grid)[row, column]}"
