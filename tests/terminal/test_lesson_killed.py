"""The app killed in a lesson at any moment goes on at the step it had reached; windows lose nothing.

25 kills by default; ATTN_TUI_KILLS=100 in the environment makes it a hundred.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from attn_lessons.reader import course
from tests.terminal.pty_terminal import Terminal, environment, start_python

KILLS = int(os.environ.get("ATTN_TUI_KILLS", "25"))
LESSON = course()[0]
LAST = len(LESSON.steps) - 1
MOST_KEYS = 8
"""Steps that a life asks for at most."""
OPENED = 5_000
"""Bytes of the first screen, about."""
TURN = 2_500
"""Bytes of another step, about."""
MOST_LOOKS = 30

FORWARD, BACK = "sn", "b"
"""The keys of a step: a task is skipped (or a skipped one taken up), then comes the next step."""


class Learner:
    """A state folder, and the app opened on a lesson with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = environment(HOME=str(folder), XDG_STATE_HOME=str(folder / "state"))
        self.looked = 0

    def open(self, lesson: str) -> Terminal:
        return start_python("-m", "attn_tui", "learn", lesson, env=self.env)

    def rows(self, query: str) -> list[tuple]:
        """What the file has, read in a copy: the app must find it as it was left by the kill."""
        files = list((self.folder / "state").rglob("progress.sqlite3"))
        if not files:
            return []
        self.looked += 1
        copied = self.folder / f"copy{self.looked}"
        shutil.copytree(files[0].parent, copied)
        with closing(sqlite3.connect(copied / files[0].name)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'place'").fetchone()
            found = connection.execute(query).fetchall() if made else []
        shutil.rmtree(copied)
        return found

    def step(self) -> int:
        """The step that the file has; the first before there is any."""
        rows = self.rows(f"SELECT step FROM place WHERE lesson = '{LESSON.id}'")
        return rows[0][0] if rows else 0


def step_shown(terminal: Terminal) -> int | None:
    """The step that the title names, counted from 0."""
    found = re.search(rf"(\d+) of {LAST + 1}\b", terminal.screen_lines()[0])
    return int(found[1]) - 1 if found else None


def kill(terminal: Terminal) -> None:
    terminal.kill()
    assert terminal.process.wait() == -signal.SIGKILL


def live(learner: Learner, recorded: int, chance: random.Random) -> tuple[int, int | None, int]:
    """Open the lesson where it was left, turn steps, all at once or one by one, be killed somewhere.

    The moment is drawn in bytes that the app writes, and then in looks at the screen, which take
    about a millisecond each. Returns the direction of the keys (1, -1), the last step that was seen,
    and the first one.
    """
    forward = recorded == 0 or (recorded < LAST and chance.random() < 0.6)
    count = chance.randint(1, MOST_KEYS)
    target = min(recorded + count, LAST) if forward else max(recorded - count, 0)
    direction, at_once = 1 if forward else -1, chance.random() < 0.4
    keys = FORWARD if forward else BACK
    # One in ten is killed while it starts.
    started = chance.random() < 0.9
    moment = chance.randrange(1, OPENED + TURN * abs(target - recorded)) if started else 1
    steps: list[int] = []

    def killed_now(terminal: Terminal) -> bool:
        step = step_shown(terminal)
        # A title is drawn in parts: what lies behind has not been turned to again.
        if step is not None and (not steps or (step - steps[-1]) * direction > 0):
            if not (steps and at_once):
                terminal.keys(keys * count if at_once else keys)
            steps.append(step)
        return len(terminal.received) >= moment or step == target

    with learner.open(LESSON.id) as terminal:
        terminal.wait_for(killed_now)
        for _ in range(chance.randrange(MOST_LOOKS)):
            terminal.screen_lines()
        kill(terminal)
    return direction, steps[-1] if steps else None, steps[0] if steps else recorded


def test_killed_at_any_moment_it_resumes_at_the_step_it_had_reached(tmp_path: Path) -> None:
    learner, chance = Learner(tmp_path), random.Random(4)
    recorded, turned, opened = 0, 0, 0
    for number in range(KILLS):
        direction, seen, first = live(learner, recorded, chance)
        told = f"kill {number}: at {recorded}, seen {first} to {seen}, direction {direction}"
        # What the screen shows is what the file had.
        assert first == recorded, told
        after = learner.step()
        # What was seen was kept, and nothing but what the keys asked for.
        assert (after - (recorded if seen is None else seen)) * direction >= 0, f"{told}, {after}"
        opened += seen is not None
        turned += after != recorded
        recorded = after
    # The kills fell where it matters, too.
    assert opened > KILLS // 2
    assert turned > KILLS // 4
    assert not list(tmp_path.rglob("*damaged*"))
    with learner.open(LESSON.id) as terminal:
        terminal.wait_for(lambda it: step_shown(it) is not None)
        assert step_shown(terminal) == recorded
        assert not re.search("damaged|cannot be kept", "\n".join(terminal.screen_lines()))


NUMBERS = "first-principles"
"""Its second step asks for a number, to which every other answer is told apart."""


def answer(terminal: Terminal, number: int) -> None:
    terminal.keys("\x7f" * len(str(number)) + f"{number}\r")


def replied(terminal: Terminal, number: int) -> None:
    terminal.wait_for_text(f"{number} is too large")


@pytest.mark.parametrize("windows", [2, 3])
def test_windows_that_write_at_once_and_are_killed_lose_no_answer(
    tmp_path: Path, windows: int
) -> None:
    learner = Learner(tmp_path)
    expected: list[int] = []
    for round_ in range(2):
        with ExitStack() as stack:
            terminals = [stack.enter_context(learner.open(NUMBERS)) for _ in range(windows)]
            for terminal in terminals:
                terminal.wait_for_text(f"{2 if round_ else 1} of ")
            if not round_:
                for terminal in terminals:
                    terminal.keys("n")
                for terminal in terminals:
                    terminal.wait_for_text("2 of ")
            for place in range(5):
                given = [1000 * (window + 1) + 100 * round_ + place for window in range(windows)]
                for terminal, number in zip(terminals, given, strict=True):
                    answer(terminal, number)
                for terminal, number in zip(terminals, given, strict=True):
                    replied(terminal, number)
                expected += given
            for terminal in terminals:
                kill(terminal)
        kept = learner.rows(f"SELECT answer, right FROM attempts WHERE lesson = '{NUMBERS}'")
        assert sorted(int(number) for number, _ in kept) == sorted(expected)
        assert not any(right for _, right in kept)
    assert not list(tmp_path.rglob("*damaged*"))


def test_windows_in_two_lessons_keep_a_place_each(tmp_path: Path) -> None:
    learner = Learner(tmp_path)
    with learner.open(LESSON.id) as one, learner.open(NUMBERS) as other:
        one.wait_for_text("1 of ")
        other.wait_for_text("1 of ")
        one.keys(FORWARD * 3)
        other.keys(FORWARD * 2)
        one.wait_for_text("4 of ")
        other.wait_for_text("3 of ")
        kill(one)
        kill(other)
    places = learner.rows("SELECT lesson, step, furthest FROM place ORDER BY step")
    assert places == [(NUMBERS, 2, 2), (LESSON.id, 3, 3)]
