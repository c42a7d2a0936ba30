"""The process of the app in a terminal: the one that was started only stands by."""

from __future__ import annotations

from tests.terminal.lives import children
from tests.terminal.pty_terminal import Terminal


def app_process(terminal: Terminal) -> int:
    """The number of the process that draws."""
    return next(iter(children(terminal.process.pid)), terminal.process.pid)
