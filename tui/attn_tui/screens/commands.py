"""The command palette: Textual's, but that keys do no harm that come before its list is drawn."""

from __future__ import annotations

from contextlib import suppress

from textual.command import Command, CommandList, CommandPalette
from textual.css.query import NoMatches

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

    def _refresh_command_list(
        self, command_list: CommandList, commands: list[Command], clear_current: bool
    ) -> None:
        """Show what was found; a search that ends as the palette goes finds its parts gone."""
        with suppress(NoMatches):
            super()._refresh_command_list(command_list, commands, clear_current)
