"""From a session to a trace, in a worker; models are loaded once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual.message import Message

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
    """Loads models and computes traces; touches no widget, so that a thread may run it."""

    models: dict[tuple[str, ...], Any] = field(default_factory=dict)

    def compute(self, session: Session, request: int) -> TraceReady | TraceFailed:
        """The trace of a session, or the sentence that says why there is none."""
        import attn_engine as ae  # noqa: PLC0415 - numpy is loaded after the first paint

        key = (session.model, session.backend, session.device, session.dtype)
        try:
            if key not in self.models:
                self.models[key] = ae.load_model(
                    session.model,
                    backend=session.backend,
                    device=session.device,
                    dtype=session.dtype,
                )
            trace = ae.trace(
                self.models[key],
                session.text,
                layer=session.layer,
                mask=session.mask,
                variant=session.variant,
                positions=session.positions,
            )
        except (ValueError, MemoryError) as error:
            return TraceFailed(request, str(error) or "There is not enough memory for this text.")
        return TraceReady(request, trace)
