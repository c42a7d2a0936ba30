"""A page of tasks beside the panes: answers are judged, hints given, learners' code run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_lessons.answers import Seen, Verdict, judge
from attn_lessons.lesson import CellAsk, ChoiceAsk, CodeAsk, GoalAsk, NumberAsk, OrderAsk
from attn_tui.code_running import CodeJudged
from attn_tui.computing import model_of
from attn_tui.keymap import keymap_of
from attn_tui.keys import LESSON_KEYS
from attn_tui.screens.typed import TypedScreen
from attn_tui.view.scene import QUESTIONS, asks_for, shows, whole_cell
from attn_tui.view.task_state import verdict_word
from attn_tui.widgets.code_editor import CodeEditor

if TYPE_CHECKING:
    from attn_engine import Model, Trace
    from attn_lessons.lesson import Ask, Show
    from attn_tui.view.frame import Frame


OPEN_QUESTION = "A question is open: what is shown is taken away after it, or after {} skips it."


class TaskedScreen(TypedScreen):
    """Holds how far a lesson is, and does the tasks of the step that is open."""

    def go_on(self) -> None:
        """Nothing is left to do here."""
        raise NotImplementedError

    # The panes

    def frame_for(self, trace: Trace) -> Frame:
        """While a question is open, its answer stands neither in a sentence nor in a plot."""
        from attn_tui.view.asked_frame import asked_frame  # noqa: PLC0415 - numpy

        ask = self.state.active
        if not isinstance(ask, QUESTIONS):
            return super().frame_for(trace)
        pointing = self.prediction if self.pointing else None
        return asked_frame(trace, self.session, ask, self.state.here.scene, pointing)

    def kept_back(self) -> str:
        """While a question is open, nothing that could hold its answer is taken away."""
        if not isinstance(self.state.active, QUESTIONS):
            return super().kept_back()
        return OPEN_QUESTION.format(keymap_of(self.app).said(LESSON_KEYS, "skip"))

    def scene_placed(self, scene: Show) -> None:
        """What is asked for in the scene is veiled before it is seen."""
        ask = self.state.active
        if isinstance(ask, CellAsk) and asks_for(ask, scene):
            self.call_later(self._point, ask)

    def _point(self, ask: CellAsk) -> None:
        """Unless keys that came before this moment have led elsewhere."""
        scene = self.state.here.scene
        is_shown = self.wanted == self.session and shows(self.session, scene)
        if ask is not self.state.active or not is_shown:
            return
        self.point(ask, scene)
        if self.pointing and self._is_right(ask):
            self.action_move(0, 1)
        if self.pointing and self._is_right(ask):
            self.action_edge(-1)
        self.show_page()

    def _is_right(self, ask: CellAsk) -> bool:
        """Whether the cursor begins on the answer, so that Enter alone would be right."""
        assert self.trace is not None
        cell = whole_cell(self.session, self.trace)
        return judge(ask, self.state.here.scene, cell, self._model).right

    async def action_terms(self) -> None:
        """Enter in the panes answers with the cell that is pointed at, else shows all terms."""
        if self.pointing:
            self.action_answer()
        else:
            await super().action_terms()

    def panes_changed(self) -> None:
        """Say whether the goal of the present task is reached."""
        ask = self.state.active
        if self.whole is not None and isinstance(ask, GoalAsk):
            self._judge(ask, self._seen(), self.session.text)

    def _seen(self) -> Seen:
        assert self.whole is not None
        return Seen(self.whole, self.session.model, self.session.head)

    def _model(self, name: str) -> Model:
        """The models of the panes, which answers are computed with, too."""
        return model_of(replace(self.session, model=name), self.tracer.models)

    # Keys

    def action_hint(self) -> None:
        """One more hint."""
        if self.state.active:
            self.now(self.doing.with_hint(self.state.active))
            self.page.to_end()

    def action_skip(self) -> None:
        """Let the task be, and read what it would have shown."""
        ask = self.state.active
        if ask is None:
            self._take_up(self.state.skipped)
            return
        self.stop_running()
        self.now(replace(self.doing, skipped=True, said=""))
        self._task_over(ask)

    def _take_up(self, ask: Ask | None) -> None:
        """A task that was skipped is to be done after all, before what it leads to was seen."""
        if ask is not None:
            self.state = self.state.with_task(ask, replace(self.state.tasks[ask.id], skipped=False))
            self.open_editor()
            self.show_page()
            self.set_scene(self.state.scene)
            self.page.to_end()

    def action_restore(self) -> None:
        """Set the panes as the step has them, whatever was changed."""
        self.leave_pointing()
        self.set_scene(self.state.scene)
        self.show_page()

    def action_choose(self, rows: int, columns: int) -> None:
        """Move in the list that is chosen from, point at a cell, or scroll."""
        ask = self.state.active
        if isinstance(ask, ChoiceAsk | OrderAsk):
            self.now(self.doing.moved(ask, rows or columns))
            self.page.to_end()
        elif isinstance(ask, CellAsk) and self.pointing:
            self.action_move(rows, columns)
        else:
            self.page.scroll_relative(y=rows, animate=False)

    def action_lift(self) -> None:
        """Lift an item, set it down; without items read on."""
        if isinstance(self.state.active, OrderAsk):
            self.now(replace(self.doing, lifted=not self.doing.lifted))
        else:
            self.page.read_on()

    def action_answer(self) -> None:
        """Answer the task; without one go on. What is not in sight yet is read first."""
        ask = self.state.active
        if not (self.page.is_read or self.pointing):
            self.page.read_on()
        elif ask is None:
            self.go_on()
        elif isinstance(ask, NumberAsk):
            self._judge(ask, self.doing.typed)
        elif isinstance(ask, ChoiceAsk):
            self._judge(ask, self.doing.chosen)
        elif isinstance(ask, OrderAsk):
            self._judge(ask, self.doing.items)
        elif isinstance(ask, CellAsk):
            self._answer_cell(ask)
        elif isinstance(ask, GoalAsk):
            self.panes_changed()
        elif isinstance(ask, CodeAsk):
            self.query_one(CodeEditor).focus()
            self.page.to_end()

    # Answers

    def _answer_cell(self, ask: CellAsk) -> None:
        if not self.pointing:
            self.ask_for_cell(ask, self.state.here.scene)
            self.show_page()
        elif self.trace is not None:
            cell = whole_cell(self.session, self.trace)
            self._judge(ask, cell, f"{cell[0]}, {cell[1]}")

    def _judge(self, ask: Ask, answer: object, written: str | None = None) -> None:
        try:
            verdict = judge(ask, self.state.here.scene, answer, self._model)
        except ValueError as error:
            self.now(replace(self.doing, said=f"{error}."))
            return
        written = str(answer) if written is None else written
        if verdict.counts:
            self.progress.attempt(self.state.lesson.id, ask.id, written, verdict.right)
        self._answered(ask, verdict)

    def _answered(self, ask: Ask, verdict: Verdict) -> None:
        """Say what an answer means; the next task begins after a right one."""
        said = f"{verdict_word(ask, verdict)} {verdict.text}".strip()
        self.now(self.doing.answered(verdict.right, said))
        if verdict.right:
            self._task_over(ask)
        self.page.to_end()

    def _task_over(self, ask: Ask) -> None:
        """The veil is lifted, the panes show what the task leads to, the next one is there."""
        self.leave_pointing()
        self.open_editor()
        if isinstance(self.focused, CodeEditor):
            self.page.focus()
        self.show_page()
        self._show()
        from attn_tui.view.asked_frame import scene_after  # noqa: PLC0415 - numpy

        shown = scene_after(ask, self.state.here.scene, self.state.tasks[ask.id].skipped)
        if shown is not None:
            self.set_scene(shown)
        self.page.to_end()

    def code_judged(self, message: CodeJudged) -> None:
        """Take the learner's code as an answer."""
        right, printed = message.result.right, message.result.output
        self.now(replace(self.doing, code=message.source, printed=printed))
        self.progress.attempt(self.state.lesson.id, message.ask.id, message.source, right)
        self._answered(message.ask, Verdict(right, message.result.text))
