"""Lines that were laid out for a width, drawn as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from attn_tui.view.marked_text import Line

LayOut = Callable[[int], tuple[Line, ...]]
"""Lines for a width."""


class PageText(Widget):
    """Draws `lay_out` at its own width, as high as that takes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "page--strong", "page--emphasis", "page--code", "page--heading", "page--quiet",
        "page--chosen", "page--told", "page--right", "page--bar",
    }  # fmt: skip
    DEFAULT_CSS = """
    PageText { width: 1fr; height: auto; }
    PageText > .page--strong { text-style: bold; }
    PageText > .page--emphasis { text-style: italic; }
    PageText > .page--code { color: $accent; }
    PageText > .page--heading { text-style: bold; color: $primary; }
    PageText > .page--quiet { color: $secondary; }
    PageText > .page--chosen { color: $accent; text-style: bold; }
    PageText > .page--told { color: $accent; }
    PageText > .page--right { color: $success; text-style: bold; }
    PageText > .page--bar { color: $accent; }
    """

    lay_out: reactive[LayOut] = reactive[LayOut](lambda: lambda _: (), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each line."""
        return len(self.lay_out(width))

    def render_line(self, y: int) -> Strip:
        """A line as it was laid out."""
        lines = self.lay_out(self.size.width)
        ground = self._style("plain")
        if y >= len(lines):
            return Strip.blank(self.size.width, ground)
        strip = Strip([Segment(run.text, self._style(run.look)) for run in lines[y]])
        return strip.adjust_cell_length(self.size.width, ground)

    def _style(self, look: str) -> Style:
        if look == "plain":
            return self.rich_style
        part = self.get_component_rich_style(f"page--{look}", partial=True)
        return self.rich_style + part
