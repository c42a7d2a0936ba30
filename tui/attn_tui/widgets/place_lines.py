"""Where one is in a long text: a line for the query and one for the key, each with the text around."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut, fit
from attn_tui.view.long_place import Place


class PlaceLines(Widget):
    """Shows `places`, one a line; the texts begin in one column."""

    DEFAULT_CSS = """
    PlaceLines { height: 2; width: 1fr; padding: 0 1; }
    """

    places: reactive[tuple[Place, ...]] = reactive(())

    def render(self) -> Content:
        """The token stands in the middle of the text that fits around it."""
        width = max((cell_len(place.said) for place in self.places), default=0)
        room = self.content_size.width - width - 2
        lines: list[str | tuple[str, str]] = []
        for place in self.places:
            lines.append((fit(place.said, width), "$secondary"))
            lines += ["  ", *_text(place, room), "\n"]
        return Content.assemble(*lines[:-1])


def _text(place: Place, room: int) -> list[str | tuple[str, str]]:
    if room < 8:
        return []
    token = cut(place.token, room)
    side = max(0, room - cell_len(token)) // 2
    before = _tail(place.before, side)
    return [
        (" " * (side - cell_len(before)) + before, "$foreground-muted"),
        (token, "bold $accent"),
        (cut(place.after, side), "$foreground-muted"),
    ]


def _tail(text: str, width: int) -> str:
    """The end of a text in at most so many cells."""
    if cell_len(text) <= width:
        return text
    return cut(text[::-1], width)[::-1]
