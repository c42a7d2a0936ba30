"""From a session to a trace, in a worker; models are loaded once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from textual.message import Message

from attn_tui.computing import Models, Progress, compute, model_of

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


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
class ModelLoading(Message):
    """A model is being fetched; `said` is how far that is."""

    request: int
    said: str


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The learner no longer wants what is being computed."""


@dataclass
class Tracer:
    """Computes traces and keeps the models; touches no widget, so that a thread may run it."""

    models: Models = field(default_factory=dict)

    def compute(
        self, session: Session, request: int, progress: Progress | None = None
    ) -> TraceReady | TraceFailed | None:
        """The trace of a session, or the sentence that says why there is none; None if cancelled.

        A layer that the model does not have becomes its last one.
        """
        try:
            model = model_of(session, self.models, progress)
            held = replace(session, layer=min(session.layer, len(model.layers) - 1))
            return TraceReady(request, compute(held, self.models))
        except Cancelled:
            return None
        except ValueError as error:
            return TraceFailed(request, str(error))
