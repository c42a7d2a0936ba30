"""The board: the one widget that draws matrices, products and elementwise steps alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from typing_extensions import override

from attn_tui.view.board import Board, Grid
from attn_tui.view.layout import lay_out
from attn_tui.view.placement import Layout, Request, clamped
from attn_tui.view.session import Zoom
from attn_tui.widgets.board_lines import BoardPainter
from attn_tui.widgets.board_styles import BoardStyles, Plain
from attn_tui.widgets.drawn import Drawn


@dataclass(frozen=True)
class _Cell:
    """A cell of the result."""

    row: int
    column: int


class MatrixBoard(Drawn):
    """Draws `board` in whatever area it has; moves of the cursor redraw only the lines they change.

    Keys belong to the screen. A click on a cell of the result posts `CellPicked`; one on an operand
    picks its row or its column.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--label",
        "board--lit",
        "board--cursor",
        "board--corner",
        "board--legend",
    }
    DEFAULT_CSS = """
    MatrixBoard {
        width: 1fr;
        height: 1fr;
        & .board--label { color: $foreground-muted; }
        & .board--lit { color: $accent; text-style: bold; }
        & .board--cursor { background: $accent; text-style: bold; }
        & .board--corner { color: $secondary; }
        & .board--legend { color: $secondary; }
    }
    """

    board: reactive[Board | None] = reactive(None, init=False)
    zoom: reactive[Zoom] = reactive("window", init=False)
    operands: reactive[bool] = reactive(True, init=False)

    class CellPicked(_Cell, Message):
        """A cell of the result was clicked; its fields cannot be set."""

        def __init__(self, row: int, column: int) -> None:
            Message.__init__(self)
            _Cell.__init__(self, row, column)

    def __init__(
        self,
        *,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - Textual's name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._painter: BoardPainter | None = None
        self._styles: BoardStyles | None = None
        self._strips: dict[int, Strip] = {}
        self._before: Layout | None = None

    @override
    def render_line(self, y: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None:
            painter = self._painted()
            if painter is None or y >= painter.layout.height:
                return Strip.blank(self.size.width, self.rich_style)
            strip = self._strips[y] = painter.line(y)
        return strip

    @property
    def layout_now(self) -> Layout | None:
        """Where everything stands at present, None without a board or an area."""
        painter = self._painted()
        return painter.layout if painter else None

    def watch_board(self, before: Board | None, board: Board | None) -> None:
        """Redraw what the new board changes."""
        painter = self._painter
        if painter is None or board is None or not _same(painter.board, board):
            self._redraw()
            return
        # The matrices at hand stay: what was found out about them holds.
        board = replace(painter.board, cursor=board.cursor, veiled=board.veiled, inner=board.inner)
        layout = self._laid_out(board, painter.layout)
        if (layout.geometry(), layout.notes) != (painter.layout.geometry(), painter.layout.notes):
            self._redraw(painter.layout)
            self._painter = BoardPainter(board, layout, self._dressed(), self.ascii_only)
            return
        for y in painter.move(board):
            self._strips.pop(y, None)
            self.refresh(Region(0, y, self.size.width, 1))

    def watch_zoom(self) -> None:
        """Lay the board out anew."""
        self._redraw()

    def watch_operands(self) -> None:
        """Lay the board out anew."""
        self._redraw()

    def watch_palette_name(self) -> None:
        """Dress the board anew."""
        self.notify_style_update()

    def watch_ascii_only(self) -> None:
        """Lay the board out anew: there are no half blocks in ASCII."""
        self._redraw()

    @override
    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles = None
        self._redraw()

    def on_resize(self, event: Resize) -> None:
        """Lay the board out in its new area."""
        self._redraw(self._painter.layout if self._painter else None)

    def on_click(self, event: Click) -> None:
        """Tell which cell of the result was clicked."""
        layout = self.layout_now
        place = layout.cell_at(event.x, event.y) if layout and self.board else None
        if place is not None and self.board is not None:
            row, column = clamped(self.board)
            self.post_message(
                self.CellPicked(
                    row if place[0] < 0 else place[0], column if place[1] < 0 else place[1]
                )
            )

    def _redraw(self, before: Layout | None = None) -> None:
        self._strips.clear()
        self._painter = None
        self._before = before
        self.refresh()

    def _painted(self) -> BoardPainter | None:
        if self._painter is None and self.board is not None and self.size.width:
            layout = self._laid_out(self.board, self._before)
            self._painter = BoardPainter(self.board, layout, self._dressed(), self.ascii_only)
        return self._painter

    def _laid_out(self, board: Board, before: Layout | None) -> Layout:
        width, height = self.size
        request = Request(
            width,
            height,
            self.zoom,
            self.operands,
            half_blocks=self.palette_name != "none" and not self.ascii_only,
            before=before,
        )
        return lay_out(board, request)

    def _dressed(self) -> BoardStyles:
        if self._styles is None:
            names = ("label", "lit", "cursor", "corner", "legend")
            label, lit, cursor, corner, legend = (
                self.get_component_rich_style(f"board--{name}") for name in names
            )
            ground = Style(bgcolor=self.rich_style.bgcolor, color=label.color)
            plain = Plain(ground, label, lit, cursor, corner, legend)
            self._styles = BoardStyles(plain, self.app.current_theme.dark, self.palette_name)
        return self._styles


def _same(before: Board, board: Board) -> bool:
    """Whether two boards differ in cursor and veil only."""
    ours = (before.result, before.left, before.top, *before.before)
    theirs = (board.result, board.left, board.top, *board.before)
    return (
        before.operators == board.operators
        and len(ours) == len(theirs)
        and all(_same_grid(one, other) for one, other in zip(ours, theirs, strict=True))
    )


def _same_grid(one: Grid | None, other: Grid | None) -> bool:
    if one is other:
        return True
    if one is None or other is None:
        return False
    same_words = (one.symbol, one.kind, one.bound, one.floor, one.rows, one.columns) == (
        other.symbol, other.kind, other.bound, other.floor, other.rows, other.columns,
    )  # fmt: skip
    return same_words and _same_values(one, other)


def _same_values(one: Grid, other: Grid) -> bool:
    ours, theirs = one.values, other.values
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return False
    # Two views of the same read-only memory, which is what a moved cursor usually brings.
    place = "__array_interface__"
    if getattr(ours, place)["data"] == getattr(theirs, place)["data"]:
        return ours.strides == theirs.strides
    return bool(np.array_equal(ours, theirs, equal_nan=ours.dtype.kind == "f"))
