"""The plot of each step: what a person would rather look at than read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from attn_tui.view.plots.bars import contributions, ids, projections
from attn_tui.view.plots.planes import embedding, move
from attn_tui.view.plots.rows import masked, scaled, scores, weights
from attn_tui.view.plots.waves import waves

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.plot_spec import PlotSpec
    from attn_tui.view.session import Session


def plot_of(trace: Trace, session: Session) -> PlotSpec:
    """The plot of the session's step for the row of its cursor, all numbers from the trace."""
    row = min(session.row, len(trace.tokens) - 1)
    return _BUILDERS[session.step](trace, replace(session, row=row))


_BUILDERS: dict[str, Callable[[Trace, Session], PlotSpec]] = {
    "tokenize": ids, "embed": embedding, "position": waves, "project": projections,
    "score": scores, "scale": scaled, "mask": masked, "softmax": weights, "sum": contributions,
    "heads": move,
}  # fmt: skip
