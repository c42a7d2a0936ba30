"""From a session to a trace, in a worker; models are loaded once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.message import Message

from attn_tui.computing import Models, compute

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


def trace_key(session: Session) -> tuple[object, ...]:
    """What a trace depends on: sessions with equal keys share one."""
    return (
        session.text, session.model, session.layer, session.mask, session.variant,
        session.positions, session.backend, session.device, session.dtype,
    )  # fmt: skip


@dataclass
class TraceReady(Message):
    """A trace was computed; `request` is the number it was asked for under."""

    request: int
    trace: Trace


@dataclass
class TraceFailed(Message):
    """A trace cannot be computed; `sentence` says why and what to do."""

    request: int
    sentence: str


@dataclass
class Tracer:
    """Computes traces and keeps the models; touches no widget, so that a thread may run it."""

    models: Models = field(default_factory=dict)

    def compute(self, session: Session, request: int) -> TraceReady | TraceFailed:
        """The trace of a session, or the sentence that says why there is none."""
        try:
            return TraceReady(request, compute(session, self.models))
        except ValueError as error:
            return TraceFailed(request, str(error))
