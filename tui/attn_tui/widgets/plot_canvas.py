"""A rectangle of cells to draw a plot on, and the inks and glyphs to draw it with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


@dataclass(frozen=True)
class Inks:
    """The styles of a plot; they come from the theme, through the widget's component classes.

    `series` are the colours of lines and bars in the order in which they are given out; the one
    that stands out takes the first.
    """

    ground: Style
    title: Style
    text: Style
    quiet: Style
    cursor: Style
    series: tuple[Style, ...]

    def of_series(self, index: int, lit: int) -> Style:
        """The ink of a series when series `lit` is the one that stands out."""
        if index == lit:
            return self.series[0]
        others = self.series[1:]
        return others[(index - (index > lit)) % len(others)]


@dataclass(frozen=True)
class Glyphs:
    """The characters that plots are made of.

    `parts` fill a cell from below, in equal steps. The line at zero runs through the middle of its
    row, so a bar begins with the upper or the lower of `halves`; without them in the next row.
    """

    parts: str = " ▁▂▃▄▅▆▇█"
    halves: str = "▀▄"
    horizontal: str = "─"
    sliver: str = "━"
    vertical: str = "│"
    corner: str = "└"
    tick: str = "┤"
    tick_below: str = "┬"
    dotted: str = "┄"
    dotted_down: str = "┊"
    points: str = "●■▲◆○"
    arrows: str = "→↗↑↖←↙↓↘"
    up: str = "↑"
    right: str = "→"
    infinity: str = "∞"
    stroke: str = "braille"


ASCII = Glyphs(
    parts=" #", halves="", horizontal="-", sliver="=", vertical="|", corner="+", tick="+",
    tick_below="+", dotted="-", dotted_down=":", points="ox+*@", arrows=">/^\\</v\\", up="^",
    right=">", infinity="inf", stroke="*",
)  # fmt: skip


@dataclass(frozen=True)
class Area:
    """A part of the canvas: its left upper cell and its size."""

    left: int
    top: int
    width: int
    height: int

    def rows(self) -> range:
        """The rows of the area on the canvas."""
        return range(self.top, self.top + self.height)


class Canvas:
    """Cells with a character and a style each, and what to draw them with.

    What falls outside is not drawn.
    """

    def __init__(self, width: int, height: int, inks: Inks, glyphs: Glyphs) -> None:
        self.width, self.height = width, height
        self.inks, self.glyphs = inks, glyphs
        self._ground = ground = inks.ground
        self._cells = [[(" ", ground)] * width for _ in range(height)]
        self._taken: set[tuple[int, int]] = set()

    def put(self, column: int, row: int, character: str, ink: Style, soft: bool = False) -> None:
        """Draw one character of one cell; a `soft` one may be drawn over by labels."""
        if 0 <= column < self.width and 0 <= row < self.height:
            self._cells[row][column] = (character, self._ground + ink)
            if not soft:
                self._taken.add((column, row))

    def write(self, column: int, row: int, text: str, ink: Style) -> None:
        """Write text, measured in cells, as far as it is inside."""
        if not 0 <= row < self.height:
            return
        style = self._ground + ink
        for character in text:
            cells = cell_len(character)
            if cells == 0:
                self._attach(column - 1, row, character)
                continue
            if column < 0 or column + cells > self.width:
                return
            self._cells[row][column] = (character, style)
            for place in range(column, column + cells):
                self._taken.add((place, row))
            for place in range(column + 1, column + cells):
                self._cells[row][place] = ("", style)
            column += cells

    def is_free(self, column: int, row: int, cells: int, gap: int = 0) -> bool:
        """Whether text of so many cells would be inside and cover nothing, with a gap around it."""
        if column < 0 or column + cells > self.width or not 0 <= row < self.height:
            return False
        places = range(column - gap, column + cells + gap)
        return all((place, row) not in self._taken for place in places)

    def strips(self) -> list[Strip]:
        """The rows to show, neighbours of one style joined."""
        return [Strip(_segments(cells), self.width) for cells in self._cells]

    def _attach(self, column: int, row: int, mark: str) -> None:
        while column > 0 and self._cells[row][column][0] == "":
            column -= 1
        if column >= 0:
            character, style = self._cells[row][column]
            self._cells[row][column] = (character + mark, style)


def _segments(cells: list[tuple[str, Style]]) -> Iterator[Segment]:
    for style, run in groupby(cells, key=lambda cell: cell[1]):
        yield Segment("".join(character for character, _ in run), style)
