"""The line under the matrices: what is drawn, what the colours mean, and what is out of sight."""

from __future__ import annotations

from rich.cells import cell_len

from attn_tui.view.board import Board, Grid
from attn_tui.view.corner import shape
from attn_tui.view.figures import Figures, figure
from attn_tui.view.labels import label
from attn_tui.view.placement import Layout, Pane, clamped
from attn_tui.view.safe_text import visible
from attn_tui.view.session import Zoom
from attn_tui.view.spans import Span

MEANING = {
    "signed": "blue < 0 < red",
    "weights": "0 to 1, rows sum to 1",
    "one-hot": "a single 1 a row",
    "mask": "0 = open, -∞ = closed",
    "integers": "whole numbers",
}

BOUND = Figures(2, 6)


def scale(grid: Grid, veiled: bool) -> tuple[str, str] | None:
    """The words at both ends of the gradient; None for kinds that need no gradient.

    A veiled row hides the range too, since it may hold the largest value.
    """
    if grid.kind == "signed":
        end = "?" if veiled else figure(grid.bound, BOUND)
        return ("-?" if veiled else figure(-grid.bound, BOUND)), end
    if grid.kind == "weights":
        return "0", "?" if veiled else figure(grid.bound, BOUND)
    return None


def remarks(board: Board, layout: Layout, zoom: Zoom, ascii_only: bool = False) -> tuple[str, ...]:
    """What the legend says after the gradient, the most important first."""
    result = layout.result
    said = []
    if board.left is not None or board.top is not None:
        said.append(shape(board.result))
    if result.mode != "figures":
        said.append(_cursor_value(board, ascii_only))
    if result.rows.binned or result.columns.binned:
        rows, columns = result.rows.largest_bin(), result.columns.largest_bin()
        said.append(f"each cell: the largest of {rows} × {columns} values")
    said += _windows(result)
    if layout.hidden:
        said.append(f"{', '.join(visible(symbol) for symbol in layout.hidden)} out of view")
    return tuple(said)


def meaning(grid: Grid, ascii_only: bool = False) -> str:
    """What the colours of the grid's kind mean, in a few words."""
    text = MEANING[grid.kind]
    return text.replace("∞", "inf") if ascii_only else text


def fitted(parts: tuple[str, ...], room: int, between: str = "  ") -> str:
    """As many of the parts, in order, as `room` characters hold; those too long are left out."""
    line = ""
    for part in parts:
        longer = f"{line}{between}{part}" if line else part
        if cell_len(longer) <= room:
            line = longer
    return line


def _cursor_value(board: Board, ascii_only: bool) -> str:
    row, column = clamped(board)
    grid = board.result
    if not grid.values.size:
        return ""
    value = (
        "?"
        if row == board.veiled
        else figure(float(grid.values[row, column]), Figures(4, 8), ascii_only)
    )
    names = f"{label(grid.rows.labels[row])}, {label(grid.columns.labels[column])}"
    return f"{visible(grid.symbol)}[{names}] = {value}"


def _windows(pane: Pane) -> list[str]:
    said = []
    for axis, span in ((pane.grid.rows, pane.rows), (pane.grid.columns, pane.columns)):
        if not span.whole and not span.binned and span.count:
            said.append(f"{visible(axis.name)} {_range(span)}")
    return said


def _range(span: Span) -> str:
    before = "‹ " if span.start else ""
    after = " ›" if span.start + span.count < span.total else ""
    return f"{before}{span.start}-{span.start + span.count - 1} of {span.total}{after}"
