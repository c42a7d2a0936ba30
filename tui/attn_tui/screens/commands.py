"""The command palette, with keys that come before its list has been drawn."""

from __future__ import annotations

import contextlib

from textual.command import CommandPalette

from attn_tui.screens.leaving import LeftOnce


class Commands(CommandPalette, LeftOnce[None]):
    """Textual's own; a key that pages through a list without lines does nothing, and no harm."""

    def _action_command_list(self, action: str) -> None:
        # The lines of a list are made when it is laid out, which may be after the key.
        with contextlib.suppress(KeyError, IndexError):
            super()._action_command_list(action)
