"""A lesson as a conversation: a line is heard, lines are said; nothing here reads or writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.plain.commands import HELP, Answer, Command, read
from attn_tui.plain.shown import LOOKS, Shown
from attn_tui.plain.steps import (
    end_lines,
    leaving_lines,
    opening_lines,
    step_lines,
    steps_lines,
    where_line,
)
from attn_tui.plain.tasking import Tasking
from attn_tui.plain.tasks import hint_lines, question_lines
from attn_tui.view.lesson_state import resumed

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask, Lesson, Show
    from attn_lessons.progress import Progress
    from attn_tui.computing import Models


class PlainLesson:
    """Goes on where the lesson was left. `over` once it was left, `onward` if for the next lesson."""

    def __init__(
        self,
        lesson: Lesson,
        progress: Progress,
        models: Models,
        name: str = "",
        following: Lesson | None = None,
    ) -> None:
        self.state = resumed(lesson, progress)
        self.progress = progress
        self.name = name or lesson.id
        self.following = following
        self.shown = Shown(models)
        self.tasking = Tasking(self)
        self.over = self.onward = False

    @property
    def writing(self) -> bool:
        """Whether lines of code are being written."""
        return bool(self.tasking.code)

    def begin(self) -> list[str]:
        """What is said first."""
        news, due = self.progress.news(), self.progress.review_due()
        opening = opening_lines(self.state.lesson, self.state.step, due)
        return [*news, *opening, *self._opened(), *self.progress.news()]

    def hear(self, line: str) -> list[str]:
        """What is said to a line; what cannot be done is said in a sentence."""
        meant = read(line, self.state.active, self.writing)
        try:
            said = self._heard(meant)
        except ValueError as error:
            text = str(error)
            said = [f"{text[:1].upper()}{text[1:].rstrip('.')}."]
        return [*said, *self.progress.news()]

    def end_of_input(self) -> list[str]:
        """Nothing more will be heard."""
        self.over = True
        return self.leaving(input_ended=True)

    def leaving(self, input_ended: bool = False) -> list[str]:
        """What is said last: the place, and how to go on."""
        kept = self.progress.path is not None
        return leaving_lines(self.state, self.name, input_ended, kept)

    def _heard(self, meant: Command | Answer) -> list[str]:
        if isinstance(meant, Answer):
            return self.tasking.answer(meant.text)
        if meant.name in LOOKS:
            return self._look(meant)
        return _DONE[meant.name](self, meant.rest)

    def _look(self, meant: Command) -> list[str]:
        ask = self.state.active
        said = self.shown.obey(meant.name, meant.rest, ask, self._scene(ask))
        return [*said, *self.tasking.goal()] if meant.name not in {"near", "all"} else said

    def _scene(self, ask: Ask | None) -> Show:
        """What the step shows now."""
        return self.state.here.scene if ask else self.state.scene

    # Steps

    def go_to(self, step: int) -> list[str]:
        """Open a step, as far as it may be."""
        before = self.state.step
        self.state = self.state.at(step)
        if self.state.step == before:
            return ["This is the first step." if step < before else "That step is not open yet."]
        self.tasking.code.clear()
        return self._opened()

    def _opened(self) -> list[str]:
        self.progress.visit(self.state.lesson.id, self.state.step)
        lines = step_lines(self.state.lesson, self.state.step)
        try:
            self.shown.looking.set_scene(self.state.scene)
            lines += self.shown.lines(self.state.active, self.state.here.scene)
        except ValueError as error:
            lines.append(f"Nothing can be shown: {error}.")
        return [*lines, *self.open_lines()]

    def open_lines(self) -> list[str]:
        """What there is to do now: the task, or where Enter leads."""
        ask = self.state.active
        if ask is not None:
            asks = self.state.here.asks
            place = (asks.index(ask) + 1, len(asks))
            scene, task = self.state.here.scene, self.state.tasks[ask.id]
            return question_lines(ask, task, scene, self.shown.looking.model, place)
        if self.state.step < self.state.last:
            return [f"Enter: step {self.state.step + 2}."]
        return end_lines(self.state, self.progress, self.following)

    # Commands

    def _on(self, rest: str) -> list[str]:
        if self.state.active is not None:
            return ["First this task; hint helps, skip lets it be, task reads it again."]
        if self.state.step < self.state.last:
            return self.go_to(self.state.step + 1)
        self.over, self.onward = True, self.following is not None
        return [] if self.onward else self.leaving()

    def _back(self, rest: str) -> list[str]:
        return self.go_to(self.state.step - 1)

    def _go(self, rest: str) -> list[str]:
        if not rest.isdecimal() or not 1 <= int(rest) <= len(self.state.lesson.steps):
            raise ValueError(f"go to a step from 1 to {len(self.state.lesson.steps)}, as in go 1")
        if int(rest) - 1 == self.state.step:
            return self._repeat("")
        return self.go_to(int(rest) - 1)

    def _repeat(self, rest: str) -> list[str]:
        lines = step_lines(self.state.lesson, self.state.step)
        shown = self.shown.lines(self.state.active, self.state.here.scene, whole=True)
        return [*lines, *shown, *self.open_lines()]

    def _where(self, rest: str) -> list[str]:
        return [where_line(self.state)]

    def _steps(self, rest: str) -> list[str]:
        return steps_lines(self.state)

    def _task(self, rest: str) -> list[str]:
        return self.open_lines()

    def _hint(self, rest: str) -> list[str]:
        ask = self.state.active
        if ask is None:
            return ["Nothing is asked here."]
        before = self.state.tasks[ask.id]
        task = before.with_hint(ask)
        self.state = self.state.with_task(ask, task)
        last = [] if task.hints > before.hints else ["There is no further hint."]
        return [*last, *hint_lines(ask, task)]

    def _skip(self, rest: str) -> list[str]:
        return self.tasking.skip()

    def _again(self, rest: str) -> list[str]:
        return self.tasking.again()

    def _check(self, rest: str) -> list[str]:
        return self.tasking.goal() or ["There is no goal here to check."]

    def _help(self, rest: str) -> list[str]:
        return [*(f"{name}: {what}." for name, what in HELP), *self.open_lines()]

    def _quit(self, rest: str) -> list[str]:
        self.over = True
        return self.leaving()

    def _no_need(self, rest: str) -> list[str]:
        return [f"{rest} is not needed here."]

    def _unasked(self, rest: str) -> list[str]:
        more = f"; :{rest} shows that step of attention" if len(rest) == 1 else ""
        return [f"Nothing is asked here{more}.", *self.open_lines()]

    def _unknown(self, rest: str) -> list[str]:
        said = f'"{rest[:40]}" is no command'
        more = " and no answer" if self.state.active is not None else ""
        return [f"{said}{more}; help lists the commands."]


_DONE = {
    "on": PlainLesson._on, "next": PlainLesson._on, "back": PlainLesson._back,
    "go": PlainLesson._go, "repeat": PlainLesson._repeat, "where": PlainLesson._where,
    "steps": PlainLesson._steps, "task": PlainLesson._task, "hint": PlainLesson._hint,
    "skip": PlainLesson._skip, "again": PlainLesson._again, "check": PlainLesson._check,
    "help": PlainLesson._help, "quit": PlainLesson._quit, "no need": PlainLesson._no_need,
    "unasked": PlainLesson._unasked, "unknown": PlainLesson._unknown,
}  # fmt: skip
