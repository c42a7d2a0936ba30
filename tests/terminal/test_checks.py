"""What is refused before the app starts, each in a sentence that says what to do."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from attn_tui.terminal.checks import RefusedTerminal, check_terminal


@dataclass
class Stream:
    tty: bool = True
    encoding: str = "utf-8"

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
        ({"environ": {}}, "TERM is not set"),
        ({"stderr": Stream(encoding="ascii")}, "LC_ALL=C.UTF-8 attn-tui"),
        ({"environ": GOOD | {"LC_ALL": "de_DE.ISO-8859-1@euro"}}, "encoded as ISO-8859-1"),
    ],
)
def test_refusals(broken, says):
    arguments = {
        "stdin": Stream(), "stdout": Stream(), "stderr": Stream(),
        "environ": GOOD, "platform": "linux",
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
    check_terminal(Stream(), Stream(), Stream(encoding="UTF8"), environ, platform="linux")


def test_windows_has_no_term():
    check_terminal(Stream(), Stream(), Stream(), {}, platform="win32")
