"""Lessons by what the command line calls them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from attn_lessons.check import Labels, check_lesson
from attn_lessons.lesson import Fault, Lesson, Show
from attn_lessons.reader import course, read_lesson
from attn_tui.command.errors import CommandError, suggestion
from attn_tui.view.panes import pane_of
from attn_tui.view.scene import session_of
from attn_tui.view.session import Session

if TYPE_CHECKING:
    from attn_engine import Trace


def lesson_of(name: str) -> Lesson:
    """A lesson of the course, or one in a file. Raises CommandError if it cannot be had."""
    if name.endswith(".md") or os.sep in name:
        return lesson_in(Path(name))
    return lesson_named(name)


def lesson_named(name: str) -> Lesson:
    """A lesson of the course by its id or its number. Raises CommandError if there is none."""
    for number, lesson in enumerate(course(), start=1):
        if name in {lesson.id, str(number)}:
            return lesson
    if os.path.isfile(name):
        raise CommandError(f"a lesson's file ends in .md, which {name!r} does not; rename it")
    ids = [lesson.id for lesson in course()]
    advice = f"the lessons are {', '.join(ids)}; a lesson of your own is a file that ends with .md"
    raise CommandError(f"there is no lesson {name!r}{suggestion(name, ids, advice)}")


def lesson_in(path: Path) -> Lesson:
    """The lesson in a file that anybody may have written. Raises CommandError if it has faults."""
    found = faults(path)
    if found:
        more = f"; {len(found) - 1} more: attn-tui lessons check {path}" if len(found) > 1 else ""
        raise CommandError(f"{path}:{found[0].line}: {found[0].sentence}{more}")
    return read_lesson(path)


def faults(path: Path) -> tuple[Fault, ...]:
    """What is wrong with a lesson file."""
    return check_lesson(path, _draw_pane)


def _draw_pane(show: Show, trace: Trace) -> Labels:
    assert show.pane is not None
    shown = pane_of(show.pane, show.pane_options, trace, session_of(show, Session("")))
    return shown.board.result.rows.labels, shown.board.result.columns.labels
