"""Bars in eighths of a cell, standing on a line at zero or hanging from it, labels below."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

from attn_tui.view.labels import cut, label
from attn_tui.view.plot_spec import Bars
from attn_tui.widgets.plot_canvas import Area, Canvas
from attn_tui.widgets.plot_frame import Entry, caption_rows, gutter, title_rows, y_ticks
from attn_tui.widgets.plot_scale import LARGEST, SMALLEST, Scale, left_out, tick_texts
from attn_tui.widgets.plot_selection import Selection, select, value_text

WIDEST_GUTTER = 9

TICK_ROWS, FEWEST_TICKS = 4, 3
"""Rows for each tick of the axis, and how many there may be in any case."""

NARROWEST_VALUE = 2
"""A bar of fewer cells has its value written above it only at the cursor."""

VALUE_ROWS = 5
"""From so many rows on, one is kept free for the values above the bars."""


@dataclass(frozen=True)
class Ground:
    """Where the bars stand: their area, the row of zero, and what one row is worth.

    Bars begin `base` of a row from the middle of that of zero; each slot has `slot` cells.
    """

    area: Area
    zero: int
    worth: float
    base: float
    slot: int
    n_series: int

    @property
    def thickness(self) -> int:
        """The cells of one bar."""
        return max(1, (self.slot - 1) // self.n_series)

    def rows(self, value: float) -> float:
        """How many rows from zero a bar ends, below 0 for one that hangs."""
        return max(-LARGEST, min(LARGEST, value)) / self.worth

    def left(self, place: int, series: int = 0) -> int:
        """The first column of a bar in a slot."""
        return self.area.left + place * self.slot + series * self.thickness


def draw_bars(canvas: Canvas, spec: Bars) -> None:
    """Draw the bars on the whole canvas."""
    several = len(spec.series) > 1
    legend = tuple(
        Entry(
            canvas.glyphs.parts[-1],
            series.name,
            canvas.inks.of_series(at, spec.lit),
            canvas.inks.text if at == spec.lit else canvas.inks.quiet,
        )
        for at, series in enumerate(spec.series)
    )
    top = title_rows(canvas, spec.title, legend if several else ())
    chosen = select(spec, canvas.width - WIDEST_GUTTER)
    values = [value for series in spec.series for value in series.values]
    notes = (chosen.note, left_out(values, spec.y_name), spec.remark)
    foot = caption_rows(canvas, (spec.x_name, spec.y_name), notes)
    rows = Area(0, top, canvas.width, canvas.height - top - foot - 1)
    ground = _axis(canvas, spec, rows, chosen)
    for place, bar in enumerate(chosen.shown):
        _draw_slot(canvas, spec, ground, place, bar)
    # The value of the cursor's bar goes first: it may take the room of its neighbours'.
    for place, bar in sorted(enumerate(chosen.shown), key=lambda pair: pair[1] != spec.cursor):
        _write_value(canvas, spec, ground, place, bar)


def _axis(canvas: Canvas, spec: Bars, rows: Area, chosen: Selection) -> Ground:
    """Draw the axis with its ticks and the line at zero; where that puts the bars.

    All bars count for the axis, so that it keeps still when the cursor moves.
    """
    finite = [
        max(-LARGEST, min(LARGEST, value))
        for series in spec.series
        for value in series.values
        if math.isfinite(value)
    ]
    above, below = max(0.0, *finite, 0.0), max(0.0, *(-value for value in finite), 0.0)
    room = rows.height - 1
    spare = 1 if rows.height >= VALUE_ROWS else 0
    down = _rows_below(above, below, room - spare)
    up = room - spare - down
    base = 0.5 if canvas.glyphs.halves else 0.0
    worth = max(above / (up + base) if up else 0.0, below / (down + base) if down else 0.0)
    worth = worth if worth > SMALLEST else 1.0
    zero = rows.top + spare + up
    texts = _tick_rows(worth, up + base, down + base if down else 0.0, zero)
    width = max(gutter(tuple(texts.values())), 4)
    y_ticks(canvas, Area(width, rows.top, canvas.width - width, rows.height), texts)
    area = Area(width + 1, rows.top, canvas.width - width - 1, rows.height)
    ground = Ground(area, zero, worth, base, chosen.slot, max(1, len(spec.series)))
    for column in range(width, ground.left(len(chosen.shown))):
        canvas.put(column, zero, canvas.glyphs.horizontal, canvas.inks.quiet, soft=True)
    return ground


def _rows_below(above: float, below: float, rows: int) -> int:
    """How many of the rows lie below zero, so that both sides have the same measure."""
    if below == 0:
        return 0
    if above == 0:
        return rows
    return max(1, min(rows - 1, round(rows * (below / (above / 2 + below / 2) / 2))))


def _tick_rows(worth: float, up: float, down: float, zero: int) -> dict[int, str]:
    """The texts of the ticks by their rows."""
    ticks = Scale(-worth * down, worth * up).ticks(
        max(FEWEST_TICKS, round(up + down) // TICK_ROWS + 1)
    )
    nearest = sorted(zip(ticks, tick_texts(ticks), strict=True), key=lambda pair: abs(pair[0]))
    texts: dict[int, str] = {}
    for tick, text in nearest:
        texts.setdefault(zero - round(tick / worth), text)
    return texts


def _draw_slot(canvas: Canvas, spec: Bars, ground: Ground, place: int, bar: int) -> None:
    """Draw the bars of one label, and the label."""
    at_cursor = bar == spec.cursor
    for at, series in enumerate(spec.series):
        value = series.values[bar] if bar < len(series.values) else math.nan
        lit = at == spec.lit
        ink = canvas.inks.cursor if at_cursor and lit else canvas.inks.of_series(at, spec.lit)
        for column in range(ground.left(place, at), ground.left(place, at) + ground.thickness):
            if at_cursor:
                canvas.put(column, ground.zero, canvas.glyphs.horizontal, canvas.inks.cursor)
            if math.isfinite(value):
                _draw_column(canvas, ground, column, value, ink)
    width = ground.thickness * ground.n_series
    text = cut(label(spec.labels[bar]), ground.slot - 1)
    column = ground.left(place) + max(0, (width - cell_len(text)) // 2)
    row = ground.area.top + ground.area.height
    canvas.write(column, row, text, canvas.inks.cursor if at_cursor else canvas.inks.text)


def _draw_column(canvas: Canvas, ground: Ground, column: int, value: float, ink: Style) -> None:
    """Draw one column of a bar; a part of a cell that hangs is the rest of it in the ground."""
    glyphs, zero = canvas.glyphs, ground.zero
    steps = len(glyphs.parts) - 1
    height = abs(ground.rows(value))
    standing = value > 0
    towards = -1 if standing else 1
    if height < ground.base:
        if round(height * steps):
            canvas.put(column, zero, glyphs.sliver, ink)
        return
    if ground.base:
        canvas.put(column, zero, glyphs.halves[0 if standing else 1], ink)
    full, part = divmod(round((height - ground.base) * steps), steps)
    solid = ink + Style(bgcolor=ink.color)
    for distance in range(1, full + 1):
        canvas.put(column, zero + towards * distance, glyphs.parts[-1], solid)
    if part and standing:
        canvas.put(column, zero - full - 1, glyphs.parts[part], ink)
    elif part:
        hanging = Style(color=canvas.inks.ground.bgcolor, bgcolor=ink.color)
        canvas.put(column, zero + full + 1, glyphs.parts[steps - part], hanging)


def _write_value(canvas: Canvas, spec: Bars, ground: Ground, place: int, bar: int) -> None:
    """Write the value of the lit series above its bar where there is room."""
    values = spec.series[spec.lit].values
    if bar >= len(values):
        return
    at_cursor = bar == spec.cursor
    if not at_cursor and ground.thickness < NARROWEST_VALUE:
        return
    text = value_text(spec, values[bar], max(3, ground.slot - 1), canvas.glyphs.infinity)
    cells = cell_len(text)
    column = ground.left(place, spec.lit) + (ground.thickness - cells + 1) // 2
    column = min(max(column, ground.area.left), canvas.width - cells)
    height = ground.rows(values[bar]) if math.isfinite(values[bar]) else 0.0
    steps = len(canvas.glyphs.parts) - 1
    above = math.ceil(round(max(0.0, height - ground.base) * steps) / steps)
    row = ground.zero - 1 - above
    if row < ground.area.top:
        return
    if not at_cursor:
        if canvas.is_free(column, row, cells, gap=1):
            canvas.write(column, row, text, canvas.inks.quiet)
        return
    beside = (
        start
        for start in (column, column + 1, column - 1)
        if canvas.is_free(start, row, cells, gap=1)
    )
    canvas.write(next(beside, column), row, text, canvas.inks.cursor)
