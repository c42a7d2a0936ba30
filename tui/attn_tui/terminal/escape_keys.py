"""Esc and a key that come at once, as tmux and slow lines send them, are Esc and then that key."""

from __future__ import annotations

from textual import events
from textual.app import ReturnType

from attn_tui.key_names import name_of_character
from attn_tui.terminal.ended_input import EndedInputApp

ESC = "\x1b"


class EscapeKeysApp(EndedInputApp[ReturnType]):
    """Takes alt and a key apart where nothing is bound to both."""

    async def on_event(self, event: events.Event) -> None:
        """Handle the two keys one after the other."""
        pair = apart(event) if isinstance(event, events.Key) and not event.is_forwarded else None
        if pair is None or event.key in self.screen.active_bindings:  # type: ignore[attr-defined]
            await super().on_event(event)
            return
        for key in pair:
            await super().on_event(key)


def apart(key: events.Key) -> tuple[events.Key, events.Key] | None:
    """Esc and the key that came with it; None for a key that came alone."""
    escape = events.Key("escape", ESC)
    if key.character and len(key.character) == 2 and key.character[0] == ESC:
        character = key.character[1]
        name = {"\r": "enter"}.get(character) or name_of_character(character)
        return (escape, events.Key(name, character)) if name else None
    if not key.key.startswith("alt+"):
        return None
    name = key.key.removeprefix("alt+")
    letter = name.removeprefix("shift+")
    if len(letter) == 1:
        name = letter.upper() if letter != name else letter
    return escape, events.Key(name, name if len(name) == 1 else None)
