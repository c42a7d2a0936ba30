"""The whole of a product at once: a coloured cell for each entry, or each bin of entries."""

from __future__ import annotations

from attn_tui.view.board import Board
from attn_tui.view.corner import with_corner
from attn_tui.view.layout_across import NO_FIGURES
from attn_tui.view.placement import GAP, Layout, Mode, Pane, Request, legend_line, row_label_width
from attn_tui.view.spans import Span, bins

WIDEST_CELL = 6
MOST_INNER = 8
"""Entries of the inner axis that the operands of an overview show."""

LEAST_ROOM, LEAST_LINES = 40, 12
"""The area of an overview that has room for operands."""


def product_overview(board: Board, request: Request) -> Layout:
    """A product seen whole; its operands share the bins of the result."""
    labels = int(request.height >= 3)
    body = max(0, request.height - labels - (request.height >= 5))
    label_width = row_label_width(board.result.rows, request.width)
    start = label_width + 1 if label_width else 0
    room = request.width - start
    left = board.left if request.operands and room >= LEAST_ROOM else None
    top = board.top if request.operands and body >= LEAST_LINES else None
    most = MOST_INNER if request.half_blocks else MOST_INNER // 2
    left_span = _around(board.inner, left.values.shape[1] if left else 0, MOST_INNER)
    top_span = _around(board.inner, top.values.shape[0] if top else 0, most)
    x = start + (left_span.count + GAP if left else 0)
    mode, rows = packed(board.result.values.shape[0], body - _top_lines(top_span, request), request)
    cell, columns = cells(board.result.values.shape[1], request.width - x)
    top_mode: Mode = "half" if request.half_blocks else "colour"
    y = _top_lines(top_span, request) + labels
    panes = []
    if left:
        panes.append(Pane("left", left, start, y, 1, mode, rows, left_span, NO_FIGURES))
    if top:
        panes.append(Pane("top", top, x, 0, cell, top_mode, top_span, columns, NO_FIGURES))
    panes.append(Pane("result", board.result, x, y, cell, mode, rows, columns, NO_FIGURES))
    hidden = tuple(
        grid.symbol
        for grid, shown in ((board.left, left), (board.top, top))
        if grid is not None and shown is None
    )
    return with_corner(
        Layout(
            request.width, request.height, tuple(panes), label_width,
            label_y=y - 1 if labels else None,
            legend_y=legend_line(request.height, y + panes[-1].lines),
            hidden=hidden,
        )
    )  # fmt: skip


def packed(total: int, lines: int, request: Request) -> tuple[Mode, Span]:
    """All rows in so many lines: one a line while they fit, then two, then bins."""
    if total <= lines or not request.half_blocks:
        return "colour", bins(total, lines)
    return "half", bins(total, 2 * lines)


def cells(total: int, room: int) -> tuple[int, Span]:
    """All columns in so many characters: as wide as fits, then bins."""
    cell = min(WIDEST_CELL, room // total) if total else 1
    return max(1, cell), bins(total, room)


def _top_lines(span: Span, request: Request) -> int:
    return -(-span.count // 2) if request.half_blocks else span.count


def _around(inner: int | None, total: int, most: int) -> Span:
    """A few entries of the inner axis: the first, or those around the one that must be seen."""
    count = min(most, total)
    start = 0 if inner is None else max(0, min(inner - MOST_INNER // 4, total - count))
    return Span(start, count, total)
