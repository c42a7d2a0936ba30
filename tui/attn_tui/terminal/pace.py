"""When the next frame may be sent: not while a layout settles, and few a second on a slow link."""

from __future__ import annotations

import time

SLOW_PERIOD = 0.25
"""Seconds from frame to frame on a slow link."""
SETTLED, LONGEST_SETTLING = 0.05, 0.25
"""Seconds without a change after which a new size has settled, and after which it is held to."""


class Pace:
    """Says how long to wait; time is measured by `time.monotonic`."""

    def __init__(self) -> None:
        self.is_slow = False
        self._sent_at = self._settling_since = self._changed_at = float("-inf")

    def resized(self) -> None:
        """Another size: pictures of the old layout and half of the new one will come."""
        now = time.monotonic()
        if now - self._settling_since > LONGEST_SETTLING:
            self._settling_since = now
        self._changed_at = now

    def changed(self) -> None:
        """The picture has changed."""
        self._changed_at = time.monotonic()

    def sent(self) -> None:
        """A frame has been sent."""
        self._sent_at = time.monotonic()

    def wait(self) -> float:
        """Seconds until the next frame; 0 or less for at once."""
        until = self._sent_at + SLOW_PERIOD if self.is_slow else float("-inf")
        longest = self._settling_since + LONGEST_SETTLING
        now = time.monotonic()
        if now < longest:
            until = max(until, min(longest, self._changed_at + SETTLED))
        return until - now
