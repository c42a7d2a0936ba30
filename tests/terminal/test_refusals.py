"""What the command says in a terminal, or the lack of one, that it can't run in; and that it leaves it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from attn_tui.terminal.checks import SMALLEST
from tests.terminal.pty_terminal import environment, start

COMMANDS = {
    "home": "",
    "walk": "'Money bank grows'",
    "learn": "learn first-principles",
    "file": "--file README.md",
}
REDIRECTIONS = {
    "< /dev/null": "the input is not a terminal",
    "0<&-": "the input is not a terminal",
    "> /dev/null": "the output is not a terminal",
    "1>&-": "the output is not a terminal",
    "| cat": "the output is not a terminal",
}
UNHEARD = ("2> /dev/null", "2>&-")
"""Standard error, which the sentence goes to."""


def tried(words, redirection="", size=(80, 24), changes=""):
    """The lines on the terminal; the last is the exit status. `changes` are words for env(1)."""
    command = f"env {changes} {shlex.quote(sys.executable)} -m attn_tui {words} {redirection}"
    script = f'{command}; status=$?; echo "status $status"'
    with start(["/bin/bash", "-c", f"set -o pipefail; {script}"], environment(), size) as terminal:
        assert terminal.wait_for_exit() == 0
        sent = bytes(terminal.received).decode()
    assert "\x1b" not in sent
    return sent.replace("\r", "").splitlines()


def assert_refused(lines, says):
    *told, status = lines
    assert status == "status 2"
    sentence = " ".join(told)
    assert sentence.count("attn-tui: ") == 1
    assert sentence.startswith("attn-tui: ")
    assert says in sentence
    assert "attn-tui show" in sentence


@pytest.mark.parametrize("redirection", REDIRECTIONS)
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_without_a_terminal(words, redirection):
    assert_refused(tried(words, redirection), REDIRECTIONS[redirection])


@pytest.mark.parametrize("redirection", UNHEARD)
def test_without_standard_error(redirection):
    *told, status = tried("", redirection)
    assert status == "status 2"
    assert told == [] or "standard error" in told[0]


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ("TERM=dumb", "TERM is dumb"),
        ("-u TERM", "TERM is not set"),
        ("LC_ALL=de_DE.ISO-8859-1", "ISO-8859-1"),
    ],
    ids=["dumb", "no TERM", "not UTF-8"],
)
def test_a_terminal_that_cannot_draw(words, changes, says):
    assert_refused(tried(words, changes=changes), says)


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_too_small(words):
    assert_refused(tried(words, size=(59, 17)), "59 x 17 characters, and attn-tui needs 60 x 18")


def test_the_readme_names_the_least_size():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert f"needs one of {SMALLEST[0]} x {SMALLEST[1]} at least" in " ".join(readme.split())


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (1, 200), (500, 1)])
def test_far_too_small(size):
    assert_refused(tried("", size=size), f"{size[0]} x {size[1]} characters")


@pytest.mark.parametrize("columns", [30, 59])
def test_the_sentence_is_broken_between_words(columns):
    whole = tried("", size=(200, 17))[:-1]
    *told, status = tried("", size=(columns, 17))
    assert status == "status 2"
    assert max(map(len, told)) <= columns
    assert {*" ".join(told).split()} - {*" ".join(whole).split()} <= {str(columns)}


def test_a_pipe_gets_one_line():
    told = tried("walk walk walk", redirection="2>&1 | cat", size=(30, 17))
    assert len(told) == 2
    assert len(told[0]) > 30
