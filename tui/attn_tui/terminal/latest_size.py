"""The size that the terminal has now, whichever report of it comes last."""

from __future__ import annotations

from textual import events
from textual.app import App, ReturnType
from textual.geometry import Size


class LatestSizeApp(App[ReturnType]):
    """Measures the terminal again when a signal has told of another size.

    Textual measures in the signal's handler, which the next signal may interrupt before it has sent
    what it found: then the older size comes last, and would stay.
    """

    async def on_event(self, event: events.Event) -> None:
        """Handle a report with the size of this moment; what the terminal itself writes is in order."""
        if isinstance(event, events.Resize) and event.pixel_size is None:
            event = self._measured_again(event)
        await super().on_event(event)

    def _measured_again(self, event: events.Resize) -> events.Resize:
        measure = getattr(self._driver, "_get_terminal_size", None)
        if measure is None or self.is_headless:
            return event
        size = Size(*measure())
        return event if size == event.size else events.Resize(size, size)
