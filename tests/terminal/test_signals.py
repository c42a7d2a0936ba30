"""However the app is ended, the terminal is a terminal again."""

from __future__ import annotations

import signal

import pytest

from tests.terminal.pty_terminal import DEADLINE, environment, start_python

GIVEN_BACK = (
    b"\x1b[?1049l",  # the screen that was there before
    b"\x1b[?25h",  # the cursor
    b"\x1b[?1003l",  # no reports of the mouse
    b"\x1b[?2004l",  # nor of pasting
    b"\x1b[?7h",  # lines wrap
)


@pytest.fixture
def walk():
    with start_python("-m", "attn_tui", "Money bank grows") as terminal:
        yield terminal.wait_for_text("numpy float32")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_gives_the_terminal_back(walk, number):
    walk.bytes_since()
    walk.process.send_signal(number)
    assert walk.wait_for_exit() == 128 + number
    sent = walk.bytes_since()
    assert [code for code in GIVEN_BACK if code not in sent] == []


def test_quitting_gives_the_terminal_back(walk):
    walk.bytes_since()
    walk.keys("q")
    assert walk.wait_for_exit() == 0
    sent = walk.bytes_since()
    assert [code for code in GIVEN_BACK if code not in sent] == []


def test_a_closed_window_ends_the_app(walk):
    walk.hang_up()
    # 120 is Python's own: it had output left for a window that is gone.
    assert walk.process.wait(DEADLINE) in {128 + signal.SIGHUP, 120}


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"TERM": "dumb"}, "TERM is dumb"), ({"LC_ALL": "de_DE.ISO-8859-1"}, "ISO-8859-1")],
)
def test_a_terminal_that_is_refused_is_left_alone(changes, says):
    with start_python("-m", "attn_tui", env=environment(**changes)) as terminal:
        assert terminal.wait_for_exit() == 2
        sent = terminal.bytes_since().decode()
    assert says in sent
    assert "\x1b" not in sent
    assert sent.count("\n") == 1
