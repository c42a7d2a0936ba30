"""The axes of lines and planes: ticks on the left and below, faint lines at zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.cells import cell_len
from rich.style import Style

from attn_tui.widgets.plot_canvas import Area, Canvas
from attn_tui.widgets.plot_drawing import stroke
from attn_tui.widgets.plot_frame import gutter, y_ticks
from attn_tui.widgets.plot_scale import Scale, tick_texts

TICK_CELLS, TICK_ROWS = 9, 2
"""Columns for each tick of the lower axis and rows for each of the left one, at least."""

Ticks = tuple[tuple[float, str], ...]
"""Places along an axis, with what is written there."""


@dataclass(frozen=True)
class Axes:
    """The area inside the axes and the numbers along its sides."""

    area: Area
    x: Scale
    y: Scale

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of the canvas in which a point falls."""
        area = self.area
        column = area.left + self.x.place(x, area.width)
        return column, area.top + area.height - 1 - self.y.place(y, area.height)


def draw_axes(canvas: Canvas, rows: Area, x: Scale, y: Scale, whole: bool = False) -> Axes:
    """Draw axes in the rows given; `whole` keeps the ticks of x to whole numbers."""
    axes = left_axis(canvas, rows, x, y, named(y.ticks(max(2, (rows.height - 2) // TICK_ROWS))))
    ticks = x.ticks(max(2, axes.area.width // TICK_CELLS))
    if whole:
        ticks = tuple(tick for tick in ticks if tick == round(tick))
    lower_axis(canvas, axes, named(ticks))
    _zero_lines(canvas, axes)
    return axes


def named(ticks: tuple[float, ...]) -> Ticks:
    """Ticks with their numbers, all in the same form."""
    return tuple(zip(ticks, tick_texts(ticks), strict=True))


def left_axis(canvas: Canvas, rows: Area, x: Scale, y: Scale, ticks: Ticks) -> Axes:
    """Draw the ticks of y; two of the rows, for the lower axis, are left below the area."""
    width = gutter(tuple(text for _, text in ticks))
    area = Area(rows.left + width, rows.top, rows.width - width, rows.height - 2)
    axes = Axes(area, x, y)
    y_ticks(canvas, area, {axes.cell(x.low, tick)[1]: text for tick, text in ticks})
    return axes


def lower_axis(canvas: Canvas, axes: Axes, ticks: Ticks, gap: int = 0) -> None:
    """Draw the lower axis; a text is left out that comes nearer to another one than the gap."""
    area, ink = axes.area, canvas.inks.quiet
    row = area.top + area.height
    canvas.put(area.left - 1, row, canvas.glyphs.corner, ink)
    for column in range(area.left, area.left + area.width):
        canvas.put(column, row, canvas.glyphs.horizontal, ink)
    for tick, text in ticks:
        column = area.left + axes.x.place(tick, area.width)
        start = max(0, min(column - cell_len(text) // 2, canvas.width - cell_len(text)))
        canvas.put(column, row, canvas.glyphs.tick_below, ink)
        if canvas.is_free(start, row + 1, cell_len(text), gap):
            canvas.write(start, row + 1, text, ink)


def draw_line(canvas: Canvas, axes: Axes, x: NDArray[Any], y: NDArray[Any], ink: Style) -> None:
    """Draw a line through points; x, y: (n,), any numbers."""
    area = axes.area
    across, upward = axes.x.share(x), axes.y.share(y)
    lines = stroke(across, upward, area.width, area.height, canvas.glyphs.stroke)
    for row, line in zip(area.rows(), lines, strict=True):
        for column, character in enumerate(line):
            if character != " ":
                canvas.put(area.left + column, row, character, ink)


def direction(axes: Axes, start: tuple[float, float], goal: tuple[float, float]) -> int | None:
    """The way to the goal as the eye sees it, in eighths of a turn from the right; or None."""
    x, y = (
        scale.share(np.array(ends))
        for scale, ends in zip((axes.x, axes.y), zip(start, goal, strict=True), strict=True)
    )
    run = (x[1] - x[0]) * axes.area.width
    rise = (y[1] - y[0]) * axes.area.height * 2  # a cell is twice as high as it is wide
    if not np.isfinite(run + rise) or not (run or rise):
        return None
    return round(float(np.arctan2(rise, run)) / (np.pi / 4)) % 8


def _zero_lines(canvas: Canvas, axes: Axes) -> None:
    area, ink = axes.area, canvas.inks.quiet
    column, row = axes.cell(0.0, 0.0)
    if axes.y.low < 0 < axes.y.high:
        for place in range(area.left, area.left + area.width):
            canvas.put(place, row, canvas.glyphs.dotted, ink, soft=True)
    if axes.x.low < 0 < axes.x.high:
        for place in area.rows():
            canvas.put(column, place, canvas.glyphs.dotted_down, ink, soft=True)
