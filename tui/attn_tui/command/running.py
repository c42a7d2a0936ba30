"""Runs the app in the terminal that the command was started in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from attn_tui.command.errors import CommandError
from attn_tui.serving.served import served
from attn_tui.terminal.checks import RefusedTerminal, check_terminal
from attn_tui.terminal.options import TerminalOptions

if TYPE_CHECKING:
    from attn_tui.app import AttnApp


def run_app(make: Callable[[], AttnApp], options: TerminalOptions) -> int:
    """Make the app and run it; the exit status.

    Raises CommandError for a terminal that will not do, before anything of the app is imported.
    """
    # A visitor's terminal is in a browser; here are pipes to the server.
    if served() is None:
        try:
            check_terminal(sys.stdin, sys.stdout, sys.stderr, os.environ)
        except RefusedTerminal as error:
            raise CommandError(str(error)) from None
    app = make()
    app.run(mouse=options.mouse)
    return app.return_code or 0
