"""The layout of matrices side by side: an elementwise step, or one matrix alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.cells import cell_len

from attn_tui.view.board import Board, Grid
from attn_tui.view.corner import part, shape
from attn_tui.view.figures import Figures
from attn_tui.view.labels import widest
from attn_tui.view.layout_across import NO_FIGURES, WIDEST_LABELLED
from attn_tui.view.layout_overview import cells, packed
from attn_tui.view.placement import (
    Layout,
    Mode,
    Note,
    Pane,
    Request,
    Role,
    Width,
    clamped,
    in_cell,
    legend_line,
    row_label_width,
    widths,
)
from attn_tui.view.safe_text import visible
from attn_tui.view.spans import Span, window

COMPRESSED = (2, 1)
"""Characters of a column without figures, the wider first."""

LEAST_COLUMNS = 4
"""Columns of the result that no matrix before it may take."""

LEAST_OVERVIEW = 8
"""Characters that each matrix of an overview must have."""


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A matrix to be drawn, its columns, and the operator after it."""

    grid: Grid
    cell: int
    mode: Mode
    figures: Figures
    operator: str = ""
    blanks: int = 2

    @property
    def after(self) -> int:
        """The characters of the operator and the blanks around it."""
        return cell_len(self.operator) + self.blanks if self.operator else 0


def in_a_row(board: Board, request: Request) -> Layout:
    """The matrices of `before` and the result, rows aligned and row labels shared.

    Where the width is short, matrices lose their figures from the first on, then go altogether;
    the result never does.
    """
    label_width = row_label_width(board.result.rows, request.width)
    room = request.width - (label_width + 1 if label_width else 0)
    n_rows, n_columns = board.result.values.shape
    above = int(request.height >= 6) + int(request.height >= 3)
    lines = max(0, request.height - above - (request.height >= 5))
    (row, column), (rows_before, columns_before) = clamped(board), request.span_before("result")
    drawn, count = _whole(board, request, room), n_columns
    if request.zoom == "all" and (drawn is None or n_rows > lines):
        mode, rows = packed(n_rows, lines, request)
        drawn, columns = _reduced(board, request, room, mode)
    else:
        if drawn is None:
            drawn, count = _part(board, request, room)
        rows = window(n_rows, lines, row, rows_before)
        columns = window(n_columns, count, column, columns_before)
    return _placed(board, drawn, request, rows, columns)


def _whole(board: Board, request: Request, room: int) -> list[_Drawn] | None:
    """Every column of the result, with as many matrices before it as fit; None if too wide.

    When they do not all fit in figures and were not asked for, the result has the room to itself.
    """
    columns = board.result.values.shape[1]
    ways = [way for way in _ways(board, request) if _taken(way, columns) <= room]
    if not request.operands and ways and not _all_in_figures(ways[0], board):
        ways = [way for way in ways if len(way) == 1]
    if not ways:
        return None
    return ways[0] if request.zoom == "cell" else _widened(ways[0], columns, room)


def _all_in_figures(drawn: list[_Drawn], board: Board) -> bool:
    return len(drawn) == len(board.before) + 1 and all(one.mode == "figures" for one in drawn)


def _ways(board: Board, request: Request) -> Iterator[list[_Drawn]]:
    """The ways to draw the matrices, the fullest first."""
    options = widths(board.result, request)
    for dropped in range(len(board.before) + 1):
        kept = replace(board, before=board.before[dropped:], operators=board.operators[dropped:])
        count = len(kept.before)
        for compressed in range(count + 1):
            for small in COMPRESSED if compressed else (0,):
                for width in options:
                    yield _drawn(kept, request, width, compressed, small)
        narrowest = _drawn(kept, request, options[-1], count, COMPRESSED[-1])
        yield [replace(one, blanks=1) for one in narrowest]


def _drawn(
    board: Board, request: Request, width: Width, compressed: int, small: int
) -> list[_Drawn]:
    """All matrices of the board, `compressed` of them in `small` columns without figures.

    Masks lose their figures first, since a colour says all there is to say, then the earliest.
    """
    places = range(len(board.before))
    by_need = sorted(places, key=lambda place: (board.before[place].kind != "mask", place))
    operators = (*board.operators, *("" for _ in places))
    drawn = []
    for place, grid in enumerate(board.before):
        operator = visible(operators[place])
        if place in by_need[:compressed]:
            drawn.append(_Drawn(grid, small or width.cell, "colour", NO_FIGURES, operator))
            continue
        figures, cell = in_cell(grid, width.cell, width.figures.decimals), width.cell
        if figures is None:
            # Scores beside weights, which are narrower: they have columns of their own width.
            own = widths(grid, request)[-1]
            figures, cell = own.figures, own.cell
        drawn.append(_Drawn(grid, cell, "figures", figures, operator))
    return [*drawn, _Drawn(board.result, width.cell, "figures", width.figures)]


