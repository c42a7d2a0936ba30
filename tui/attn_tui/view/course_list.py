"""The course as a list: each lesson with how far the learner is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.view.numbers import counted

if TYPE_CHECKING:
    from attn_lessons.heads import Head
    from attn_lessons.lesson import Lesson
    from attn_lessons.progress import Progress


@dataclass(frozen=True)
class Entry:
    """A lesson, or a task of it to be done again; `note` says how far it is."""

    lesson: Lesson
    text: str
    note: str
    why: str
    again: str | None = None


def entries_of(lessons: tuple[Lesson, ...], progress: Progress) -> tuple[Entry, ...]:
    """The lessons in their order."""
    return tuple(
        Entry(
            lesson,
            f"{place}  {lesson.title}",
            how_far(lesson.head, progress),
            _why(lesson, lessons),
        )
        for place, lesson in enumerate(lessons, 1)
    )


def reviews_of(lessons: tuple[Lesson, ...], progress: Progress) -> tuple[Entry, ...]:
    """The tasks that were once answered wrong and are due to be done again."""
    by_id = {lesson.id: lesson for lesson in lessons}
    found = []
    for lesson_id, task in progress.review_due():
        lesson = by_id.get(lesson_id)
        ask = next((ask for ask in lesson.asks if ask.id == task), None) if lesson else None
        if lesson and ask:
            prompt = ask.prompt.replace("*", "").replace("`", "")
            why = "You once answered this wrong; some days on is the best time to try again."
            found.append(Entry(lesson, prompt, lesson.title, why, task))
    return tuple(found)


def how_far(lesson: Head, progress: Progress) -> str:
    """How far a lesson is, in a few words."""
    place = progress.place(lesson.id)
    if place is None:
        return f"{lesson.minutes} minutes"
    solved = len(progress.solved(lesson.id) & set(lesson.tasks))
    tasks = f"{solved} of {len(lesson.tasks)} tasks"
    if place.furthest >= lesson.n_steps - 1:
        return "✓ done" if solved == len(lesson.tasks) else f"read, {tasks}"
    return f"step {place.step + 1} of {lesson.n_steps}, {tasks}"


def next_lesson(lessons: tuple[Head, ...], progress: Progress) -> tuple[str, Head]:
    """What to do now, and with which lesson: "Begin", "Continue", "Next", or "Again" if all are read.

    A lesson is gone on with until its last step was seen.
    """
    found = [(progress.place(lesson.id), number) for number, lesson in enumerate(lessons)]
    begun = [(place.at, place.furthest, number) for place, number in found if place is not None]
    if not begun:
        return "Begin", lessons[0]
    _, furthest, number = max(begun)
    if furthest < lessons[number].n_steps - 1:
        return "Continue", lessons[number]
    for lesson in (*lessons[number + 1 :], *lessons[:number]):
        if progress.place(lesson.id) is None:
            return "Next", lesson
    return "Again", lessons[number]


def _why(lesson: Lesson, lessons: tuple[Lesson, ...]) -> str:
    titles = [each.title for each in lessons if each.id in lesson.needs]
    before = f" Comes after: {', '.join(titles)}." if titles else ""
    tasks = counted(len(lesson.asks), "task")
    return f"{lesson.minutes} minutes, {len(lesson.steps)} steps, {tasks}.{before}"
