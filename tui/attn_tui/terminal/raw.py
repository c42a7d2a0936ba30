"""A terminal that hands over each key as it comes, and is given back whatever happens."""

from __future__ import annotations

import os
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from textual import constants

ASK = "\x1b[?2004h" + ("" if constants.DISABLE_KITTY_KEY else "\x1b[>25u")
"""What Textual asks the terminal for: pastes in brackets, and keys by kitty's protocol."""

GIVE_BACK = ("" if constants.DISABLE_KITTY_KEY else "\x1b[<u") + "\x1b[?2004l"


@contextmanager
def raw_keys(keyboard: int, screen: int) -> Iterator[Callable[[str], None]]:
    """Hand over a function that writes text; on the way out the terminal is as it was."""

    def write(text: str) -> None:
        data = text.encode()
        while data:
            data = data[os.write(screen, data) :]

    before = termios.tcgetattr(keyboard)
    raw = termios.tcgetattr(keyboard)
    raw[0] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    raw[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)

    def take() -> None:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, raw)
        write(ASK)

    def give_back() -> None:
        write(GIVE_BACK)
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)

    def stop(number: int, frame: FrameType | None) -> None:
        give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        take()

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    handlers = {signal.SIGTSTP: stop, signal.SIGHUP: leave, signal.SIGINT: leave}
    found = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        take()
        yield write
    finally:
        for number, handler in found.items():
            signal.signal(number, handler)
        with suppress(OSError, termios.error):  # where the terminal is gone, nothing is to be given
            give_back()
