"""A byte that is not UTF-8 does not end the app; the end of its input does."""

from __future__ import annotations

import sys

from tests.terminal.pty_terminal import DEADLINE, start, start_python


def test_the_app_goes_on_after_bytes_that_are_not_utf8():
    with start_python("-m", "attn_tui", "--model", "toy", "Money bank grows") as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.send(b"\xff\xed\xa0\x80")
        terminal.keys("4")
        terminal.wait_for_text("4 Score")
        terminal.keys("q")
        assert terminal.wait_for_exit() == 0


def test_a_terminal_that_is_gone_ends_the_app_though_nobody_says_so():
    command = f"trap '' HUP; {sys.executable} -m attn_tui --model toy 'Money bank grows'; true"
    with start(["/bin/sh", "-c", command]) as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.hang_up()
        assert terminal.process.wait(DEADLINE) == 0
