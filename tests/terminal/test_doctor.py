"""The doctor: plain aligned lines, with or without a terminal, and a way out of each fault."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.terminal.pty_terminal import ROOT, environment, start_python

LINE = re.compile(r"(ok  |note|fix )  (.{17}) .+")


def examined(**changes: str | None) -> str:
    result = subprocess.run(
        [sys.executable, "-m", "attn_tui", "doctor"],
        env=environment(**changes),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stderr == ""
    return result.stdout


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "ok colours 16 million"),
        (
            {"COLORTERM": None},
            "note colours 256; if your terminal has 16 million, export COLORTERM",
        ),
        ({"COLORTERM": None, "SSH_TTY": "/dev/pts/1"}, "ssh leaves COLORTERM behind"),
        ({"TERM": "screen", "COLORTERM": None}, "note colours 16;"),
        ({"NO_COLOR": "1"}, "unset it for colours"),
        ({"TMUX": "/tmp/tmux", "TERM": "tmux-256color"}, "set -sg escape-time 10"),
        ({"TERM": "dumb"}, "fix terminal TERM is dumb"),
        ({"LC_ALL": "de_DE.ISO-8859-1"}, "fix characters the terminal's text is encoded as ISO"),
        ({"TERM": "x\x1b]2;owned\x07"}, "terminal x"),
        ({"XDG_STATE_HOME": "/dev/null/state"}, "fix state"),
    ],
)
def test_what_is_found_without_a_terminal(changes, says):
    text = examined(**changes)
    assert says in " ".join(text.split())
    assert "\x1b" not in text
    assert all(len(line) <= 80 for line in text.splitlines())
    starts = [line for line in text.splitlines()[:-2] if not line.startswith(" ")]
    assert all(LINE.fullmatch(line) for line in starts), starts


def test_a_window_that_is_too_small_is_to_be_enlarged():
    with start_python("-m", "attn_tui", "doctor", size=(100, 12)) as terminal:
        assert terminal.wait_for_exit() == 0
        shown = terminal.bytes_since().decode()
    assert re.search(r"ok    terminal +xterm-256color", shown)
    assert re.search(r"fix   size +100 columns x 12 lines", shown)


def test_torch_is_not_imported_by_the_doctor_itself():
    script = (
        "import io, sys; from attn_tui.command.doctor import doctor\n"
        "out = io.TextIOWrapper(io.BytesIO()); assert doctor(out) == 0\n"
        "assert not {'torch', 'textual', 'numpy'} & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], env=environment(), cwd=ROOT, check=True)
