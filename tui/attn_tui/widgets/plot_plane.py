"""Tokens as labelled points, and an arrow for the one that moves."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from rich.cells import cell_len

from attn_tui.view.labels import cut, label
from attn_tui.view.plot_spec import Plane, Point
from attn_tui.widgets.plot_axes import Axes, direction, draw_axes, draw_line
from attn_tui.widgets.plot_canvas import Area, Canvas
from attn_tui.widgets.plot_frame import caption_rows, title_rows
from attn_tui.widgets.plot_scale import left_out, scale_of

LABEL_CELLS = (48, 22, 11, 5)
"""Names are cut to the first of these lengths at which there is room for them."""

MARGIN = 0.06

Cell = tuple[int, int]


def draw_plane(canvas: Canvas, spec: Plane) -> None:
    """Draw the plane on the whole canvas."""
    top = title_rows(canvas, spec.title)
    known = [point for point in spec.points if math.isfinite(point.x + point.y)]
    cursor = spec.points[spec.cursor] if spec.cursor is not None else None
    ends = [(point.x, point.y) for point in known] + ([spec.goal] if spec.goal else [])
    x, y = (scale_of((end[axis] for end in ends), zero=True, margin=MARGIN) for axis in (0, 1))
    axes = draw_axes(canvas, Area(0, top, canvas.width, canvas.height - top - 1), x, y)
    groups = _grouped(known, cursor, axes)
    if cursor in known and spec.goal:
        _draw_arrow(canvas, axes, (cursor.x, cursor.y), spec.goal)
    for cell, points in groups.items():
        ink = canvas.inks.cursor if cursor is points[0] else canvas.inks.series[0]
        canvas.put(*cell, canvas.glyphs.points[0], ink)
    unnamed = 0
    for cell, points in groups.items():
        lit = label(cursor.label) if cursor is points[0] else ""
        unnamed += not _write_label(canvas, axes.area, cell, _names(points), lit)
    notes = (
        left_out((point.x + point.y for point in spec.points), "point"),
        f"no room for {unnamed} name{'' if unnamed == 1 else 's'}" if unnamed else "",
        spec.remark,
    )
    caption_rows(canvas, (spec.x_name, spec.y_name), notes, at_most=1)


def _grouped(points: list[Point], cursor: Point | None, axes: Axes) -> dict[Cell, list[Point]]:
    """The points by the cell they fall in, that of the cursor first."""
    groups: dict[Cell, list[Point]] = {}
    for point in sorted(points, key=lambda point: point is not cursor):
        groups.setdefault(axes.cell(point.x, point.y), []).append(point)
    return groups


def _names(points: list[Point]) -> str:
    """The tokens of one cell, each once, with how often it stands there."""
    counts: dict[str, int] = {}
    for point in points:
        counts[point.label] = counts.get(point.label, 0) + 1
    return ", ".join(
        label(text) if count == 1 else f"{label(text)} ×{count}" for text, count in counts.items()
    )


def _write_label(canvas: Canvas, area: Area, cell: Cell, text: str, lit: str) -> bool:
    """Write a label beside its point, cut if need be; False where it would cover something.

    `lit` is the name of the cursor's token, with which the label begins if the token is there.
    """
    for longest in LABEL_CELLS:
        shown = cut(text, longest)
        cells = cell_len(shown)
        for column, row in _places(cell, cells):
            inside = row in area.rows() and column >= area.left
            if inside and canvas.is_free(column, row, cells, gap=1):
                canvas.write(column, row, shown, canvas.inks.text)
                canvas.write(column, row, cut(shown, cell_len(lit), ""), canvas.inks.cursor)
                return True
    return False


def _places(cell: Cell, cells: int) -> Iterator[Cell]:
    """Where the label of a point may start, the best place first."""
    column, row = cell
    yield column + 2, row
    yield column - 1 - cells, row
    for beside in (row - 1, row + 1):
        yield column - cells // 2, beside
        yield column + 1, beside
        yield column - cells, beside


def _draw_arrow(
    canvas: Canvas, axes: Axes, start: tuple[float, float], goal: tuple[float, float]
) -> None:
    """Draw a line to where the point moves, ending in an arrow's head."""
    ink = canvas.inks.cursor
    draw_line(canvas, axes, np.array([start[0], goal[0]]), np.array([start[1], goal[1]]), ink)
    turn = direction(axes, start, goal)
    if turn is not None:
        canvas.put(*axes.cell(*goal), canvas.glyphs.arrows[turn], ink)
