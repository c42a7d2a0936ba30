"""What a layout of the board is made of: panes of cells, labels, titles, and the legend's line.

A layout is a plain value computed from the board and the size of its area. It depends on the cursor
only through the windows that follow it, so that most moves of the cursor leave it as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attn_tui.view.board import Axis, Board, Grid
from attn_tui.view.figures import Figures, choices, precise
from attn_tui.view.labels import widest
from attn_tui.view.session import Zoom
from attn_tui.view.spans import Span

Mode = Literal["figures", "colour", "half"]
"""A row of figures a line, a row of coloured cells a line, or two rows of them a line."""

Role = Literal["result", "left", "top", "before"]

GAP = 2
"""Blank columns between an operand and the result."""

NARROWEST = 4
"""The characters of the narrowest cell with a figure, so that labels still say something."""


@dataclass(frozen=True, eq=False)
class Pane:
    """One matrix in its place: `cell` characters a column, its first cell at (x, y)."""

    role: Role
    grid: Grid
    x: int
    y: int
    cell: int
    mode: Mode
    rows: Span
    columns: Span
    figures: Figures

    @property
    def lines(self) -> int:
        """The lines the pane is high."""
        return -(-self.rows.count // 2) if self.mode == "half" else self.rows.count

    @property
    def width(self) -> int:
        """The characters the pane is wide."""
        return self.cell * self.columns.count

    @property
    def labelled(self) -> bool:
        """Whether its columns are wide enough for labels."""
        return self.cell >= NARROWEST

    def geometry(self) -> tuple[object, ...]:
        """All of it except the values."""
        return (
            self.role, self.x, self.y, self.cell, self.mode, self.rows, self.columns, self.figures,
        )  # fmt: skip


@dataclass(frozen=True)
class Note:
    """A few words at a place of the board; `align` within `width` characters."""

    x: int
    y: int
    width: int
    text: str
    align: Literal["left", "right"] = "left"


@dataclass(frozen=True, eq=False)
class Layout:
    """The board laid out in `width` x `height` characters.

    `panes` come from left to right, the result last. Row labels stand in the first
    `row_label_width` characters of the result's lines; column labels on line `label_y` (None when
    there is no line to spare), those of the rows of `top` right-aligned before `inner_label_x`.
    `hidden` names the matrices that found no room.
    """

    width: int
    height: int
    panes: tuple[Pane, ...]
    row_label_width: int
    label_y: int | None
    legend_y: int | None
    notes: tuple[Note, ...] = ()
    inner_label_width: int = 0
    left_labelled: bool = False
    hidden: tuple[str, ...] = ()

    @property
    def result(self) -> Pane:
        """The pane of the result; every layout has one."""
        return self.panes[-1]

    def pane(self, role: Role) -> Pane | None:
        """The pane with that role (not for `before`, of which there may be many)."""
        return next((pane for pane in self.panes if pane.role == role), None)

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The cell of the result at a place, or beside or below it in a pane that shares it."""
        for pane in self.panes:
            line, column = y - pane.y, (x - pane.x) // pane.cell
            if 0 <= line < pane.lines and 0 <= column < pane.columns.count:
                row = pane.rows.entry(line * (2 if pane.mode == "half" else 1))
                place = pane.columns.entry(column)
                if pane.role == "left":
                    return row, -1
                return (-1, place) if pane.role == "top" else (row, place)
        return None

    def geometry(self) -> tuple[object, ...]:
        """All of it except the values and the notes."""
        return (
            self.width, self.height, self.row_label_width, self.label_y, self.legend_y,
            self.inner_label_width, self.left_labelled, self.hidden,
            tuple(pane.geometry() for pane in self.panes),
        )  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What a layout is asked for: the area, the zoom, and what to do when not everything fits.

    `operands` asks for operands at the price of a window on the result. `half_blocks` says whether
    two rows fit in a line of coloured cells (they need colour and more than ASCII).
    """

    width: int
    height: int
    zoom: Zoom = "window"
    operands: bool = True
    half_blocks: bool = True
    before: Layout | None = None

    def span_before(self, role: Role) -> tuple[Span | None, Span | None]:
        """The rows and columns that the pane of a role showed last."""
        pane = self.before.pane(role) if self.before else None
        return (pane.rows, pane.columns) if pane else (None, None)


@dataclass(frozen=True)
class Width:
    """A way to write a matrix: its figures and the characters a column takes.

    A column is always wider than its figures: numbers that touch cannot be read.
    """

    figures: Figures
    cell: int


def widths(grid: Grid, request: Request) -> tuple[Width, ...]:
    """The ways to write the grid in figures, the roomiest first."""
    if request.zoom == "cell":
        figures = precise(grid)
        return (Width(figures, figures.width + 2),)
    options = choices(grid)
    roomy = [Width(option, max(NARROWEST, option.width + 1)) for option in options]
    if grid.kind == "one-hot":
        roomy.append(Width(options[-1], 2))
    return tuple(dict.fromkeys(roomy))


def row_label_width(axis: Axis, width: int) -> int:
    """The characters for row labels in an area so wide; 0 when it is too narrow for any."""
    most = min(12 if width < 100 else 18, width // 5)
    return widest(axis.labels, most) if most >= 3 else 0


def in_cell(grid: Grid, cell: int, decimals: int) -> Figures | None:
    """Figures for the grid in columns of `cell` characters, at most `decimals`, if any fit."""
    ways = (precise(grid), *choices(grid)) if decimals > 2 else choices(grid)
    options = [way for way in ways if 0 < way.decimals <= decimals] or list(ways)
    return next((option for option in options if option.width <= cell - 1), None)


def clamped(board: Board) -> tuple[int, int]:
    """The cursor, inside the result; (0, 0) when the result has no cells."""
    rows, columns = board.result.values.shape
    row, column = board.cursor
    return max(0, min(row, rows - 1)), max(0, min(column, columns - 1))


def legend_line(height: int, end: int) -> int | None:
    """The line of the legend, a blank line below the cells, which end before line `end`."""
    if height < 5:
        return None
    return min(end + 1, height - 1)
