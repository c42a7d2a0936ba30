"""Detached and attached again, at another size too, and killed with its session: tmux and screen."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys

import pytest

from tests.terminal.lives import children, is_alive, processes, wait_until, words_of
from tests.terminal.places import WRONG, answers_kept
from tests.terminal.pty_terminal import ROOT, environment, start, start_python

APP = (sys.executable, "-m", "attn_tui", "--model", "toy", "Money bank grows")
LESSON = (sys.executable, "-m", "attn_tui", "learn", "first-principles")

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
needs_screen = pytest.mark.skipif(shutil.which("screen") is None, reason="screen is not installed")


class Tmux:
    """A server of its own, whose windows take the size of whoever is attached."""

    def __init__(self, folder, *program):
        self.folder = folder
        self.env = environment(
            HOME=str(folder), XDG_STATE_HOME=str(folder / "state"), TMUX_TMPDIR=str(folder)
        )
        self.command = ["tmux", "-u", "-S", str(folder / "socket"), "-f", "/dev/null"]
        options = [
            "set",
            "-g",
            "status",
            "off",
            ";",
            "set",
            "-g",
            "default-terminal",
            "tmux-256color",
        ]
        new = ["new-session", "-d", "-s", "one", "-x", "80", "-y", "24", shlex.join(program)]
        self.tell(*options, ";", *new)
        self.pane = int(self.tell("list-panes", "-a", "-F", "#{pane_pid}"))

    def tell(self, *words, check=True):
        return subprocess.run(
            [*self.command, *words],
            env=self.env, cwd=ROOT, capture_output=True, text=True, check=check,
        ).stdout  # fmt: skip

    def attach(self, size):
        """A terminal in which a person attaches the session."""
        return start([*self.command, "attach", "-t", "one"], self.env, size)

    def shows(self, text):
        return text in self.tell("capture-pane", "-p", "-t", "one")

    def see(self, text):
        wait_until(lambda: self.shows(text), 20)

    def family(self):
        """The guardian and all that it has started, and they."""
        found = [pid for pid in processes() if pid == self.pane or self.pane in _ancestors(pid)]
        return [pid for pid in found if "attn_tui" in words_of(pid)]

    def close(self):
        self.tell("kill-server", check=False)


def _ancestors(pid):
    from tests.terminal.lives import stat_of

    found = []
    while (stat := stat_of(pid)) and pid > 1:
        pid = int(stat[1])
        found.append(pid)
    return found


@pytest.fixture
def tmux(tmp_path):
    tmux = Tmux(tmp_path, *APP)
    yield tmux
    tmux.close()


@needs_tmux
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18), (40, 10)])
def test_attached_again_the_picture_is_that_of_this_size(tmux, size):
    with tmux.attach((80, 24)) as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.keys("4")
        terminal.wait_for_text("4 Score")
        tmux.tell("detach-client", "-s", "one")
        assert terminal.wait_for_exit() == 0
    with tmux.attach(size) as terminal, start_python(*APP[1:]) as fresh:
        fresh.wait_for_text("numpy float32")
        fresh.keys("4")
        fresh.wait_for_text("4 Score")
        fresh.resize(*size)
        wait_for_same_text(terminal, fresh)
        for each in (terminal, fresh):
            each.keys("5")
        wait_for_same_text(terminal, fresh)


@needs_tmux
@pytest.mark.parametrize("command", ["kill-session", "kill-pane", "kill-server"])
def test_killed_with_its_session_it_leaves_no_process_and_keeps_answers(tmp_path, command):
    tmux = Tmux(tmp_path, *LESSON)
    try:
        tmux.see("1 of ")
        tmux.tell("send-keys", "n")
        tmux.see("2 of ")
        tmux.tell("send-keys", WRONG, "Enter")
        tmux.see("too large")
        family = tmux.family()
        assert len(family) == 2
        tmux.tell(command)
        wait_until(lambda: not any(map(is_alive, family)))
    finally:
        tmux.close()
    assert answers_kept(tmp_path) == [WRONG]


@needs_tmux
def test_a_client_that_is_cut_off_ends_nothing(tmux):
    with tmux.attach((80, 24)) as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.hang_up()
        tmux.tell("send-keys", "4")
        tmux.see("4 Score")
        assert all(map(is_alive, tmux.family()))


@needs_screen
def test_in_screen_it_starts_moves_and_quits(tmp_path):
    folder = tmp_path / "screen"
    folder.mkdir(mode=0o700)
    env = environment(HOME=str(tmp_path), SCREENDIR=str(folder))
    with start(["screen", "-U", "-c", "/dev/null", "-S", "attn", *APP], env) as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.keys("4")
        terminal.wait_for_text("4 Score")
        terminal.resize(100, 30)
        terminal.wait_for_text("4 Score")
        terminal.keys("q")
        assert terminal.wait_for_exit() == 0
        assert not children(terminal.process.pid)


def wait_for_same_text(one, other):
    """Colours go through the multiplexer, which has ways of its own."""
    wait_until(
        lambda: (one._read(0.02), other._read(0.02), one.screen_lines() == other.screen_lines())[2],
        20,
    )
