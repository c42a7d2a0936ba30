"""What is refused before the app starts, each in a sentence that says what to do."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from attn_tui.terminal.checks import (
    RefusedTerminal,
    cannot_draw,
    check_terminal,
    not_utf8,
    too_small,
)
from attn_tui.terminal.windows_console import problem_with_console


@dataclass
class Stream:
    tty: bool = True
    encoding: str = "utf-8"

    def fileno(self) -> int:
        return -1

    def isatty(self) -> bool:
        return self.tty


GOOD = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ({"stdout": Stream(tty=False)}, "nowhere to draw"),
        ({"stderr": Stream(tty=False)}, "standard error"),
        ({"stdin": Stream(tty=False)}, "no keys to read"),
        ({"stdin": None}, "no keys to read"),
        ({"environ": GOOD | {"TERM": "dumb"}}, "TERM=xterm-256color attn-tui"),
        ({"environ": GOOD | {"TERM": "unknown"}}, "TERM is unknown"),
        ({"environ": {}}, "TERM is not set"),
        ({"stderr": Stream(encoding="ascii")}, "LC_ALL=C.UTF-8 attn-tui"),
        ({"environ": GOOD | {"LC_ALL": "de_DE.ISO-8859-1@euro"}}, "encoded as ISO-8859-1"),
        ({"stderr": Stream(encoding="cp850"), "platform": "win32", "environ": {}}, "chcp 65001"),
        ({"size": (59, 18)}, "59 x 18 characters, and attn-tui needs 60 x 18"),
        ({"size": (200, 17)}, "200 x 17"),
    ],
)
def test_refusals(broken, says):
    arguments = {
        "stdin": Stream(), "stdout": Stream(), "stderr": Stream(),
        "environ": GOOD, "platform": "linux", "size": (80, 24),
    } | broken  # fmt: skip
    with pytest.raises(RefusedTerminal) as refused:
        check_terminal(**arguments)
    sentence = str(refused.value)
    assert says in sentence
    assert "attn-tui show" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    "environ",
    [GOOD, GOOD | {"LC_ALL": "C"}, {"TERM": "linux"}, GOOD | {"LC_CTYPE": "en_US.utf8"}],
)
def test_accepted(environ):
    utf8 = Stream(encoding="UTF8")
    check_terminal(Stream(), Stream(), utf8, environ, size=(60, 18), platform="linux")


@pytest.mark.parametrize("size", [(0, 0), (0, 24), (80, 0)])
def test_a_terminal_that_does_not_say_how_large_it_is_is_not_small(size):
    assert too_small(size) is None


@dataclass
class Console:
    """A console of Windows with the mode that it starts in."""

    number: int = 19045
    at_first: int = 3
    understands: bool = True
    is_console: bool = True

    def __post_init__(self):
        self.now = self.at_first

    def build(self) -> int:
        return self.number

    def mode(self) -> int:
        if not self.is_console:
            raise OSError("the handle is invalid")
        return self.now

    def set_mode(self, mode: int) -> None:
        if mode & 4 and not self.understands:
            raise OSError("the parameter is incorrect")
        self.now = mode


@pytest.mark.parametrize(
    "console",
    [Console(number=10240), Console(understands=False), Console(is_console=False)],
)
def test_an_old_console_of_windows_is_refused(console):
    problem = problem_with_console("win32", console)
    assert problem is not None
    assert f"build {console.number}" in problem
    assert "Windows Terminal" in problem


@pytest.mark.parametrize("at_first", [3, 7])
def test_a_new_console_is_taken_and_left_as_it_was(at_first):
    console = Console(at_first=at_first)
    assert problem_with_console("win32", console) is None
    assert console.now == at_first


def test_windows_has_no_term():
    assert cannot_draw({}, "win32") is None
    assert not_utf8(Stream(), {}, "win32") is None


def test_other_systems_have_no_such_console():
    assert problem_with_console("linux", Console(number=1)) is None
