"""The code of a step: the function that ran, and the shapes it ran on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


@dataclass(frozen=True)
class Listing:
    """A title, the formula, the live shapes (name, axes with sizes, dtype), and the source."""

    title: str
    formula: str
    shapes: tuple[tuple[str, str, str], ...]
    source: str
    seconds: float


def listing_of(trace: Trace, session: Session) -> Listing:
    """The listing of the session's step, read from the arrays that the step left."""
    stage = trace[session.step]
    shapes = tuple(
        (
            matrix.name,
            ", ".join(f"{axis} {n}" for axis, n in zip(matrix.axes, matrix.shape, strict=True)),
            str(matrix.values.dtype),
        )
        for matrix in stage.matrices
    )
    return Listing(stage.title, stage.formula, shapes, trace.source(session.step), stage.seconds)
