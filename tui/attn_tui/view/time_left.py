"""How long something still takes, told from how long it has taken."""

from __future__ import annotations

import time
from collections.abc import Callable

WORTH_SAYING = 1.0
"""Seconds in all below which nobody needs to be told."""

SURE_AFTER = 0.2
"""Seconds after which the pace says something."""


class TimeLeft:
    """Counts from when it is made, when the share `done` was done; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, done: float = 0.0) -> None:
        self._clock = clock
        self._start = clock()
        self._done = done

    def left(self, share: float) -> float | None:
        """The seconds left when `share` (0 to 1) is done; None where that is not worth saying yet."""
        elapsed, gained = self._clock() - self._start, share - self._done
        if gained <= 0 or elapsed < SURE_AFTER:
            return None
        rest = elapsed * (1 - share) / gained
        return rest if elapsed + rest > WORTH_SAYING else None
