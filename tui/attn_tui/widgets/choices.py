"""A list of sentences to choose from, each with a line on what to look for."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut


class Choices(Widget):
    """Two lines a choice, a blank between; scrolls so that `chosen` is in sight."""

    DEFAULT_CSS = """
    Choices { height: 1fr; width: 1fr; }
    """

    chosen: reactive[int] = reactive(0)

    @dataclass
    class Picked(Message):
        """A choice was clicked."""

        index: int

    def __init__(self, choices: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self.choices = choices

    def move(self, by: int) -> None:
        """Choose the one so many places further."""
        self.chosen = max(0, min(self.chosen + by, len(self.choices) - 1))

    def _spacing(self) -> int:
        """Lines a choice takes: three with a blank where all fit so, else two."""
        return 3 if 3 * len(self.choices) - 1 <= self.content_size.height else 2

    def _first(self) -> int:
        """The first choice in sight."""
        fitting = max(self.content_size.height // self._spacing(), 1)
        return max(0, min(self.chosen - fitting // 2, len(self.choices) - fitting))

    def render(self) -> Content:
        """The choices from the first in sight on."""
        columns = max(self.content_size.width - 4, 1)
        parts: list[str | tuple[str, str]] = []
        for index, (text, why) in enumerate(self.choices[self._first() :], self._first()):
            here = index == self.chosen
            parts.append((" ▌ " if here else "   ", "$accent"))
            parts.append((cut(text, columns), "bold $accent" if here else "$foreground"))
            parts += [("\n   ", ""), (cut(why, columns), "$secondary"), "\n"]
            parts.append("\n" * (self._spacing() - 2))
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Tell which choice was clicked."""
        index = self._first() + event.y // self._spacing()
        if index < len(self.choices):
            self.post_message(self.Picked(index))
