"""The panes of the walk: sentence, steps, board, arithmetic, prose and plot, at any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from attn_tui.widgets.arithmetic_line import ArithmeticLine
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.piece_steps import PieceSteps
from attn_tui.widgets.plot import StepPlot
from attn_tui.widgets.plotted_panes import TALL, WIDE, PlottedPanes
from attn_tui.widgets.prose import Prose, lines_needed
from attn_tui.widgets.sentence_line import SentenceLine
from attn_tui.widgets.step_rail import StepRail

if TYPE_CHECKING:
    from attn_tui.view.frame import Frame
    from attn_tui.view.session import Session

LOW = 14
"""Below so many lines the prose gives its room to the board, but for news."""

LINES_AROUND = 6
"""Sentence, steps, arithmetic, two of prose, a blank one; one more where there are two texts."""

LINES_OF_BOARD = 9
"""What the board takes besides a line a row: its upper operand, labels and legend."""

LEAST_PLOT = 9

LEAST_PROSE = 2


class WalkPanes(PlottedPanes):
    """Shows a frame; what is clicked in it comes up as the messages of its parts."""

    DEFAULT_CSS = """
    WalkPanes #body { layout: vertical; height: 1fr; }
    WalkPanes #figure { height: 1fr; }
    WalkPanes #matrices { height: 1fr; }
    WalkPanes MatrixBoard { min-width: 39; }
    WalkPanes PieceSteps { width: 3fr; }
    WalkPanes.-pieces MatrixBoard { min-width: 30; }
    WalkPanes #keys { display: none; }
    WalkPanes.-cross #keys { display: block; }
    WalkPanes.-tall #figure { height: auto; }
    WalkPanes.-tall StepPlot { display: block; height: 1fr; margin: 1 1 0 1; }
    WalkPanes.-plot-first #matrices { display: none; }
    WalkPanes.-plot-first #figure { height: auto; }
    WalkPanes.-wide #body { layout: horizontal; }
    WalkPanes.-wide #figure { width: 3fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.n_rows = 0

    def compose(self) -> ComposeResult:
        """Sentence (in cross-attention two) and steps above; board, arithmetic, prose; plot."""
        yield SentenceLine()
        yield SentenceLine("keys")
        yield StepRail()
        with Container(id="body"):
            with Vertical(id="figure"):
                with Horizontal(id="matrices"):
                    yield MatrixBoard()
                    yield PieceSteps()
                yield ArithmeticLine()
                yield Prose()
            yield StepPlot()

    def on_resize(self, event: events.Resize) -> None:
        """Give the plot a place, rather below the board than beside it; the board its height."""
        tall = event.size.height >= TALL
        self.set_class(tall, "-tall")
        self.set_class(not tall and event.size.width >= WIDE, "-wide")
        self.fit()
        self._show_prose()

    def fit(self) -> None:
        """The board as high as its rows need; where board and plot don't both fit, one of them."""
        super().fit()
        matrices = self.query_one("#matrices")
        if not self.n_rows or not self.has_class("-tall"):
            matrices.styles.height = "1fr"
            return
        around = LINES_AROUND + self.has_class("-cross")
        room = self.size.height - around - LEAST_PLOT
        matrices.styles.height = min(self.n_rows + LINES_OF_BOARD, room)

    def show(self, frame: Frame, session: Session) -> None:
        """Hand every pane its part of the frame."""
        self.plot_first = frame.plot_first
        self.set_class(frame.pieces is not None, "-pieces")
        self.set_class(bool(frame.key_words), "-cross")
        self.n_rows = len(frame.board.result.rows.labels)
        self.fit()
        for role, words in (("queries", frame.words), ("keys", frame.key_words)):
            line = self.query_one(f"#{role}", SentenceLine)
            line.named, line.words = bool(frame.key_words), words
        self.query_one(StepRail).step = session.step
        board = self.query_one(MatrixBoard)
        board.zoom, board.operands = session.zoom, session.operands
        board.board = frame.board
        arithmetic = self.query_one(ArithmeticLine)
        arithmetic.veiled, arithmetic.arithmetic = frame.veiled, frame.arithmetic
        self.query_one(PieceSteps).story = frame.pieces
        self.query_one(StepPlot).spec = frame.plot
        self.say(*frame.prose, told=frame.veiled)

    def say(self, *sentences: str, told: bool = False) -> None:
        """Say something below the board; `told` marks news."""
        prose = self.query_one(Prose)
        prose.told, prose.sentences = told, sentences
        self._show_prose()

    def _show_prose(self) -> None:
        """As many lines as the sentences need; none where the board needs them more."""
        prose = self.query_one(Prose)
        needed = lines_needed(prose.sentences, max(1, self.size.width - 2))
        prose.styles.height = max(LEAST_PROSE, needed)
        prose.display = prose.told or self.size.height >= LOW
