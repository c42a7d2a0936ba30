"""The command palette: Textual's, but that it stays still and is left once."""

from __future__ import annotations

from contextlib import suppress

from textual.command import CommandPalette
from textual.widgets import Input

from attn_tui.screens.leaving import LeavingScreen


class Palette(CommandPalette, LeavingScreen[None]):
    """Finds a command by its name; what is chosen shows without colour, too."""

    DEFAULT_CSS = """
    Palette Input > .input--cursor { text-style: reverse; color: $foreground; background: $surface; }
    Palette CommandList > .option-list--option-highlighted { text-style: bold underline; }
    """

    def on_mount(self) -> None:
        """Nothing blinks."""
        self.query_one(Input).cursor_blink = False

    def _action_command_list(self, action: str) -> None:
        """Move in the list; while it is being filled Textual looks for lines that it lacks."""
        with suppress(LookupError):
            super()._action_command_list(action)
