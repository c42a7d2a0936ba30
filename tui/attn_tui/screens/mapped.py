"""The base of a screen that shows maps of a long text: what is wanted is made in threads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.worker import get_current_worker

from attn_tui.keymap import keymap_of
from attn_tui.keys import LONG_KEYS
from attn_tui.long_maps import Job, LongMaps
from attn_tui.long_messages import LongDone, MapReady, RowReady, TextOpened, Working
from attn_tui.screens.sized import SizedScreen
from attn_tui.view.long_map import MapAsked
from attn_tui.view.long_view import LongView
from attn_tui.view.long_words import done_said, left_said, progress_of, stopped_said
from attn_tui.view.progress import Progress

if TYPE_CHECKING:
    from attn_tui.computing import Models
    from attn_tui.view.long_map import LongMap, RowFacts
    from attn_tui.view.session import Session


class MappedScreen(SizedScreen):
    """`view` is what is looked at, `shown` the best map of it, or of what was before, so far.

    `facts` are those of the cursor's row; `wanted_layer` becomes that of `shown` once it is computed.
    """

    def __init__(self, session: Session, models: Models) -> None:
        super().__init__()
        self.session = session
        self.wanted_layer = session.layer
        self.maps = LongMaps(session, models)
        self.view: LongView | None = None
        self.shown: LongMap | None = None
        self.facts: RowFacts | None = None
        self.request = 0
        self.is_working = False

    # What a screen does at these moments

    def map_shape(self) -> tuple[int, int]:
        """The rows and columns of a map that there is room for."""
        raise NotImplementedError

    def map_arrived(self) -> None:
        """A map has come, or a better one."""
        raise NotImplementedError

    def row_arrived(self) -> None:
        """The figures of the cursor's row have come."""
        raise NotImplementedError

    def progressed(self, progress: Progress) -> None:
        """Something is on its way."""
        raise NotImplementedError

    def failed(self, sentence: str) -> None:
        """What was wanted cannot be computed."""
        raise NotImplementedError

    # From what is wanted to maps

    def on_unmount(self) -> None:
        """End what is being computed: nobody will see it."""
        self.maps.closed = True

    def want(self) -> None:
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
        shape, whole = self.map_shape(), LongView.whole(self.view.n_tokens)
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
        if self.view is None and message.request == self.request:
            self.view = LongView.whole(message.n_tokens)
            self.want()
            self.want_row()

    @on(Working)
    def _working(self, message: Working) -> None:
        if message.request == self.request:
            self.progressed(Progress(message.what, message.share, left_said(message.left)))

    @on(MapReady)
    def _ready(self, message: MapReady) -> None:
        if message.request != self.request or self.view is None:
            return
        if message.found.asked == self._asked()[0]:
            self._take(message.found)
        self.progressed(progress_of(message.found, self.view))

    def _take(self, found: LongMap) -> None:
        """Show a map in place of the one before."""
        is_new = self.shown is None or self.shown.asked.layer != found.asked.layer
        self.shown = found
        self.map_arrived()
        if is_new:
            self.want_row()

    @on(LongDone)
    def _done(self, message: LongDone) -> None:
        if message.request != self.request:
            return
        self.is_working = False
        if message.sentence:
            self.failed(message.sentence)
        elif self.shown:
            self.progressed(Progress(done_said(self.shown)))

    def on_screen_resume(self) -> None:
        """Take up again what was left before there was anything to show."""
        if self.request and self.shown is None and not self.is_working:
            self.want()

    def stop(self) -> bool:
        """Give up what is being computed; whether there is something to show of it."""
        if not self.is_working:
            return False
        self.request += 1
        self.is_working = False
        self.workers.cancel_group(self, "maps")
        if self.shown is None:
            return False
        self.wanted_layer = self.shown.asked.layer
        refine = keymap_of(self.app).said(LONG_KEYS, "refine")
        self.progressed(Progress(stopped_said(self.shown, refine)))
        return True

    def want_row(self) -> None:
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
            self.row_arrived()
