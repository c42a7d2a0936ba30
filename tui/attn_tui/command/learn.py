"""`attn-tui learn`: the app, opened on a lesson; or the lesson as lines of text."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, TextIO

from attn_lessons.heads import heads
from attn_lessons.lesson import Lesson
from attn_lessons.progress import Progress
from attn_tui.command.course import lesson_named, lesson_of
from attn_tui.command.errors import CommandError
from attn_tui.command.requests import Learn
from attn_tui.command.running import run_app
from attn_tui.view.course_list import next_lesson
from attn_tui.view.session import Session

if TYPE_CHECKING:
    from attn_tui.app import AttnApp


def learn(request: Learn) -> int:
    """Open the app; the exit status. Raises CommandError for a lesson that cannot be opened."""
    lesson = lesson_to_open(request.lesson)

    def app() -> AttnApp:
        from attn_tui.app import AttnApp  # noqa: PLC0415 - a refused terminal does without Textual

        return AttnApp(Session(""), lesson=lesson, options=request.terminal)

    return run_app(app, request.terminal)


def learn_by_lines(request: Learn, stdin: TextIO | None, stdout: TextIO | None) -> int:
    """Take the lesson as lines of text; the exit status.

    Raises CommandError for a lesson that cannot be opened.
    """
    lesson = lesson_to_open(request.lesson)
    from attn_tui.plain.run import run_lessons  # noqa: PLC0415 - loads NumPy
    from attn_tui.plain.talk import Talk  # noqa: PLC0415

    if stdout is None:
        raise CommandError("there is no output to write the lesson to")
    talk = Talk(stdin, stdout, request.terminal.ascii)
    with closing(Progress.open()) as progress:
        run_lessons(lesson, request.lesson or lesson.id, progress, talk)
    return 0


def lesson_to_open(name: str | None) -> Lesson:
    """The lesson of a name or a file; for None the one that was open last, else the first."""
    return lesson_of(name) if name is not None else _next_lesson()


def _next_lesson() -> Lesson:
    with closing(Progress.open()) as progress:
        return lesson_named(next_lesson(heads(), progress)[1].id)
