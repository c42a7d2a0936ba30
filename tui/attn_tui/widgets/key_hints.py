"""The bottom line: at most six keys; all of them stand in the help."""

from __future__ import annotations

from rich.cells import cell_len
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
        """The hints that fit: the last one, which leads to all others, and the first ones."""
        parts: list[str | tuple[str, str]] = []
        for hint in fitting(self.hints[:MOST_HINTS], self.content_size.width):
            key, _, what = hint.partition(" ")
            parts += [(key, "bold $accent"), (f" {what}   ", "$secondary")]
        return Content.assemble(*parts)


def fitting(hints: tuple[str, ...], width: int) -> tuple[str, ...]:
    """The hints without those before the last one that the width has no room for."""
    while hints and sum(cell_len(hint) + 3 for hint in hints) - 3 > width:
        hints = (*hints[:-2], *hints[-1:]) if len(hints) > 1 else ()
    return hints
