"""A screen that is left once, however many of its messages ask for it."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from attn_tui.forgetting import forget_drawn


class LeavingScreen(Screen[ScreenResultType]):
    """Takes itself away, and never the screen below.

    Keys that come faster than they are handled ask twice: the second time Textual would pop whatever
    is on top by then. Among the bases of a class this one stands last: Textual takes styles from the
    first.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave, if this screen is still on top."""
        stack = self.app.screen_stack
        return super().dismiss(result) if stack and stack[-1] is self else AwaitComplete()

    def on_unmount(self) -> None:
        """Let go of what was drawn of this screen."""
        forget_drawn()
