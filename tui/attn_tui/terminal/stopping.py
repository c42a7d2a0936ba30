"""Stopped, as by Ctrl+Z, the app leaves the terminal to the shell; continued, it takes it again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from typing import Any

from textual.app import App

from attn_tui.terminal.guardian import leave_pixels, note_use
from attn_tui.terminal.signals import ENDING
from attn_tui.terminal.taken import is_in_front

TOGETHER = 0.25
"""Seconds within which several signals mean one: the shell and the guardian each send one."""


def stop_on_signals(app: App[Any]) -> None:
    """Let SIGTSTP stop `app`, and SIGCONT put its terminal and picture in order.

    Textual's own handlers take a SIGCONT for the end of a stop that there may not have been. Call it
    where the event loop runs and the driver is there, as in `on_mount`.
    """
    if sys.platform == "win32" or app._driver is None or not app._driver.can_suspend:
        return
    loop = asyncio.get_running_loop()
    stopping = _Stopping(app, loop)
    try:
        loop.add_signal_handler(signal.SIGTSTP, stopping.stop)
        loop.add_signal_handler(signal.SIGCONT, stopping.go_on)
    except (NotImplementedError, RuntimeError):  # outside the main thread
        return


class _Stopping:
    """What the two signals do."""

    def __init__(self, app: App[Any], loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self.loop = loop
        self._is_obeying = False

    def stop(self) -> None:
        """Give the terminal back, sleep, and take it again when the shell gives it."""
        if self._begins():
            self._leave()
            _sleep()
            self._take()

    def go_on(self) -> None:
        """Somebody has continued the app that was stopped without being asked, as by SIGSTOP."""
        if self._begins():
            if not _has_terminal():
                _sleep()
            self._leave()
            self._take()

    def _begins(self) -> bool:
        """Whether a signal is to be obeyed: not the second of two, nor when the app ends.

        The system sends a SIGCONT after the SIGHUP when a window is closed; an app that took the
        terminal then would wait for keys for ever.
        """
        if self._is_obeying or self.app._exit:
            return False
        self._is_obeying = True
        return True

    def _leave(self) -> None:
        self.app.app_suspend_signal.publish(self.app)
        if self.app._driver is not None:
            self.app._driver.suspend_application_mode()
        leave_pixels()
        note_use(False)

    def _take(self) -> None:
        """Textual sends a resize then, after which everything is painted again."""
        note_use(True)
        if self.app._driver is not None:
            self.app._driver.resume_application_mode()
        self.app.app_resume_signal.publish(self.app)
        self.loop.call_later(TOGETHER, self._has_obeyed)

    def _has_obeyed(self) -> None:
        self._is_obeying = False


def _sleep() -> None:
    """Until continued in the foreground; a signal to end that came meanwhile is obeyed at once.

    The system's own way to stop is taken, which does nothing where no shell could continue us.
    """
    own = {signal.SIGTSTP: signal.signal(signal.SIGTSTP, signal.SIG_DFL)}
    # The terminal is the shell's until we have it again, and everything is saved.
    own |= {
        number: signal.signal(number, lambda told, _: os._exit(128 + told)) for number in ENDING
    }
    os.kill(os.getpid(), signal.SIGTSTP)
    while not _has_terminal():
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGTSTP)
    for number, handler in own.items():
        signal.signal(number, handler)
        signal.siginterrupt(number, False)


def _has_terminal() -> bool:
    return sys.__stdin__ is None or is_in_front(sys.__stdin__.fileno())
