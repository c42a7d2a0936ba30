"""However the app ends, wherever it is: the terminal is as before, what was done is kept, all is gone."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from tests.terminal.lives import Life, is_alive, wait_until
from tests.terminal.modes import FOUND, Modes
from tests.terminal.places import PLACES, WRONG, answered, answers_kept, running, walk
from tests.terminal.pty_terminal import DEADLINE, start_python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

ASKED = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
CRASHES = ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGKILL")
EVERYWHERE = ("SIGTERM", "SIGABRT", "SIGKILL")


def number_of(name: str) -> int:
    return signal.Signals[name].value


def assert_left_as_found(life: Life) -> None:
    """The terminal, and no process."""
    before, after = life.settings()
    assert after == before
    assert life.modes() == FOUND
    wait_until(lambda: not life.left())


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", EVERYWHERE)
def test_wherever_it_is_nothing_is_left_behind(tmp_path, place, name):
    with PLACES[place](tmp_path) as life:
        assert life.modes() != FOUND
        os.kill(life.guardian if name in ASKED else life.app, number_of(name))
        assert life.end() == 128 + number_of(name)
        assert_left_as_found(life)


@pytest.mark.parametrize("name", [name for name in ASKED if name not in EVERYWHERE])
def test_asked_to_end_it_says_nothing(tmp_path, name):
    with walk(tmp_path) as life:
        os.kill(life.guardian, number_of(name))
        assert life.end() == 128 + number_of(name)
        assert life.said() == []
        assert_left_as_found(life)


@pytest.mark.parametrize("name", CRASHES)
def test_a_crash_is_one_sentence(tmp_path, name):
    with walk(tmp_path) as life:
        os.kill(life.app, number_of(name))
        assert life.end() == 128 + number_of(name)
        said = " ".join(life.said())
        assert_left_as_found(life)
    assert name in said
    assert "your progress is kept" in said
    assert said.count("attn-tui:") == 1
    reports = list((tmp_path / "state").rglob("fault-*.txt"))
    # Nothing can be written by what is killed at once.
    assert len(reports) == (name != "SIGKILL")
    assert all("most recent call first" in report.read_text() for report in reports)


@pytest.mark.parametrize("name", [*ASKED, *CRASHES])
def test_an_answer_outlives_every_end(tmp_path, name):
    with answered(tmp_path) as life:
        os.kill(life.guardian if name in ASKED else life.app, number_of(name))
        assert life.end() == 128 + number_of(name)
        assert_left_as_found(life)
    with Life(tmp_path, "learn") as life:
        life.see("2 of ")
    assert answers_kept(tmp_path) == [WRONG]


@pytest.mark.parametrize("place", ["walk", "running", "loading"])
def test_without_its_guardian_the_app_ends_too(tmp_path, place):
    with PLACES[place](tmp_path) as life:
        app = life.app
        os.kill(life.guardian, signal.SIGKILL)
        life.until(lambda: app not in life.left())
        assert life.end() == 128 + signal.SIGKILL
        wait_until(lambda: not life.left())
        assert life.modes() == FOUND


def test_all_killed_at_once_leave_no_running_code(tmp_path):
    with running(tmp_path) as life:
        app, guardian = life.app, life.guardian
        assert all(map(is_alive, life.wait_for_children()))
        os.kill(app, signal.SIGSTOP)
        os.kill(guardian, signal.SIGKILL)
        os.kill(app, signal.SIGKILL)
        # Long before its own alarm would end it.
        wait_until(lambda: not life.left(), 3.0)


def test_an_app_that_hears_nothing_is_ended(tmp_path):
    with walk(tmp_path) as life:
        os.kill(life.app, signal.SIGSTOP)
        os.kill(life.guardian, signal.SIGCONT)
        os.kill(life.app, signal.SIGSTOP)
        os.kill(life.guardian, signal.SIGTERM)
        os.kill(life.guardian, signal.SIGCONT)
        assert life.end() in {128 + signal.SIGTERM, 128 + signal.SIGKILL}
        assert_left_as_found(life)


@pytest.mark.parametrize("place", ["walk", "loading", "refining"])
def test_quitting_leaves_nothing_behind(tmp_path, place):
    with PLACES[place](tmp_path) as life:
        life.keys("\x1bq" if place == "panel" else "q")
        assert life.end() == 0
        assert life.said() == []
        assert_left_as_found(life)


def test_modes_that_a_modern_terminal_offers_are_switched_off_too(tmp_path):
    with walk(tmp_path) as life:
        # It knows synchronized updates and reports its size by itself, so it is asked to.
        life.terminal.send(b"\x1b[?2026;2$y\x1b[?2048;2$y")
        life.terminal.wait_for(lambda _: {1016, 2048} <= life.modes().on)
        life.keys("q")
        assert life.end() == 0
        assert_left_as_found(life)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_ended_while_it_starts(tmp_path, name):
    with Life(tmp_path, "Money bank grows") as life:
        life.until(life.has_app)
        os.kill(life.guardian if name in ASKED else life.app, number_of(name))
        assert life.end() == 128 + number_of(name)
        assert_left_as_found(life)


@pytest.mark.parametrize("late", ["SIGCONT", "SIGTSTP"])
@pytest.mark.parametrize("name", ASKED)
def test_told_to_end_it_takes_the_terminal_no_more(tmp_path, name, late):
    with walk(tmp_path) as life:
        os.kill(life.app, number_of(name))
        os.kill(life.app, number_of(late))
        assert life.end() == 128 + number_of(name)
        assert_left_as_found(life)


def test_a_closed_window_ends_the_app(tmp_path):
    with start_python("-m", "attn_tui", "Money bank grows") as terminal:
        terminal.wait_for_text("numpy float32")
        terminal.hang_up()
        assert terminal.process.wait(DEADLINE) in {128 + signal.SIGHUP, 120}


def test_the_tracker_of_modes_sees_what_is_left_on():
    for left in (b"\x1b[?1049h", b"\x1b[?25l", b"\x1b[?1003h", b"\x1b[>1u", b"\x1b[1m"):
        assert Modes().feed(left) != FOUND
