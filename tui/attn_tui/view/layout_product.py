"""The layout of a product: one operand left of the result, one above it, their labels shared."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attn_tui.view.board import Board, Grid
from attn_tui.view.corner import with_corner
from attn_tui.view.figures import Figures
from attn_tui.view.layout_across import NO_FIGURES, Across, across
from attn_tui.view.layout_overview import product_overview
from attn_tui.view.placement import (
    GAP,
    Layout,
    Mode,
    Pane,
    Request,
    clamped,
    in_cell,
    legend_line,
    row_label_width,
)
from attn_tui.view.spans import Span, window

LEAST_TOP = 3
"""Lines that the upper operand gets, if it needs them, before the result is cut short for it."""

LEAST_RESULT = 4
"""Rows of the result that no operand may take."""


@dataclass(frozen=True)
class Down:
    """How the lines are shared: the upper operand's and the result's."""

    top_lines: int
    top_count: int
    top_mode: Mode
    rows: int


def product(board: Board, request: Request) -> Layout:
    """The board as a product; operands that find no room are named in `hidden`."""
    layout, complete = _planned(board, board.left, board.top, request)
    if complete:
        return layout
    if request.zoom == "all":
        return product_overview(board, request)
    if not request.operands:
        return _planned(board, None, None, request)[0]
    return layout


def _planned(
    board: Board, left: Grid | None, top: Grid | None, request: Request
) -> tuple[Layout, bool]:
    """The layout with the operands that are asked for, and whether everything found room."""
    label_width = row_label_width(board.result.rows, request.width)
    x = label_width + 1 if label_width else 0
    down = _down(board, top, request)
    if top is not None and not down.top_count and top.values.shape[0]:
        top = None
    shared = down.top_count if top is not None and down.top_count < top.values.shape[0] else None
    plan = across(board, left, request, request.width - x, shared)
    drawn = left if plan.left_count else None
    layout = _placed(board, drawn, top, request, down=down, plan=plan)
    asked = ((board.left, drawn), (board.top, top))
    hidden = tuple(grid.symbol for grid, shown in asked if grid is not None and shown is None)
    result = layout.result
    complete = not hidden and result.rows.whole and result.columns.whole
    return replace(layout, hidden=hidden), complete


def _down(board: Board, top: Grid | None, request: Request) -> Down:
    """How the lines of the area are shared."""
    rows = board.result.values.shape[0]
    body = max(0, request.height - (request.height >= 3) - (request.height >= 5))
    total = top.values.shape[0] if top is not None else 0
    half = request.half_blocks and request.zoom != "cell" and board.inner is None
    least = min(LEAST_TOP, -(-total // 2) if half else total)
    if body - rows >= least:
        lines = min(body - rows, total)
        if board.inner is not None and lines < total:
            # The one row that is looked up needs no more company than the result has.
            lines = min(lines, max(rows, LEAST_TOP))
    else:
        lines = least if body - least >= min(rows, LEAST_RESULT) else 0
    if lines < total and half:
        lines = min(lines, -(-total // 2))
        return Down(lines, min(total, 2 * lines), "half", min(rows, body - lines))
    return Down(lines, min(total, lines), "figures", min(rows, body - lines))


def _placed(
    board: Board,
    left: Grid | None,
    top: Grid | None,
    request: Request,
    *,
    down: Down,
    plan: Across,
) -> Layout:
    """The panes at their places."""
    result, (row, column) = board.result, clamped(board)
    label_width = row_label_width(result.rows, request.width)
    start = label_width + 1 if label_width else 0
    x = start + (plan.left_count * plan.left_cell + GAP if left is not None else 0)
    labels = int(request.height >= 3)
    y = down.top_lines + labels
    rows_before, columns_before = request.span_before("result")
    rows = window(result.values.shape[0], down.rows, row, rows_before)
    columns = window(result.values.shape[1], plan.count, column, columns_before)
    panes = []
    if left is not None:
        span = _inner(board.inner, left.values.shape[1], plan.left_count, down.top_count)
        look = plan.left_cell, plan.left_mode
        panes.append(Pane("left", left, start, y, *look, rows, span, plan.left_figures))
    if top is not None:
        span = _inner(board.inner, top.values.shape[0], down.top_count, plan.left_count)
        mode, figures = _top_look(top, request, down, plan)
        panes.append(Pane("top", top, x, 0, plan.cell, mode, span, columns, figures))
    panes.append(Pane("result", result, x, y, plan.cell, plan.mode, rows, columns, plan.figures))
    layout = Layout(
        request.width, request.height, tuple(panes), label_width,
        label_y=down.top_lines if labels else None,
        legend_y=legend_line(request.height, y + down.rows),
    )  # fmt: skip
    return with_corner(layout)


def _top_look(top: Grid, request: Request, down: Down, plan: Across) -> tuple[Mode, Figures]:
    """The mode and figures of the upper operand in the columns of the result."""
    figures = in_cell(top, plan.cell, plan.figures.decimals)
    if down.top_mode == "half":
        return "half", NO_FIGURES
    if figures is None or plan.mode == "colour":
        return "colour", NO_FIGURES
    return "figures", figures


def _inner(wanted: int | None, total: int, count: int, other_count: int) -> Span:
    """The window of the inner axis: from 0, or around the entry that must be seen.

    Both operands start from the narrower of their windows, so that they show the same entries.
    """
    if wanted is None:
        return Span(0, count, total)
    narrower = min(count, other_count) or count
    start = max(0, min(wanted - narrower // 2, total - narrower))
    return Span(min(start, total - count), count, total)
