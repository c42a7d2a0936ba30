"""A step of the page: what happens, its matrices, the plot, the code that ran and live shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from attn_tui.export.page_code import highlighted
from attn_tui.export.page_matrix import Arithmetic, Part, matrix, part_of
from attn_tui.export.page_words import prose, symbol, word
from attn_tui.export.picked import picked_ids
from attn_tui.export.plot_svg import plot_svg
from attn_tui.view.arithmetic import explain_cell
from attn_tui.view.boards import board_of
from attn_tui.view.code import listing_of
from attn_tui.view.frame import told_of
from attn_tui.view.plots import plot_of
from attn_tui.view.session import PROJECTIONS
from attn_tui.view.titles import STEP_KEYS

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.export.walk import Walk
    from attn_tui.view.board import Board, Grid
    from attn_tui.view.code import Listing
    from attn_tui.view.session import Session

MOST_TOLD = 1_200
"""Cells of a result whose arithmetic the page holds."""

VALUES_ALONE = "Of so many cells the page tells the values; the app has the arithmetic of each."

LABELS, ROOM = 7.0, 72.0
"""In units of the page's letters: the width of the labels of rows, and how much stands side by side."""


def step_section(walk: Walk) -> Iterator[str]:
    """The lines of the section of the walk's step."""
    trace, session = walk.trace, walk.session
    key = session.step
    listing = listing_of(trace, session)
    place = STEP_KEYS.index(key)
    yield f'<section id="{key}" aria-labelledby="{key}-title">'
    yield f'<h2 id="{key}-title"><span class="place">{place}</span> {escape(listing.title)}</h2>'
    yield f'<p class="formula">{symbol(listing.formula)}</p>'
    for each in _sessions(session):
        idea, *more = told_of(trace, each)
        yield f'<p class="idea">{prose(idea)}</p>'
        if more and each == session:
            yield f'<p class="live">{" ".join(map(prose, more))}</p>'
        yield from _board(trace, each)
    yield f'<div class="plot">{plot_svg(plot_of(trace, session))}</div>'
    yield from _code(listing)
    yield "</section>"


def _sessions(session: Session) -> Iterator[Session]:
    """One for each board of the step: the project step makes three matrices."""
    if session.step == "project":
        for projection in PROJECTIONS:
            yield replace(session, projection=projection)
    else:
        yield session


def _board(trace: Trace, session: Session) -> Iterator[str]:
    board = board_of(trace, session)
    picked = picked_ids(trace)

    def shown(grid: Grid) -> Part:
        return part_of(grid, picked)

    result = shown(board.result)
    rows, columns = result.grid.values.shape
    cursor = (min(board.cursor[0], rows - 1), min(board.cursor[1], columns - 1))
    arithmetic = _arithmetic(trace, session)
    left, top = (None if grid is None else shown(grid) for grid in (board.left, board.top))
    before = [shown(grid) for grid in board.before]
    yield f'<div class="board {_arrangement(result, left, top, before)}">'
    if top is not None:
        yield from matrix(top, "top", (-1, cursor[1]))
    if left is not None:
        yield from matrix(left, "left", (cursor[0], -1))
    for part, operator in zip(before, board.operators, strict=True):
        at = (cursor[0] if part.grid.values.shape[0] > 1 else 0, cursor[1])
        yield from matrix(part, "before", at)
        yield f'<p class="operator">{symbol(operator)}</p>'
    is_small = result.grid.values.size <= MOST_TOLD
    yield from matrix(result, "result", cursor, arithmetic if is_small else None)
    yield "</div>"
    yield f'<output class="arithmetic">{_cell(board, cursor, arithmetic)}</output>'
    if not is_small:
        yield f'<p class="note">{VALUES_ALONE}</p>'


def _arithmetic(trace: Trace, session: Session) -> Arithmetic:
    def told(row: int, column: int) -> str:
        return explain_cell(trace, session, (row, column)).text

    return told


def _cell(board: Board, cursor: tuple[int, int], arithmetic: Arithmetic) -> str:
    grid = board.result
    row, column = (
        word(axis.labels[at]) for axis, at in zip((grid.rows, grid.columns), cursor, strict=True)
    )
    return f"<b>{escape(grid.symbol)}[{row}, {column}]</b> = {word(arithmetic(*cursor))}"


def _arrangement(result: Part, left: Part | None, top: Part | None, before: list[Part]) -> str:
    """How the matrices stand: a product as one, what follows another beside it, else one below
    the other.
    """
    side = [result, *before] if left is None else [result, left]
    if sum(map(_width, side)) > ROOM:
        return "stacked"
    return "product" if top is not None else "beside"


def _width(part: Part) -> float:
    return LABELS + len(part.grid.columns.labels) * part.cell


def _code(listing: Listing) -> Iterator[str]:
    yield "<details><summary>The code that ran, and the shapes it ran on</summary>"
    yield '<table class="shapes"><thead><tr><th scope="col">matrix</th><th scope="col">shape</th>'
    yield '<th scope="col">dtype</th></tr></thead><tbody>'
    for name, axes, dtype in listing.shapes:
        yield f'<tr><th scope="row">{escape(name)}</th><td>{escape(axes)}</td><td>{escape(dtype)}</td></tr>'
    yield f'</tbody></table><pre tabindex="0"><code>{highlighted(listing.source)}</code></pre></details>'
