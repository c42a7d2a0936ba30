"""Runs the app in the terminal that the command was started in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from traceback import format_exc
from typing import TYPE_CHECKING

from attn_tui.command.errors import CommandError
from attn_tui.serving.served import served
from attn_tui.terminal.checks import RefusedTerminal, check_terminal
from attn_tui.terminal.guardian import terminal_in_use
from attn_tui.terminal.options import TerminalOptions

if TYPE_CHECKING:
    from attn_tui.app import AttnApp


def run_app(make: Callable[[], AttnApp], options: TerminalOptions) -> int:
    """Make the app and run it; the exit status, 1 after a fault of the app's own.

    Raises CommandError for a terminal that will not do, before anything of the app is imported.
    """
    visited = served() is not None
    if not visited:  # a visitor's terminal is in a browser; here are pipes to the server
        try:
            check_terminal(sys.stdin, sys.stdout, sys.stderr, os.environ, ascii_only=options.ascii)
        except RefusedTerminal as error:
            raise CommandError(str(error)) from None
    from attn_tui.terminal.threads import leave_threads, run_with_threads  # noqa: PLC0415 - Textual

    threads = None
    try:
        app = make()
        with nullcontext() if visited else terminal_in_use():
            threads = run_with_threads(app, mouse=options.mouse)
        status, fault = app.return_code or 0, app.fault
    except Exception:
        status, fault = 1, format_exc()
    if fault:
        from attn_tui.terminal.reports import tell_fault  # noqa: PLC0415 - rarely needed

        tell_fault(fault)
    if threads is not None:
        leave_threads(threads, status)
    return status
