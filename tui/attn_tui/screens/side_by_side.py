"""The present step side by side: NumPy and torch, single and half precision, stages and one kernel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from attn_tui.comparing import RunReady, RunsDone, RunsWait, start_runs
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import SIDE_KEYS
from attn_tui.screens.taken_board import TakenBoard
from attn_tui.view.moves import CHANGES, moved, walked
from attn_tui.view.side_by_side import HEADING, Way, cell_of, line_of, ways_of
from attn_tui.view.status import mask_said
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.prose import Prose
from attn_tui.widgets.step_rail import StepRail
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_engine import Run, Trace
    from attn_tui.view.board import Board
    from attn_tui.view.session import Session


class SideBySideScreen(TakenBoard):
    """Begins at the session's step and head; where one was is not changed by walking here."""

    KEYS = SIDE_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(SIDE_KEYS)
    DEFAULT_CSS = """
    SideBySideScreen #heading { height: 1; margin: 1 1 0 1; text-style: bold; }
    SideBySideScreen Choices { height: auto; max-height: 34%; margin: 0 1; }
    SideBySideScreen MatrixBoard { margin: 0 1; }
    SideBySideScreen #cell { height: 1; padding: 0 1; }
    """

    def __init__(self, trace: Trace, session: Session) -> None:
        super().__init__()
        self.trace = trace
        self.session = replace(session.without_pane(), zoom="window")
        self.runs: list[Run] = []
        self.ways: tuple[Way, ...] = ()
        self.board: Board | None = None
        self.waits = "computing"

    def compose(self) -> ComposeResult:
        """Title, steps, the ways with how far they are off, the map of one of them."""
        yield TitleBar()
        yield StepRail()
        yield Static(Content(HEADING), id="heading")
        yield Choices(())
        yield MatrixBoard()
        yield Static(id="cell")
        yield Prose()
        yield KeyHints()

    def on_mount(self) -> None:
        """Start computing; each way is shown when it comes."""
        self.query_one(TitleBar).heading = "Side by side"
        self.query_one(KeyHints).hints = keymap_of(self.app).hints(SIDE_KEYS)
        self._show()
        start_runs(self, self.trace)

    @on(RunReady)
    def _ready(self, message: RunReady) -> None:
        self.runs.append(message.run)
        self.waits = "computing"
        self._compare()

    @on(RunsWait)
    def _wait_for(self, message: RunsWait) -> None:
        self.waits = message.said
        self._show()

    @on(RunsDone)
    def _done(self) -> None:
        self.waits = ""
        self._show()

    # From the runs to what is shown

    def _compare(self) -> None:
        """Compare anew: another run, step or head."""
        self.ways = ways_of(self.runs, self.session)
        self._choose(self.query_one(Choices).chosen)

    def _choose(self, index: int) -> None:
        """Show the map of a way, the cursor at its largest difference."""
        choices = self.query_one(Choices)
        choices.chosen = max(0, min(index, len(self.ways) - 1))
        self.board = self.ways[choices.chosen].board if self.ways else None
        if self.board is not None:
            self.session = self.session.at(*self.board.cursor)
        self._show()

    def _show(self) -> None:
        trace, session = self.trace, self.session
        facts = (
            trace.model.name,
            f"layer {trace.layer} of {trace.n_layers}",
            f"head {session.head} of {trace.n_heads}",
            mask_said(trace),
        )
        self.query_one(TitleBar).facts = (self.waits, *facts) if self.waits else facts
        self.query_one(StepRail).step = session.step
        choices = self.query_one(Choices)
        choices.choices = tuple(map(line_of, self.ways))
        way = self.ways[choices.chosen] if self.ways else None
        board = self.query_one(MatrixBoard)
        board.display = self.board is not None
        board.board = self.board
        cell = cell_of(way, self.board) if way and self.board else ""
        self.query_one("#cell", Static).update(Content(cell))
        self.query_one(Prose).sentences = way.why if way else ()

    # What can be taken away

    def tell(self, *sentences: str) -> None:
        """Say some news in place of why the ways differ."""
        self.query_one(Prose).sentences = sentences

    def taken_board(self) -> Board | None:
        """The map of differences."""
        return self.board

    def taken_words(self) -> tuple[str, ...]:
        """Differences, and of which step."""
        return "differences", self.session.step

    # Keys

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cell of the map."""
        if self.board is not None:
            self._go(moved(self.session, self.board, rows, columns))

    def _go(self, session: Session) -> None:
        self.session = session
        if self.board is not None:
            self.board = replace(self.board, cursor=session.cell)
        self._show()

    def action_largest(self) -> None:
        """Back to the largest difference."""
        self._choose(self.query_one(Choices).chosen)

    def action_way(self, by: int) -> None:
        """Show another of the ways, after the last the first."""
        if self.ways:
            self._choose((self.query_one(Choices).chosen + by) % len(self.ways))

    def action_step(self, key: str) -> None:
        """Compare another step."""
        self.session = replace(self.session, step=key)
        self._compare()

    def action_walk(self, by: int) -> None:
        """Compare the next step or the one before."""
        self.session = walked(self.session, by)
        self._compare()

    def action_change(self, what: str) -> None:
        """Compare another head or projection, or look at the map otherwise."""
        if self.board is None:
            return
        self.session = CHANGES[what](self.session, self.trace, self.board)
        self.query_one(MatrixBoard).zoom = self.session.zoom
        self._compare()

    @on(Choices.Picked)
    def _picked(self, message: Choices.Picked) -> None:
        self._choose(message.index)

    @on(StepRail.Picked)
    def _step_picked(self, message: StepRail.Picked) -> None:
        self.action_step(message.step)

    @on(MatrixBoard.CellPicked)
    def _cell_picked(self, message: MatrixBoard.CellPicked) -> None:
        self._go(self.session.at(message.row, message.column))

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        await self.app.push_screen(HelpScreen(SIDE_KEYS))

    def action_leave(self) -> None:
        """Back to the walk; what is still being computed is given up."""
        self.dismiss()
