"""A screen that is left once, however fast the keys come that leave it."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class LeftOnce(Screen[ScreenResultType]):
    """Mixed into panels: once another screen is on top, `dismiss` does nothing.

    Textual would take away that other screen instead, or raise where it is the last.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave the screen, if it is the one on top."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
