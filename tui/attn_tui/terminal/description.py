"""What the terminal's description (terminfo) says of it."""

from __future__ import annotations

import contextlib
import sys


def erases_with_background() -> bool:
    """Whether the terminal's description says that it erases with the current background."""
    with contextlib.suppress(Exception):
        import curses  # noqa: PLC0415  missing on some systems, and only needed here

        # Standard output is Textual's while an app runs, and no file.
        curses.setupterm(fd=sys.__stderr__.fileno() if sys.__stderr__ else 2)
        return curses.tigetflag("bce") > 0
    return False
