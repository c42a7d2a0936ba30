"""Lines over any numbers, on plain axes or on logarithmic ones with a tick at each power of ten."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from attn_tui.view.numbers import amount
from attn_tui.view.plot_spec import Line, Lines
from attn_tui.widgets.plot_axes import Axes, Ticks, draw_line, left_axis, lower_axis, named
from attn_tui.widgets.plot_canvas import Area, Canvas
from attn_tui.widgets.plot_frame import Entry, caption_rows, title_rows
from attn_tui.widgets.plot_scale import Scale, scale_of

TICK_CELLS, TICK_ROWS = 10, 2
"""Columns for each tick of the lower axis and rows for each of the left one, at least."""

APART = 12
"""Columns between two marks of a line that has not one at each of its points."""

_STEPS = {"bytes": math.log10(4)}
"""How far apart the ticks of a logarithmic axis are, where that is not a power of ten."""


@dataclass(frozen=True)
class _Drawn:
    """A line as it lies on the axes: logarithms where these are logarithmic."""

    line: Line
    x: tuple[float, ...]
    y: tuple[float, ...]


def draw_lines(canvas: Canvas, spec: Lines) -> None:
    """Draw the lines on the whole canvas, the first last."""
    drawn = [_placed(line, spec.log) for line in spec.lines]
    legend = tuple(_entry(canvas, spec, at) for at in range(len(drawn)))
    top = title_rows(canvas, spec.title, legend if len(legend) > 1 else ())
    foot = caption_rows(canvas, (spec.x_name, spec.y_name), (spec.remark,))
    rows = Area(0, top, canvas.width, canvas.height - top - foot)
    axes = _axes(canvas, rows, spec, drawn)
    if spec.cursor is not None:
        inside = max(axes.x.low, min(_at(spec.cursor, spec.log == "xy"), axes.x.high))
        column, _ = axes.cell(inside, axes.y.low)
        for row in axes.area.rows():
            canvas.put(column, row, canvas.glyphs.vertical, canvas.inks.cursor, soft=True)
    for at in reversed(range(len(drawn))):
        draw_line(canvas, axes, np.array(drawn[at].x), np.array(drawn[at].y), legend[at].ink)
    if spec.marks or len(drawn) > 1:
        for at in reversed(range(len(drawn))):
            for cell in _marked(axes, spec, drawn, at):
                canvas.put(*cell, legend[at].mark, legend[at].ink)


def _marked(axes: Axes, spec: Lines, drawn: list[_Drawn], at: int) -> Iterator[tuple[int, int]]:
    """The cells of a line's marks: its points, or as many as are far enough apart.

    Each line has them at places of its own, so that lines are told apart without their colours.
    """
    apart = 0 if spec.marks else APART
    following = axes.area.left + apart * at // len(drawn)
    for x, y in zip(drawn[at].x, drawn[at].y, strict=True):
        if math.isfinite(x) and math.isfinite(y):
            column, row = axes.cell(x, y)
            if spec.marks or column >= following:
                following = column + apart
                yield column, row


def _placed(line: Line, log: str) -> _Drawn:
    x = tuple(_at(value, log == "xy") for value in line.x)
    return _Drawn(line, x, tuple(_at(value, log != "") for value in line.y))


def _at(value: float, log: bool) -> float:
    if not log:
        return value
    return math.log10(value) if value > 0 and math.isfinite(value) else math.nan


def _entry(canvas: Canvas, spec: Lines, at: int) -> Entry:
    inks, marks = canvas.inks, canvas.glyphs.points
    mark = marks[at % len(marks)]
    return Entry(mark, spec.lines[at].name, inks.series[at % len(inks.series)], inks.text)


def _axes(canvas: Canvas, rows: Area, spec: Lines, drawn: list[_Drawn]) -> Axes:
    """Both axes with their ticks; on logarithmic ones y reaches to whole powers of ten."""
    x = scale_of(value for each in drawn for value in each.x)
    y = scale_of((value for each in drawn for value in each.y), zero=not spec.log)
    if spec.y_ends is not None:
        y = Scale(*(_at(end, spec.log != "") for end in spec.y_ends))
    at_most = max(2, (rows.height - 2) // TICK_ROWS)
    if spec.log and spec.y_ends is None:
        step = _STEPS.get(spec.unit, 1.0)
        y = Scale(math.floor(y.low / step + 1e-9) * step, math.ceil(y.high / step - 1e-9) * step)
    left = _powers(y, at_most, spec.unit) if spec.log else _round(y, at_most)
    if spec.log == "xy":
        below = _lengths({value for each in drawn for value in each.line.x})
    else:
        below = _round(x, max(2, rows.width // TICK_CELLS))
    axes = left_axis(canvas, rows, x, y, left)
    lower_axis(canvas, axes, below, gap=1)
    return axes


def _round(scale: Scale, at_most: int) -> Ticks:
    ticks = scale.ticks(at_most)
    if max(map(abs, ticks), default=0) >= 1000:
        return tuple((tick, f"{tick:,.0f}") for tick in ticks)
    return named(ticks)


def _powers(scale: Scale, at_most: int, unit: str) -> Ticks:
    """Powers of ten, or of four for bytes, as many as fit; the highest among them."""
    step = _STEPS.get(unit, 1.0)
    powers = range(math.ceil(scale.low / step - 1e-9), math.floor(scale.high / step + 1e-9) + 1)
    every = -(-len(powers) // at_most) or 1
    return tuple((power * step, amount(10.0 ** (power * step), unit)) for power in powers[::-every])


def _lengths(values: Iterable[float]) -> Ticks:
    """A tick at each x itself: they are few, and chosen."""
    return tuple((math.log10(value), f"{value:,.0f}") for value in sorted(values) if value > 0)
