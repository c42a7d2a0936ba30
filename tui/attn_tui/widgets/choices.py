"""A list of lines to choose from, under headings where there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
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

    def _first(self, rows: list[int | str]) -> int:
        """The first line in sight."""
        fitting = max(self.content_size.height, 1)
        here = rows.index(self.chosen) if self.chosen in rows else 0
        return max(0, min(here - fitting // 2, len(rows) - fitting))

    def render(self) -> Content:
        """The lines from the first in sight on; the chosen one behind a bar."""
        rows = self._rows()
        parts: list[Part] = []
        for row in rows[self._first(rows) :]:
            parts += self._line(row) if isinstance(row, int) else [(row, "bold")]
            parts.append("\n")
        return Content.assemble(*parts)

    def _line(self, index: int) -> list[Part]:
        here = index == self.chosen
        look = "bold $accent" if here else "$foreground"
        note = visible(self.notes[index]) if index < len(self.notes) else ""
        width = max(self.content_size.width - 2, 1)
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
