"""Two sentences below the board."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut
from attn_tui.view.safe_text import visible

MOST_LINES = 4


class Prose(Widget):
    """A line for each sentence where they fit, else one paragraph; `told` marks news."""

    DEFAULT_CSS = """
    Prose { height: 2; width: 1fr; padding: 0 1; }
    """

    sentences: reactive[tuple[str, ...]] = reactive(())
    told: reactive[bool] = reactive(False)

    def render(self) -> Content:
        """At most as many lines as the widget is high."""
        size = self.content_size
        sentences = [visible(sentence) for sentence in self.sentences]
        if any(cell_len(sentence) > size.width for sentence in sentences):
            sentences = wrapped(" ".join(sentences), size.width, size.height)
        style = "bold $accent" if self.told else "$foreground"
        lines: list[str | tuple[str, str]] = []
        for place, sentence in enumerate(sentences):
            lines.append((sentence, style if place == 0 else "$foreground"))
            lines.append("\n")
        return Content.assemble(*lines[:-1])


def lines_needed(sentences: tuple[str, ...], columns: int) -> int:
    """The lines that the sentences take in so many columns: one each, or those of a paragraph."""
    shown = [visible(sentence) for sentence in sentences]
    if all(cell_len(sentence) <= columns for sentence in shown):
        return len(shown)
    return len(wrapped(" ".join(shown), columns, MOST_LINES))


def wrapped(text: str, columns: int, rows: int) -> list[str]:
    """The text in lines of at most so many cells; what does not fit is cut with an ellipsis."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= columns or len(lines) == rows:
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, columns) for line in lines]
