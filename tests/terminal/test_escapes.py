"""The checker itself: it flags each kind of thing that may not be sent, where it stands, only those."""

from __future__ import annotations

import pytest

from tests.terminal.escapes import strays
from tests.terminal.pty_terminal import start_python


@pytest.mark.parametrize(
    ("sent", "what"),
    [
        ("\x1b]52;c;aGk=\x07", "OSC: the clipboard"),
        ("\x1b]0;owned\x1b\\", "OSC: a window title"),
        ("\x1b]2;owned\x07", "OSC: a window title"),
        ("\x1b]8;;http://x\x1b\\", "OSC: a link"),
        ("\x1b]1337;File=:x\x07", "OSC: 1337"),
        ("\x1bPq#0\x1b\\", "DCS: a string"),
        ("\x1b_Gx\x1b\\", "APC: a string"),
        ("\x1b]2;never ended", "an escape that begins nothing"),
        ("\x1bc", "an escape that begins nothing"),
        ("\x1b[6n", "CSI 6n"),
        ("\x1b[21t", "CSI 21t"),
        ("\x1b[?1049;9h", "CSI ?1049;9h"),
        ("\x1b[2;5r", "CSI 2;5r"),
        ("\x1b[999m", "CSI 999m"),
        ("\x1b[8m", ""),
        ("\x9b31m", "a control"),
        ("\x07", "a control"),
        ("\t", "a control"),
        ("\n", "a control"),
        ("\x00", "a control"),
        ("\x7f", "a control"),
        ("\u202e", "a bidirectional control"),
        ("\u2066", "a bidirectional control"),
        ("\u200f", "a bidirectional control"),
        ("\u200b", "a format character"),
        ("\u200d", "a format character"),
        ("\ufeff", "a format character"),
        ("\U000e0041", "a format character"),
        ("\ue000", "private use"),
        ("\u0378", "unassigned"),
        ("\u2028", "a line separator"),
        ("\ud800", "a lone surrogate"),
        ("\u1160", "a letter without width"),
        ("\ufe0f", "a variation selector"),
        ("\U0001f1e6", "half an emoji"),
        ("\u0301" * 3, "a heap of marks"),
    ],
)
def test_what_is_stray_is_named_where_it_stands(sent: str, what: str) -> None:
    found = strays(f"\x1b[1;31mé漢{sent}\x1b[0m")
    offset = 9 + (2 if what == "a heap of marks" else 0)
    assert [(each.offset, each.what) for each in found][:1] == ([(offset, what)] if what else [])


def test_a_byte_that_is_not_utf8_is_stray() -> None:
    assert [each.what for each in strays(b"a\xffb")] == ["a lone surrogate"]


def test_copying_is_let_pass_when_it_was_asked_for() -> None:
    assert strays("\x1b]52;c;aGk=\x07", copying=True) == []


def test_plain_lines_have_breaks_and_no_sequence() -> None:
    assert strays("a\nb\n", lines=True) == []
    assert [each.what for each in strays("\x1b[1mb", lines=True)] == ["a control"]


def test_all_that_the_app_sends_from_start_to_end_is_known() -> None:
    with start_python("-m", "attn_tui", "--model", "toy", "Money bank grows") as terminal:
        terminal.wait_for_text("Tokenize")
        terminal.keys("7")
        terminal.wait_for_text("Softmax")
        terminal.keys("?")
        terminal.wait_for_text("Esc back")
        terminal.keys("q")
        terminal.wait_for(lambda it: not any("Esc back" in line for line in it.screen_lines()))
        terminal.keys("q")
        assert terminal.wait_for_exit() == 0
        assert strays(bytes(terminal.received)) == []
