"""From a long text to maps of its attention, in threads; touches no widget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from attn_tui.computing import Models, model_of
from attn_tui.long_messages import LongDone, MapReady, TextOpened, Working
from attn_tui.tracing import Cancelled
from attn_tui.view.long_map import LongMap, MapAsked, RowFacts
from attn_tui.view.time_left import TimeLeft

if TYPE_CHECKING:
    from textual.message import Message

    from attn_engine import AttentionMap
    from attn_engine.long_text import LongText
    from attn_tui.view.session import Session

SAMPLE = 512
"""Query rows that are computed before anything is shown, and with each refinement."""

KEPT = 24
"""Maps that are kept, those asked for last."""

TOLD_EVERY = 0.1
"""Seconds between two words on how far something is."""

Tell = Callable[["Message"], object]


@dataclass(eq=False)
class _Refined:
    """Maps of one part on their way to the best; one thread at a time takes the next."""

    maps: Iterator[AttentionMap] | None = None
    best: LongMap | None = None
    watch: Callable[[float], object] = lambda share: None
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def done(self) -> bool:
        """Whether there is no better map."""
        return self.best is not None and not self.best.map.sampled

    @property
    def share(self) -> float:
        """How many of the rows were computed."""
        if self.best is None:
            return 0.0
        done, in_all = self.best.rows
        return done / max(1, in_all)


@dataclass(frozen=True)
class Job:
    """One thread's work: its number, whom to tell, and whether it is still wanted."""

    request: int
    tell: Tell
    stopped: Callable[[], bool]


class LongMaps:
    """The long text of a session and the maps that were made of it."""

    def __init__(
        self, session: Session, models: Models, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.session = session
        self.text: LongText | None = None
        self.closed = False
        self._models = models
        self._clock = clock
        self._refined: dict[MapAsked, _Refined] = {}
        self._busy = threading.Lock()

    def best(self, asked: MapAsked) -> LongMap | None:
        """The best map of a part that there is at present."""
        found = self._refined.get(asked)
        return None if found is None else found.best

    def open(self, job: Job) -> None:
        """Cut the text into tokens."""
        self._guarded(job, lambda: self._open(job))

    def work(self, asked: tuple[MapAsked, ...], job: Job) -> None:
        """Make the maps, one after the other, each as good as can be, until nobody wants them."""

        def make() -> None:
            for each in asked:
                self._climb(each.layer, job)
                self._refine(each, job)
            job.tell(LongDone(job.request))

        self._guarded(job, make)

    def _guarded(self, job: Job, work: Callable[[], None]) -> None:
        try:
            work()
        except Cancelled:
            pass
        except ValueError as error:
            job.tell(LongDone(job.request, str(error)))
        except MemoryError:
            job.tell(LongDone(job.request, "There is not enough memory for this text."))

    def row(self, layer: int, row: int, stopped: Callable[[], bool]) -> RowFacts | None:
        """The figures of a query row of a layer that is computed; None if no longer wanted."""
        if self.text is None or stopped():
            return None
        one = slice(row, row + 1)
        found = next(self.text.maps(layer, (1, 1), one, slice(None), sample=1))
        return RowFacts(
            layer, row, _figures(found.argmax), _figures(found.maximum),
            _figures(found.entropy), _figures(found.first_key),
        )  # fmt: skip

    def _open(self, job: Job) -> None:
        from attn_engine.long_text import LongText  # noqa: PLC0415 - NumPy, after first paint

        with self._busy:
            session = self.session
            if self.text is None:
                what = f"cutting {len(session.text):,} characters into tokens"
                job.tell(Working(job.request, what))
                model = model_of(session, self._models)
                watch = self._watch(job, what, TimeLeft(self._clock))
                self.text = LongText(model, session.text, session.mask, session.variant, watch)
        job.tell(TextOpened(job.request, len(self.text.tokens)))

    def _climb(self, layer: int, job: Job) -> None:
        """Run the layers below the one that is wanted."""
        assert self.text is not None
        below = "layer 0" if layer == 1 else f"layers 0 to {layer - 1}"
        what = f"layer {layer} needs {below} first"
        with self._busy:
            self.text.compute(layer, self._watch(job, what, TimeLeft(self._clock)))

    def _watch(self, job: Job, what: str, time_left: TimeLeft) -> Callable[[float], None]:
        """Tells how far something is, now and then, and ends it when it is no longer wanted."""
        told = self._clock()

        def watch(share: float) -> None:
            nonlocal told
            if self.closed or job.stopped():
                raise Cancelled
            if self._clock() - told >= TOLD_EVERY:
                told = self._clock()
                job.tell(Working(job.request, what, share, time_left.left(share)))

        return watch

    def _refine(self, asked: MapAsked, job: Job) -> None:
        refined = self._started(asked)
        time_left: TimeLeft | None = None
        while not refined.done:
            with refined.lock:
                if job.stopped() or self.closed:
                    raise Cancelled
                time_left = time_left or TimeLeft(self._clock, refined.share)
                best = self._next(asked, refined, job)
            job.tell(MapReady(job.request, replace(best, left=time_left.left(refined.share))))

    def _next(self, asked: MapAsked, refined: _Refined, job: Job) -> LongMap:
        """The next map; only the first may be given up midway, since that would end them all."""
        first = refined.best is None
        watch = self._watch(job, "the first map", TimeLeft(self._clock))
        refined.watch = watch if first else self._until_closed
        refined.maps = refined.maps or self._maps(asked, refined)
        try:
            found = next(refined.maps)
        except BaseException:
            refined.maps = refined.best = None
            raise
        cells = refined.best.cells if refined.best else self._cells(asked)
        refined.best = LongMap(asked, found, cells)
        return refined.best

    def _cells(self, asked: MapAsked) -> Any | None:  # noqa: ANN401 - an array
        if not asked.exact or self.text is None:
            return None
        return self.text.window(asked.layer, asked.rows.slice, asked.columns.slice)

    def _maps(self, asked: MapAsked, refined: _Refined) -> Iterator[AttentionMap]:
        assert self.text is not None

        def watch(share: float) -> None:
            refined.watch(share)  # each turn has one of its own

        rows, columns = asked.rows.slice, asked.columns.slice
        return self.text.maps(asked.layer, asked.shape, rows, columns, sample=SAMPLE, watch=watch)

    def _until_closed(self, share: float) -> None:
        if self.closed:
            raise Cancelled

    def _started(self, asked: MapAsked) -> _Refined:
        """The maps of a part, moved to the end of those that are kept."""
        refined = self._refined.pop(asked, None) or _Refined()
        self._refined[asked] = refined
        while len(self._refined) > KEPT:
            del self._refined[next(iter(self._refined))]
        return refined


def _figures(of_heads: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of any library
    """The figure of each head of a single row."""
    return tuple(of_heads[..., 0].tolist())
