"""A byte that is not UTF-8 does not end the app."""

from __future__ import annotations

from tests.terminal.pty_terminal import start_python


def test_the_app_goes_on_after_bytes_that_are_not_utf8():
    with start_python("-m", "attn_tui", "--model", "toy", "Money bank grows") as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.send(b"\xff\xed\xa0\x80")
        terminal.keys("4")
        terminal.wait_for_text("4 Score")
        terminal.keys("q")
        assert terminal.wait_for_exit() == 0
