"""Ctrl+Z, fg and bg in a real shell: the terminal goes to the shell and comes back, whole."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys

import pytest

from tests.terminal.lives import children, is_alive, wait_until
from tests.terminal.modes import EDITS_LINES, FOUND, Modes
from tests.terminal.pty_terminal import environment, start, start_python, wait_until_alike

pytestmark = pytest.mark.skipif(
    shutil.which("bash") is None or sys.platform != "linux", reason="needs bash and /proc"
)
APP = shlex.join([sys.executable, "-m", "attn_tui", "--model", "toy", "Money bank grows"])
SHOWN = b"numpy float32"


class Shell:
    """Bash with job control; what it and its jobs wrote since the last look is waited for."""

    def __init__(self):
        self.terminal = start(
            ["bash", "--norc", "--noprofile", "-i"], environment(PS1="ready> ", HISTFILE="")
        )
        self.modes = Modes()
        self.see(b"ready> ")

    def close(self):
        for pid in [*self.jobs(), *(app for job in self.jobs() for app in children(job))]:
            os.kill(pid, signal.SIGKILL)
        self.terminal.close()

    def see(self, *texts):
        """Until each text has come, in this order."""

        def seen(terminal):
            at = 0
            for text in texts:
                at = terminal.received.find(text, at) + len(text)
                if at < len(text):
                    return False
            return True

        self.terminal.wait_for(seen)
        self.modes.feed(self.terminal.bytes_since())
        return self

    def type(self, line):
        self.terminal.keys(f"{line}\r")
        return self

    def key(self, key):
        self.terminal.keys(key)
        return self

    def settings(self, file):
        """What `stty -a` prints."""
        self.type(f"stty -a > {shlex.quote(str(file))}; echo writ''ten").see(b"written", b"ready> ")
        return file.read_text()

    def jobs(self):
        return children(self.terminal.process.pid)

    def open(self):
        """Start the app in the foreground."""
        return self.type(APP).see(SHOWN)

    def has_terminal(self):
        return self.modes.on - {EDITS_LINES} == FOUND.on and not any(self.modes.keyboards.values())


@pytest.fixture
def shell():
    shell = Shell()
    yield shell
    shell.close()


def test_stopped_by_a_key_and_continued(shell, tmp_path):
    before = shell.settings(tmp_path / "before")
    shell.open().key("4").see(b"Score").key("\x1a").see(b"Stopped", b"ready> ")
    assert shell.has_terminal()
    assert shell.settings(tmp_path / "stopped") == before
    shell.type("fg").see(SHOWN)
    assert not shell.has_terminal()
    shell.key("5").see(b"Scale").key("q").see(b"ready> ")
    assert shell.has_terminal()
    assert shell.settings(tmp_path / "after") == before


def test_the_picture_after_fg_is_whole(shell):
    shell.open().key("4").see(b"Score").key("\x1a").see(b"Stopped", b"ready> ")
    shell.type("clear; seq 100").see(b"100", b"ready> ").type("fg").see(SHOWN)
    with start_python("-m", "attn_tui", "--model", "toy", "Money bank grows") as fresh:
        fresh.wait_for(lambda it: SHOWN in it.received)
        fresh.keys("4")
        wait_until_alike(shell.terminal, fresh)


def test_settings_that_were_changed_meanwhile_are_those_to_go_back_to(shell, tmp_path):
    shell.open().key("\x1a").see(b"Stopped", b"ready> ")
    shell.type("stty erase ^H ixany").see(b"ready> ")
    changed = shell.settings(tmp_path / "changed")
    shell.type("fg").see(SHOWN)
    (job,) = shell.jobs()
    (app,) = children(job)
    # The app itself can't give back anything now.
    os.kill(app, signal.SIGKILL)
    shell.see(b"your progress is kept", b"ready> ")
    assert shell.has_terminal()
    assert shell.settings(tmp_path / "after") == changed
    assert "erase = ^H" in changed
    assert " ixany" in changed


@pytest.mark.parametrize("to", ["job", "app", "both"])
def test_stopped_by_a_signal(shell, tmp_path, to):
    before = shell.settings(tmp_path / "before")
    shell.open()
    (job,) = shell.jobs()
    (app,) = children(job)
    if to == "both":
        os.killpg(job, signal.SIGTSTP)
    else:
        os.kill(job if to == "job" else app, signal.SIGTSTP)
    shell.see(b"Stopped", b"ready> ")
    assert shell.has_terminal()
    assert shell.settings(tmp_path / "stopped") == before
    shell.type("fg").see(SHOWN).key("4").see(b"Score")


def test_in_the_background_it_stays_stopped(shell):
    shell.open().key("\x1a").see(b"Stopped", b"ready> ").type("bg").see(b"ready> ")
    (job,) = shell.jobs()
    (app,) = children(job)
    wait_until(lambda: shell.type("jobs").see(b"ready> ") and _state(job) == _state(app) == "T")
    assert shell.has_terminal()
    shell.type("fg").see(SHOWN).key("4").see(b"Score")


@pytest.mark.parametrize("end", ["kill %1", "kill -HUP %1", "kill -9 %1"])
def test_ended_while_it_is_stopped(shell, tmp_path, end):
    before = shell.settings(tmp_path / "before")
    shell.open().key("\x1a").see(b"Stopped", b"ready> ")
    (job,) = shell.jobs()
    (app,) = children(job)
    shell.type(end).see(b"ready> ")
    wait_until(lambda: not is_alive(job) and not is_alive(app))
    assert shell.has_terminal()
    assert shell.settings(tmp_path / "after") == before


def test_stopped_without_being_asked_it_puts_all_in_order_again(shell):
    shell.open()
    (job,) = shell.jobs()
    (app,) = children(job)
    os.kill(app, signal.SIGSTOP)
    shell.see(b"Stopped", b"ready> ")
    assert shell.has_terminal()
    shell.type("clear")
    shell.see(b"ready> ").type("fg").see(b"\x1b[?1049h", SHOWN)
    assert {25, 7} & shell.modes.on == set()
    assert 1003 in shell.modes.on
    shell.key("4").see(b"Score").key("q").see(b"ready> ")
    assert shell.has_terminal()


@pytest.mark.parametrize("name", ["SIGKILL", "SIGABRT"])
def test_without_its_guardian_it_gives_the_terminal_back_to_the_shell(shell, tmp_path, name):
    before = shell.settings(tmp_path / "before")
    shell.type("stty tostop").open()
    (job,) = shell.jobs()
    (app,) = children(job)
    os.kill(job, signal.Signals[name])
    wait_until(lambda: not is_alive(app))
    shell.type("echo bac''k").see(b"back")
    assert shell.has_terminal()
    shell.type("stty -tostop")
    assert shell.settings(tmp_path / "after") == before


def test_started_in_the_background_it_says_so(shell):
    shell.type(f"{APP} &").see(b"started in the background")
    shell.type("wait %1; echo status $?").see(b"status 2")
    assert shell.has_terminal()


def test_where_nobody_could_continue_it_ctrl_z_does_not_stop():
    with start_python("-m", "attn_tui", "--model", "toy", "Money bank grows") as terminal:
        terminal.wait_for(lambda it: SHOWN in it.received)
        terminal.bytes_since()
        terminal.keys("\x1a")
        terminal.wait_for(lambda it: SHOWN in it.received)
        terminal.keys("4")
        terminal.wait_for(lambda it: b"Score" in it.received)


def _state(pid):
    from tests.terminal.lives import stat_of

    return stat_of(pid)[0]
