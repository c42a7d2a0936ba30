"""`attn-tui doctor --keys` in a real terminal: what it says of each key, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import termios

import pytest

from tests.terminal.pty_terminal import Size, Terminal, environment, start_python
from tests.tui.commanding import command

ROOM = Size(80, 40)


def started(tmp_path, *lines: str) -> Terminal:
    folder = tmp_path / "attn-tui"
    folder.mkdir()
    (folder / "config.toml").write_text("\n".join(lines), "utf-8")
    env = environment(XDG_CONFIG_HOME=str(tmp_path))
    terminal = start_python("-m", "attn_tui", "doctor", "--keys", env=env, size=ROOM)
    return terminal.wait_for(lambda each: "in the walk" in text(each).splitlines()[-1:][0])


def text(terminal: Terminal) -> str:
    return "\n".join(line.rstrip() for line in terminal.screen.display).rstrip() or " "


def as_new(terminal: Terminal) -> bool:
    """Whether the terminal's settings are those of one that was just opened."""
    master, slave = os.openpty()
    try:
        return termios.tcgetattr(terminal._master)[:4] == termios.tcgetattr(master)[:4]
    finally:
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize(
    ("sent", "parts"),
    [
        (b"\x1b[A", ("Esc [ A", "up", "One row up")),
        (b"\x1bOA", ("Esc O A", "up", "One row up")),
        (b"\x1b[1~", ("Esc [ 1 ~", "home", "To the first column")),
        (b"(", ("(", "left_parenthesis", "To the first column")),
        (b"\x15", ("^U", "ctrl+u", "Ten rows up")),
        (b"\x1b[Z", ("Esc [ Z", "shift+tab", "nothing")),
        (b"\x1bj", ("Esc j", "alt+j", "Esc, then j: One row down")),
        (b"\x08", ("^H", "backspace", "nothing")),
        ("é".encode(), ("é", "é", "nothing")),
        (b"\xff", ("\\xFF", "replacement_character", "nothing")),
        (b"\x1b[?6c", ("Esc [ ? 6 c", "unknown", "nothing")),
        (b"\x1b[200~hi\x1b[201~", ("a paste", "2 characters, put into a line as text")),
        (b"\x10", ("No command of attn-tui gets this key: Docker and VS Code take it.",)),
        (b"\x1b[5~", ("it may not come through in macOS Terminal.",)),
        (b"P", ("P", "P", "Predict")),
    ],
)
def test_a_key_is_told(tmp_path, sent, parts):
    line = re.compile(" +".join(map(re.escape, parts)))
    with started(tmp_path, "[keys.walk]", 'predict = "P"') as terminal:
        terminal.send(sent)
        terminal.wait_for(lambda each: line.search(text(each)))
        terminal.keys("qq")
        assert terminal.wait_for_exit() == 0


@pytest.mark.parametrize("end", ["qq", "\x03", "\x1b\x1b"])
def test_it_ends_and_the_terminal_is_as_it_was(tmp_path, end):
    with started(tmp_path) as terminal:
        assert not as_new(terminal)
        terminal.keys("n")
        terminal.wait_for(lambda each: "The next step" in text(each))
        terminal.keys(end)
        assert terminal.wait_for_exit() == 0
        assert as_new(terminal)
        assert terminal.bytes_since().rstrip().endswith(b"\x1b[?2004l")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(tmp_path, number):
    with started(tmp_path) as terminal:
        terminal.process.send_signal(number)
        assert terminal.wait_for_exit() == 128 + number
        assert as_new(terminal)


def test_while_it_is_stopped_the_terminal_is_as_it_was(tmp_path):
    with started(tmp_path) as terminal:
        terminal.process.send_signal(signal.SIGTSTP)
        terminal.wait_for(as_new)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for(lambda each: not as_new(each))
        terminal.keys("n")
        terminal.wait_for(lambda each: "The next step" in text(each))
        terminal.keys("\x03")
        assert terminal.wait_for_exit() == 0


def test_without_a_terminal_it_says_so():
    outcome = command("doctor", "--keys")
    assert (outcome.status, outcome.out) == (2, b"")
    assert "takes a terminal" in outcome.err
    assert command("doctor", "--keys", "--config").status == 2


def test_a_file_with_mistakes_is_said_to_be_left_out(tmp_path):
    with started(tmp_path, "[keys]", 'qiut = "Q"', 'nxet = "N"') as terminal:
        said = " ".join(text(terminal).split())
        assert "has 2 mistakes and is left out here; attn-tui doctor tells more." in said
