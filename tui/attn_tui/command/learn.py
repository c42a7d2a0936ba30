"""`attn-tui learn`: the app, opened on a lesson."""

from __future__ import annotations

import os
import sys
from contextlib import closing

from attn_lessons.heads import heads
from attn_lessons.lesson import Lesson
from attn_lessons.progress import Progress
from attn_tui.command.course import lesson_named, lesson_of
from attn_tui.command.errors import CommandError
from attn_tui.command.requests import Learn
from attn_tui.terminal.checks import RefusedTerminal, check_terminal
from attn_tui.view.course_list import next_lesson
from attn_tui.view.session import Session


def learn(request: Learn) -> int:
    """Open the app; the exit status. Raises CommandError for a lesson that cannot be opened."""
    lesson = lesson_to_open(request.lesson)
    try:
        check_terminal(sys.stdin, sys.stdout, sys.stderr, os.environ)
    except RefusedTerminal as error:
        raise CommandError(str(error)) from None

    from attn_tui.app import AttnApp  # noqa: PLC0415 - a lesson with faults does without Textual

    app = AttnApp(Session(""), lesson=lesson)
    app.run()
    return app.return_code or 0


def lesson_to_open(name: str | None) -> Lesson:
    """The lesson of a name or a file; for None the one that was open last, else the first."""
    return lesson_of(name) if name is not None else _next_lesson()


def _next_lesson() -> Lesson:
    with closing(Progress.open()) as progress:
        return lesson_named(next_lesson(heads(), progress)[1].id)
