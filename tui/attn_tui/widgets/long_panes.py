"""The panes of a long text: where one is, the map, how far it is, words, and the plot of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.message import Message

from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.place_lines import PlaceLines
from attn_tui.widgets.plot import StepPlot
from attn_tui.widgets.plotted_panes import TALL, WIDE, PlottedPanes
from attn_tui.widgets.progress_line import ProgressLine
from attn_tui.widgets.prose import Prose

if TYPE_CHECKING:
    from attn_tui.view.board import Board
    from attn_tui.view.long_frame import LongFrame
    from attn_tui.view.long_place import Place

LABELS, MORE_LABELS, FROM = 13, 19, 100
"""Columns for the labels of rows, and for those on a board of at least so many columns."""

FRAME = 4
"""Lines for the labels of columns, what the axes are, the legend and a blank one."""

LEAST_SHAPE = (8, 16)


class LongPanes(PlottedPanes):
    """Shows a frame; says when the room for the map has changed."""

    DEFAULT_CSS = """
    LongPanes #map { height: 1fr; }
    LongPanes #words { height: auto; }
    LongPanes Prose { height: 3; }
    LongPanes.-tall StepPlot { display: block; height: 12; margin: 0 1; }
    LongPanes.-wide #map { layout: horizontal; }
    LongPanes.-wide MatrixBoard { width: 3fr; }
    LongPanes.-plot-first MatrixBoard { display: none; }
    """

    class Resized(Message):
        """There is another room for the map."""

    def compose(self) -> ComposeResult:
        """Where one is, the map and its plot, how far it is, and words."""
        yield PlaceLines()
        with Container(id="map"):
            yield MatrixBoard()
            yield StepPlot()
        with Vertical(id="words"):
            yield ProgressLine()
            yield Prose()

    def on_resize(self, event: events.Resize) -> None:
        """Give the plot a place where there is one: rather beside the map than below it."""
        wide = event.size.width >= WIDE
        self.set_class(wide, "-wide")
        self.set_class(not wide and event.size.height >= TALL, "-tall")
        self.fit()
        self.call_after_refresh(self.post_message, self.Resized())

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the map that can be shown."""
        board = self.query_one(MatrixBoard)
        each = 2 if board.palette_name != "none" and not board.ascii_only else 1
        labels = MORE_LABELS if board.size.width >= FROM else LABELS
        rows, columns = board.size.height - FRAME, board.size.width - labels
        return max(LEAST_SHAPE[0], each * rows), max(LEAST_SHAPE[1], columns)

    @property
    def board(self) -> Board | None:
        """The map that is shown."""
        return self.query_one(MatrixBoard).board

    def show(self, frame: LongFrame, places: tuple[Place, ...], plot_first: bool) -> None:
        """Hand every pane its part."""
        self.plot_first = plot_first
        self.fit()
        self.query_one(PlaceLines).places = places
        board = self.query_one(MatrixBoard)
        board.zoom = frame.zoom
        board.board = frame.board
        self.query_one(StepPlot).spec = frame.plot

    def say(self, *sentences: str, told: bool = False) -> None:
        """Say something below the map; `told` marks news."""
        prose = self.query_one(Prose)
        prose.told, prose.sentences = told, sentences
