"""Writes cells with few bytes: the cheapest cursor move, and a pen changed only when it must."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attn_tui.terminal.cells import has_uncertain, is_uncertain
from attn_tui.terminal.pen import Pen, Pens

LONGEST_BRIDGE = 8
"""A gap of more cells is never cheaper to write again than to jump over."""


class Writer:
    """Collects the output of one update; the pen starts plain and the cursor anywhere."""

    def __init__(self, pens: Pens, width: int) -> None:
        self.pens = pens
        self.width = width
        self._out: list[str] = []
        self._pen = pens.plain
        self._cursor: tuple[int, int] | None = None

    @property
    def pieces(self) -> int:
        """How many cells, moves and pens have been written."""
        return len(self._out)

    def put(self, y: int, cells: Sequence[str], pens: Sequence[Pen], start: int, end: int) -> None:
        """Write the cells from `start` to `end` of a line; neither may halve a wide character."""
        self._bridge(y, cells, pens, start)
        self._go(start, y)
        careful = has_uncertain(cells[start:end])
        for first, last in _stretches(cells, pens, start, end):
            if careful:
                self._go(first, y)
            self._take(self._pen_for(self._pen, cells, pens, first, last))
            if careful:
                self._put_carefully(y, cells[first:last], first)
            else:
                self._out += cells[first:last]
        if not careful:
            self._arrive(end, y)

    def erase_from(self, x: int, y: int, ground: Pen) -> None:
        """Blank the line from `x` to its end with the background of `ground`."""
        self._go(x, y)
        self._take(self.pens.filling(self._pen, ground))
        self._out.append("\x1b[K")

    def finish(self) -> str:
        """Everything written, with the pen put back to plain."""
        self._take(self.pens.plain)
        return "".join(self._out)

    def _put_carefully(self, y: int, cells: Sequence[str], start: int) -> None:
        """Write cells one by one, saying again where we are after each of uncertain width."""
        x = start
        for cell in cells:
            if cell:
                self._go(x, y)
                self._out.append(cell)
            x += 1
            if cell and is_uncertain(cell):
                self._cursor = None
            elif self._cursor is not None:
                self._arrive(x, y)

    def _pen_for(
        self, held: Pen, cells: Sequence[str], pens: Sequence[Pen], first: int, last: int
    ) -> Pen:
        """The pen to draw a stretch with; for spaces any will do that has their background.

        That of what follows is best, if it has, as it must be taken then anyway.
        """
        pen = pens[first]
        if cells[first] != " " or not pen.leaves_blanks_blank:
            return pen
        if held.background != pen.background and last < len(cells):
            following = pens[last]
            if following.background == pen.background and following.leaves_blanks_blank:
                return following
        return self.pens.filling(held, pen)

    def _bridge(self, y: int, cells: Sequence[str], pens: Sequence[Pen], start: int) -> None:
        """Get to `start` by writing the unchanged cells before it again, if that is cheaper."""
        if self._cursor is None or self._cursor[1] != y:
            return
        x = self._cursor[0]
        if not 0 < start - x <= LONGEST_BRIDGE or has_uncertain(cells[x:start]):
            return
        parts: list[str] = []
        pen = self._pen
        for index in range(x, start):
            taken = self._pen_for(pen, cells, pens, index, index + 1)
            parts += (self.pens.switch(pen, taken), cells[index])
            pen = taken
        bridge = "".join(parts)
        by_bridge = len(bridge.encode()) + self._next_switch(pen, cells, pens, start)
        by_jump = len(_move(self._cursor, start, y))
        by_jump += self._next_switch(self._pen, cells, pens, start)
        if by_bridge <= by_jump:
            self._out.append(bridge)
            self._pen = pen
            self._cursor = (start, y)

    def _next_switch(self, pen: Pen, cells: Sequence[str], pens: Sequence[Pen], at: int) -> int:
        return len(self.pens.switch(pen, self._pen_for(pen, cells, pens, at, at + 1)))

    def _arrive(self, x: int, y: int) -> None:
        """The cursor stands here now; past the last column terminals differ in where it is."""
        self._cursor = (x, y) if x < self.width else None

    def _go(self, x: int, y: int) -> None:
        if self._cursor != (x, y):
            self._out.append(_move(self._cursor, x, y))
            self._cursor = (x, y)

    def _take(self, pen: Pen) -> None:
        if pen is not self._pen:
            self._out.append(self.pens.switch(self._pen, pen))
            self._pen = pen


def _stretches(
    cells: Sequence[str], pens: Sequence[Pen], start: int, end: int
) -> Iterator[tuple[int, int]]:
    """The parts of `start` to `end` that one pen draws, spaces apart from what is seen."""
    first = start
    for index in range(start + 1, end):
        if pens[index] is not pens[first] or (cells[index] == " ") is not (cells[first] == " "):
            yield first, index
            first = index
    yield first, end


def _move(cursor: tuple[int, int] | None, x: int, y: int) -> str:
    """The shortest sequence that brings the cursor to column `x` of line `y`, both from 0."""
    line, column = (str(y + 1) if x or y else ""), (f";{x + 1}" if x else "")
    best = f"\x1b[{line}{column}H"
    if cursor is not None:
        relative = _step(y - cursor[1], "B", "A") + _along(cursor[0], x)
        if len(relative) < len(best):
            best = relative
    return best


def _along(old: int, new: int) -> str:
    if new == 0 and old:
        return "\r"
    return min(_step(new - old, "C", "D"), f"\x1b[{new + 1}G", key=len)


def _step(distance: int, onward: str, back: str) -> str:
    if distance == 0:
        return ""
    count = abs(distance)
    return f"\x1b[{count if count > 1 else ''}{onward if distance > 0 else back}"
