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
    height = rows.height - 2
    ticks = y.ticks(max(2, height // TICK_ROWS))
    texts = tick_texts(ticks)
    width = gutter(texts)
    axes = Axes(Area(rows.left + width, rows.top, rows.width - width, height), x, y)
    places = {axes.cell(x.low, tick)[1]: text for tick, text in zip(ticks, texts, strict=True)}
    y_ticks(canvas, axes.area, places)
    _x_axis(canvas, axes, whole)
    _zero_lines(canvas, axes)
    return axes


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


def _x_axis(canvas: Canvas, axes: Axes, whole: bool) -> None:
    area, ink = axes.area, canvas.inks.quiet
    row = area.top + area.height
    canvas.put(area.left - 1, row, canvas.glyphs.corner, ink)
    for column in range(area.left, area.left + area.width):
        canvas.put(column, row, canvas.glyphs.horizontal, ink)
    ticks = axes.x.ticks(max(2, area.width // TICK_CELLS))
    if whole:
        ticks = tuple(tick for tick in ticks if tick == round(tick))
    for tick, text in zip(ticks, tick_texts(ticks), strict=True):
        column = area.left + axes.x.place(tick, area.width)
        start = max(0, min(column - cell_len(text) // 2, canvas.width - cell_len(text)))
        canvas.put(column, row, canvas.glyphs.tick_below, ink)
        if canvas.is_free(start, row + 1, cell_len(text)):
            canvas.write(start, row + 1, text, ink)


def _zero_lines(canvas: Canvas, axes: Axes) -> None:
    area, ink = axes.area, canvas.inks.quiet
    column, row = axes.cell(0.0, 0.0)
    if axes.y.low < 0 < axes.y.high:
        for place in range(area.left, area.left + area.width):
            canvas.put(place, row, canvas.glyphs.dotted, ink, soft=True)
    if axes.x.low < 0 < axes.x.high:
        for place in area.rows():
            canvas.put(column, place, canvas.glyphs.dotted_down, ink, soft=True)
