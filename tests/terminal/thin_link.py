"""A terminal at the end of a thin link, and pictures counted that were drawn but maybe never sent."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.terminal.pty_terminal import DEADLINE, Terminal, start_python

RATE = 64 * 1024
"""Bytes a second."""


class Pictures:
    """Counts what `counted.py` says."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def drain(self) -> None:
        """Forget the pictures that were drawn so far."""
        while select.select([self._pipe], [], [], 0)[0] and os.read(self._pipe, 4096):
            pass

    def wait(self) -> None:
        """Wait for the next picture, reading nothing of the terminal."""
        assert select.select([self._pipe], [], [], DEADLINE)[0], "no picture was drawn"
        self.drain()


@contextmanager
def counted(folder: Path, *arguments: str, **options) -> Iterator[tuple[Terminal, Pictures]]:
    """The app in a terminal, and its pictures."""
    path = folder / "pictures"
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with start_python(
            "tests/terminal/counted.py", str(path), *arguments, **options
        ) as terminal:
            yield terminal, Pictures(pipe)
    finally:
        os.close(pipe)


def read_thinly(terminal: Terminal, seconds: float) -> None:
    """Take from the terminal what a link of `RATE` carries in so many seconds."""
    began = time.monotonic()
    taken = 0
    while (passed := time.monotonic() - began) < seconds:
        may = int(passed * RATE) - taken
        if may < 512:
            select.select([], [], [], 512 / RATE)
        else:
            # What the link could have carried while there was nothing is lost.
            taken += terminal.read_some(may, 512 / RATE) or may
