"""From what a lesson shows to the session of the panes, and back: the cell that was pointed at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_lessons.places import find, sheet_of
from attn_tui.view.session import PROJECTIONS, Projection
from attn_tui.view.specials import TOKEN_AXES, ShownTrace

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_lessons.lesson import Show
    from attn_tui.view.session import Session


def session_of(scene: Show, session: Session, matrix: str | None = None) -> Session:
    """The session that shows a scene; how it is computed stays. The cell comes with the trace.

    `matrix` is the projection that is asked about, where one is.
    """
    asked: dict[str | None, Projection] = {name: name for name in PROJECTIONS}
    return replace(
        session,
        text=scene.text,
        model=scene.model,
        layer=scene.layer,
        head=scene.head,
        mask=scene.mask,
        variant=scene.variant,
        positions=scene.positions,
        step=scene.stage,
        projection=asked.get(matrix, "q"),
        zoom="window",
        operands=True,
        specials=True,
    )


def placed(scene: Show, session: Session, trace: Trace) -> Session:
    """The session with the cursor in the cell of the scene; where it has none, as it was."""
    if scene.cell is None:
        return session
    row, column = scene.cell
    sheet = sheet_of(trace, scene.stage, session.head)
    try:
        return session.at(find(row, sheet.rows, "row"), find(column, sheet.columns, "column"))
    except ValueError:
        return session


def row_of(word: str | int, scene: Show, trace: Trace, matrix: str | None = None) -> int:
    """The row that a word means. Raises ValueError if there is none."""
    return find(word, sheet_of(trace, scene.stage, scene.head, matrix).rows, "row")


def column_of(word: str | int, scene: Show, trace: Trace, matrix: str | None = None) -> int:
    """The column that a word means. Raises ValueError if there is none."""
    return find(word, sheet_of(trace, scene.stage, scene.head, matrix).columns, "column")


def whole_cell(session: Session, trace: Trace) -> tuple[int, int]:
    """The cell of the cursor in the whole matrix, hidden tokens counted."""
    row, column = session.row, session.column
    if isinstance(trace, ShownTrace):
        step = trace[session.step]
        row = trace.kept[row]
        if step[step.result].axes[-1] in TOKEN_AXES:
            column = trace.kept[column]
    return row, column
