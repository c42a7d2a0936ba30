"""One line put together from pieces of styled text at their columns."""

from __future__ import annotations

from operator import itemgetter

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Run = tuple[str, Style]


class PlacedLine:
    """Runs at their places, in any order; blanks between them."""

    def __init__(self, width: int, ground: Style) -> None:
        self._width = width
        self._ground = ground
        self._pieces: list[tuple[int, int, list[Run]]] = []

    def put(self, x: int, runs: list[Run], width: int | None = None) -> None:
        """Runs from column x on; `width` is theirs in cells where it is known."""
        taken = sum(cell_len(text) for text, _ in runs) if width is None else width
        self._pieces.append((x, taken, runs))

    def strip(self) -> Strip:
        """All of it in exactly the line's width, neighbours of one style merged."""
        runs: list[Run] = []
        at = 0
        for x, taken, piece in sorted(self._pieces, key=itemgetter(0)):
            if x > at:
                runs.append((" " * (x - at), self._ground))
            runs += piece
            at = max(at, x) + taken
        segments: list[Segment] = []
        text, style = "", self._ground
        for more, its in runs:
            if its is style:
                text += more
            else:
                if text:
                    segments.append(Segment(text, style))
                text, style = more, its
        if text:
            segments.append(Segment(text, style))
        return Strip(segments, at).adjust_cell_length(self._width, self._ground)
