"""Lines over positions, each with points of its own shape, so that colour is not needed."""

from __future__ import annotations

import math

import numpy as np

from attn_tui.view.labels import cut, label
from attn_tui.view.plot_spec import Curves
from attn_tui.widgets.plot_axes import Axes, draw_axes, draw_line
from attn_tui.widgets.plot_canvas import Area, Canvas
from attn_tui.widgets.plot_frame import Entry, caption_rows, title_rows
from attn_tui.widgets.plot_scale import Scale, left_out, scale_of

LONGEST_NAME = 14
APART, CELLS = 8, 2
"""Columns between two points of a line, and between two positions, at least."""


def draw_curves(canvas: Canvas, spec: Curves) -> None:
    """Draw the lines on the whole canvas, the lit one last."""
    legend = tuple(_entry(canvas, spec, at) for at in range(len(spec.series)))
    top = title_rows(canvas, spec.title, legend if len(legend) > 1 else ())
    values = [value for series in spec.series for value in series.values]
    first, last, note = _window(spec, canvas.width)
    notes = (note, left_out(values, spec.y_name), spec.remark)
    foot = caption_rows(canvas, (spec.x_name, spec.y_name), notes)
    x, y = Scale(first, max(first + 1.0, last - 1.0)), scale_of(values)
    rows = Area(0, top, canvas.width, canvas.height - top - foot)
    axes = draw_axes(canvas, rows, x, y, whole=True)
    if spec.cursor is not None:
        column, _ = axes.cell(spec.cursor, y.low)
        for row in axes.area.rows():
            canvas.put(column, row, canvas.glyphs.vertical, canvas.inks.cursor, soft=True)
    order = sorted(range(len(legend)), key=lambda at: at == spec.lit)
    for at in order:
        numbers = np.array(spec.series[at].values[first:last])
        draw_line(canvas, axes, np.arange(first, first + len(numbers)), numbers, legend[at].ink)
    for at in order:
        _draw_points(canvas, axes, spec, at, legend[at])


def _window(spec: Curves, width: int) -> tuple[int, int, str]:
    """The positions that can be told apart in so many cells, and a note where they are not all."""
    count = max((len(series.values) for series in spec.series), default=0)
    fitting = width // CELLS
    if count <= fitting:
        return 0, count, ""
    first = max(0, min((spec.cursor or 0) - fitting // 2, count - fitting))
    last = first + fitting
    return first, last, f"{spec.x_name}s {first}-{last - 1} of {count}"


def _entry(canvas: Canvas, spec: Curves, at: int) -> Entry:
    """How one line is told from the others."""
    marks = canvas.glyphs.points
    name = cut(label(spec.series[at].name), LONGEST_NAME)
    inks = canvas.inks
    name_ink = inks.text if at == spec.lit else inks.quiet
    return Entry(marks[at % len(marks)], name, inks.of_series(at, spec.lit), name_ink)


def _draw_points(canvas: Canvas, axes: Axes, spec: Curves, at: int, entry: Entry) -> None:
    """Draw points far enough apart, each line's at places of its own, and the one at the cursor."""
    values = spec.series[at].values
    first, last = int(axes.x.low), min(int(axes.x.high) + 1, len(values))
    every = max(1, math.ceil(APART * (last - first) / axes.area.width))
    for position in range(first, last):
        here = position == spec.cursor
        value = values[position]
        if not (here or position % every == at % every) or not math.isfinite(value):
            continue
        column, row = axes.cell(position, value)
        if row in axes.area.rows():
            ink = canvas.inks.cursor if here and at == spec.lit else entry.ink
            canvas.put(column, row, entry.mark, ink)
