"""The bars of one row, a bar for each key: scores, scaled and masked scores, weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from attn_tui.view.plot_spec import Bars, Series
from attn_tui.view.plots.wording import entropy, row_of, token
from attn_tui.view.specials import whole_row

if TYPE_CHECKING:
    from attn_engine import Matrix, Trace
    from attn_tui.view.session import Session


def scores(trace: Trace, session: Session) -> Bars:
    """How well the query of the row matches each key."""
    matrix = trace["score"]["scores"]
    title = f"Scores of {token(trace, session.row)}: its query against every key"
    return _bars(title, trace, matrix, session, "score", ("score", matrix))


def scaled(trace: Trace, session: Session) -> Bars:
    """The row before and after the division."""
    stage = trace["scale"]
    d_head = trace["score"]["q"].shape[-1]
    title = f"Scores of {token(trace, session.row)}, divided by √{d_head}"
    series = (("before", stage["scores"]), (f"after / √{d_head}", stage["scaled"]))
    return _bars(title, trace, stage["scaled"], session, "score", *series)


def masked(trace: Trace, session: Session) -> Bars:
    """The row with its masked scores at -∞."""
    matrix = trace["mask"]["masked"]
    whole, place = whole_row(trace, session.row)
    open_keys = whole["mask"]["mask"].values[place] == 0
    allowed, count = int(open_keys.sum()), len(open_keys)
    fate = "no key is masked" if allowed == count else f"it may look at {allowed} of {count} keys"
    title = f"Scores of {token(trace, session.row)}: {fate}"
    return _bars(title, trace, matrix, session, "masked score", ("masked score", matrix))


def weights(trace: Trace, session: Session) -> Bars:
    """The weights of the row, with their sum and how focused they are."""
    matrix = trace["softmax"]["weights"]
    whole, place = whole_row(trace, session.row)
    row = whole["softmax"]["weights"].of_head(session.head).values[place]
    allowed = int((whole["mask"]["mask"].values[place] == 0).sum())
    subject = token(trace, session.row)
    if not row.any():
        title = f"Weights of {subject}: all 0, it may look at nothing"
        return _bars(title, trace, matrix, session, "weight", ("weight", matrix))
    bits = float(entropy(row))
    shown = float(matrix.of_head(session.head).values[session.row].sum())
    title = f"Weights of {subject}: sum {shown:.2f}, entropy {bits:.2f} bits"
    remark = f"0 bits: one key, {np.log2(allowed):.2f} bits: {allowed} keys alike"
    return _bars(title, trace, matrix, session, "weight", ("weight", matrix), remark=remark)


def _bars(
    title: str,
    trace: Trace,
    matrix: Matrix,
    session: Session,
    y_name: str,
    *series: tuple[str, Matrix],
    remark: str = "",
) -> Bars:
    keys = matrix.labels[-1]
    return Bars(
        title=title,
        x_name="key",
        y_name=y_name,
        labels=keys,
        series=tuple(
            Series(name, row_of(trace, values, session.head, session.row))
            for name, values in series
        ),
        cursor=min(session.key, len(keys) - 1),
        lit=len(series) - 1,
        part="largest" if matrix.kind == "weights" else "near",
        remark=remark,
    )
