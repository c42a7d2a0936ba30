"""What the panes of the screen show, as lines: the same frame, read out instead of drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_tui.plain.rows import (
    LONGEST,
    MOST_ROWS,
    SHORT,
    is_numbered,
    named,
    row_line,
    shape_line,
    value_said,
)
from attn_tui.plain.spoken import spoken
from attn_tui.view.arithmetic import ID_COLUMN
from attn_tui.view.asked_frame import QUIET
from attn_tui.view.key_tail import without_key
from attn_tui.view.labels import label
from attn_tui.view.plot_spec import Bars, Plane
from attn_tui.view.safe_text import visible
from attn_tui.view.status import status_of
from attn_tui.view.titles import PANES, STEP_KEYS

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.arithmetic import Arithmetic
    from attn_tui.view.board import Board, Grid
    from attn_tui.view.frame import Frame
    from attn_tui.view.pieces import PieceStory
    from attn_tui.view.plot_spec import PlotSpec
    from attn_tui.view.session import Session

FEW_ROWS = 6
"""So many rows of a result are all told; of more, the row of the cursor."""
MOST_PIECES = 8
MOST_IDS = 64
MOST_NUMBERED = 16
"""Of a result with more columns that have no names only the row of the cursor is told."""
MOST_BARS = 12

VEILED = "hidden until you answer"


def scene_lines(
    trace: Trace,
    session: Session,
    frame: Frame,
    before: Session | None = None,
    unveiled: bool = False,
) -> list[str]:
    """What is shown: step, text and model where they are others than `before`, then the matrix.

    `unveiled`: what was hidden before can be seen now.
    """
    if session == before and not unveiled:
        return []
    if before is not None and _apart_from_cell(before) == _apart_from_cell(session):
        row = named(frame.board.result.rows, frame.board.cursor[0])
        same = f"Shown: the same, in the row {row}."
        return [same, *_rows_of_cursor(frame), *quiet_lines(frame, session)]
    beside = _held_against(frame) if session.pane else []
    result = result_lines(frame)
    return [
        *heading_lines(trace, session, before),
        *result,
        *beside,
        *_pieces(frame),
        *quiet_lines(frame, session),
    ]


def heading_lines(trace: Trace, session: Session, before: Session | None = None) -> list[str]:
    """The step; text, model and formula where they are others than `before`."""
    lines = [_title_line(trace, session)]
    if before is None or before.text != session.text:
        lines.append(f"Text: {visible(session.text)}")
    facts = [fact for fact in status_of(trace, session) if not fact.startswith("numpy float32")]
    if before is None or _computed(before) != _computed(session):
        lines.append(f"Computed with {', '.join(map(visible, facts))}.")
    if session.pane is None and (before is None or before.step != session.step):
        lines.append(f"Formula: {spoken(trace[session.step].formula)}.")
    return lines


def quiet_lines(frame: Frame, session: Session) -> list[str]:
    """What a question keeps quiet: a plot that stands for the matrices, and the sentences."""
    told = [spoken(visible(without_key(each))) for each in frame.prose if each != QUIET]
    if frame.plot is not None and (session.pane is not None or frame.plot_first):
        return [*plot_lines(frame.plot), *told]
    return told


def result_lines(frame: Frame) -> list[str]:
    """The shape of the result, its rows if they are few, the arithmetic of the cursor's cell."""
    board = frame.board
    numbered = is_numbered(board.result) and len(board.result.columns.labels) > MOST_NUMBERED
    lines = [shape_line(board.result), *_rows(board, SHORT, 0 if numbered else FEW_ROWS)]
    if frame.pieces is None:
        lines.append(cell_line(frame))
    return lines


def row_lines(frame: Frame) -> list[str]:
    """The cursor's row, whole; then, where the step compares, the same row before."""
    board = frame.board
    grids = [board.result, *board.before]
    return [
        _row(board, grid, board.cursor[0], LONGEST, alone=len(grids) == 1)
        for grid in grids
        if board.cursor[0] < len(grid.values)
    ]


def all_lines(frame: Frame) -> list[str]:
    """Every matrix of the step, whole: the result, then what it is made of."""
    board = frame.board
    lines = [shape_line(board.result), *_rows(board, LONGEST, MOST_ROWS)]
    for grid in (board.left, board.top, *board.before):
        if grid is not None:
            lines += [shape_line(grid), *_whole(grid)]
    return lines


def cell_line(frame: Frame, most: int = MOST_PIECES) -> str:
    """The arithmetic of the cursor's cell."""
    board, sum_ = frame.board, frame.arithmetic
    row, column = board.cursor
    where = f"Cell {named(board.result.rows, row)}, {named(board.result.columns, column)}"
    if frame.veiled:
        return f"{where}: {VEILED}."
    return f"{where}: {_arithmetic(sum_, most) or value_said(board.result, row, column)}."


