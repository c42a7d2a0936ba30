"""The top line: the name of the app or of a lesson, and what is being computed."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut
from attn_tui.view.safe_text import visible


class TitleBar(Widget):
    """`heading` on the left, `facts` on the right joined by dots; the last are dropped first."""

    DEFAULT_CSS = """
    TitleBar { height: 1; width: 1fr; padding: 0 1; }
    """

    heading: reactive[str] = reactive("attn-tui")
    facts: reactive[tuple[str, ...]] = reactive(())

    def render(self) -> Content:
        """One line, as wide as the widget."""
        name = cut(visible(self.heading), self.content_size.width)
        room = self.content_size.width - cell_len(name) - 2
        facts = told = tuple(map(visible, self.facts))
        while facts and cell_len(" · ".join(facts)) > room:
            facts = facts[:-1]
        text = cut(" · ".join(facts or told[:1]), max(room, 0))
        gap = " " * max(self.content_size.width - cell_len(name) - cell_len(text), 1)
        return Content.assemble((name, "bold $accent"), gap, (text, "$secondary"))
