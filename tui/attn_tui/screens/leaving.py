"""A screen that is sound when keys come faster than they are handled: left once, never deaf."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from attn_tui.forgetting import forget_drawn, forget_found


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

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Give the keys to a widget, unless that is on its way out: it would swallow them all.

        A line that was just put there may be taken away again before it gets the focus.
        """
        if widget is None or (widget.is_attached and not widget._pruning):
            super().set_focus(widget, scroll_visible, from_app_focus)

    def on_screen_resume(self) -> None:
        """Let go of what was found before it was left."""
        forget_found(self)

    def on_unmount(self) -> None:
        """Let go of what was drawn of this screen."""
        forget_drawn()
