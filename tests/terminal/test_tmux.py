"""The same picture as Textual's own in tmux too, which erases, and counts widths, in its own way."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack

import pyte
import pytest

from tests.terminal.difference import Frame, frame_of
from tests.terminal.pty_terminal import DEADLINE, ROOT, environment

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
COLUMNS, LINES = 120, 30
KEYS = "adhsmpdsm"


class Tmux:
    """A tmux server of its own with the demo in its one pane."""

    def __init__(self, socket, kind):
        self.command = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        program = shlex.join([sys.executable, "tests/terminal/demo.py", kind])
        self.tell("new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), program)

    def tell(self, *words: str) -> str:
        result = subprocess.run(
            [*self.command, *words],
            env=environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        return result.stdout

    def wait_until_drawn(self, count: int) -> None:
        """Until the demo says in the title that it has drawn so many keys."""
        deadline = time.monotonic() + DEADLINE
        while self.tell("display-message", "-p", "#{pane_title}").strip() != str(count):
            assert time.monotonic() < deadline, self.tell("capture-pane", "-p")

    def frame(self) -> Frame:
        screen = pyte.Screen(COLUMNS, LINES)
        captured = self.tell("capture-pane", "-p", "-e", "-N").rstrip("\n")
        pyte.Stream(screen).feed("\x1b[?7l" + captured.replace("\n", "\r\n"))
        return frame_of(screen)


@pytest.fixture
def panes(tmp_path):
    with ExitStack() as stack:
        started = [Tmux(tmp_path / kind, kind) for kind in ("minimal", "stock")]
        for tmux in started:
            stack.callback(tmux.tell, "kill-server")
        yield started


def wait_until_alike(panes, when: str) -> None:
    """Until both show the same, and something: our picture may come a moment after the title."""
    deadline = time.monotonic() + DEADLINE
    while True:
        ours, textuals = (tmux.frame() for tmux in panes)
        if ours == textuals and any(cell.data.strip() for line in ours for cell in line):
            return
        assert time.monotonic() < deadline, when


def test_the_picture_in_tmux_is_textuals_own(panes):
    for count in range(1, len(KEYS) + 2):
        for tmux in panes:
            tmux.wait_until_drawn(count)
        wait_until_alike(panes, f"after {KEYS[: count - 1]}")
        if count <= len(KEYS):
            for tmux in panes:
                tmux.tell("send-keys", KEYS[count - 1])
