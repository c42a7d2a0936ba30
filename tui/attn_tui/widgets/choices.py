"""A list of sentences to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut


class Choices(Widget):
    """A line a choice; scrolls so that `chosen` stays in sight."""

    DEFAULT_CSS = """
    Choices { height: auto; width: 1fr; }
    """

    chosen: reactive[int] = reactive(0)

    @dataclass
    class Picked(Message):
        """A choice was clicked."""

        index: int

    def __init__(self, choices: tuple[str, ...]) -> None:
        super().__init__()
        self.choices = choices

    def move(self, by: int) -> None:
        """Choose the one so many places further."""
        self.chosen = max(0, min(self.chosen + by, len(self.choices) - 1))

    def _first(self) -> int:
        """The first choice in sight."""
        fitting = max(self.content_size.height, 1)
        return max(0, min(self.chosen - fitting // 2, len(self.choices) - fitting))

    def render(self) -> Content:
        """The choices from the first in sight on; the chosen one behind a bar."""
        room = max(self.content_size.width - 2, 1)
        parts: list[str | tuple[str, str]] = []
        for index, text in enumerate(self.choices[self._first() :], self._first()):
            here = index == self.chosen
            parts.append(("▌ " if here else "  ", "$accent"))
            parts.append((f"{cut(text, room)}\n", "bold $accent" if here else "$foreground"))
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Tell which choice was clicked."""
        index = self._first() + event.y
        if index < len(self.choices):
            self.post_message(self.Picked(index))
