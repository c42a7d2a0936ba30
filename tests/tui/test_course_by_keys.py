"""Every lesson of the course from its first step to its last, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_lessons.lesson import GoalAsk
from attn_lessons.progress import Progress
from attn_lessons.reader import course
from attn_tui.app import AttnApp
from attn_tui.computing import Models
from attn_tui.screens.course import CourseScreen
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.lesson import LessonScreen
from attn_tui.view.session import Session
from tests.tui.course_driving import do_step, lesson_screen
from tests.tui.lesson_making import page_text
from tests.tui.walking import press, screen_text, settle

LESSONS = {lesson.id: lesson for lesson in course()}
LOW, HIGH = (80, 24), (120, 36)
MODELS: Models = {}
"""Loaded once for all tests."""


@pytest.mark.parametrize(
    ("name", "size"), [*((name, LOW) for name in LESSONS), ("first-principles", HIGH)]
)
async def test_a_lesson_is_done_from_start_to_end_by_keys(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    lesson, path = LESSONS[name], tmp_path / "progress.sqlite3"
    app = AttnApp(Session(""), MODELS, lesson=lesson, progress=Progress.open(path))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = lesson_screen(pilot)
        assert screen.state.step == 0
        while screen.state.step < len(lesson.steps) - 1:
            await do_step(pilot)

        said = page_text(screen)
        assert "What you can now do" in said
        assert f"All {len(lesson.asks)} tasks are done." in said
        assert app.progress.solved(name) == {ask.id for ask in lesson.asks}
        for ask in lesson.asks:
            attempts = app.progress.attempts(name, ask.id)
            assert attempts[-1].right
            assert attempts[0].right == isinstance(ask, GoalAsk), "a goal is kept once reached"

        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, CourseScreen)
        line = next(line for line in screen_text(pilot).split("\n") if lesson.title in line)
        assert "✓ done" in line
    app.progress.close()


@pytest.mark.parametrize("name", LESSONS)
async def test_the_last_page_leads_on(tmp_path: Path, name: str) -> None:
    lessons = list(LESSONS.values())
    lesson, place = LESSONS[name], list(LESSONS).index(name)
    progress = Progress.open(tmp_path / "progress.sqlite3")
    progress.visit(name, len(lesson.steps) - 1)
    app = AttnApp(Session(""), MODELS, lesson=lesson, progress=progress)
    async with app.run_test(size=LOW) as pilot:
        await settle(pilot)
        for _ in range(20):
            if app.screen is not app.screen_stack[0]:
                break
            await press(pilot, "enter")
        if place + 1 < len(lessons):
            assert isinstance(app.screen, LessonScreen)
            assert app.screen.state.lesson is not lesson
            assert app.screen.state.lesson.id == lessons[place + 1].id
            assert lessons[place + 1].title in screen_text(pilot)
        else:
            assert isinstance(app.screen, CourseScreen)
    progress.close()
