"""What stands around every plot: the title and legend above it, the axes' names and notes below."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style

from attn_tui.view.labels import cut
from attn_tui.widgets.plot_canvas import Area, Canvas

TALL = 9
"""From so many rows on, notes may take a row of their own."""


@dataclass(frozen=True)
class Entry:
    """One series in the legend."""

    mark: str
    name: str
    ink: Style
    name_ink: Style


def title_rows(canvas: Canvas, title: str, legend: tuple[Entry, ...] = ()) -> int:
    """Write the title, and the legend to the right of it or below; the rows that took."""
    canvas.write(0, 0, cut(title, canvas.width), canvas.inks.title)
    if not legend:
        return 1
    cells = sum(cell_len(entry.name) + 4 for entry in legend) - 2
    beside = cell_len(title) + 2 + cells <= canvas.width
    column, row = (canvas.width - cells, 0) if beside else (0, 1)
    for entry in legend:
        canvas.write(column, row, entry.mark, entry.ink)
        canvas.write(column + 2, row, cut(entry.name, canvas.width - column - 2), entry.name_ink)
        column += cell_len(entry.name) + 4
    return row + 1


def caption_rows(
    canvas: Canvas, names: tuple[str, str], notes: tuple[str, ...], at_most: int = 2
) -> int:
    """Write the names of the axes (x, y) and the notes at the foot; the rows that took."""
    x_name, y_name = names
    axes = f"{canvas.glyphs.up} {y_name}  {canvas.glyphs.right} {x_name}"
    said = " · ".join(note for note in notes if note)
    width, last = canvas.width, canvas.height - 1
    if not said or cell_len(said) + 3 + cell_len(axes) <= width:
        canvas.write(0, last, said, canvas.inks.quiet)
        canvas.write(max(0, width - cell_len(axes)), last, cut(axes, width), canvas.inks.quiet)
        return 1
    if canvas.height >= TALL and at_most > 1:
        canvas.write(max(0, width - cell_len(axes)), last - 1, cut(axes, width), canvas.inks.quiet)
        canvas.write(0, last, cut(said, width), canvas.inks.quiet)
        return 2
    canvas.write(0, last, cut(said, width), canvas.inks.quiet)
    return 1


def gutter(texts: tuple[str, ...]) -> int:
    """The cells that tick labels and the axis take to the left of a plot."""
    return max((cell_len(text) for text in texts), default=0) + 1


def y_ticks(canvas: Canvas, area: Area, texts: dict[int, str]) -> None:
    """Draw the axis to the left of the area, with a text at some rows of the canvas."""
    column = area.left - 1
    for row in area.rows():
        text = texts.get(row)
        canvas.put(
            column,
            row,
            canvas.glyphs.vertical if text is None else canvas.glyphs.tick,
            canvas.inks.quiet,
        )
        if text:
            canvas.write(column - cell_len(text), row, text, canvas.inks.quiet)
