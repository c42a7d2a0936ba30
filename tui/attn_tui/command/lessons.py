"""`attn-tui lessons`: the course in text, files checked, what was done forgotten."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TextIO

from attn_lessons.lesson import Lesson
from attn_lessons.progress import Progress
from attn_lessons.reader import course
from attn_tui.command.course import faults, lesson_of
from attn_tui.command.errors import CommandError
from attn_tui.command.output import write
from attn_tui.command.requests import Lessons
from attn_tui.view.course_list import reviews_of
from attn_tui.view.safe_text import visible

FAULTY = 1


def lessons(request: Lessons, stdout: TextIO | None) -> int:
    """Do it; the exit status is 1 if a checked lesson has faults. Raises CommandError."""
    if request.action == "check":
        return _check(request.words, stdout)
    with closing(Progress.open()) as progress:
        if request.action == "reset":
            lesson = lesson_of(request.words[0])
            progress.reset(lesson.id)
            if progress.path is None:
                reason = " ".join(progress.news())
                raise CommandError(f"nothing was forgotten: {reason[0].lower()}{reason[1:-1]}")
            lines = [f"{lesson.id}: forgotten; the lesson begins anew."]
        else:
            lines = list(listed(progress))
        _write([*lines, *progress.news()], stdout)
    return 0


def listed(progress: Progress) -> list[str]:
    """A line for each lesson of the course, then what to do next."""
    names = max(len(lesson.id) for lesson in course()) + 2
    titles = max(len(lesson.title) for lesson in course()) + 2
    lines = [f"    {'lesson':{names}}{'about':{titles}}{'time':>6}  tasks  where you are"]
    for number, lesson in enumerate(course(), start=1):
        solved = len(progress.solved(lesson.id) & {ask.id for ask in lesson.asks})
        tasks = f"{solved}/{len(lesson.asks)}"
        lines.append(
            f"{number:2}  {lesson.id:{names}}{lesson.title:{titles}}{lesson.minutes:2} min  "
            f"{tasks:>5}  {_where(lesson, progress)}"
        )
    due = reviews_of(course(), progress)
    if due:
        named = ", ".join(f"{entry.again} of {entry.lesson.id}" for entry in due)
        lines += ["", f"Worth another try: {named}."]
    return [*lines, "", "attn-tui learn LESSON opens one; attn-tui learn goes on where you were."]


def _where(lesson: Lesson, progress: Progress) -> str:
    place = progress.place(lesson.id)
    if place is None:
        return "not begun"
    steps = len(lesson.steps)
    if place.furthest >= steps - 1:
        solved = progress.solved(lesson.id)
        done = all(ask.id in solved for ask in lesson.asks)
        return "done" if done else "read to the end"
    return f"step {place.step + 1} of {steps}"


def _check(words: tuple[str, ...], stdout: TextIO | None) -> int:
    paths = [Path(word) for word in words] or [lesson.path for lesson in course()]
    lines: list[str] = []
    status = 0
    for path in paths:
        found = faults(path)
        status = FAULTY if found else status
        lines += [f"{path}:{fault.line}: {fault.sentence}" for fault in found]
        if not found:
            lines.append(f"{path}: nothing is wrong")
    _write(lines, stdout)
    return status


def _write(lines: list[str], stdout: TextIO | None) -> None:
    write("".join(f"{visible(line).rstrip()}\n" for line in lines).encode(), None, stdout)
