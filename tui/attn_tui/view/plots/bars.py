"""The bars of the other steps: ids, the three vectors of a token, what each key adds to a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.view.matrices import of_query_head
from attn_tui.view.numbers import number
from attn_tui.view.plot_spec import Bars, Series
from attn_tui.view.plots.wording import name, numbers, row_of, token

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


def ids(trace: Trace, session: Session) -> Bars:
    """The id of each token."""
    matrix = trace["tokenize"]["ids"]
    return Bars(
        title="Token ids: each is the number of a row in the vocabulary",
        x_name="token",
        y_name="id",
        labels=matrix.labels[0],
        series=(Series("id", numbers(matrix.values)),),
        cursor=session.row,
        decimals=0,
        remark="near ids are not near meanings",
    )


def projections(trace: Trace, session: Session) -> Bars:
    """Query, key and value of the row's token, dimension by dimension.

    In cross-attention key and value are those of the lit token of the other text.
    """
    stage = trace["project"]
    shown = ("q", "k", "v")
    key = session.row
    title = f"Query, key and value of {token(trace, session.row)}, head {session.head}"
    if trace.keys is not None:
        key = min(session.key, len(trace.key_tokens) - 1)
        asked = name(trace.key_tokens[key].text)
        title = f"Query of {token(trace, session.row)}, key and value of {asked}"
    rows = {"q": session.row, "k": key, "v": key}
    dimensions = max((stage[which].labels[-1] for which in shown), key=len)
    return Bars(
        title=title,
        x_name="dimension",
        y_name="value",
        labels=dimensions,
        series=tuple(
            Series(which, row_of(trace, stage[which], session.head, rows[which])) for which in shown
        ),
        cursor=min(session.dimension, stage[session.projection].shape[-1] - 1),
        lit=shown.index(session.projection),
    )


def contributions(trace: Trace, session: Session) -> Bars:
    """What each key adds to the cursor's cell of Z: its weight times its value."""
    stage = trace["sum"]
    row, matrix = session.row, stage["z"].of_head(session.head)
    column = min(session.dimension, matrix.shape[-1] - 1)
    values = of_query_head(trace, stage["v"], session.head).values[:, column]
    products = stage["weights"].of_head(session.head).values[row] * values
    cell = f"Z[{name(trace.tokens[row].text)}, {matrix.labels[1][column]}]"
    return Bars(
        title=f"{cell} = {number(float(matrix.values[row, column]))}, the sum of these bars",
        x_name="key",
        y_name="weight × value",
        labels=stage["weights"].labels[-1],
        series=(Series("weight × value", numbers(products)),),
        part="largest",
    )
