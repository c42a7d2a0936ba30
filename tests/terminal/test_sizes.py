"""Any size, at any time: nothing fails, and the picture is that of a fresh start at the last size."""

from __future__ import annotations

import pytest

from tests.terminal.lives import Life
from tests.terminal.places import answered, home, panel, refining, typing, walk, writing
from tests.terminal.pty_terminal import environment, start_python, wait_until_alike

SIZES = (
    (1, 1), (2, 2), (59, 17), (60, 18), (61, 19), (80, 24), (500, 200), (1, 200), (500, 1), (80, 24),
)  # fmt: skip
STORM = 200


KEY_OF_HELP = "?"


def course(folder):
    return home(folder).keys("\x1b[B\r").see("The course")


def costs(folder):
    return walk(folder).keys("$").see("Esc back")


COMPARED = {
    place.__name__: place for place in (home, walk, typing, panel, course, answered, writing)
}
MOVING = {place.__name__: place for place in (refining, costs)}
"""Their pictures change as time goes by."""


def opened(place, folder):
    """At 80 x 24, wherever the way there was found."""
    folder.mkdir()
    life = place(folder)
    life.terminal.resize(80, 24)
    return life


def resize(life, size):
    """And wait for all that it draws."""
    terminal = life.terminal
    before = len(terminal.received)
    terminal.resize(*size)
    terminal.wait_for(lambda _: len(terminal.received) > before).wait_for_silence(0.3)


@pytest.mark.parametrize("place", COMPARED)
def test_through_all_sizes_the_picture_is_that_of_a_fresh_start(tmp_path, place):
    with opened(COMPARED[place], tmp_path / "one") as life:
        for size in SIZES:
            resize(life, size)
        with opened(COMPARED[place], tmp_path / "other") as fresh:
            wait_until_alike(life.terminal, fresh.terminal)
            for each in (life, fresh):
                each.keys("5")
            wait_until_alike(life.terminal, fresh.terminal)


@pytest.mark.parametrize("place", MOVING)
def test_through_all_sizes_it_goes_on(tmp_path, place):
    with opened(MOVING[place], tmp_path / "one") as life:
        for size in SIZES:
            resize(life, size)
        life.keys(KEY_OF_HELP).see("Esc")
        life.keys("q").keys("q")
        assert life.end() == 0


@pytest.mark.parametrize("place", ["walk", "typing"])
def test_a_storm_of_sizes(tmp_path, place):
    with opened(COMPARED[place], tmp_path / "one") as life:
        for number in range(STORM):
            life.terminal.resize(*SIZES[number % len(SIZES)])
            life.terminal._read(0)
        life.keys("\x1b[C")
        with opened(COMPARED[place], tmp_path / "other") as fresh:
            fresh.keys("\x1b[C")
            life.terminal.resize(81, 24)
            resize(life, (80, 24))
            wait_until_alike(life.terminal, fresh.terminal)


LATE = """
import sys
from textual.drivers.linux_driver import LinuxDriver

measure = LinuxDriver._get_terminal_size

def late(self):
    told_by_signal = sys._getframe(1).f_code.co_name == "send_size_event"
    return (70, 20) if told_by_signal else measure(self)

LinuxDriver._get_terminal_size = late
from attn_tui.command.main import run
run()
"""
"""The app, in which each signal's handler has measured before the last one's had."""


def test_a_report_that_comes_late_is_not_believed(tmp_path):
    env = environment(XDG_STATE_HOME=str(tmp_path))
    with (
        start_python("-c", LATE, env=env, size=(80, 24)) as late,
        start_python("-m", "attn_tui", env=env, size=(80, 24)) as other,
    ):
        late.wait_for_text("Begin")
        other.wait_for_text("Begin")
        wait_until_alike(late, other)
        for each in (late, other):
            each.resize(100, 30)
        wait_until_alike(late, other)


@pytest.mark.parametrize("size", [(60, 18), (61, 19), (80, 24), (200, 50)])
@pytest.mark.parametrize(
    ("words", "shown"),
    [((), "Begin"), (("Money bank grows",), "Money"), (("learn", "first-principles"), "bank")],
    ids=["home", "walk", "lesson"],
)
def test_starting_at_a_size_is_like_being_resized_to_it(tmp_path, words, shown, size):
    with Life(tmp_path / "one", *words, size=size) as started:
        started.see(shown)
        with Life(tmp_path / "other", *words, size=(100, 30)) as resized:
            resized.see(shown)
            resize(resized, size)
            wait_until_alike(started.terminal, resized.terminal)
