"""A list of lines to choose from, under headings where there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut
from attn_tui.view.safe_text import visible

Part = str | tuple[str, str]


class Choices(Widget):
    """A line a choice; scrolls so that `chosen` stays in sight.

    `headings` stand above the choice of their number. `notes` stand at the right end of a choice.
    """

    DEFAULT_CSS = """
    Choices { height: auto; width: 1fr; }
    """

    chosen: reactive[int] = reactive(0)
    choices: reactive[tuple[str, ...]] = reactive[tuple[str, ...]]((), layout=True)
    notes: reactive[tuple[str, ...]] = reactive[tuple[str, ...]](())
    headings: reactive[Mapping[int, str]] = reactive[Mapping[int, str]](dict, layout=True)

    @dataclass
    class Picked(Message):
        """A choice was clicked."""

        index: int

    def __init__(
        self,
        choices: tuple[str, ...],
        headings: Mapping[int, str] | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        super().__init__()
        self.set_reactive(Choices.headings, headings or {})
        self.set_reactive(Choices.choices, choices)
        self.set_reactive(Choices.notes, notes)

    def move(self, by: int) -> None:
        """Choose the one so many places further."""
        self.chosen = max(0, min(self.chosen + by, len(self.choices) - 1))

    def _rows(self) -> list[int | str]:
        """The lines: the number of a choice, or a heading, with a blank one above it."""
        rows: list[int | str] = []
        for index in range(len(self.choices)):
            if index in self.headings:
                rows += ["", self.headings[index]] if rows else [self.headings[index]]
            rows.append(index)
        return rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line a row and a blank one below; a render would show the lines of the size before."""
        return len(self._rows()) + 1

    def _first(self, rows: list[int | str]) -> int:
        """The first line in sight."""
        fitting = max(self.content_size.height, 1)
        here = rows.index(self.chosen) if self.chosen in rows else 0
        return max(0, min(here - fitting // 2, len(rows) - fitting))

    def render(self) -> Content:
        """The lines in sight; the chosen one behind a bar, arrows at the right where more follow."""
        rows = self._rows()
        fitting, first = max(self.content_size.height, 1), self._first(rows)
        shown = rows[first : first + fitting]
        is_cut = len(shown) < len(rows)
        width = max(self.content_size.width - 2 * is_cut, 1)
        signs = {0: "↑" if first else ""}
        if first + fitting < len(rows):
            signs[len(shown) - 1] = "↓"
        parts: list[Part] = []
        for place, row in enumerate(shown):
            line = self._line(row, width) if isinstance(row, int) else _heading(row, width)
            sign = signs.get(place, "")
            gap = " " * (width + 1 - sum(_cells(part) for part in line)) if sign else ""
            parts += [*line, gap, (sign, "$accent"), "\n"]
        return Content.assemble(*parts)

    def _line(self, index: int, room: int) -> list[Part]:
        here = index == self.chosen
        look = "bold $accent" if here else "$foreground"
        note = visible(self.notes[index]) if index < len(self.notes) else ""
        width = max(room - 2, 1)
        text = cut(visible(self.choices[index]), max(width - cell_len(note) - bool(note) * 2, 1))
        gap = " " * (width - cell_len(text) - cell_len(note)) if note else ""
        return [("▌ " if here else "  ", "$accent"), (text, look), gap, (note, "$secondary")]

    def on_click(self, event: events.Click) -> None:
        """Tell which choice was clicked."""
        rows = self._rows()
        at = self._first(rows) + event.y
        row = rows[at] if at < len(rows) else ""
        if isinstance(row, int):
            self.post_message(self.Picked(row))


def _heading(text: str, room: int) -> list[Part]:
    return [(cut(text, room), "bold")]


def _cells(part: Part) -> int:
    return cell_len(part if isinstance(part, str) else part[0])
