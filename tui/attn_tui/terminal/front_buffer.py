"""The front buffer: what the terminal shows now, and the bytes that make it show something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from attn_tui.terminal.cells import cells_of
from attn_tui.terminal.pen import Pen, Pens
from attn_tui.terminal.writer import Writer

UNKNOWN = "\0"
"""A cell of which it isn't known what the terminal shows; it differs from all that can be drawn."""
SHORTEST_ERASE = 4

Piece = tuple[int, int, Iterable[Segment]]
"""Line, column and segments of a part of the screen."""

Spelling = Callable[[Sequence[str]], Sequence[str]]


@dataclass(slots=True)
class Line:
    """The cells of one line (see `cells_of`) and the pen of each."""

    cells: list[str]
    pens: list[Pen]


@dataclass(frozen=True, slots=True)
class Update:
    """What to write, and the lines that the terminal shows once it is written."""

    output: str
    lines: dict[int, Line]


class FrontBuffer:
    """Remembers what the terminal shows, so that only cells that change are written.

    `erases_with_background`: the terminal fills what it erases with the pen's background.
    `spelling` gives other cells, as many, for those that the terminal is not to be sent.
    """

    def __init__(
        self, pens: Pens, erases_with_background: bool = False, spelling: Spelling | None = None
    ) -> None:
        self.pens = pens
        self.spelling = spelling
        self.erases_with_background = erases_with_background
        self.width = self.height = 0
        self._lines: dict[int, Line] = {}

    def forget(self) -> None:
        """Something else may have changed the terminal: hold nothing of it for known."""
        self._lines = {}

    def resize(self, width: int, height: int) -> None:
        """Take a new size; terminals cut, move and wrap lines then, so all is forgotten."""
        if (width, height) != (self.width, self.height):
            self.width, self.height = width, height
            self.forget()

    @property
    def is_blank(self) -> bool:
        """Nothing that the terminal shows is known."""
        return not self._lines

    def stage(self, pieces: Iterable[Piece]) -> Update:
        """What would bring `pieces` to the screen; nothing is remembered before `commit`."""
        lines: dict[int, Line] = {}
        for y, x, segments in pieces:
            if 0 <= y < self.height and 0 <= x < self.width:
                if y not in lines:
                    old = self._line(y)
                    lines[y] = Line(old.cells.copy(), old.pens.copy())
                self._splice(lines[y], x, segments)
        writer = Writer(self.pens, self.width)
        for y in sorted(lines):
            self._paint(writer, y, self._line(y), lines[y])
        return Update(writer.finish(), lines)

    def commit(self, update: Update) -> None:
        """The output of `update` has been written."""
        self._lines.update(update.lines)

    def _line(self, y: int) -> Line:
        line = self._lines.get(y)
        if line is None:
            line = Line([UNKNOWN] * self.width, [self.pens.plain] * self.width)
        return line

    def _splice(self, line: Line, x: int, segments: Iterable[Segment]) -> None:
        """Put `segments` into `line` from column `x`; a halved wide character becomes a space."""
        cells: list[str] = []
        pens: list[Pen] = []
        for text, style, _ in segments:
            added: Sequence[str] = cells_of(text)
            if self.spelling:
                added = self.spelling(added)
            cells += added
            pens += [self.pens.of(style)] * len(added)
        end = min(x + len(cells), self.width)
        if line.cells[x] == "" and x:
            line.cells[x - 1] = " "
        if end < self.width and line.cells[end] == "":
            line.cells[end] = " "
        line.cells[x:end] = cells[: end - x]
        line.pens[x:end] = pens[: end - x]

    def _paint(self, writer: Writer, y: int, old: Line, new: Line) -> None:
        if new.cells == old.cells and new.pens == old.pens:
            return
        blank = self._trailing_blank(new)
        for start, end in _changes(old, new):
            if end - max(start, blank) >= SHORTEST_ERASE:
                if start < blank:
                    writer.put(y, new.cells, new.pens, start, blank)
                writer.erase_from(max(start, blank), y, new.pens[-1])
                return
            writer.put(y, new.cells, new.pens, start, end)

    def _trailing_blank(self, line: Line) -> int:
        """The column from which the line is blank and erasing it would give just that."""
        pen = line.pens[-1]
        erasable = not pen.background or self.erases_with_background
        if not (erasable and pen.leaves_blanks_blank):
            return self.width
        start = self.width
        while start and line.cells[start - 1] == " " and line.pens[start - 1] is pen:
            start -= 1
        return start


def _changes(old: Line, new: Line) -> Iterator[tuple[int, int]]:
    """The runs of cells that differ, widened so that none starts or ends inside a character."""
    cells, width = new.cells, len(new.cells)
    differs = [
        before != after or old_pen is not new_pen
        for before, after, old_pen, new_pen in zip(
            old.cells, cells, old.pens, new.pens, strict=True
        )
    ]
    start = 0
    while True:
        try:
            start = differs.index(True, start)
        except ValueError:
            return
        end = start
        while end < width and (differs[end] or cells[end] == ""):
            end += 1
        while start and cells[start] == "":
            start -= 1
        yield start, end
        start = end
