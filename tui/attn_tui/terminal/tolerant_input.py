"""Bytes from the keyboard that are not UTF-8 are shown as such instead of ending the app."""

from __future__ import annotations

from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from typing import Any


def tolerate_bytes(driver_module: Any) -> None:  # noqa: ANN401 - a module of Textual's
    """Let a driver of Textual replace each byte that is not UTF-8 by U+FFFD.

    Its input thread decodes strictly, so that one such byte, as tmux may send when it is attached
    again, would end the app. Where the driver has no such decoder nothing is changed.
    """
    if hasattr(driver_module, "getincrementaldecoder"):
        driver_module.getincrementaldecoder = _tolerant


def _tolerant(encoding: str) -> Callable[[], IncrementalDecoder]:
    decoder = getincrementaldecoder(encoding)
    return lambda: decoder(errors="replace")
