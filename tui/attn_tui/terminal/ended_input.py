"""Once the app is to end, keys and clicks that came along begin nothing any more."""

from __future__ import annotations

from textual import events
from textual.app import App, ReturnType


class EndedInputApp(App[ReturnType]):
    """Lets go of what is typed after the key that quits: its screens are on their way out."""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but no key or click after the end was asked for."""
        if not (self._exit and isinstance(event, events.InputEvent)):
            await super().on_event(event)
