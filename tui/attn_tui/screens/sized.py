"""The base of the screens: too small a terminal is said, and the screen is back when it grows."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from attn_tui.key import Key
from attn_tui.screens.leaving import LeavingScreen
from attn_tui.terminal.checks import SMALLEST


class SizedScreen(LeavingScreen[None]):
    """Hides its panes below 60 x 18 and says how large it wants to be."""

    KEYS: tuple[Key, ...] = ()
    _focused_before: Widget | None = None
    DEFAULT_CSS = """
    SizedScreen > #too-small { display: none; width: 1fr; height: 1fr; content-align: center middle; }
    SizedScreen.-too-small > * { display: none; }
    SizedScreen.-too-small > #too-small { display: block; }
    """

    def on_mount(self) -> None:
        """Prepare the notice."""
        self.mount(Static(id="too-small"))
        self._take_breakpoints()

    def _take_breakpoints(self) -> None:
        """Have the classes of the size already when all is laid out for the first time.

        Textual gives them with the first resize, when a picture of another layout has been made.
        """
        width, height = self.app.size
        for points, length in (
            (self.HORIZONTAL_BREAKPOINTS, width),
            (self.VERTICAL_BREAKPOINTS, height),
        ):
            names = [name for point, name in sorted(points or ()) if length >= point]
            self.add_class(*names[-1:])

    def on_resize(self, event: events.Resize) -> None:
        """Compare the size with the smallest that is of use."""
        width, height = event.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        if small and not self.has_class("-too-small"):
            self._focused_before = self.focused
        elif not small and self.has_class("-too-small"):
            self.call_after_refresh(self._focus_again)
        self.set_class(small, "-too-small")
        if small:
            notice = f"This terminal is {width} x {height}.\nattn-tui needs {SMALLEST[0]} x {SMALLEST[1]}."
            self.query_one("#too-small", Static).update(Content(notice))

    def _focus_again(self) -> None:
        """What is hidden loses the focus; who was typing goes on typing."""
        widget, self._focused_before = self._focused_before, None
        if widget is not None and not self.has_class("-too-small"):
            self.set_focus(widget)
