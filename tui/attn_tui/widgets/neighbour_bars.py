"""Words with their cosines, each as a bar."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut, fit, label
from attn_tui.view.neighbours import Neighbours
from attn_tui.view.safe_text import visible

Part = str | tuple[str, str]

WIDEST_WORD = 18
EIGHTHS = " ▏▎▍▌▋▊▉"


class NeighbourBars(Widget):
    """A line a word, the note below; a full bar is a cosine of 1."""

    DEFAULT_CSS = """
    NeighbourBars { width: 1fr; height: auto; }
    """

    found: reactive[Neighbours] = reactive(Neighbours((), ""), layout=True)

    def render(self) -> Content:
        """The words, then the note."""
        words = [cut(label(each.word), WIDEST_WORD) for each in self.found.found]
        side = max(map(cell_len, words), default=0)
        room = max(1, self.content_size.width - side - 8)
        parts: list[Part] = []
        for place, (word, each) in enumerate(zip(words, self.found.found, strict=True)):
            look = "bold $accent" if place == 0 else "$foreground"
            parts += [
                (f"{fit(word, side)} ", look),
                (f"{each.cosine:>6.3f} ", "$secondary"),
                (f"{bar(each.cosine, room)}\n", "$accent" if place == 0 else "$primary"),
            ]
        return Content.assemble(*parts, (visible(self.found.note), "$secondary"))


def bar(share: float, cells: int) -> str:
    """A bar of so many cells at a share of 1, in eighths of a cell; nothing below 0."""
    full, part = divmod(round(max(0.0, min(share, 1.0)) * cells * 8), 8)
    return "█" * full + EIGHTHS[part].strip()
