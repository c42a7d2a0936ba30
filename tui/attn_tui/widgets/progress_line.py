"""One line: what is being done, a bar of how far it is, and the time left."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive

from attn_tui.view.labels import cut
from attn_tui.view.progress import Progress
from attn_tui.view.safe_text import visible
from attn_tui.widgets.drawn import Drawn

BAR, LEAST_BAR = 20, 6


class ProgressLine(Drawn):
    """Shows `progress`; blank while it is None."""

    DEFAULT_CSS = """
    ProgressLine { height: 1; width: 1fr; padding: 0 1; color: $secondary; }
    """

    progress: reactive[Progress | None] = reactive(None)

    def render(self) -> Content:
        """The bar gives way first, then the words after it."""
        told, room = self.progress, self.content_size.width
        if told is None:
            return Content("")
        before, after = visible(told.before), visible(told.after)
        parts: list[str | tuple[str, str]] = [before]
        bar = min(BAR, room - cell_len(before) - cell_len(after) - 4)
        if told.share is not None and bar >= LEAST_BAR:
            done = round(bar * max(0.0, min(1.0, told.share)))
            full, empty = ("#", ".") if self.ascii_only else ("━", "─")
            parts += ["  ", (full * done, "$accent"), (empty * (bar - done), "$secondary")]
        taken = sum(cell_len(part if isinstance(part, str) else part[0]) for part in parts)
        if after and taken + 2 + cell_len(after) <= room:
            parts.append(f"  {after}")
        elif taken > room:
            parts = [cut(before, room)]
        return Content.assemble(*parts)
