"""The terminal as it was found, and the way back to it, whatever the app has done to it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

MOUSE_IN_CELLS = "\x1b[?1016l"
GIVING_BACK = "".join(
    (
        "\x1b\\",  # ends a string that was cut off
        "\x1b[?2026l",  # shows what is held back of an update
        "\x1b[<u",  # the keyboard as before; the alternate screen has a setting of its own
        *(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1015, 1006, 1016)),  # the mouse
        "\x1b[?2004l",  # no marks around what is pasted
        "\x1b[?1004l",  # no reports of the focus
        "\x1b[?2048l",  # nor of the size
        "\x1b]8;;\x1b\\",  # no link
        "\x1b[m",  # plain characters
        "\x1b[?7h",  # lines wrap
        "\x1b[?1049l",  # the screen that was there before
        "\x1b[?25h",  # the cursor
    )
)
"""Switches off whatever the app may have switched on; each part does nothing where it is off."""


class FoundTerminal:
    """The settings (those of `stty`) of the terminal that the keys come from."""

    def __init__(self, keys: int, picture: int) -> None:
        self.keys = keys
        self.picture = picture
        self._settings = self._now()

    def note(self) -> None:
        """Take the settings as they are for those to go back to, unless they are an app's.

        A shell may have changed them while the app was stopped; the app reads keys, no lines.
        """
        import termios  # noqa: PLC0415

        settings = self._now()
        if settings is not None and settings[3] & termios.ICANON:
            self._settings = settings

    def give_back(self) -> None:
        """Leave the alternate screen, show the cursor, and so on; and the settings as found."""
        import termios  # noqa: PLC0415

        with suppress(OSError):
            os.write(self.picture, GIVING_BACK.encode())
        if not is_in_front(self.keys):
            return  # the shell has put its own settings in place
        with suppress(termios.error):
            # Not waiting for the output: a window that is gone would never take it.
            termios.tcflush(self.keys, termios.TCIFLUSH)
            if self._settings is not None:
                termios.tcsetattr(self.keys, termios.TCSANOW, self._settings)

    def is_changed(self) -> bool:
        """Whether the settings differ from those found, and are ours to change."""
        return is_in_front(self.keys) and self._now() not in (None, self._settings)

    def _now(self) -> list[Any] | None:
        import termios  # noqa: PLC0415  not on Windows

        with suppress(termios.error):
            return termios.tcgetattr(self.keys)
        return None


def is_in_front(keys: int) -> bool:
    """Whether this process may use the terminal; so it is also where nobody can tell."""
    with suppress(AttributeError, OSError):
        return os.tcgetpgrp(keys) in {os.getpgrp(), 0}
    return True
