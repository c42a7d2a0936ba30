"""A real pseudo-terminal with a program in it, and a screen (pyte) of what the program draws."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import pyte

from tests.terminal.difference import Frame, frame_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "lessons", "tui")
DEADLINE = 20.0
"""Seconds after which a condition is held to be false; a pass never takes them."""


class Size(NamedTuple):
    columns: int = 80
    lines: int = 24


def environment(**changes: str | None) -> dict[str, str]:
    """What a person's terminal sets, and nothing of ours; None takes a variable away."""
    variables: dict[str, str | None] = {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/"),
        "PYTHONPATH": os.pathsep.join(str(ROOT / package) for package in PACKAGES),
        "XDG_CONFIG_HOME": os.devnull,
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        **changes,
    }
    return {name: value for name, value in variables.items() if value is not None}


class Terminal:
    """A program in a pseudo-terminal. Reads while it waits for a condition, and never sleeps."""

    def __init__(
        self, argv: Sequence[str], env: Mapping[str, str] | None = None, size: Size | None = None
    ) -> None:
        self.size = size or Size()
        self._screen = pyte.Screen(self.size.columns, self.size.lines)
        self._stream = pyte.ByteStream(self._screen)
        self._undrawn = bytearray()
        self.received = bytearray()
        self.received_at = self.started_at = time.perf_counter()
        self._master, slave = os.openpty()
        self._set_size()
        self.process = subprocess.Popen(
            argv,
            env=dict(environment() if env is None else env),
            cwd=ROOT,
            close_fds=True,
            pass_fds=(slave,),
            # The new session makes the terminal the controlling one, so that resizes arrive.
            preexec_fn=lambda: os.login_tty(slave),  # noqa: PLW1509
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def screen(self) -> pyte.Screen:
        """What has been drawn so far; only drawn when looked at, so that reading is quick."""
        data = bytes(self._undrawn)
        self._undrawn.clear()
        self._stream.feed(data)
        return self._screen

    def keys(self, text: str) -> None:
        """Type `text`; special keys are their sequences, such as "\\x1b[C" for the right arrow."""
        self.send(text.encode())

    def send(self, data: bytes) -> None:
        """Send bytes as they are, UTF-8 or not."""
        os.write(self._master, data)

    def resize(self, columns: int, lines: int) -> None:
        """Change the window as a person would; the program is told by SIGWINCH."""
        self.size = Size(columns, lines)
        self.screen.resize(lines, columns)
        self._set_size()

    def wait_for(
        self, predicate: Callable[[Terminal], object], seconds: float = DEADLINE
    ) -> Terminal:
        """Read until `predicate` holds; AssertionError with the screen if it never does."""
        deadline = time.monotonic() + seconds
        while not predicate(self):
            left = deadline - time.monotonic()
            if left <= 0 or not self._read(left):
                if predicate(self):
                    break
                shown = "\n".join(self.screen_lines())
                raise AssertionError(f"the condition never held; the screen was:\n{shown}")
        return self

    def wait_for_text(self, text: str) -> Terminal:
        """Read until `text` stands in one line of the screen."""
        return self.wait_for(lambda it: any(text in line for line in it.screen_lines()))

    def wait_for_exit(self) -> int:
        """Read to the end of the output; the exit status, negative for a signal."""
        deadline = time.monotonic() + DEADLINE
        while self._read(max(0.0, deadline - time.monotonic())):
            pass
        return self.process.wait(timeout=DEADLINE)

    def wait_for_silence(self, seconds: float) -> float:
        """Read until nothing comes for so long; when the last of it came, by `perf_counter`."""
        while self._read(seconds):
            pass
        return self.received_at

    def bytes_since(self) -> bytes:
        """What has been received since the last call."""
        received = bytes(self.received)
        self.received.clear()
        return received

    def screen_lines(self) -> list[str]:
        """The text on the screen, line by line."""
        lines = (self.screen.buffer[y] for y in range(self.size.lines))
        return ["".join(line[x].data for x in range(self.size.columns)) for line in lines]

    def frame(self) -> Frame:
        """Every cell with its colours and attributes."""
        return frame_of(self.screen)

    def hang_up(self) -> None:
        """Close the window that the program runs in."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def kill(self) -> None:
        """Kill all of the program at once: the app runs in a child of the process that was started."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End the program, with the processes that it has started, and let go of the terminal."""
        self.kill()
        self.process.wait(timeout=DEADLINE)
        self.hang_up()

    def read_some(self, most: int, seconds: float) -> int:
        """Take in at most so many bytes of what arrives in so many seconds; how many it were."""
        if not select.select([self._master], [], [], seconds)[0]:
            return 0
        try:
            data = os.read(self._master, most)
        except OSError:  # the program has ended and closed its side
            return 0
        self.received_at = time.perf_counter()
        self.received += data
        self._undrawn += data
        return len(data)

    def _read(self, seconds: float) -> bool:
        """Take in what has arrived, waiting so long for it; False at the end or if nothing came."""
        return self.read_some(1 << 16, seconds) > 0

    def _set_size(self) -> None:
        packed = struct.pack("HHHH", self.size.lines, self.size.columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, packed)


def start(
    argv: Sequence[str], env: Mapping[str, str] | None = None, size: tuple[int, int] = (80, 24)
) -> Terminal:
    """A terminal of columns x lines running `argv`; close it, or use it in a `with`."""
    return Terminal(argv, env, Size(*size))


def start_python(
    *arguments: str, env: Mapping[str, str] | None = None, size: tuple[int, int] = (80, 24)
) -> Terminal:
    """As `start`, with this Python and its arguments, as in `start_python("-m", "attn_tui")`."""
    return start([sys.executable, *arguments], env, size)


def wait_until_alike(one: Terminal, other: Terminal) -> None:
    """Read from both until they show the same; AssertionError with both screens if they never do."""
    deadline = time.monotonic() + DEADLINE
    while one.frame() != other.frame():
        if time.monotonic() > deadline:
            shown = "\n".join([*one.screen_lines(), "=" * 9, *other.screen_lines()])
            raise AssertionError(f"the pictures never became the same:\n{shown}")
        for terminal in (one, other):
            terminal._read(0.02)
