"""From what a lesson shows to the session of the panes, and back: the cell that was pointed at."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from attn_lessons.lesson import CellAsk, ChoiceAsk, GoalAsk, NumberAsk, OrderAsk
from attn_lessons.places import find, sheet_of
from attn_tui.view.panes import pane_of, with_pane
from attn_tui.view.session import PROJECTIONS, Projection
from attn_tui.view.specials import TOKEN_AXES, ShownTrace

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_lessons.lesson import Ask, Show, Word
    from attn_tui.view.session import Session

QUESTIONS = (NumberAsk, CellAsk, ChoiceAsk, OrderAsk)
"""What is asked about the panes, not done in them."""


SEEN = ("text", "keys", "model", "layer", "head", "mask", "variant", "positions", "step")
"""The fields of a session that say which matrix is seen."""


def session_of(scene: Show, session: Session, matrix: str | None = None) -> Session:
    """The session that shows a scene; how it is computed stays. The cell comes with the trace.

    `matrix` is the projection that is asked about, where one is.
    """
    asked: dict[str | None, Projection] = {name: name for name in PROJECTIONS}
    stepped = replace(
        session,
        text=scene.text,
        keys=None,
        model=scene.model,
        layer=scene.layer,
        head=scene.head,
        mask=scene.mask,
        variant=scene.variant,
        positions=scene.positions,
        step=scene.stage,
        projection=asked.get(matrix, "q"),
        operands=scene.operands,
        specials=True,
    )
    return replace(
        with_pane(stepped.without_pane(), scene.pane, scene.pane_options), plot=scene.plot
    )


def shows(session: Session, scene: Show) -> bool:
    """Whether the panes show a scene, wherever their cursor is and however they are looked at."""
    return session_of(scene, session, session.projection) == replace(
        session,
        zoom="window",
        operands=scene.operands,
        specials=True,
        plot=scene.plot,
        pane_options={},
        pane_cell=(0, 0),
    )


def asks_for(ask: CellAsk, scene: Show) -> bool:
    """Whether a scene shows what a task asks for, so that it must be veiled at once."""
    return ask.reference.scene(scene) == scene


def asked_row(ask: Ask, scene: Show, session: Session, trace: Trace) -> int | None:
    """The row that a task asks about, if the panes show its matrix; None if they don't."""
    if not isinstance(ask, CellAsk | NumberAsk) or session.pane is not None:
        return None
    there = ask.reference.scene(scene)
    wanted = session_of(there, session, ask.reference.matrix)
    if any(getattr(session, name) != getattr(wanted, name) for name in SEEN):
        return None
    if session.step == "project" and session.projection != wanted.projection:
        return None
    with suppress(ValueError):
        return row_of(ask.reference.row, there, trace, ask.reference.matrix)
    return None


def answered_scene(ask: Ask, scene: Show) -> Show | None:
    """Where the panes show the answer of a task; None if it isn't to be seen in them."""
    if isinstance(ask, GoalAsk):
        return ask.solved(scene)
    if isinstance(ask, CellAsk | NumberAsk):
        there = ask.reference.scene(scene)
        return replace(there, cell=(ask.reference.row, ask.reference.column or 0), operands=True)
    return None


def placed(scene: Show, session: Session, trace: Trace) -> Session:
    """The session with the cursor in the cell of the scene, in the step and in a picture of it.

    Where the scene names no cell, or one that is not there, the cursor stays.
    """
    if scene.cell is None:
        return session
    sheet = sheet_of(trace, scene.stage, session.head)
    step = replace(session, pane=None)
    with suppress(ValueError):
        step = step.at(*_found(scene.cell, sheet.rows, sheet.columns))
    there = replace(step, pane=session.pane)
    if session.pane is not None:
        with suppress(ValueError):
            result = pane_of(session.pane, session.pane_options, trace, there).board.result
            there = there.at(*_found(scene.cell, result.rows.labels, result.columns.labels))
    return there


def _found(
    cell: tuple[Word, Word], rows: tuple[str, ...], columns: tuple[str, ...]
) -> tuple[int, int]:
    return find(cell[0], rows, "row"), find(cell[1], columns, "column")


def row_of(word: Word, scene: Show, trace: Trace, matrix: str | None = None) -> int:
    """The row that a word means. Raises ValueError if there is none."""
    return find(word, sheet_of(trace, scene.stage, scene.head, matrix).rows, "row")


def whole_cell(session: Session, trace: Trace) -> tuple[int, int]:
    """The cell of the cursor in the whole matrix, hidden tokens counted."""
    row, column = session.row, session.column
    if isinstance(trace, ShownTrace):
        step = trace[session.step]
        row = trace.kept("token")[row]
        axis = step[step.result].axes[-1]
        if axis in TOKEN_AXES:
            column = trace.kept(axis)[column]
    return row, column
