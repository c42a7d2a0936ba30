"""A small app with all that can go wrong in output: far columns, wide characters, layers, scrolls.

`python demo.py minimal` or `stock`. After each key has been drawn, the window title counts up.
"""

from __future__ import annotations

import sys

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from attn_tui.terminal.minimal_output import MinimalOutputApp

LINES = (
    "plain words and more of them",
    "漢字かな交じり文 and Latin",
    "e\u0301te\u0301 with combining marks",
    "한국어 텍스트",
)


class Canvas(Widget):
    """Draws lines that a key moves sideways, and one lit cell in a row of figures."""

    DEFAULT_CSS = "Canvas { height: 8; }"
    shift = 0
    lit = 0

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y < len(LINES):
            text = " " * self.shift + LINES[y]
            style = Style(color="#102030", bgcolor="#a0b0c0", bold=y == 1)
            return Strip([Segment(text, style)]).adjust_cell_length(width, Style())
        cells = [
            Segment(
                f"{(x + y) % 10}",
                Style(
                    color="#ffffff",
                    bgcolor="#c00000" if x == self.lit and y == 5 else f"#0000{x % 200:02x}",
                ),
            )
            for x in range(width)
        ]
        return Strip(cells, width)


class Question(ModalScreen[None]):
    DEFAULT_CSS = """
    Question { align: center middle; background: black 50%; }
    Question Static { width: 21; height: 5; border: round white; background: darkgreen; }
    """

    def compose(self) -> ComposeResult:
        yield Static("漢字 in the way?")


class Demo(App[None]):
    CSS = "#side { width: 31; } VerticalScroll { height: 10; } Horizontal { height: auto; }"
    drawn = 0

    def compose(self) -> ComposeResult:
        yield Canvas()
        with Horizontal():
            with VerticalScroll():
                yield Static("\n".join(f"{n} " + "漢字 scroll " * (n % 9) for n in range(60)))
            yield Static("side\n" * 5, id="side")
        yield Static("last line")

    def on_ready(self) -> None:
        self.call_after_refresh(self._say_drawn)

    def on_key(self, event: events.Key) -> None:
        canvas = self.screen_stack[0].query_one(Canvas)
        scroll = self.screen_stack[0].query_one(VerticalScroll)
        match event.key:
            case "a":
                canvas.lit = 175
                canvas.refresh()
            case "d":
                canvas.shift += 1
                canvas.refresh()
            case "s":
                scroll.scroll_to(y=scroll.scroll_y + 1, animate=False)
            case "m":
                self.push_screen(Question())
            case "p":
                self.pop_screen()
            case "t":
                self.theme = "textual-light"
            case "h":
                side = self.query_one("#side")
                side.display = not side.display
            case "i":
                self.screen.refresh()
            case "z":
                self.action_suspend_process()
            case "q":
                self.exit()
        self.call_after_refresh(self.call_after_refresh, self._say_drawn)

    def _say_drawn(self) -> None:
        self.drawn += 1
        if self._driver is not None:
            self._driver.write(f"\x1b]2;{self.drawn}\x07")
            self._driver.flush()


class MinimalDemo(MinimalOutputApp[None], Demo):
    """The same app with our output."""


if __name__ == "__main__":
    (MinimalDemo if sys.argv[1] == "minimal" else Demo)().run()
