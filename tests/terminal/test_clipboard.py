"""The clipboard by OSC 52: the bytes that leave the app in terminals of several kinds."""

from __future__ import annotations

import base64
import re
import stat

import pytest

from attn_tui.terminal.clipboard import MOST_SENT, ask_tmux, clipboard_of, sequence
from tests.terminal.pty_terminal import environment, start_python

TEXT = "S[it, tired] = 1.97×1.64\n\x1b]0;harm\a\x1b[2J"
COPIED = re.compile(rb"\x1b\]52;c;([^\x07]*)\x07")


@pytest.mark.parametrize(
    ("variables", "takes", "wrap"),
    [
        ({"TERM": "xterm-kitty"}, "yes", ""),
        ({"TERM": "foot"}, "yes", ""),
        ({"TERM": "alacritty"}, "yes", ""),
        ({"TERM": "xterm-ghostty"}, "yes", ""),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, "yes", ""),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "yes", ""),
        ({"TERM": "xterm-256color", "WT_SESSION": "1"}, "yes", ""),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "perhaps", ""),
        ({"TERM": "xterm-256color", "XTERM_VERSION": "XTerm(390)"}, "perhaps", ""),
        ({"TERM": "xterm-256color"}, "perhaps", ""),
        ({"TERM": "screen", "STY": "1.pts"}, "perhaps", "screen"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, "no", ""),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "no", ""),
        ({"TERM": "linux"}, "no", ""),
        ({}, "no", ""),
    ],
)
def test_what_is_known_of_terminals(variables, takes, wrap) -> None:
    found = clipboard_of(variables)
    assert (found.takes, found.wrap) == (takes, wrap)
    assert found.why


@pytest.mark.parametrize(
    ("answer", "takes", "wrap"),
    [
        ("on off", "perhaps", ""),
        ("external on", "perhaps", "tmux"),
        ("external all", "perhaps", "tmux"),
        ("external off", "no", ""),
        ("off off", "no", ""),
        ("", "no", ""),
    ],
)
def test_in_tmux_its_options_decide_whatever_terminal_it_is_in(answer, takes, wrap) -> None:
    variables = {"TMUX": "/tmp/tmux,1,0", "TERM": "xterm-kitty", "TERM_PROGRAM": "vscode"}
    found = clipboard_of(variables, lambda: answer)
    assert (found.takes, found.wrap) == (takes, wrap)


def test_without_a_tmux_that_answers_nothing_is_known(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask_tmux() == ""
    program = tmp_path / "tmux"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(stat.S_IRWXU)
    assert ask_tmux() == ""


@pytest.mark.parametrize("wrap", ["", "tmux", "screen"])
def test_nothing_of_the_text_is_a_sequence_of_its_own(wrap) -> None:
    sent = sequence(TEXT * 40, wrap)
    assert sent is not None
    if wrap == "tmux":
        assert sent.startswith("\x1bPtmux;\x1b")
        assert sent.endswith("\x1b\\")
        sent = sent.removeprefix("\x1bPtmux;").removesuffix("\x1b\\").replace("\x1b\x1b", "\x1b")
    if wrap == "screen":
        strings = sent.split("\x1b\\")
        assert strings.pop() == ""
        assert all(string.startswith("\x1bP") and len(string) < 256 for string in strings)
        sent = "".join(string.removeprefix("\x1bP") for string in strings)
    payload = COPIED.fullmatch(sent.encode())
    assert payload is not None
    assert base64.b64decode(payload[1], validate=True).decode() == TEXT * 40


def test_what_is_too_long_is_not_sent_and_lone_surrogates_are() -> None:
    assert sequence("x" * (MOST_SENT * 3 // 4 - 3)) is not None
    assert sequence("x" * MOST_SENT) is None
    assert sequence("\udc80") is not None


def copied(tmp_path, **variables: str) -> tuple[bytes, str, str]:
    """What the app sends when `y` is pressed, what the screen says, what is in the file."""
    state = tmp_path / "state"
    env = environment(HOME=str(tmp_path), XDG_STATE_HOME=str(state), **variables)
    arguments = ("-m", "attn_tui", "--model", "toy", "River bank flows")
    with start_python(*arguments, env=env) as terminal:
        terminal.wait_for_text("Tokenize")
        terminal.wait_for_text("0 of 2")
        terminal.keys("4")
        terminal.wait_for_text("S[River, River]")
        terminal.bytes_since()
        terminal.keys("y")
        terminal.wait_for_text(
            "the clipboard" if "kitty" not in str(variables) else "clipboard (OSC"
        )
        sent, said = bytes(terminal.received), " ".join(terminal.screen_lines())
        terminal.keys("q")
        terminal.wait_for_exit()
    path = state / "attn-tui" / "copied.txt"
    return sent, said, path.read_text() if path.exists() else ""


def test_a_terminal_that_takes_it_gets_it_and_no_file_is_written(tmp_path) -> None:
    sent, said, kept = copied(tmp_path, TERM="xterm-kitty")
    text = base64.b64decode(COPIED.findall(sent)[0]).decode()
    assert text.startswith("S[River, River] = ")
    assert "(OSC 52)" in said
    assert kept == ""


def test_a_terminal_that_may_take_it_gets_it_and_a_file_has_it_too(tmp_path) -> None:
    sent, said, kept = copied(tmp_path)
    assert [base64.b64decode(each).decode() for each in COPIED.findall(sent)] == [kept]
    assert kept.startswith("S[River, River] = ")
    assert "copied.txt" in said


def test_the_console_gets_no_such_bytes_but_a_file(tmp_path) -> None:
    sent, said, kept = copied(tmp_path, TERM="linux")
    assert b"]52;" not in sent
    assert kept.startswith("S[River, River] = ")
    assert "is not in the clipboard" in said


def test_tmux_that_passes_it_through_gets_it_wrapped(tmp_path) -> None:
    program = tmp_path / "tmux"
    program.write_text("#!/bin/sh\necho 'external on'\n")
    program.chmod(stat.S_IRWXU)
    path = f"{tmp_path}:{environment()['PATH']}"
    sent, _, kept = copied(tmp_path, TMUX="/tmp/x,1,0", TERM="tmux-256color", PATH=path)
    start = sent.index(b"\x1bPtmux;\x1b\x1b]52;c;")
    payload = sent[start:].partition(b"c;")[2].partition(b"\a")
    assert payload[2].startswith(b"\x1b\\")
    assert base64.b64decode(payload[0]).decode() == kept
