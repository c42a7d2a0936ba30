"""A picture that doesn't change sends nothing, whatever is on the screen."""

from __future__ import annotations

import pytest

from tests.terminal.pty_terminal import environment, start_python

WINDOW = 2.0
"""Seconds in which nothing may come: several times what a cursor blinks in."""
SCREENS = {
    "home": (("-m", "attn_tui"), "Enter open", ""),
    "typing": (("-m", "attn_tui"), "Enter open", "/"),
    "walk": (("-m", "attn_tui", "Money bank grows"), "float32", "4"),
    "palette": (("-m", "attn_tui", "Money bank grows"), "float32", ":"),
    "code": (("-m", "attn_tui", "Money bank grows"), "float32", "c"),
    "lesson": (("-m", "attn_tui", "learn", "1"), "Enter on", ""),
}


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_sent_while_nothing_happens(name, tmp_path):
    arguments, shows, key = SCREENS[name]
    with start_python(*arguments, env=environment(HOME=str(tmp_path))) as terminal:
        terminal.wait_for_text(shows).wait_for_silence(1.0)
        before = terminal.frame()
        if key:
            terminal.keys(key)
            terminal.wait_for(lambda it: it.frame() != before)
        for focus in ("", "\x1b[O\x1b[I"):  # as tmux tells when panes change
            terminal.keys(focus)
            terminal.wait_for_silence(0.7)
            terminal.bytes_since()
            terminal.wait_for_silence(WINDOW)
            assert terminal.bytes_since() == b""
