"""What a visitor's browser says over the websocket, read with care: it may be anybody's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attn_tui.serving.visit import Visit

SMALLEST, WIDEST, TALLEST = 1, 500, 200
"""The sizes that a screen may have; the app is not asked for more."""


def size_asked(query: Mapping[str, str]) -> tuple[int, int]:
    """Columns and lines of a new screen."""
    return _held(query.get("width"), 80, WIDEST), _held(query.get("height"), 24, TALLEST)


async def obey(visit: Visit, message: str) -> None:
    """Pass a message on to the app; what is none of textual.js is dropped."""
    try:
        kind, *values = json.loads(message)
    except (ValueError, TypeError, RecursionError):
        return
    value = values[0] if values else None
    if kind == "stdin" and isinstance(value, str):
        await visit.send_bytes(value.encode("utf-8", "replace"))
    elif kind == "resize" and isinstance(value, dict):
        await visit.set_terminal_size(
            _held(value.get("width"), 80, WIDEST), _held(value.get("height"), 24, TALLEST)
        )
    elif kind == "ping" and isinstance(value, str):
        await visit.remote_write_str(json.dumps(["pong", value]))
    elif kind == "focus":
        await visit.focus()
    elif kind == "blur":
        await visit.blur()


def _held(value: Any, otherwise: int, most: int) -> int:  # noqa: ANN401 - of somebody's JSON
    try:
        return max(SMALLEST, min(int(value), most))
    except (ValueError, TypeError, OverflowError):
        return otherwise
