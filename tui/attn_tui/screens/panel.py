"""A panel over the walk: a title, something to scroll, and Esc to go back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from attn_tui.key import bindings
from attn_tui.panel_keys import PANEL_KEYS
from attn_tui.screens.framed import FramedScreen
from attn_tui.view.safe_text import visible


class Panel(FramedScreen[None]):
    """Shows `body` under `heading`; scrolls with arrows and letters, leaves with Esc or q."""

    DEFAULT_CSS = """
    Panel > Vertical { max-width: 110; max-height: 90%; }
    Panel .heading { margin: 0; padding-bottom: 1; dock: top; }
    Panel VerticalScroll { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    Panel .body { width: 1fr; height: auto; }
    Panel .leave { margin: 0; dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(PANEL_KEYS)

    def __init__(self, heading: str, body: Content) -> None:
        super().__init__()
        self.heading = heading
        self.body = body

    def compose(self) -> ComposeResult:
        """Heading, body and the way back."""
        with Vertical():
            yield Static(Content(visible(self.heading)), classes="heading")
            with VerticalScroll(can_focus=False):
                yield Static(self.body, classes="body")
            yield Static(Content("↓ ↑ scroll   Esc back"), classes="leave")

    def action_scroll(self, lines: int) -> None:
        """Scroll the body by so many lines."""
        for body in self.query(VerticalScroll):
            body.scroll_relative(y=lines, animate=False)
