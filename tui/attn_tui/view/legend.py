"""The line under the matrices: what is drawn, what the colours mean, and what is out of sight."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len

from attn_tui.view.board import Board, Grid
from attn_tui.view.corner import shape
from attn_tui.view.figures import Figures, extent, figure
from attn_tui.view.numbers import weight
from attn_tui.view.palette import shades
from attn_tui.view.placement import Layout, Pane, clamped
from attn_tui.view.safe_text import visible

MEANING = {
    "signed": "blue < 0 < red",
    "weights": "each row sums to 1",
    "one-hot": "a single 1 a row",
    "mask": "0 = open, -∞ = closed",
    "integers": "whole numbers",
}

BOUND, VALUE = Figures(2, 6), Figures(4, 8)


def scale(grid: Grid, veiled: bool) -> tuple[str, str] | None:
    """The words at both ends of the gradient; None for kinds that need no gradient.

    A veiled row hides the range too, since it may hold the largest value.
    """
    if grid.kind == "signed":
        end = "?" if veiled else figure(grid.bound, BOUND)
        found = extent(grid)
        beyond = max(-found.low, found.high) > 1.001 * grid.bound and not veiled
        return (f"≤-{end}", f"≥{end}") if beyond else (f"-{end}", end)
    if grid.kind == "weights":
        low = _weight(grid.floor, BOUND) if grid.floor else "0"
        return low, "?" if veiled else _weight(grid.bound, BOUND)
    return None


def remarks(board: Board, layout: Layout) -> tuple[str, ...]:
    """What the legend says after the gradient, the most important first."""
    result = layout.result
    said = []
    if result.mode != "figures" and board.result.values.size:
        said.append(_cursor_value(board))
    if result.rows.binned or result.columns.binned:
        rows, columns = result.rows.largest_bin(), result.columns.largest_bin()
        said.append(f"each cell: the largest of {rows} × {columns} values")
    if layout.hidden:
        said.append(f"{', '.join(visible(symbol) for symbol in layout.hidden)} out of view")
    if board.left is not None or board.top is not None:
        said.append(shape(board.result))
    said += _windows(result)
    return tuple(said)


def meaning(grid: Grid, coloured: bool = True, ascii_only: bool = False) -> str:
    """What the colours (or, without colour, the shades) of the grid's kind mean, in a few words."""
    if grid.note:
        return grid.note
    if grid.kind == "signed" and not coloured:
        above, below = (" ".join(signs[1:]) for signs in shades(ascii_only))
        return f"{below} below 0, {above} above"
    if grid.kind == "weights" and grid.partial:
        return "special tokens hidden: rows sum to less than 1"
    return MEANING[grid.kind]


def masked_said(signs: Iterable[str]) -> str:
    """What the signs of masked cells mean, "-∞ ░ = masked"; nothing where there are none."""
    shown = list(dict.fromkeys(sign for sign in signs if sign))
    return f"{' '.join(shown)} = masked" if shown else ""


def fitted(parts: tuple[str, ...], room: int, between: str = "  ") -> str:
    """As many of the parts, in order, as `room` characters hold; those too long are left out."""
    line = ""
    for part in parts:
        longer = f"{line}{between}{part}" if line else part
        if cell_len(longer) <= room:
            line = longer
    return line


def _cursor_value(board: Board) -> str:
    """The value at the cursor, whose row and column are lit among the labels."""
    row, column = clamped(board)
    grid = board.result
    value = float((grid.values if grid.exact is None else grid.exact)[row, column])
    weights = grid.kind == "weights"
    said = _weight(value, VALUE) if weights else figure(value, VALUE)
    return f"{visible(grid.symbol)} = {'?' if row == board.veiled else said}"


def _weight(value: float, figures: Figures) -> str:
    """The figure of a weight; one too small for its decimals keeps two digits."""
    small = 0 < value < 9.5 * 10.0**-figures.decimals
    return weight(value) if small else figure(value, figures)


def _windows(pane: Pane) -> list[str]:
    """Which rows and columns are shown of those that do not all fit; nothing for a whole axis."""
    return [
        f"{visible(axis.name)} {axis.first + span.start:,}-{axis.first + span.start + span.count - 1:,}"
        for axis, span in ((pane.grid.rows, pane.rows), (pane.grid.columns, pane.columns))
        if not span.whole and not span.binned and span.count
    ]
