"""The plots of the steps as inline SVG, drawn from what the screen's plots are drawn from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import singledispatch
from itertools import groupby

from rich.cells import cell_len

from attn_tui.export.page_words import word
from attn_tui.export.plot_frame import (
    BOTTOM,
    CHARACTER,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Range,
    drawing,
    finite,
    legend,
    remark,
    series_class,
    x_name,
    y_axis,
    y_range,
)
from attn_tui.export.plot_names import Box, is_far, places_of_names
from attn_tui.view.labels import cut, label
from attn_tui.view.numbers import number
from attn_tui.view.plot_spec import Bars, Curves, Line, Lines, Plane, PlotSpec

LONGEST = 12
"""The letters of a label under a bar."""

TOGETHER = 4
"""So many points at one place are named."""

VALUES_UP_TO = 24
"""So many bars at most have their figures above them."""


@singledispatch
def plot_svg(spec: PlotSpec) -> str:
    """The SVG of a plot; numbers that are not finite are left out."""
    raise TypeError(spec)


@plot_svg.register
def _bars(spec: Bars) -> str:
    values = finite(value for series in spec.series for value in series.values)
    axis = y_range(values)
    slot = (WIDTH - LEFT - RIGHT) / max(1, len(spec.labels))
    parts = [*y_axis(axis, spec.y_name), *legend([each.name for each in spec.series], spec.lit)]
    for place in range(len(spec.labels)):
        parts += _slot(spec, axis, place, slot)
    parts += [x_name(spec.x_name), *remark(spec.remark)]
    return drawing(spec.title, f"{spec.y_name} by {spec.x_name}. {spec.remark}", parts)


def _slot(spec: Bars, axis: Range, place: int, slot: float) -> Iterator[str]:
    """The bars of one label, and the label."""
    left, width = LEFT + place * slot, 0.8 * slot / len(spec.series)
    here = place == spec.cursor
    for index, series in enumerate(spec.series):
        value = series.values[place]
        name = f"{label(spec.labels[place])}: {number(value)}"
        if not math.isfinite(value):
            continue
        start, stop = sorted((axis.place(0.0), axis.place(value)))
        kind = series_class(index, spec.lit) + (" here" if here else "")
        x = left + 0.1 * slot + index * width
        yield (
            f'<rect class="{kind}" x="{x:.1f}" y="{start:.1f}" width="{max(1.0, width - 1):.1f}" '
            f'height="{max(0.8, stop - start):.1f}"><title>{word(name)}</title></rect>'
        )
        if len(spec.series) == 1 and len(spec.labels) <= VALUES_UP_TO:
            figure = f"{value:.{spec.decimals}f}"
            y = start - 4 if value >= 0 else stop + 11
            yield _text("value", (left + slot / 2, y), figure, "middle")
    yield from _label_of(spec.labels, place, slot, here=here)


def _label_of(labels: tuple[str, ...], place: int, slot: float, *, here: bool) -> Iterator[str]:
    """A label under its bar, slanted where there is little room; of very many some are left out."""
    every = max(1, math.ceil(13 / slot))
    if place % every and not here:
        return
    text = cut(label(labels[place]), LONGEST)
    x, y = LEFT + (place + 0.5) * slot, HEIGHT - BOTTOM + 14
    kind = "label here" if here else "label"
    widest = max(len(cut(label(each), LONGEST)) for each in labels)
    if widest * CHARACTER <= slot:
        yield _text(kind, (x, y), text, "middle")
    else:
        turn = f' transform="rotate(-35 {x:.1f} {y:.1f})"'
        yield _text(kind, (x + 4, y), text, "end", turn)


@plot_svg.register
def _curves(spec: Curves) -> str:
    lines = tuple(
        Line(series.name, tuple(map(float, range(len(series.values)))), series.values)
        for series in spec.series
    )
    cursor = None if spec.cursor is None else float(spec.cursor)
    return _lines_svg(
        Lines(spec.title, spec.x_name, spec.y_name, lines, cursor=cursor, remark=spec.remark),
        spec.lit,
    )


@plot_svg.register
def _lines(spec: Lines) -> str:
    return _lines_svg(spec, 0)


def _lines_svg(spec: Lines, lit: int) -> str:
    x_of, y_of = (_scale(log=name in spec.log) for name in "xy")
    xs = finite(x_of(x) for line in spec.lines for x in line.x)
    ys = finite(y_of(y) for line in spec.lines for y in line.y)
    across = Range(min(xs, default=0.0), max(xs, default=1.0), LEFT + 10, WIDTH - RIGHT - 10)
    axis = y_range(ys)
    y_name = f"log10 {spec.y_name}" if "y" in spec.log else spec.y_name
    parts = [*y_axis(axis, y_name), *legend([line.name for line in spec.lines], lit)]
    for tick, text in across.ticks():
        if tick == int(tick):
            whole = text.partition(".")[0]
            parts.append(
                _text("label", (across.place(tick), HEIGHT - BOTTOM + 16), whole, "middle")
            )
    if spec.cursor is not None:
        x = across.place(x_of(spec.cursor))
        parts.append(
            f'<line class="cursor" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        )
    for place in sorted(range(len(spec.lines)), key=lambda at: at == lit):
        line = spec.lines[place]
        points = [(x_of(x), y_of(y)) for x, y in zip(line.x, line.y, strict=True)]
        for drawn, run in groupby(points, lambda point: all(map(math.isfinite, point))):
            if drawn:
                path = " ".join(f"{across.place(x):.1f},{axis.place(y):.1f}" for x, y in run)
                parts.append(f'<polyline class="{series_class(place, lit)}" points="{path}"/>')
    parts += [x_name(spec.x_name), *remark(spec.remark)]
    return drawing(spec.title, f"{spec.y_name} by {spec.x_name}. {spec.remark}", parts)


def _scale(*, log: bool) -> Callable[[float], float]:
    def logarithm(value: float) -> float:
        return math.log10(value) if value > 0 else math.nan

    return logarithm if log else float


@plot_svg.register
def _plane(spec: Plane) -> str:
    goals = [spec.goal] if spec.goal else []
    points = [point for point in spec.points if math.isfinite(point.x) and math.isfinite(point.y)]
    xs = [point.x for point in points] + [goal[0] for goal in goals]
    ys = [point.y for point in points] + [goal[1] for goal in goals]
    across = Range(*_wide(xs), LEFT + 20, WIDTH - RIGHT - 70)
    axis = Range(*_wide(ys), HEIGHT - BOTTOM + 20, TOP + 6)
    parts = list(y_axis(axis, spec.y_name))
    for tick, text in across.ticks():
        parts.append(_text("label", (across.place(tick), HEIGHT - BOTTOM + 38), text, "middle"))
    if spec.goal and spec.cursor is not None and 0 <= spec.cursor < len(spec.points):
        parts += _move(
            spec.points[spec.cursor].x, spec.points[spec.cursor].y, spec.goal, across, axis
        )
    parts += _points(spec, across, axis)
    parts += [x_name(spec.x_name), *remark(spec.remark)]
    return drawing(spec.title, f"{spec.y_name} by {spec.x_name}. {spec.remark}", parts)


def _points(spec: Plane, across: Range, axis: Range) -> Iterator[str]:
    """The points; those at one place share a name, which stands where it covers nothing.

    A name without room is left to the point's title.
    """
    places: dict[tuple[int, int], list[int]] = {}
    for place, point in enumerate(spec.points):
        if math.isfinite(point.x) and math.isfinite(point.y):
            at = (round(across.place(point.x)), round(axis.place(point.y)))
            places.setdefault(at, []).append(place)
    points = sorted(places, key=lambda at: spec.cursor not in places[at])
    names = [_names(spec, places[at]) for at in points]
    room = Box(LEFT, TOP - 6, WIDTH, HEIGHT - BOTTOM + 26)
    boxes = places_of_names(points, [CHARACTER * cell_len(name) for name in names], room)
    for at, name, box in zip(points, names, boxes, strict=True):
        here = " here" if spec.cursor in places[at] else ""
        x, y = at
        if box is not None and is_far(at, box):
            end = min(max(x, box.left), box.right), box.top if y < box.top else box.bottom
            yield f'<line class="lead" x1="{x}" y1="{y}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'
        title = f"<title>{word(name)}</title>"
        yield f'<circle class="point{here}" cx="{x}" cy="{y}" r="4">{title}</circle>'
        if box is not None:
            yield _text(f"label{here}", (box.left, box.bottom - 2.5), name, "start")


def _names(spec: Plane, there: list[int]) -> str:
    """What the points at one place are called, the cursor's first."""
    there = sorted(there, key=lambda place: place != spec.cursor)
    names = [label(spec.points[place].label) for place in there]
    said = ", ".join(cut(name, LONGEST) for name in names[:TOGETHER])
    return said + (f" and {len(names) - TOGETHER} more" if len(names) > TOGETHER else "")


def _move(
    x: float, y: float, goal: tuple[float, float], across: Range, axis: Range
) -> Iterator[str]:
    """An arrow from a point to where it moves."""
    start, stop = (across.place(x), axis.place(y)), (across.place(goal[0]), axis.place(goal[1]))
    yield (
        f'<line class="move" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{stop[0]:.1f}" '
        f'y2="{stop[1]:.1f}"/>'
    )
    yield f'<circle class="goal" cx="{stop[0]:.1f}" cy="{stop[1]:.1f}" r="5"/>'


def _wide(values: list[float]) -> tuple[float, float]:
    """The ends of an axis that holds the numbers with a little room, zero if it is near."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.08 * ((high - low) or 1.0)
    return low - room, high + room


def _text(kind: str, at: tuple[float, float], text: str, anchor: str, more: str = "") -> str:
    x, y = at
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{word(text)}</text>'
