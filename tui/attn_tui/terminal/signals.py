"""Signals that end the app leave the terminal as it was found."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from textual.app import App

ENDING = tuple(
    getattr(signal, name) for name in ("SIGHUP", "SIGINT", "SIGTERM") if hasattr(signal, name)
)


def leave_on_signals(app: App[Any]) -> None:
    """Let a hang-up, an interrupt or a termination end `app` as quitting does.

    The status is 128 and the signal's number, as shells count. Call it where the event loop runs,
    as in `on_load`.
    """
    loop = asyncio.get_running_loop()
    for number in ENDING:
        try:
            loop.add_signal_handler(number, _leave, app, number)
        except (NotImplementedError, RuntimeError):  # on Windows, or outside the main thread
            return


def _leave(app: App[Any], number: int) -> None:
    app.exit(return_code=128 + number)
