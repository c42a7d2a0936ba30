"""The command palette: Textual's, but that it stays still and is left once."""

from __future__ import annotations

from contextlib import suppress

from textual.command import Command, CommandList, CommandPalette
from textual.css.query import NoMatches
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

    def _refresh_command_list(
        self, command_list: CommandList, commands: list[Command], clear_current: bool
    ) -> None:
        """Show what was found; a search that ends as the palette goes finds its parts gone."""
        with suppress(NoMatches):
            super()._refresh_command_list(command_list, commands, clear_current)
