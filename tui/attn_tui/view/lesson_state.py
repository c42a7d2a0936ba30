"""Where a learner is in a lesson: one frozen value from which the page follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from attn_lessons.answers import shuffled
from attn_lessons.lesson import CodeAsk, OrderAsk
from attn_tui.view.lesson_page import Page, end_lines
from attn_tui.view.task_card import Card
from attn_tui.view.task_state import TaskState

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask, Lesson, Show, Step
    from attn_lessons.progress import Progress


@dataclass(frozen=True)
class LessonState:
    """The step that is open, the furthest that was, and how far each task is; counted from 0."""

    lesson: Lesson
    step: int
    furthest: int
    tasks: Mapping[str, TaskState]

    @property
    def here(self) -> Step:
        """The step that is open."""
        return self.lesson.steps[self.step]

    @property
    def scene(self) -> Show:
        """What the panes show: what the step has, or what its last task leads to, once it is done."""
        last = self.here.asks[-1] if self.here.asks else None
        if last is not None and last.then is not None and self.active is None:
            return last.then
        return self.here.scene

    @property
    def last(self) -> int:
        """The lesson's last step."""
        return len(self.lesson.steps) - 1

    @property
    def active(self) -> Ask | None:
        """The task to do now: the first of the step that is not done."""
        return next((ask for ask in self.here.asks if not self.tasks[ask.id].done), None)

    @property
    def skipped(self) -> Ask | None:
        """The first task of the step that was skipped."""
        return next((ask for ask in self.here.asks if self.tasks[ask.id].skipped), None)

    @property
    def reach(self) -> int:
        """The furthest step that may be opened: the next one, once nothing is left to do here."""
        onward = self.step + 1 if self.active is None else self.step
        return min(max(self.furthest, onward), self.last)

    def at(self, step: int) -> LessonState:
        """Another step opened, as far as it may be."""
        step = max(0, min(step, self.reach))
        return replace(self, step=step, furthest=max(self.furthest, step))

    def with_task(self, ask: Ask, task: TaskState) -> LessonState:
        """A task changed."""
        return replace(self, tasks={**self.tasks, ask.id: task})

    def page(self, pointing: bool, busy: bool, news: tuple[str, ...], onward: str) -> Page:
        """The open step as a page; `onward` is where the end of the lesson leads."""
        active = self.active
        cards = []
        for ask in self.here.asks:
            now = ask is active
            cards.append(Card(ask, self.tasks[ask.id], now, pointing and now, busy and now))
            if now:
                break
        ended = active is None and self.step == self.last
        return Page(
            self.here.prose,
            tuple(cards),
            news,
            end_lines(self.lesson, self.tasks) if ended else None,
            "" if active is not None else onward if ended else "the next step",
        )


def resumed(lesson: Lesson, progress: Progress, again: str | None = None) -> LessonState:
    """A lesson as it was left; tasks before the furthest step that were not solved were skipped.

    `again` is a task to be done once more; the lesson opens at its step.
    """
    place, solved = progress.place(lesson.id), progress.solved(lesson.id)
    last = len(lesson.steps) - 1
    step = min(place.step, last) if place else 0
    furthest = min(max(step, place.furthest), last) if place else 0
    tasks = {}
    for number, each in enumerate(lesson.steps):
        for ask in each.asks:
            right = ask.id in solved and ask.id != again
            skipped = not right and number < furthest and ask.id != again
            items = shuffled(ask, seed=ask.line) if isinstance(ask, OrderAsk) else ()
            if right and isinstance(ask, OrderAsk):
                items = ask.items
            said = "You have solved this one." if right else ""
            code = _code_of(lesson, ask, progress) if right else ""
            tasks[ask.id] = TaskState(
                items=items, said=said, code=code, right=right, skipped=skipped
            )
            if ask.id == again:
                step = number
    return LessonState(lesson, step, furthest, tasks)


def _code_of(lesson: Lesson, ask: Ask, progress: Progress) -> str:
    """The code that solved a task; of another kind of task none."""
    if not isinstance(ask, CodeAsk):
        return ""
    tried = progress.attempts(lesson.id, ask.id)
    return next((attempt.answer for attempt in reversed(tried) if attempt.right), "")
