"""The walk: ten steps of attention on one sentence. It composes, routes and holds the session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import LOOK_HINTS, LOOK_KEYS, TYPING_HINTS, WALK_KEYS
from attn_tui.screens.asked import HomeAsked
from attn_tui.screens.predicting import PredictingScreen
from attn_tui.view.moves import CHANGES, at_edge, moved, walked
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.sentence_line import SentenceLine
from attn_tui.widgets.step_rail import StepRail
from attn_tui.widgets.title_bar import TitleBar
from attn_tui.widgets.walk_panes import WalkPanes

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.computing import Models
    from attn_tui.view.frame import Frame
    from attn_tui.view.session import Session


class WalkScreen(PredictingScreen):
    """Shows the session of its trace; every key becomes a session that is wanted."""

    KEYS = (*WALK_KEYS, *LOOK_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = bindings(WALK_KEYS)

    def __init__(self, session: Session, models: Models | None = None) -> None:
        super().__init__(session, models)
        self.device_note = ""

    def compose(self) -> ComposeResult:
        """Title, panes, keys."""
        yield TitleBar()
        yield WalkPanes()
        yield KeyHints()

    def on_mount(self) -> None:
        """Start computing; the frame arrives with the trace."""
        self.show_hints()
        self.query_one(TitleBar).facts = (self.session.model, "computing")
        self.query_one(StepRail).step = self.session.step
        self.compute()

    def open(self, text: str) -> None:
        """Walk through another text, from its first step."""
        wanted = self.wanted.without_pane()
        self.want(replace(wanted, text=text, step="tokenize", row=0, key=0, dimension=0))

    def trace_arrived(self) -> None:
        """Show the trace that has come, and close the line in which its text was typed."""
        self._end_edit()
        self._show()
        note = self.whole.model.device_note if self.whole else ""
        if note and note != self.device_note:
            self.tell(note)
        self.device_note = note

    def session_changed(self) -> None:
        """Show the session: the trace at hand is its own."""
        self.prediction = None
        self._show()

    def model_loading(self, said: str) -> None:
        """Say in the title how far the model is loaded."""
        self.query_one(TitleBar).facts = (said, "Esc cancels") if self.trace else (said,)

    def trace_failed(self, sentence: str) -> None:
        """Say why there is no such trace; the one at hand stays."""
        if self.frame:
            self.query_one(TitleBar).facts = self.frame.status
        self.tell(sentence)

    def _show(self) -> None:
        """Hand the panes the frame of the session."""
        if self.trace is None:
            return
        self.frame = self.frame_for(self.trace)
        self.query_one(TitleBar).facts = self.frame.status
        self.query_one(WalkPanes).show(self.frame, self.session)
        self.show_hints()

    def frame_for(self, trace: Trace) -> Frame:
        """What the panes show of a trace."""
        from attn_tui.view.frame import frame_of  # noqa: PLC0415 - numpy, after first paint

        return frame_of(trace, self.session, self.prediction)

    def show_hints(self) -> None:
        """Say in the footer which keys there are."""
        keymap = keymap_of(self.app)
        looking = keymap.rewritten(LOOK_HINTS, WALK_KEYS)
        shown = keymap.hints(WALK_KEYS) if self.session.pane is None else looking
        self.query_one(KeyHints).hints = TYPING_HINTS if self.is_typing else shown

    def tell(self, *sentences: str) -> None:
        """Say some news below the board."""
        self.query_one(WalkPanes).say(*sentences, told=True)

    # Keys that change the session

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cell; while predicting only along the row."""
        if self.frame:
            along = 0 if self.prediction else rows
            self._go(moved(self.wanted, self.frame.board, along, columns))

    def action_edge(self, side: int) -> None:
        """Go to the first or the last column."""
        if self.frame:
            self._go(at_edge(self.wanted, self.frame.board, side))

    def _go(self, session: Session) -> None:
        """Move the cursor; a prediction goes on, in another cell of its row."""
        if self.prediction:
            self.session = self.wanted = session
            self._predict("")
        else:
            self.want(session)

    def action_step(self, key: str) -> None:
        """Go to a step."""
        self.want(replace(self.wanted.without_pane(), step=key))

    def action_walk(self, by: int) -> None:
        """Go to the next step or the one before."""
        self.want(walked(self.wanted.without_pane(), by))

    def action_look(self, name: str) -> None:
        """Show a picture of the course in place of the step."""
        from attn_tui.view.panes import with_pane  # noqa: PLC0415 - numpy, after first paint

        self.prediction = None
        self.want(with_pane(self.wanted, name))

    def action_change(self, what: str) -> None:
        """Make one of the named changes to the session."""
        if self.trace and self.frame:
            self.want(CHANGES[what](self.wanted, self.trace, self.frame.board))

    def action_plot(self) -> None:
        """Show the plot in place of the matrices, or the matrices again."""
        if self.frame is None:
            return
        if self.query_one(WalkPanes).has_room_for_both:
            self.tell("Matrices and plot both have room here: nothing needs to give way.")
        elif self.frame.plot is None:
            self.tell("There is no plot here that would give nothing away.")
        else:
            self.want(replace(self.wanted, plot=not self.frame.plot_first))

    def action_specials(self) -> None:
        """Hide special tokens or show them again."""
        from attn_tui.view.specials import toggled  # noqa: PLC0415 - the engine

        if self.trace is None or self.whole is None:
            return
        tokens = (*self.whole.tokens, *self.whole.key_tokens)
        if not any(token.special for token in tokens):
            self.tell(f"{self.whole.model.name} added no special tokens to this text.")
        else:
            self.want(toggled(self.session, self.trace))

    @on(StepRail.Picked)
    def _step_picked(self, message: StepRail.Picked) -> None:
        self.action_step(message.step)

    @on(SentenceLine.Picked)
    def _word_picked(self, message: SentenceLine.Picked) -> None:
        if message.role == "keys":
            self.want(replace(self.wanted, key=message.place))
        else:
            self.want(replace(self.wanted, row=message.place))

    @on(MatrixBoard.CellPicked)
    def _cell_picked(self, message: MatrixBoard.CellPicked) -> None:
        row = self.prediction.row if self.prediction else message.row
        self._go(self.wanted.at(row, message.column))

    # Help, and the way out

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        await self.app.push_screen(
            HelpScreen(WALK_KEYS, self.trace.model.about if self.trace else "")
        )

    def action_leave(self) -> None:
        """Give up loading another model, or leave a picture; else ask for the home screen."""
        if self.give_up_model():
            return
        if self.wanted.pane is not None:
            self.want(self.wanted.without_pane())
        else:
            self.post_message(HomeAsked())
