"""The waves of the positional encoding: a few dimensions of P over the positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from attn_tui.view.plot_spec import Curves, Series
from attn_tui.view.plots.wording import numbers

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

MOST_WAVES = 4
"""More lines than this cannot be told apart in a few rows of a terminal."""

MOVING = 0.2
"""A dimension moves when its range over the text is this share of the widest range."""


def waves(trace: Trace, session: Session) -> Curves:
    """The cursor's dimension of P and a few others that move, evenly chosen among all of those."""
    p = trace["position"]["p"]
    values = p.values
    cursor = min(session.dimension, values.shape[1] - 1)
    ranges = np.ptp(values, axis=0)
    moving = np.flatnonzero((ranges > 0) & (ranges >= MOVING * ranges.max()))
    others = moving[moving != cursor]
    if len(others) >= MOST_WAVES:
        places = np.linspace(0, len(others) - 1, MOST_WAVES - 1).round().astype(int)
        others = others[places]
    chosen = sorted({cursor, *others.tolist()})
    title = f"Positional encoding P: {len(chosen)} of {values.shape[1]} dimensions"
    if not trace.positions:
        title = "Positions are off: P is 0 everywhere"
    return Curves(
        title=title,
        x_name="position",
        y_name="value",
        series=tuple(Series(_name(p.labels[1][at]), numbers(values[:, at])) for at in chosen),
        cursor=session.row,
        lit=chosen.index(cursor),
    )


def _name(dimension: str) -> str:
    return f"dim {dimension}" if dimension.isdigit() else dimension
