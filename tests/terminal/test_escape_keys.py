"""The app in a real terminal reads Esc and a key that come in one piece, and types no answers."""

from __future__ import annotations

from tests.terminal.pty_terminal import start_python

TEXT = "Money bank grows"


def test_esc_and_a_slash_in_one_piece_close_the_panel_and_open_the_line():
    with start_python("-m", "attn_tui", "--model", "toy", TEXT) as terminal:
        terminal.wait_for_text("? help")
        terminal.wait_for_text("Tokenize")
        terminal.wait_for_text("begins at character")
        terminal.keys("c")
        terminal.wait_for_text("the code that ran")
        terminal.keys("\x1b[?62;22c\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b/")
        terminal.wait_for_text("Enter read it")
        terminal.keys("X\r")
        terminal.wait_for_text("growsX")
        terminal.wait_for_text("? help")
        terminal.keys("q")
        assert terminal.wait_for_exit() == 0
