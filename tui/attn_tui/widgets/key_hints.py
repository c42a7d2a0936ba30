"""The bottom line: at most six keys; all of them stand in the help."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

MOST_HINTS = 6


class KeyHints(Widget):
    """`hints` such as "p predict": the key in the accent colour, what it does beside it."""

    DEFAULT_CSS = """
    KeyHints { height: 1; width: 1fr; padding: 0 1; dock: bottom; }
    """

    hints: reactive[tuple[str, ...]] = reactive(())

    def render(self) -> Content:
        """The hints that fit, from the left."""
        parts: list[str | tuple[str, str]] = []
        room = self.content_size.width
        for hint in self.hints[:MOST_HINTS]:
            key, _, what = hint.partition(" ")
            room -= len(hint) + 3
            if room < -3:
                break
            parts += [(key, "bold $accent"), (f" {what}   ", "$secondary")]
        return Content.assemble(*parts)
