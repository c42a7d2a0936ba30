"""A screen in a frame over another one: its heading above, the keys that leave it below."""

from __future__ import annotations

from textual.screen import ModalScreen, ScreenResultType

from attn_tui.screens.leaving import LeavingScreen


class FramedScreen(ModalScreen[ScreenResultType], LeavingScreen[ScreenResultType]):
    """Hands back nothing when it is left.

    What it shows stands in one Vertical, of which the part of the class "heading" is the first and
    that of the class "leave" the last.
    """

    DEFAULT_CSS = """
    FramedScreen { align: center middle; }
    FramedScreen > Vertical {
        width: 90%; max-width: 84; height: auto; max-height: 100%;
        background: $surface; border: round $secondary; padding: 0 1;
    }
    FramedScreen .heading { color: $accent; text-style: bold; margin-bottom: 1; }
    FramedScreen .leave { color: $secondary; margin-top: 1; }
    """

    def action_leave(self) -> None:
        """Back to the screen below."""
        self.dismiss(None)
