"""The app in a terminal with a shell around it, to be ended in every way, and what is left then."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.terminal.modes import Modes
from tests.terminal.pty_terminal import Terminal, environment, start

UNUSUAL = "stty erase ^H kill ^X ixany tostop -echoctl"
"""Settings that no terminal has by itself, so that it shows who puts them back."""
WATCHER = """\
trap '' HUP TERM INT QUIT
{unusual}
stty -a > {folder}/before
(trap - HUP TERM INT QUIT; exec {command})
echo $? > {folder}/status
stty -a > {folder}/after
"""
"""A shell that outlives what it runs and writes down what `stty -a` prints before and after."""


class Life:
    """One run of the app. `terminal` shows it; `status`, `before` and `after` tell of its end."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        size: tuple[int, int] = (100, 30),
        python: Sequence[str] = ("-m", "attn_tui"),
        **variables: str,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.words = words
        self.env = environment(
            HOME=str(folder), XDG_STATE_HOME=str(folder / "state"), TMPDIR=str(folder), **variables
        )
        command = shlex.join([sys.executable, *python, *words])
        script = WATCHER.format(unusual=UNUSUAL, folder=shlex.quote(str(folder)), command=command)
        self.terminal: Terminal = start(["/bin/sh", "-c", script], self.env, size)
        self.session = self.terminal.process.pid
        self._codes: set[int] = set()

    def __enter__(self) -> Life:
        return self

    def __exit__(self, *_: object) -> None:
        for number in self.left():
            os.kill(number, 9)
        self.terminal.close()

    @property
    def guardian(self) -> int:
        """The process that the shell has started."""
        return children(self.session)[0]

    @property
    def app(self) -> int:
        """The process that draws."""
        return next(pid for pid in children(self.guardian) if "code_child" not in words_of(pid))

    def has_app(self) -> bool:
        """Whether the guardian and the app are two already."""
        return bool(children(self.session) and children(self.guardian))

    def wait_for_children(self, count: int = 1) -> list[int]:
        """Until the app has started so many processes of its own, as to run code."""
        self.until(lambda: len(children(self.app)) >= count)
        self._codes |= set(children(self.app))
        return sorted(self._codes)

    def until(self, condition: Callable[[], object]) -> Life:
        """Read until it holds."""
        wait_until(lambda: (self.terminal._read(0.01), condition())[1])
        return self

    def see(self, text: str) -> Life:
        """Until `text` is on the screen."""
        self.terminal.wait_for_text(text)
        return self

    def keys(self, text: str) -> Life:
        """Type."""
        self.terminal.keys(text)
        return self

    def end(self) -> int:
        """Wait for the end; the exit status that the shell saw."""
        self.terminal.wait_for_exit()
        return int((self.folder / "status").read_text())

    def modes(self) -> Modes:
        """What the terminal is switched to after all that it got."""
        return Modes().feed(bytes(self.terminal.received))

    def settings(self) -> tuple[str, str]:
        """What `stty -a` printed before and after."""
        return (self.folder / "before").read_text(), (self.folder / "after").read_text()

    def said(self) -> list[str]:
        """The lines that were written after the terminal was given back."""
        told = bytes(self.terminal.received).rpartition(b"\x1b[?1049l")[2]
        return re.sub(rb"\x1b\[[?<>]*[\d;]*[a-zA-Z]", b"", told).decode().strip().splitlines()

    def left(self) -> list[int]:
        """Processes of this life that are still there; without the shell."""
        found = [pid for pid in processes() if session_of(pid) == self.session]
        return [pid for pid in {*found, *self._codes} - {self.session} if is_alive(pid)]


def processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def stat_of(pid: int) -> list[str]:
    """State, parent, group, session and so on; empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def words_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def children(parent: int) -> list[int]:
    return sorted(pid for pid in processes() if stat_of(pid)[1:2] == [str(parent)])


def session_of(pid: int) -> int:
    return int((stat_of(pid)[3:4] or ["-1"])[0])


def is_alive(pid: int) -> bool:
    return stat_of(pid)[:1] not in ([], ["Z"])


def wait_until(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Until it holds; AssertionError if it never does."""
    import select
    import time

    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition never held"
        select.select([], [], [], 0.01)
