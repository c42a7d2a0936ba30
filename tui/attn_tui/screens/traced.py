"""The base of a screen that shows a trace: what is wanted is computed in a worker, then shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.worker import Worker, get_current_worker

from attn_tui.computing import model_key, progress_said, trace_key
from attn_tui.screens.sized import SizedScreen
from attn_tui.tracing import (
    Cancelled,
    ModelLoading,
    TraceFailed,
    Tracer,
    TraceReady,
)
from attn_tui.view.moves import settled

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.computing import Models
    from attn_tui.view.session import Session


class TracedScreen(SizedScreen):
    """What the keys ask for is `wanted`; it becomes the `session` once it is computed.

    `whole` is the trace that was computed, `trace` what is shown of it: special tokens may be hidden.
    """

    def __init__(self, session: Session, models: Models | None = None) -> None:
        super().__init__()
        self.session = self.wanted = session
        self.tracer = Tracer({} if models is None else models)
        self.request = 0
        self.worker: Worker[None] | None = None
        self.whole: Trace | None = None
        self.trace: Trace | None = None

    # What a screen does at these moments

    def trace_arrived(self) -> None:
        """A trace has come."""
        raise NotImplementedError

    def session_changed(self) -> None:
        """The session has changed, and the trace at hand is its own."""
        raise NotImplementedError

    def model_loading(self, said: str) -> None:
        """A model is being loaded."""
        raise NotImplementedError

    def trace_failed(self, sentence: str) -> None:
        """What was wanted cannot be computed; the session is what it was."""
        raise NotImplementedError

    # From wanted to shown

    def want(self, session: Session) -> None:
        """Show the session at once when the trace at hand is its own, else compute that first.

        What is being computed already is waited for.
        """
        is_coming = self.worker is not None and trace_key(session) == trace_key(self.wanted)
        self.wanted = session
        if is_coming:
            return
        if self.whole is None or trace_key(session) != trace_key(self.session):
            self.compute()
            return
        self._stop()
        if session.specials != self.session.specials:
            self.trace = _shown(self.whole, session)
        self.session = session
        self.session_changed()

    def compute(self) -> None:
        """Compute what is wanted."""
        self._stop()
        if self.trace is not None and self.wanted.model != self.session.model:
            self.model_loading(f"loading {self.wanted.model}")
        self.worker = self.run_worker(
            partial(self._work, self.wanted, self.request),
            thread=True, exclusive=True, exit_on_error=False,
        )  # fmt: skip

    def give_up_model(self) -> bool:
        """Stay with the model at hand, and where it is computed, while another is being loaded.

        Whether one was.
        """
        if self.trace is None or model_key(self.wanted) == model_key(self.session):
            return False
        self.want(self.session)
        return True

    def _stop(self) -> None:
        """Give up what is being computed; a trace that still comes of it is dropped."""
        self.request += 1
        if self.worker is not None:
            self.worker.cancel()
            self.worker = None

    def _work(self, session: Session, request: int) -> None:
        """In a thread: compute, tell how far the model is loaded, give up when no longer wanted."""
        worker = get_current_worker()
        told = ""

        def progress(what: str, done: int, total: int) -> None:
            nonlocal told
            if worker.is_cancelled:
                raise Cancelled
            said = progress_said(what, done, total)
            if said != told:
                told = said
                self.post_message(ModelLoading(request, said))

        message = self.tracer.compute(session, request, progress)
        if message is not None and not worker.is_cancelled:
            self.post_message(message)

    @on(ModelLoading)
    def _loading(self, message: ModelLoading) -> None:
        if message.request == self.request:
            self.model_loading(message.said)

    @on(TraceReady)
    def _arrived(self, message: TraceReady) -> None:
        if message.request != self.request:
            return
        before, self.whole = self.trace, message.trace
        self.trace = _shown(message.trace, self.wanted)
        self.session = self.wanted = settled(self.wanted, before, self.trace)
        self.worker = None
        self.trace_arrived()

    @on(TraceFailed)
    def _failed(self, message: TraceFailed) -> None:
        if message.request == self.request:
            self.wanted = self.session
            self.worker = None
            self.trace_failed(message.sentence)


def _shown(trace: Trace, session: Session) -> Trace:
    from attn_tui.view.specials import shown_trace  # noqa: PLC0415 - the engine, after first paint

    return shown_trace(trace, session.specials)
