"""The tasks of a lesson in a conversation: answers judged and kept, tasks skipped and taken up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_lessons.answers import Seen, Verdict, judge, shuffled
from attn_lessons.code_runner import run_code
from attn_lessons.lesson import CellAsk, ChoiceAsk, CodeAsk, GoalAsk, OrderAsk
from attn_tui.plain.answers import answer_from
from attn_tui.plain.steps import read_out
from attn_tui.plain.tasks import RUN, function_of, printed_lines, verdict_lines
from attn_tui.view.asked_frame import scene_after
from attn_tui.view.scene import QUESTIONS, answered_scene
from attn_tui.view.task_state import TaskState

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask, Show
    from attn_tui.plain.lesson import PlainLesson


class Tasking:
    """Does the tasks of the lesson that it belongs to; `code` are the lines written so far."""

    def __init__(self, lesson: PlainLesson) -> None:
        self.lesson = lesson
        self.code: list[str] = []

    def answer(self, written: str) -> list[str]:
        """What is said to an answer."""
        state = self.lesson.state
        ask, scene = state.active, state.here.scene
        assert ask is not None
        if isinstance(ask, CodeAsk):
            return self._code_line(ask, written)
        models = self.lesson.shown.looking.model
        answer = answer_from(written, ask, state.tasks[ask.id].items, scene, models)
        verdict = judge(ask, scene, answer, models)
        if isinstance(ask, ChoiceAsk):
            self._change(ask, replace(state.tasks[ask.id], chosen=answer))
        if isinstance(ask, CellAsk):
            written = f"{answer[0]}, {answer[1]}"
        elif isinstance(ask, ChoiceAsk | OrderAsk):
            written = str(answer)
        return self._judged(ask, verdict, written, verdict_lines(ask, verdict, answer))

    def goal(self) -> list[str]:
        """Whether what is shown reaches the goal of the open task; nothing if it has none."""
        ask, looking = self.lesson.state.active, self.lesson.shown.looking
        if not isinstance(ask, GoalAsk) or looking.trace is None:
            return []
        seen = Seen(looking.trace, looking.session.model, looking.session.head)
        verdict = judge(ask, self.lesson.state.here.scene, seen, looking.model)
        return self._judged(ask, verdict, looking.session.text, verdict_lines(ask, verdict))

    def skip(self) -> list[str]:
        """Let the task be, and read what it would have shown."""
        ask = self.lesson.state.active
        if ask is None:
            return ["There is no task to skip."]
        self.code.clear()
        self._change(ask, replace(self.lesson.state.tasks[ask.id], skipped=True, said=""))
        return ["Skipped; again takes it up.", *self._over(ask, skipped=True)]

    def again(self) -> list[str]:
        """Do a task of the step again: one that was skipped, else the last one."""
        state = self.lesson.state
        if state.active is not None:
            self.code.clear()
            return self.lesson.open_lines()
        if not state.here.asks:
            return ["This step asks nothing."]
        ask = state.skipped or state.here.asks[-1]
        items = shuffled(ask, seed=ask.line) if isinstance(ask, OrderAsk) else ()
        self.lesson.state = state.with_task(ask, TaskState(items=items))
        self.lesson.shown.looking.set_scene(self.lesson.state.scene)
        return self.lesson.open_lines()

    def _code_line(self, ask: CodeAsk, line: str) -> list[str]:
        if line.strip() != RUN:
            self.code.append(line.rstrip())
            return []
        written, self.code = self.code, []
        if not any(line.strip() for line in written):
            return ["Nothing is written yet."]
        source = function_of(ask, written)
        result = run_code(ask, source)
        task = self.lesson.state.tasks[ask.id]
        self._change(ask, replace(task, code=source, printed=result.output))
        verdict = Verdict(result.right, result.text)
        said = [*verdict_lines(ask, verdict), *printed_lines(result.output)]
        if not verdict.right:
            said.append("Write it anew, line by line.")
        return self._judged(ask, verdict, source, said)

    def _change(self, ask: Ask, task: TaskState) -> None:
        self.lesson.state = self.lesson.state.with_task(ask, task)

    def _judged(self, ask: Ask, verdict: Verdict, written: str, said: list[str]) -> list[str]:
        """Keep the answer; after a right one its explanation, then what there is to do next."""
        lesson, state = self.lesson, self.lesson.state
        if verdict.counts:
            lesson.progress.attempt(state.lesson.id, ask.id, written, verdict.right)
        self._change(ask, state.tasks[ask.id].answered(verdict.right, verdict.text))
        if not verdict.right:
            return said
        shown = None
        if isinstance(ask, CellAsk) and ask.then is None:
            row, column = (int(place) for place in written.split(", "))
            there = answered_scene(ask, state.here.scene)
            shown = there and replace(there, cell=(row, column))
        return [*said, *self._over(ask, skipped=False, shown=shown)]

    def _over(self, ask: Ask, skipped: bool, shown: Show | None = None) -> list[str]:
        """The explanation, what comes into sight, the next task or the way on."""
        lesson, here = self.lesson, self.lesson.state.here.scene
        scene = shown or scene_after(ask, here, skipped)
        said = read_out(ask.explanation)
        try:
            if scene is not None or isinstance(ask, QUESTIONS):
                said += lesson.shown.after_answer(scene, lesson.state.active, here)
        except ValueError as error:
            said.append(f"Nothing can be shown: {error}.")
        return [*said, *lesson.open_lines()]
