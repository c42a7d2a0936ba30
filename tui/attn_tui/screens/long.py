"""A long text: the whole map of a layer's head, and windows on it down to exact cells."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import get_current_worker

from attn_tui.keys import LONG_KEYS, bindings, hints
from attn_tui.long_maps import (
    Job,
    LongDone,
    LongMaps,
    MapAsked,
    MapReady,
    RowReady,
    TextOpened,
    Working,
)
from attn_tui.screens.asked import HomeAsked, WalkAsked
from attn_tui.screens.sized import SizedScreen
from attn_tui.view.long_place import places_of
from attn_tui.view.long_view import LongView, beyond, middle
from attn_tui.view.long_words import (
    MOST_WALKED,
    TOO_LONG_TO_WALK,
    cell_said,
    done_said,
    left_said,
    long_status,
    progress_of,
    row_said,
    stopped_said,
    walk_said,
)
from attn_tui.view.progress import Progress
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.long_panes import LongPanes
from attn_tui.widgets.progress_line import ProgressLine
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_tui.computing import Models
    from attn_tui.long_maps import RowFacts
    from attn_tui.view.long_frame import LongFrame
    from attn_tui.view.session import Session


class LongScreen(SizedScreen):
    """Shows the best map there is of what is looked at, while better ones are made in threads."""

    KEYS = LONG_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(LONG_KEYS)

    def __init__(self, session: Session, models: Models, remark: str = "") -> None:
        super().__init__()
        self.session = session
        self.wanted_layer = session.layer
        self.maps = LongMaps(session, models)
        self.view: LongView | None = None
        self.shown: MapReady | None = None
        self.frame: LongFrame | None = None
        self.facts: RowFacts | None = None
        self.remark = remark
        self.plot_first = False
        self.request = 0
        self.is_working = False

    def compose(self) -> ComposeResult:
        """Title, panes, keys."""
        yield TitleBar()
        yield LongPanes()
        yield KeyHints()

    def on_mount(self) -> None:
        """Say what is coming; the work begins when there is a room for the map."""
        self.query_one(KeyHints).hints = hints(LONG_KEYS)
        self.query_one(TitleBar).facts = (self.session.model, "reading")

    def on_unmount(self) -> None:
        """End what is being computed: nobody will see it."""
        self.maps.closed = True

    @property
    def panes(self) -> LongPanes:
        """The panes."""
        return self.query_one(LongPanes)

    # From what is wanted to maps

    @on(LongPanes.Resized)
    def _resized(self) -> None:
        if not self.has_class("-too-small"):
            self._want()

    def _want(self) -> None:
        """Show the best map there is of what is wanted, and make it better in a thread."""
        self.request += 1
        self.is_working = True
        asked = self._asked()
        best = self.maps.best(asked[0]) if asked else None
        if best is not None:
            self._take(best)
        self.run_worker(
            partial(self._work, self.request, asked),
            thread=True, exclusive=True, group="maps", exit_on_error=False,
        )  # fmt: skip

    def _asked(self) -> tuple[MapAsked, ...]:
        """What is looked at, then the whole: that goes on getting better while one looks around."""
        if self.view is None:
            return ()
        shape, whole = self.panes.shape, LongView.whole(self.view.n_tokens)
        parts = (self.view, whole)
        asked = (MapAsked(self.wanted_layer, part.rows, part.columns, shape) for part in parts)
        return tuple(dict.fromkeys(asked))

    def _work(self, request: int, asked: tuple[MapAsked, ...]) -> None:
        """In a thread: open the text, or make maps of it, until something else is wanted."""
        worker = get_current_worker()
        job = Job(request, self.post_message, lambda: worker.is_cancelled)
        self.maps.work(asked, job) if asked else self.maps.open(job)

    @on(TextOpened)
    def _opened(self, message: TextOpened) -> None:
        if self.view is None:
            self.view = LongView.whole(message.n_tokens)
            self._want()
            self._want_row()

    @on(Working)
    def _working(self, message: Working) -> None:
        if message.request == self.request:
            self._progress(Progress(message.what, message.share, left_said(message.left)))

    @on(MapReady)
    def _ready(self, message: MapReady) -> None:
        if message.request != self.request or self.view is None:
            return
        if message.asked == self._asked()[0]:
            self._take(message)
        self._progress(progress_of(message, self.view))

    def _take(self, ready: MapReady) -> None:
        """Show a map in place of the one before."""
        if self.shown is None or self.shown.asked.layer != ready.asked.layer:
            self.shown = ready
            self._want_row()
        self.shown = ready
        self._show()

    @on(LongDone)
    def _done(self, message: LongDone) -> None:
        if message.request != self.request:
            return
        self.is_working = False
        if message.sentence:
            self._progress(None)
            self.panes.say(message.sentence, told=True)
        elif self.shown:
            self._progress(Progress(done_said(self.shown)))

    def _want_row(self) -> None:
        """Ask for the figures of the cursor's row."""
        if self.view is not None and self.shown is not None:
            work = partial(self._work_row, self.shown.asked.layer, self.view.row)
            self.run_worker(work, thread=True, exclusive=True, group="row", exit_on_error=False)

    def _work_row(self, layer: int, row: int) -> None:
        """In a thread: the figures of a row."""
        worker = get_current_worker()
        facts = self.maps.row(layer, row, lambda: worker.is_cancelled)
        if facts is not None:
            self.post_message(RowReady(facts))

    @on(RowReady)
    def _row_ready(self, message: RowReady) -> None:
        if self.view is not None and message.facts.row == self.view.row:
            self.facts = message.facts
            self._say()

    # What is shown

    def _progress(self, progress: Progress | None) -> None:
        self.query_one(ProgressLine).progress = progress

    def _show(self) -> None:
        """Hand the panes what they show of the map at hand."""
        from attn_tui.view.long_frame import frame_of  # noqa: PLC0415 - NumPy

        text = self.maps.text
        if self.shown is None or self.view is None or text is None:
            return
        self.frame = frame_of(self.shown, text.tokens, self.view, self.session.head)
        self.query_one(TitleBar).facts = long_status(text, self.shown.asked.layer, self.session)
        places = places_of(self.session.text, text.tokens, self.view)
        self.panes.show(self.frame, places, self.plot_first)
        self._say()

    def _say(self) -> None:
        """Words on the row of the cursor and on what a cell is."""
        if self.shown is None or self.view is None or self.maps.text is None:
            return
        said = []
        if self.facts and (self.facts.layer, self.facts.row) == (
            self.shown.asked.layer, self.view.row,
        ):  # fmt: skip
            said.append(row_said(self.facts, self.maps.text.tokens, self.session.head))
        said += [walk_said(self.view) or cell_said(self.shown), self.remark]
        self.panes.say(*(sentence for sentence in said if sentence))

    def _go(self, view: LongView) -> None:
        """Look elsewhere: the cursor at once, another part as soon as there is a map of it."""
        before, self.view = self.view, view
        if before is None:
            return
        if (before.rows, before.columns) != (view.rows, view.columns):
            self._want()
        self._show()
        if before.row != view.row:
            self._want_row()

    # Keys

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor by so many cells."""
        if self.view and self.shown:
            found = self.shown.map
            row = beyond(found.row_edges, self.view.row, rows)
            column = beyond(found.column_edges, self.view.column, columns)
            self._go(self.view.at(row, column))

    def action_edge(self, side: int) -> None:
        """Go to the first or the last key of the text."""
        if self.view:
            column = 0 if side < 0 else self.view.n_tokens - 1
            self._go(self.view.at(self.view.row, column))

    def action_largest(self) -> None:
        """Go to the key that the row looks at most."""
        if self.view and self.facts and self.facts.row == self.view.row:
            self._go(self.view.at(self.view.row, max(0, self.facts.argmax[self.session.head])))

    @on(MatrixBoard.CellPicked)
    def _cell_picked(self, message: MatrixBoard.CellPicked) -> None:
        if self.view and self.shown:
            found = self.shown.map
            row, column = (
                middle(edges, place)
                for edges, place in (
                    (found.row_edges, message.row), (found.column_edges, message.column),
                )
            )  # fmt: skip
            self._go(self.view.at(row, column))

    def action_zoom(self, closer: bool) -> None:
        """Half as many rows and columns around the cursor, or twice as many."""
        if self.view:
            self._go(self.view.zoomed(closer, self.panes.shape))

    def action_length(self, length: int) -> None:
        """So many rows and columns around the cursor; all of them for 0."""
        if self.view:
            self._go(self.view.of_length(length or self.view.n_tokens))

    def action_head(self, by: int) -> None:
        """Another head: the maps are of all heads already."""
        if self.maps.text and self.shown:
            head = (self.session.head + by) % len(self.shown.map.map)
            self.session = replace(self.session, head=head)
            self._show()

    def action_layer(self, by: int) -> None:
        """Another layer; the one at hand stays until that is computed."""
        if self.maps.text and self.shown:
            self.wanted_layer = (self.wanted_layer + by) % len(self.maps.text.model.layers)
            self._want()

    def action_plot(self) -> None:
        """The plot in place of the map, or the map again."""
        if self.panes.has_room_for_both:
            self.panes.say(
                "Map and plot both have room here: nothing needs to give way.", told=True
            )
        else:
            self.plot_first = not self.plot_first
            self._show()

    def action_refine(self) -> None:
        """Go on with what was stopped."""
        if not self.is_working:
            self._want()

    def action_walk(self) -> None:
        """Walk through the tokens of the rows as a text of their own."""
        if self.view is None or self.maps.text is None:
            return
        if len(self.view.rows) > MOST_WALKED:
            self.panes.say(TOO_LONG_TO_WALK, told=True)
            return
        tokens = self.maps.text.tokens[self.view.rows.slice]
        self.post_message(WalkAsked(self.session.text[tokens[0].start : tokens[-1].end]))

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        about = self.maps.text.model.about if self.maps.text else ""
        await self.app.push_screen(HelpScreen(LONG_KEYS, about))

    def action_leave(self) -> None:
        """Stop what is being computed, else ask for the home screen."""
        if not (self.is_working and self.shown):
            self.post_message(HomeAsked(self.session.model))
            return
        self.request += 1
        self.is_working = False
        self.workers.cancel_group(self, "maps")
        self.wanted_layer = self.shown.asked.layer
        self._progress(Progress(stopped_said(self.shown)))
