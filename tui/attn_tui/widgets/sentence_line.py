"""A text, each token on a background that says how much attention it gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from attn_tui.view.labels import cut
from attn_tui.view.palette import STEPS, glyph, palette
from attn_tui.view.sentence import Word
from attn_tui.widgets.drawn import Drawn

LONGEST_WORD = 24

Role = Literal["queries", "keys"]
"""Whether the line is the text, whose rows are queries, or in cross-attention the other text."""

LEAD = 8
"""The characters that the role takes at the beginning of a line."""


def css(colour: tuple[int, int, int]) -> str:
    """A colour as a style writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _level(word: Word) -> int:
    return round(word.weight * (STEPS - 1))


class SentenceLine(Drawn):
    """Shows as many words around the chosen one as fit; a click chooses a word.

    Where there are two lines, `named`, each begins with its role.
    """

    DEFAULT_CSS = """
    SentenceLine { height: 1; width: 1fr; padding: 0 1; }
    """

    words: reactive[tuple[Word, ...]] = reactive(())
    named: reactive[bool] = reactive(False)

    @dataclass
    class Picked(Message):
        """A word was clicked."""

        role: Role
        place: int

    def __init__(self, role: Role = "queries") -> None:
        super().__init__(id=role)
        self.role: Role = role

    @property
    def _lead(self) -> str:
        return f"{self.role:<{LEAD}}" if self.named else ""

    def _labels(self) -> list[str]:
        return [f" {cut(word.text, LONGEST_WORD)}{self._shade(word)}" for word in self.words]

    def _shade(self, word: Word) -> str:
        """What stands after a word: without colours, the shade of its weight."""
        if self.palette_name != "none":
            return " "
        return glyph(_level(word), "weights", self.ascii_only)

    def _visible(self) -> tuple[int, int]:
        """The range of words shown: the chosen one, then neighbours as far as they fit."""
        widths = [cell_len(label) for label in self._labels()]
        chosen = next((i for i, word in enumerate(self.words) if word.chosen), 0)
        first, last = chosen, min(chosen + 1, len(widths))
        room = self.content_size.width - 4 - len(self._lead) - sum(widths[first:last])
        while True:
            if first > 0 and widths[first - 1] <= room:
                first -= 1
                room -= widths[first]
            elif last < len(widths) and widths[last] <= room:
                room -= widths[last]
                last += 1
            else:
                return first, last

    def render(self) -> Content:
        """One line; ‹ and › mark words that are out of sight."""
        first, last = self._visible()
        parts: list[str | tuple[str, str]] = [(self._lead, "$secondary"), "‹ " if first else ""]
        labels = self._labels()
        for word, label in list(zip(self.words, labels, strict=True))[first:last]:
            parts.append((label, self._style(word)))
        parts.append(" ›" if last < len(self.words) else "")
        return Content.assemble(*parts)

    def _style(self, word: Word) -> str:
        """The weight as the colour behind the word; the chosen word is bold and underlined."""
        emphasis = "bold underline " if word.chosen else ""
        if word.special:
            emphasis += "italic "
        inks = palette(self.app.current_theme.dark, self.palette_name).weights
        if inks is None:
            return emphasis + "$foreground"
        ink = inks[_level(word)]
        return f"{emphasis}{css(ink.figure)} on {css(ink.ground)}"

    def on_click(self, event: events.Click) -> None:
        """Tell which word was clicked."""
        first, last = self._visible()
        at = event.x - 1 - len(self._lead) - (2 if first else 0)
        for place in range(first, last):
            size = cell_len(self._labels()[place])
            if 0 <= at < size:
                self.post_message(self.Picked(self.role, place))
                return
            at -= size
