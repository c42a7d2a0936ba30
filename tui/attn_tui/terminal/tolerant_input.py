"""What comes from the keyboard and is no text: bytes that are not UTF-8, and the end of it all."""

from __future__ import annotations

import os
import signal
import time
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from typing import Any

PAUSE = 0.1
"""Seconds between two looks at a keyboard that is gone, while the app ends."""


def tolerate_bytes(driver_module: Any) -> None:  # noqa: ANN401 - a module of Textual's
    """Let a driver of Textual replace each byte that is not UTF-8 by U+FFFD.

    Its input thread decodes strictly, so that one such byte, as tmux may send when it is attached
    again, would end the app. Nor does it take the end of the input for an end: where nobody told us
    that the terminal is gone, as below a shell that ignores hang-ups, it would look again and again
    with all the processor has. Here the end is a hang-up. Where the driver has no such decoder
    nothing is changed.
    """
    if hasattr(driver_module, "getincrementaldecoder"):
        driver_module.getincrementaldecoder = _tolerant


def _tolerant(encoding: str) -> Callable[[], IncrementalDecoder]:
    kind = getincrementaldecoder(encoding)

    class Tolerant(kind):  # type: ignore[misc, valid-type]
        def decode(self, data: bytes, final: bool = False) -> str:
            if not data and not final:
                _hang_up()
            text: str = super().decode(data, final)
            return text

    return lambda: Tolerant(errors="replace")


def _hang_up() -> None:
    if hasattr(signal, "SIGHUP"):
        os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(PAUSE)