def _part(board: Board, request: Request, room: int) -> tuple[list[_Drawn], int]:
    """As many columns of the result as fit, and how many; the matrices before it show the same."""
    width = widths(board.result, request)[0]
    precise = request.zoom == "cell"
    alone = replace(board, before=())
    for kept in (board, alone) if request.operands else (alone,):
        count = 0 if precise else len(kept.before)
        drawn = _drawn(kept, request, width, count, COMPRESSED[0])
        shown = (room - _taken(drawn, 0)) // sum(one.cell for one in drawn)
        if shown >= (1 if precise or not kept.before else LEAST_COLUMNS):
            return drawn, shown
    return [_Drawn(board.result, 1, "colour", NO_FIGURES)], max(0, room)


def _reduced(board: Board, request: Request, room: int, mode: Mode) -> tuple[list[_Drawn], Span]:
    """All columns as coloured cells or bins; the matrices before the result only if asked for."""
    kept = board if request.operands else replace(board, before=())
    whole = _drawn(kept, request, Width(NO_FIGURES, 1), 0, 0)
    share = (room - _taken(whole, 0)) // len(whole)
    if share < LEAST_OVERVIEW:
        whole, share = whole[-1:], room
    cell, columns = cells(board.result.values.shape[1], share)
    return [replace(one, cell=cell, mode=mode, figures=NO_FIGURES) for one in whole], columns


def _taken(drawn: list[_Drawn], columns: int) -> int:
    return sum(one.cell * columns + one.after for one in drawn)


def _widened(drawn: list[_Drawn], columns: int, room: int) -> list[_Drawn]:
    """Cells with figures as wide as the column labels, as far as there is room."""
    wide = [one for one in drawn if one.mode == "figures"]
    spare = (room - _taken(drawn, columns)) // (columns * len(wide)) if columns else 0
    wanted = widest(drawn[-1].grid.columns.labels, WIDEST_LABELLED - 1) + 1
    more = max(0, min(spare, wanted - drawn[-1].cell))
    return [replace(one, cell=one.cell + more) if one in wide else one for one in drawn]


def _placed(
    board: Board,
    drawn: list[_Drawn],
    request: Request,
    rows: Span,
    columns: Span,
) -> Layout:
    """The panes from left to right with their titles and the operators between them."""
    label_width = row_label_width(board.result.rows, request.width)
    title = int(request.height >= 6)
    labels = int(request.height >= 3)
    y = title + labels
    x = label_width + 1 if label_width else 0
    panes: list[Pane] = []
    notes: list[Note] = []
    for one in drawn:
        last = one is drawn[-1]
        role: Role = "result" if last else "before"
        pane = Pane(role, one.grid, x, y, one.cell, one.mode, rows, columns, one.figures)
        panes.append(pane)
        if title:
            room = request.width - x if last else pane.width + max(0, one.after - 1)
            notes.append(_title(pane, room))
        x += pane.width
        if one.operator and pane.lines:
            notes.append(Note(x + 1, y + pane.lines // 2, one.after - one.blanks, one.operator))
        x += one.after
    hidden = tuple(grid.symbol for grid in board.before[: len(board.before) + 1 - len(drawn)])
    return Layout(
        request.width, request.height, tuple(panes), label_width,
        label_y=title if labels else None,
        legend_y=legend_line(request.height, y + panes[-1].lines),
        notes=tuple(notes), hidden=hidden,
    )  # fmt: skip


def _title(pane: Pane, room: int) -> Note:
    """The symbol, the shape, and as much of the axes' names as there is room for."""
    name = shape(pane.grid)
    axes = (
        f"{name}  row = {visible(pane.grid.rows.name)}  column = {visible(pane.grid.columns.name)}"
    )
    seen = f"{name}  {part(pane.columns, '→', '←')}"
    for text in (axes, seen, name):
        if cell_len(text) <= room:
            return Note(pane.x, 0, room, text)
    return Note(pane.x, 0, room, visible(pane.grid.symbol))
