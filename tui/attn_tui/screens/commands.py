"""The command palette: Textual's, but that keys do no harm that come before its list is drawn."""

from __future__ import annotations

from contextlib import suppress

from textual.command import CommandPalette

from attn_tui.screens.leaving import LeavingScreen


class Commands(CommandPalette, LeavingScreen[None]):
    """Finds a command by its name."""

    DEFAULT_CSS = """
    Commands Input > .input--cursor { text-style: reverse; color: $foreground; background: $surface; }
    """

    def _action_command_list(self, action: str) -> None:
        """Move in the list, whose lines are made when it is laid out, which may be after the key."""
        with suppress(LookupError):
            super()._action_command_list(action)
