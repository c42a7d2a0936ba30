"""Two pictures, that on the terminal and the latest, and the bytes that lead from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from attn_tui.terminal.cells import cells_of
from attn_tui.terminal.pen import Pen, Pens
from attn_tui.terminal.writer import Writer

UNKNOWN = "\0"
"""A cell of which it isn't known what the terminal shows; it differs from all that can be drawn."""
SHORTEST_ERASE = 4
CHUNK = 1200
"""Pieces of output (cells, moves, pens) after which the next line begins a new chunk: some 4 KB."""

Piece = tuple[int, int, Iterable[Segment]]
"""Line, column and segments of a part of the screen."""

Spelling = Callable[[Sequence[str]], Sequence[str]]


@dataclass(slots=True)
class Line:
    """The cells of one line (see `cells_of`) and the pen of each.

    A space that shows nothing but its background has the pen of just that background.
    """

    cells: list[str]
    pens: list[Pen]

    def copy(self) -> Line:
        """A line of its own that looks the same."""
        return Line(self.cells.copy(), self.pens.copy())


@dataclass(frozen=True, slots=True)
class Chunk:
    """What to write for some lines, and what the terminal shows of them once it is written."""

    output: str
    lines: Mapping[int, Line]
    era: int = 0
    """How often all had been forgotten before."""


Update = tuple[Chunk, ...]
"""Chunks to be written in this order; after each of them one may stop."""


class FrontBuffer:
    """Remembers what the terminal shows, so that only cells that change are written.

    Changes are drawn on the latest picture (`draw`), as many as come. `stage` says what would bring
    it to the terminal; nothing is held to be on the terminal before `commit`.

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
        self._shown: dict[int, Line] = {}
        self._latest: dict[int, Line] = {}
        self._stale: set[int] = set()
        self._era = 0
        self._is_blank = True

    def forget(self) -> None:
        """Something else may have changed the terminal: hold nothing of it for known."""
        self._shown = {}
        self._stale = set(self._latest)
        self._era += 1
        self._is_blank = True

    def clear(self) -> None:
        """Know of no picture at all."""
        self._latest = {}
        self.forget()

    def take_pens(self, pens: Pens) -> None:
        """Draw with other pens from now on; all must be drawn again."""
        self.pens = pens
        self.clear()

    def resize(self, width: int, height: int) -> bool:
        """Take a new size; terminals cut, move and wrap lines then, so all is forgotten.

        False if it is the size that it was.
        """
        if (width, height) == (self.width, self.height):
            return False
        self.width, self.height = width, height
        self.clear()
        return True

    @property
    def is_blank(self) -> bool:
        """Nothing that the terminal shows is known, and nothing is on its way to it."""
        return self._is_blank

    def draw(self, pieces: Iterable[Piece]) -> None:
        """Put `pieces` on the latest picture."""
        for y, x, segments in pieces:
            if 0 <= y < self.height and 0 <= x < self.width:
                if y not in self._latest:
                    self._latest[y] = self._line(y).copy()
                self._splice(self._latest[y], x, segments)
                self._stale.add(y)

    def stage(self) -> Update:
        """What brings the latest picture to the terminal; empty if nothing differs."""
        chunks: list[Chunk] = []
        writer, lines = Writer(self.pens, self.width), dict[int, Line]()
        for y in sorted(self._stale):
            line = self._latest[y].copy()
            if not self._paint(writer, y, self._line(y), line):
                self._stale.discard(y)
                continue
            lines[y] = line
            if writer.pieces >= CHUNK:
                chunks.append(Chunk(writer.finish(), lines, self._era))
                writer, lines = Writer(self.pens, self.width), {}
        if lines:
            chunks.append(Chunk(writer.finish(), lines, self._era))
        self._is_blank = self._is_blank and not chunks
        return tuple(chunks)

    def commit(self, chunks: Iterable[Chunk]) -> None:
        """These chunks have been written; what was staged before all was forgotten tells nothing."""
        for chunk in chunks:
            if chunk.era != self._era:
                continue
            for y, line in chunk.lines.items():
                self._shown[y] = line
                latest = self._latest.get(y)
                if latest is not None and _alike(latest, line):
                    self._stale.discard(y)

    def _line(self, y: int) -> Line:
        line = self._shown.get(y)
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
            pen = self.pens.of(style)
            ground = self.pens.ground(pen)
            cells += added
            if ground is pen or " " not in added:
                pens += [pen] * len(added)
            else:
                pens += [ground if cell == " " else pen for cell in added]
        end = min(x + len(cells), self.width)
        if line.cells[x] == "" and x:
            self._blank(line, x - 1)
        if end < self.width and line.cells[end] == "":
            self._blank(line, end)
        line.cells[x:end] = cells[: end - x]
        line.pens[x:end] = pens[: end - x]

    def _blank(self, line: Line, x: int) -> None:
        line.cells[x], line.pens[x] = " ", self.pens.ground(line.pens[x])

    def _paint(self, writer: Writer, y: int, old: Line, new: Line) -> bool:
        """Write what differs; whether anything does."""
        if _alike(old, new):
            return False
        blank = self._trailing_blank(new)
        for start, end in _changes(old, new):
            if end - max(start, blank) >= SHORTEST_ERASE:
                if start < blank:
                    writer.put(y, new.cells, new.pens, start, blank)
                writer.erase_from(max(start, blank), y, new.pens[-1])
                break
            writer.put(y, new.cells, new.pens, start, end)
        return True

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


def _alike(one: Line, other: Line) -> bool:
    return one.cells == other.cells and one.pens == other.pens


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