def _held_against(frame: Frame) -> list[str]:
    """Of a picture of several matrices the cursor's row in the others, too."""
    board = frame.board
    row = board.cursor[0]
    fitting = (grid for grid in board.before if row < len(grid.values))
    return [_row(board, grid, row, SHORT, alone=False) for grid in fitting]


def _pieces(frame: Frame) -> list[str]:
    """How the cursor's word was cut; of many tokens all ids, unless one is asked for."""
    if frame.pieces is None:
        return []
    lines = piece_lines(frame.pieces)
    result = frame.board.result
    if len(result.values) <= FEW_ROWS or frame.veiled:
        return lines
    ids = [
        f"{named(result.rows, row)} is {value_said(result, row, ID_COLUMN)}"
        for row in range(min(len(result.values), MOST_IDS))
    ]
    return [f"The ids: {', '.join(ids)}.", *lines]


def piece_lines(story: PieceStory) -> list[str]:
    """A word's way into pieces, a line for each state."""
    if len(story.states) <= 1:
        pieces = " ".join(story.states[0].pieces) if story.states else story.word
        return [f"{story.word}: {story.note}", *([pieces] if pieces != story.word else [])]
    lines = [f"The bytes of {story.word}: {story.bytes}."] if story.bytes else []
    lines.append(f"How {story.word} was cut. {story.note}")
    for place, state in enumerate(story.states, 1):
        lines.append(f"{place}: {' '.join(state.pieces)}")
    return lines


def plot_lines(plot: PlotSpec) -> list[str]:
    """A plot as its title and, of bars and planes, its numbers."""
    title = spoken(plot.title)
    if isinstance(plot, Bars) and len(plot.labels) <= MOST_BARS:
        lines = [f"{title}."]
        for series in plot.series:
            said = ", ".join(
                f"{spoken(label(name))} {value:.{plot.decimals}f}"
                for name, value in zip(plot.labels, series.values, strict=True)
            )
            lines.append(f"{series.name}: {said}.")
        return [*lines, f"({spoken(plot.remark)}.)"] if plot.remark else lines
    if isinstance(plot, Plane):
        points = ", ".join(
            f"{label(each.label)} ({each.x:.1f}, {each.y:.1f})" for each in plot.points
        )
        return [f"{title}.", f"Points, as ({plot.x_name}, {plot.y_name}): {points}."]
    return []


def _title_line(trace: Trace, session: Session) -> str:
    if session.pane is not None:
        return f"Shown: {dict(PANES)[session.pane]}."
    which = f", {session.projection.upper()}" if session.step == "project" else ""
    return f"Shown: step {STEP_KEYS.index(session.step)}, {trace[session.step].title}{which}."


def _computed(session: Session) -> tuple[object, ...]:
    return (session.model, session.layer, session.head, session.mask, session.variant,
            session.positions, session.keys)  # fmt: skip


def _apart_from_cell(session: Session) -> Session:
    return replace(session, row=0, key=0, dimension=0, pane_cell=(0, 0), plot=None, zoom="window")


def _rows_of_cursor(frame: Frame) -> list[str]:
    """The row and the cell of the cursor."""
    board = frame.board
    row = _row(board, board.result, board.cursor[0], SHORT)
    return [row] if frame.pieces else [row, cell_line(frame)]


def _rows(board: Board, most: int, most_rows: int) -> list[str]:
    """The rows of the result: all if they are few, else that of the cursor."""
    count = len(board.result.values)
    if count > most_rows:
        return [_row(board, board.result, board.cursor[0], most)]
    return [_row(board, board.result, row, most) for row in range(count)]


def _row(board: Board, grid: Grid, row: int, most: int, alone: bool = True) -> str:
    if grid is board.result and row == board.veiled:
        return f"Row {named(grid.rows, row)}: {VEILED}."
    line = row_line(grid, row, most)
    return line if alone else f"{spoken(grid.symbol).capitalize()}, {line[:1].lower()}{line[1:]}"


def _whole(grid: Grid) -> list[str]:
    if len(grid.values) > MOST_ROWS:
        return [f"{len(grid.values)} rows are too many to read out."]
    return [row_line(grid, row, LONGEST) for row in range(len(grid.values))]


def _arithmetic(sum_: Arithmetic, most: int) -> str:
    if not sum_.pieces:
        return spoken(sum_.whole)
    most = most // 2 if sum_.named else most
    shown = " + ".join(sum_.pieces[:most])
    left = len(sum_.pieces) - most
    more = f" + {left} smaller terms" if left > 0 else ""
    zeros = f", and {sum_.zeros} terms that are 0" if sum_.zeros else ""
    return spoken(f"{shown}{more} = {sum_.value}{zeros}")
