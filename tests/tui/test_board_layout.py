"""Where the board puts things: geometry worked out by hand, and what may never happen."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_tui.view.board import Board
from attn_tui.view.layout import lay_out
from attn_tui.view.placement import Layout, Request, clamped
from attn_tui.view.spans import Span, bins, seen, window
from attn_tui.widgets.board_lines import BoardPainter
from tests.tui.board_making import axis, grid, masked, numbered, product, scores, styles

AREAS = [
    (1, 1), (1, 9), (9, 1), (2, 2), (3, 4), (5, 5), (8, 3), (12, 8), (20, 6), (31, 10), (44, 12),
    (60, 14), (78, 17), (118, 28), (200, 50), (500, 200),
]  # fmt: skip
SHAPES = [(0, 0), (0, 4), (4, 0), (1, 1), (12, 12), (2, 60), (60, 2), (512, 512)]


def texts(layout: Layout) -> list[str]:
    return [note.text for note in layout.notes]


def test_twelve_scores_fit_in_80_by_24_with_both_operands() -> None:
    layout = lay_out(scores(4), Request(78, 17))
    left, top, result = layout.panes
    assert (left.role, top.role, result.role) == ("left", "top", "result")
    # Labels up to "because", a blank, four columns of two, two blanks, twelve columns of five.
    assert (layout.row_label_width, left.x, left.cell, result.x, result.cell) == (7, 8, 2, 18, 5)
    assert (left.mode, top.mode, result.mode) == ("colour", "half", "figures")
    assert (top.x, top.cell, top.columns) == (result.x, result.cell, result.columns)
    assert (left.y, left.rows) == (result.y, result.rows)
    # Two lines of half blocks, the line of labels, twelve rows, a blank, the legend.
    assert (top.y, top.lines, layout.label_y, result.y, result.lines) == (0, 2, 2, 3, 12)
    assert layout.legend_y == 16
    assert texts(layout) == ["Kᵀ 4 × 12", "column = key", "Q 12 × 4"]
    assert not layout.left_labelled
    assert lay_out(scores(4), Request(98, 17)).left_labelled
    assert not layout.hidden


def test_an_upper_operand_that_is_too_high_is_shown_in_part() -> None:
    layout = lay_out(scores(16), Request(78, 17))
    top = layout.pane("top")
    assert top is not None
    assert (top.lines, top.rows) == (3, Span(0, 6, 16))
    assert "0-5 of 16 ↓" in texts(layout)
    left = layout.pane("left")
    assert left is not None
    assert (left.mode, left.cell, left.columns) == ("colour", 1, Span(0, 6, 16))


def test_more_room_gives_two_decimals_and_whole_labels() -> None:
    result = lay_out(scores(16), Request(118, 28)).result
    assert result.figures.decimals == 2
    assert result.cell >= 6
    wide = lay_out(scores(4), Request(196, 40)).result
    assert wide.cell == len("because") + 1


def test_a_lookup_shows_the_same_entries_in_both_operands() -> None:
    one_hot = np.zeros((11, 130))
    one_hot[:, 77] = 1.0
    tokens, words, entries = axis("token", 11), axis("vocabulary", 130), axis("d_model", 8)
    board = Board(
        grid("X", numbered(11, 8), tokens, entries),
        (3, 2),
        left=grid("one-hot", one_hot, tokens, words, "one-hot"),
        top=grid("W_E", numbered(130, 8) / 50, words, entries),
        inner=77,
    )
    for area in ((78, 17), (118, 28), (196, 46)):
        layout = lay_out(board, Request(*area))
        left, top = layout.pane("left"), layout.pane("top")
        assert left is not None
        assert top is not None
        assert left.columns == top.rows
        assert top.rows.place(77) is not None
        assert top.mode == "figures"


def test_elementwise_matrices_share_rows_and_lines() -> None:
    layout = lay_out(masked(8), Request(118, 17))
    before, mask, result = layout.panes
    assert before.rows == mask.rows == result.rows
    assert before.columns == mask.columns == result.columns
    assert before.y == mask.y == result.y == 2
    assert before.cell == result.cell
    operators = [note for note in layout.notes if note.text in {"+", "="}]
    assert [note.x for note in operators] == [before.x + before.width + 1, mask.x + mask.width + 1]
    assert {note.y for note in operators} == {result.y + 4}


def test_masks_then_the_earliest_lose_their_figures_and_then_their_place() -> None:
    modes = {}
    for width in range(140, 30, -1):
        layout = lay_out(masked(8), Request(width, 17))
        modes[tuple((pane.grid.symbol, pane.mode) for pane in layout.panes)] = layout
        assert layout.result.mode == "figures"
    assert [" ".join(f"{s}:{m[0]}" for s, m in key) for key in modes] == [
        "S/2:f M:f masked:f",
        "S/2:f M:c masked:f",
        "S/2:c M:c masked:f",
        "M:c masked:f",
        "masked:f",
    ]
    assert list(modes.values())[-1].hidden == ("S/2", "M")


def test_scores_beside_narrower_weights_keep_their_figures() -> None:
    board = masked(8)
    weights = grid("A", np.full((8, 8), 0.125), board.result.rows, board.result.columns, "weights")
    board = replace(board, result=weights, before=(board.before[0],), operators=("softmax",))
    before, result = lay_out(board, Request(85, 17)).panes
    # Labels of two, a blank, eight columns of five, nine for the word, eight columns of four.
    assert (before.mode, before.cell, result.cell) == ("figures", 5, 4)


def test_operands_of_a_result_that_does_not_fit_are_a_matter_of_choice() -> None:
    board = product(60, 8, 60, cursor=(30, 30))
    asked = lay_out(board, Request(78, 17, operands=True))
    assert [pane.role for pane in asked.panes] == ["left", "top", "result"]
    alone = lay_out(board, Request(78, 17, operands=False))
    assert [pane.role for pane in alone.panes] == ["result"]
    assert alone.hidden == ("Q", "Kᵀ")
    assert alone.result.columns.count > asked.result.columns.count
    small = lay_out(scores(4), Request(78, 17, operands=False))
    assert len(small.panes) == 3


def test_all_of_a_large_matrix_is_reduced_to_the_area() -> None:
    board = product(512, 64, 512, cursor=(300, 200))
    layout = lay_out(board, Request(78, 17, "all"))
    left, top, result = layout.panes
    assert result.mode == "half"
    assert result.rows.binned
    assert result.columns.binned
    assert (left.rows, top.columns) == (result.rows, result.columns)
    assert result.rows.count == 2 * result.lines
    assert result.x + result.width == 78
    assert result.rows.place(511) == result.rows.count - 1


@given(
    st.integers(1, 600), st.integers(1, 80), st.lists(st.integers(0, 599), min_size=1, max_size=12)
)
def test_a_window_follows_the_cursor_and_moves_only_when_it_must(
    total: int, room: int, cursors: list[int]
) -> None:
    span = None
    for cursor in (place % total for place in cursors):
        moved = window(total, room, cursor, span)
        assert moved.count == min(total, room)
        assert 0 <= moved.start <= total - moved.count
        place = moved.place(cursor)
        assert place is not None
        if span is not None and moved.start != span.start:
            # It stopped as soon as the cursor had its margin, or at the end of the axis.
            margin = min(2, (moved.count - 1) // 2)
            assert place in {margin, moved.count - 1 - margin} or moved.start in {
                0,
                total - moved.count,
            }
        span = moved


@given(st.integers(1, 600), st.integers(1, 600))
def test_bins_share_an_axis_evenly(total: int, room: int) -> None:
    span = bins(total, room)
    edges = [span.entry(place) for place in range(span.count + 1)]
    sizes = np.diff(edges)
    assert edges[0] == 0
    assert edges[-1] == total
    assert sizes.min() >= 1
    assert sizes.max() - sizes.min() <= 1
    assert sizes.max() == span.largest_bin()
    for entry in {0, total // 3, total - 1}:
        place = span.place(entry)
        assert place is not None
        assert edges[place] <= entry < edges[place + 1]


@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 12), st.integers(1, 12))
@settings(deadline=None)
def test_a_bin_shows_its_value_of_largest_magnitude(
    rows: int, columns: int, row_room: int, column_room: int
) -> None:
    values = np.random.default_rng(rows * 31 + columns).normal(size=(rows, columns))
    values[values > 1.5] = -np.inf
    row_span, column_span = bins(rows, row_room), bins(columns, column_room)
    found = seen(values, row_span, column_span)
    for row, column in itertools.product(range(row_span.count), range(column_span.count)):
        cells = values[
            row_span.entry(row) : row_span.entry(row + 1),
            column_span.entry(column) : column_span.entry(column + 1),
        ]
        finite = cells[np.isfinite(cells)]
        largest = finite[np.abs(finite).argmax()] if finite.size else -np.inf
        assert found[row, column] == largest


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("zoom", ["window", "all", "cell"])
def test_any_matrix_is_drawn_in_any_area(shape: tuple[int, int], zoom: str) -> None:
    rows, columns = shape
    boards = [product(rows, inner, columns, (rows // 2, columns // 2)) for inner in (0, 1, 5)]
    boards.append(replace(product(rows, 130, columns, (9999, 9999), veiled=0), inner=77))
    boards.append(replace(boards[0], left=None, top=None))
    boards.append(replace(boards[-1], before=(boards[0].result,) * 2, operators=("+", "=")))
    for board, area, operands in itertools.product(boards, AREAS, (True, False)):
        _check(board, Request(*area, zoom, operands))
    _check(boards[2], Request(40, 12, zoom, half_blocks=False))


def _check(board: Board, request: Request) -> None:
    """Panes inside the area and apart, the cursor in sight, lines exactly as wide."""
    layout = lay_out(board, request)
    assert layout.result.grid is board.result
    taken: set[tuple[int, int]] = set()
    for pane in layout.panes:
        if pane.width and pane.lines:
            assert pane.x >= 0
            assert pane.x + pane.width <= request.width
            assert pane.y + pane.lines <= request.height
            corners = {(pane.x, pane.y), (pane.x + pane.width - 1, pane.y + pane.lines - 1)}
            assert not corners & taken
            taken |= corners
    result = layout.result
    if result.rows.count and result.columns.count:
        row, column = clamped(board)
        assert result.rows.place(row) is not None
        assert result.columns.place(column) is not None
    painter = BoardPainter(board, layout, styles(), ascii_only=False)
    step = max(1, request.height // 20)
    for y in range(0, request.height, step):
        strip = painter.line(y)
        assert sum(segment.cell_length for segment in strip) == request.width
