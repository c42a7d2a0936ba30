"""Signals that end the app leave the terminal as it was found."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any

from attn_tui.terminal.taken import is_in_front

if TYPE_CHECKING:
    from textual.app import App

ENDING: tuple[signal.Signals, ...] = tuple(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
    if hasattr(signal, name)
)
"""What asks a program to end."""


def leave_on_signals(app: App[Any]) -> None:
    """Let a hang-up, an interrupt, a quit or a termination end `app` as quitting does.

    The status is 128 and the signal's number, as shells count. Call it where the event loop runs,
    as in `on_load`.
    """
    import asyncio  # noqa: PLC0415 - Textual has it already, the guardian does without

    loop = asyncio.get_running_loop()
    for number in ENDING:
        try:
            loop.add_signal_handler(number, _leave, app, number)
        except (NotImplementedError, RuntimeError):  # on Windows, or outside the main thread
            return


def _leave(app: App[Any], number: int) -> None:
    if sys.__stdin__ is not None and not is_in_front(sys.__stdin__.fileno()):
        from attn_tui.terminal.guardian import has_lost_guardian  # noqa: PLC0415 - it needs us

        # Stopped without being asked, and told to end before the shell gave the terminal again:
        # touching it would only stop us once more. All is saved, and the guardian tidies up; once
        # it is gone, who has noticed that does so.
        if not has_lost_guardian():
            os._exit(128 + number)
        return
    app.exit(return_code=128 + number)
