"""Our output against Textual's own, in a real terminal: the same picture, for far fewer bytes."""

from __future__ import annotations

import os
import signal

import pytest

from tests.terminal.difference import minimal_difference
from tests.terminal.pty_terminal import (
    DEADLINE,
    Terminal,
    start_python,
    wait_until_alike,
)

SIZE = (200, 30)


def demo(kind: str) -> Terminal:
    return start_python("tests/terminal/demo.py", kind, size=SIZE)


def drawn(terminal: Terminal, count: int) -> Terminal:
    """The demo says in the title how many keys it has drawn, the start being the first."""
    return terminal.wait_for(lambda it: it.screen.title == str(count))


def started(terminal: Terminal) -> Terminal:
    """The first picture is there: it is held back until its layout has settled."""
    drawn(terminal, 1).wait_for_text("last line").wait_for_silence(0.3)
    return terminal


@pytest.fixture
def minimal():
    with demo("minimal") as terminal:
        yield started(terminal)


@pytest.fixture
def stock():
    with demo("stock") as terminal:
        yield started(terminal)


def test_the_picture_is_textuals_own_after_every_change(minimal, stock):
    wait_until_alike(minimal, stock)
    keys = "addhdssmpshtdsms"  # ends with a modal over all that moved before
    for count, key in enumerate(keys, 2):
        for terminal in (minimal, stock):
            terminal.keys(key)
            drawn(terminal, count)
        wait_until_alike(minimal, stock)


def test_the_picture_is_textuals_own_after_a_resize(minimal, stock):
    for count, (size, mark) in enumerate([((90, 20), 90), (SIZE, 200)], 2):
        for terminal in (minimal, stock):
            terminal.resize(*size)
            # A row of figures as wide as the screen: the layout has followed.
            terminal.wait_for(
                lambda it, mark=mark: (
                    it.screen_lines()[5].strip().isdigit()
                    and len(it.screen_lines()[5].strip()) == mark
                )
            )
            terminal.keys("i")
            drawn(terminal, count)
        wait_until_alike(minimal, stock)


def test_a_cell_far_to_the_right_costs_little_more_than_the_cell(minimal):
    before = minimal.frame()
    minimal.bytes_since()
    minimal.keys("a")
    drawn(minimal, 2)
    sent = minimal.bytes_since().replace(b"\x1b]2;2\x07", b"")
    assert 0 < len(sent) <= 1.5 * minimal_difference(before, minimal.frame())


def test_repainting_what_is_there_sends_nothing(minimal):
    minimal.bytes_since()
    for count in range(2, 5):
        minimal.keys("i")
        drawn(minimal, count)
        assert minimal.bytes_since() == f"\x1b]2;{count}\x07".encode()


def test_synchronised_updates_are_not_opened_for_nothing(minimal):
    minimal.keys("\x1b[?2026;2$y")  # the terminal's answer: it can do them
    minimal.keys("d")
    drawn(minimal, 2)
    assert b"\x1b[?2026h" in minimal.bytes_since()
    minimal.keys("i")
    drawn(minimal, 3)
    assert minimal.bytes_since() == b"\x1b]2;3\x07"


def test_everything_is_painted_again_after_a_suspension(minimal):
    before = minimal.frame()
    minimal.keys("z")
    _, status = os.waitpid(minimal.process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    minimal.wait_for(lambda it: b"\x1b[?1049l" in it.bytes_since())
    minimal.screen.reset()
    minimal.process.send_signal(signal.SIGCONT)
    minimal.wait_for(lambda it: it.frame() == before, DEADLINE)


def test_the_whole_screen_is_painted_once_at_the_start():
    with demo("minimal") as terminal:
        started(terminal)
        assert terminal.bytes_since().count(b"last line") == 1


def test_a_textual_that_we_do_not_know_draws_by_itself(stock):
    script = (
        "from textual import _compositor as c; import sys\n"
        "import attn_tui.terminal.updates as u\n"
        "u.LayoutUpdate = u.ChopsUpdate = u.Missing\n"
        "sys.path.insert(0, '.')\n"
        "from tests.terminal.demo import MinimalDemo; MinimalDemo().run()"
    )
    with start_python("-c", script, size=SIZE) as terminal:
        started(terminal)
        assert terminal.frame() == stock.frame()
