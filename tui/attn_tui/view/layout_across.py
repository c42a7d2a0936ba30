"""How the columns of the area are shared between the left operand and the result."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.view.board import Board, Grid
from attn_tui.view.figures import Figures
from attn_tui.view.labels import widest
from attn_tui.view.placement import GAP, Mode, Request, Width, widths

LEAST_COLUMNS = 4
"""Columns of the result that no operand may take."""

LEAST_LEFT = 6
"""Columns of a left operand that is shown in part."""

WIDEST_LABELLED = 11
"""The characters to which a column grows for the sake of its label."""

NO_FIGURES = Figures(0, 0)

ROUNDED_PENALTY = 4.0
COLOUR_PENALTY = {2: 2.25, 1: 2.75}
"""What figures rounded to whole numbers and operands without figures cost, in steps of figures cut
short."""


@dataclass(frozen=True)
class Across:
    """The result's columns and the left operand's (0 when it is not drawn)."""

    cell: int
    figures: Figures
    mode: Mode
    count: int
    left_cell: int = 1
    left_figures: Figures = NO_FIGURES
    left_mode: Mode = "colour"
    left_count: int = 0

    @property
    def width(self) -> int:
        """The characters that all of it takes."""
        left = self.left_count * self.left_cell + GAP if self.left_count else 0
        return left + self.count * self.cell


def across(
    board: Board, left: Grid | None, request: Request, room: int, shared: int | None
) -> Across:
    """The best way to share `room` characters.

    `shared` is the number of entries of the inner axis that the upper operand shows, where that is
    not all of them: a left operand that must be cut short then shows as many.
    """
    if left is None or not left.values.shape[1]:
        return _alone(board, request, room)
    inner = left.values.shape[1]
    counts = [inner] if board.inner is None or shared is None else []
    if shared is not None:
        counts.append(shared)
    for count in counts:
        best = _best(board, left, request, room, count)
        if best is not None:
            return _widened(board, best, room) if request.zoom != "cell" else best
    return _windows(board, left, request, room) or _alone(board, request, room)


def _best(board: Board, left: Grid, request: Request, room: int, inner: int) -> Across | None:
    """All columns of the result and `inner` of the left operand in the fullest way that fits."""
    columns = board.result.values.shape[1]
    found: tuple[float, Across] | None = None
    for step, width in enumerate(widths(board.result, request)):
        cost = ROUNDED_PENALTY if step and not width.figures.decimals else step
        for extra, cell, figures, mode in _left_ways(left, request):
            plan = Across(width.cell, width.figures, "figures", columns, cell, figures, mode, inner)
            if plan.width <= room and (found is None or cost + extra < found[0]):
                found = cost + extra, plan
    return found[1] if found else None


def _left_ways(left: Grid, request: Request) -> list[tuple[float, int, Figures, Mode]]:
    ways: list[tuple[float, int, Figures, Mode]] = [
        (0.5 * step, width.cell, width.figures, "figures")
        for step, width in enumerate(widths(left, request))
    ]
    if request.zoom != "cell":
        ways += [(cost, cell, NO_FIGURES, "colour") for cell, cost in COLOUR_PENALTY.items()]
    return ways


def _windows(board: Board, left: Grid, request: Request, room: int) -> Across | None:
    """Only part of the left operand, and of the result where it must be; None when too narrow."""
    columns, inner = board.result.values.shape[1], left.values.shape[1]
    options = widths(board.result, request)
    if request.zoom == "cell":
        return _precise(board, left, request, room)
    for width in options:
        rest = room - GAP - columns * width.cell
        if rest >= min(inner, LEAST_LEFT):
            return _partly(width, columns, min(inner, rest), 1)
    width = options[-1]
    budget = max(LEAST_LEFT, room // 6)
    cell = 2 if 2 * inner <= budget else 1
    count = min(inner, budget)
    shown = min(columns, (room - GAP - count * cell) // width.cell)
    return _partly(width, shown, count, cell) if shown >= min(columns, LEAST_COLUMNS) else None


def _precise(board: Board, left: Grid, request: Request, room: int) -> Across | None:
    width, other = widths(board.result, request)[0], widths(left, request)[0]
    count = min(left.values.shape[1], max(1, 2 * room // 5 // other.cell))
    shown = min(board.result.values.shape[1], (room - GAP - count * other.cell) // width.cell)
    if shown < 1:
        return None
    return Across(
        width.cell, width.figures, "figures", shown, other.cell, other.figures, "figures", count
    )


def _partly(width: Width, columns: int, left_count: int, left_cell: int) -> Across:
    return Across(width.cell, width.figures, "figures", columns, left_cell, left_count=left_count)


def _alone(board: Board, request: Request, room: int) -> Across:
    """The result without a left operand: all its columns if they fit, else a window of them."""
    columns = board.result.values.shape[1]
    options = widths(board.result, request)
    for width in options:
        if columns * width.cell <= room:
            plan = Across(width.cell, width.figures, "figures", columns)
            return _widened(board, plan, room) if request.zoom != "cell" else plan
    width = options[-1]
    if width.cell <= room:
        return Across(width.cell, width.figures, "figures", room // width.cell)
    return Across(1, NO_FIGURES, "colour", min(columns, room))


def _widened(board: Board, plan: Across, room: int) -> Across:
    """The plan with cells as wide as the column labels, as far as there is room."""
    wanted = widest(board.result.columns.labels, WIDEST_LABELLED - 1) + 1
    spare = (room - plan.width) // plan.count if plan.count else 0
    cell = max(plan.cell, min(wanted, plan.cell + spare))
    return Across(
        cell, plan.figures, plan.mode, plan.count,
        plan.left_cell, plan.left_figures, plan.left_mode, plan.left_count,
    )  # fmt: skip
