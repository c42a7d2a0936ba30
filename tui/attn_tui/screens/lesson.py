"""A lesson: its page beside the live panes of the walk, which stay the walk's in every way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.message import Message
from textual.worker import Worker, get_current_worker

from attn_lessons.answers import Seen, judge
from attn_lessons.code_runner import CodeResult, run_code
from attn_lessons.lesson import CellAsk, ChoiceAsk, CodeAsk, GoalAsk, NumberAsk, OrderAsk
from attn_tui.computing import model_of
from attn_tui.keys import (
    EDITOR_KEYS,
    LESSON_KEYS,
    LOOK_KEYS,
    PANES_HINTS,
    WALK_KEYS,
    bindings,
    hints,
)
from attn_tui.screens.asked import CourseAsked, HomeAsked, LessonAsked
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.lesson_state import resumed
from attn_tui.view.scene import column_of, placed, row_of, session_of, whole_cell
from attn_tui.view.task_state import TYPED, TaskState
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.lesson_page import LessonPage
from attn_tui.widgets.title_bar import TitleBar
from attn_tui.widgets.walk_panes import WalkPanes

if TYPE_CHECKING:
    from attn_engine import Model
    from attn_lessons.lesson import Ask, Lesson, Show
    from attn_lessons.progress import Progress
    from attn_tui.computing import Models
    from attn_tui.view.session import Session

BESIDE = 110
"""From so many columns on the page stands beside the panes, else above them."""


@dataclass
class CodeJudged(Message):
    """The learner's code has run; `source` is what was run."""

    ask: CodeAsk
    source: str
    result: CodeResult


class LessonScreen(WalkScreen):
    """Opens a lesson where it was left; `following` is the lesson that its end leads to."""

    KEYS = (*LESSON_KEYS, *WALK_KEYS, *LOOK_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        tuple(key for key in LESSON_KEYS if key.action == "other_side")
    )
    AUTO_FOCUS = "LessonPage"
    HORIZONTAL_BREAKPOINTS = [(0, "-above"), (BESIDE, "-beside")]  # noqa: RUF012 - as Textual has it

    def __init__(
        self,
        lesson: Lesson,
        progress: Progress,
        session: Session,
        models: Models | None = None,
        *,
        following: Lesson | None = None,
        again: str | None = None,
    ) -> None:
        super().__init__(session_of(lesson.steps[0].scene, session), models)
        self.progress = progress
        self.following = following
        place = progress.place(lesson.id)
        self.state = resumed(
            lesson,
            place.step if place else 0,
            place.furthest if place else 0,
            progress.solved(lesson.id),
            again,
        )
        self.session = self.wanted = session_of(self.state.here.scene, session)
        self.placing: Show | None = self.state.here.scene
        self.pointing = False
        self.running: Worker[None] | None = None
        self.news: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Title; page and panes; keys."""
        panes = WalkPanes()
        panes.can_focus = True
        yield TitleBar()
        with Container(id="lesson"):
            yield LessonPage()
            yield panes
        yield KeyHints()

    def on_mount(self) -> None:
        """Open the step where the lesson was left."""
        self._opened()

    # Steps

    def action_turn(self, by: int) -> None:
        """Open the next step or the one before; there is none beyond a task that is not done."""
        if by > 0 and self.state.reach == self.state.step < self.state.last:
            self._say_first()
        else:
            self.open_step(self.state.step + by)

    def open_step(self, step: int) -> None:
        """Open a step, as far as it may be, and set the panes as it shows them."""
        before = self.state.step
        self.state = self.state.at(step)
        if self.state.step == before:
            return
        self._stop_running()
        self._leave_pointing()
        self.news = ()
        self._opened()
        self.set_scene(self.state.here.scene)

    def _opened(self) -> None:
        self.progress.visit(self.state.lesson.id, self.state.step)
        place = f"{self.state.step + 1} of {len(self.state.lesson.steps)}"
        self.query_one(TitleBar).heading = f"{self.state.lesson.title}  {place}"
        self._open_editor()
        self.query_one(LessonPage).focus()
        self._show_page()
        self.query_one(LessonPage).to_top()

    def _say_first(self) -> None:
        self.query_one(LessonPage).to_end()
        if self.state.active and not self.doing.said:
            self._now(replace(self.doing, said="First this task; s skips it."))

    async def action_contents(self) -> None:
        """List the steps of the lesson."""
        from attn_tui.screens.contents import ContentsScreen  # noqa: PLC0415

        def chosen(step: int | None) -> None:
            if step is not None:
                self.open_step(step)

        await self.app.push_screen(ContentsScreen(self.state), chosen)

    # The panes

    def set_scene(self, scene: Show, matrix: str | None = None) -> None:
        """Let the panes show a scene; its cell is found when its trace is there."""
        self.placing = scene
        self.want(session_of(scene, self.wanted, matrix))

    def trace_arrived(self) -> None:
        """Put the cursor where the scene has it, then show the panes."""
        changed = not self._place()
        super().trace_arrived()
        self._watch(changed)

    def session_changed(self) -> None:
        """Put the cursor where the scene has it; a key of the walk ends the pointing."""
        changed = not self._place()
        if changed:
            self._leave_pointing()
        super().session_changed()
        self._watch(changed)

    def trace_failed(self, sentence: str) -> None:
        """Say why; what was to be pointed at is not there."""
        self.placing = None
        self._leave_pointing()
        super().trace_failed(sentence)

    def _place(self) -> bool:
        """Put the cursor where the scene has it, if one is still to be shown; whether it was."""
        if self.placing is None or self.trace is None:
            return False
        scene, self.placing = self.placing, None
        self.session = self.wanted = placed(scene, self.session, self.trace)
        ask = self.state.active
        if isinstance(ask, CellAsk) and _shows(scene, ask):
            self.call_later(self._point)
        return True

    def _watch(self, changed: bool) -> None:
        """Say whether the goal of the present task is reached, once the learner has changed things."""
        ask = self.state.active
        if self.whole is None or not changed or not isinstance(ask, GoalAsk):
            return
        verdict = judge(ask, self.state.here.scene, self._seen(), self._model)
        if verdict.right:
            self._answered(ask, self.session.text, True, verdict.text)
        else:
            self._now(replace(self.doing, said=verdict.text))

    def _seen(self) -> Seen:
        assert self.whole is not None
        return Seen(self.whole, self.session.model, self.session.head)

    def _model(self, name: str) -> Model:
        """The models of the panes, which answers are computed with, too."""
        return model_of(replace(self.session, model=name), self.tracer.models)

    # Tasks

    @property
    def doing(self) -> TaskState:
        """How far the task is that is to be done now."""
        assert self.state.active is not None
        return self.state.tasks[self.state.active.id]

    def _now(self, task: TaskState) -> None:
        assert self.state.active is not None
        self.state = self.state.with_task(self.state.active, task)
        self._show_page()

    def _show_page(self) -> None:
        self.news += self.progress.news()
        page = self.state.page(self.pointing, self.running is not None, self.news, self._onward())
        self.query_one(LessonPage).show(page)
        self.show_hints()

    def _onward(self) -> str:
        if self.following is None:
            return "the list of lessons"
        return f"the next lesson: {self.following.title}"

    def action_hint(self) -> None:
        """One more hint."""
        if self.state.active:
            self._now(self.doing.with_hint(self.state.active))
            self.query_one(LessonPage).to_end()

    def action_skip(self) -> None:
        """Let the task be, and read what it would have shown."""
        ask = self.state.active
        if ask is None:
            return
        self._stop_running()
        self._now(replace(self.doing, skipped=True, said=""))
        self._task_over()

    def action_choose(self, rows: int, columns: int) -> None:
        """Move in the list that is chosen from, point at a cell, or scroll."""
        ask = self.state.active
        if isinstance(ask, ChoiceAsk | OrderAsk):
            self._now(self.doing.moved(ask, rows or columns))
            self.query_one(LessonPage).to_end()
        elif isinstance(ask, CellAsk) and self.pointing:
            self.action_move(rows, columns)
        else:
            self.query_one(LessonPage).scroll_relative(y=rows, animate=False)

    def action_lift(self) -> None:
        """Lift an item, set it down; without items read on."""
        page = self.query_one(LessonPage)
        if isinstance(self.state.active, OrderAsk):
            self._now(replace(self.doing, lifted=not self.doing.lifted))
        else:
            page.scroll_relative(y=max(page.size.height - 2, 1), animate=False)

    def action_answer(self) -> None:
        """Answer the task; without one go on."""
        ask = self.state.active
        if ask is None:
            self._onwards()
        elif isinstance(ask, NumberAsk):
            self._judge(ask, self.doing.typed)
        elif isinstance(ask, ChoiceAsk):
            self._judge(ask, self.doing.chosen)
        elif isinstance(ask, OrderAsk):
            self._judge(ask, self.doing.items)
        elif isinstance(ask, CellAsk):
            self._answer_cell(ask)
        elif isinstance(ask, GoalAsk):
            if self.whole is not None:
                self._judge(ask, self._seen(), self.session.text)
        elif isinstance(ask, CodeAsk):
            self.query_one(CodeEditor).focus()
            self.query_one(LessonPage).to_end()

    def _onwards(self) -> None:
        if self.state.step < self.state.last:
            self.action_turn(1)
        elif self.following is not None:
            self.post_message(LessonAsked(self.following))
        else:
            self.post_message(CourseAsked())

    def _judge(self, ask: Ask, answer: object, written: str | None = None) -> None:
        try:
            verdict = judge(ask, self.state.here.scene, answer, self._model)
        except ValueError as error:
            self._now(replace(self.doing, said=f"{error}."))
            return
        self._answered(
            ask, str(answer) if written is None else written, verdict.right, verdict.text
        )

    def _answered(self, ask: Ask, written: str, right: bool, said: str) -> None:
        """Keep an answer and say what it means; the next task begins after a right one."""
        self.progress.attempt(self.state.lesson.id, ask.id, written, right)
        self._now(self.doing.answered(right, said))
        if right:
            self._task_over()
        self.query_one(LessonPage).to_end()

    def _task_over(self) -> None:
        """The veil is lifted, and the next task of the step is there to be done."""
        self._leave_pointing()
        self._open_editor()
        if isinstance(self.focused, CodeEditor):
            self.query_one(LessonPage).focus()
        self._show_page()
        self._show()
        self.query_one(LessonPage).to_end()

    def on_key(self, event: events.Key) -> None:
        """On the page figures are typed; in the panes all keys are the walk's.

        What the walk types is the value of its own prediction, not of a cell that is pointed at.
        """
        if self._in_panes() and not self.pointing:
            return
        event.prevent_default()
        if not isinstance(self.focused, LessonPage) or not isinstance(self.state.active, NumberAsk):
            return
        if event.key == "backspace":
            self._now(self.doing.with_typed(""))
        elif event.character and event.character in TYPED:
            self._now(self.doing.with_typed(event.character))
        else:
            return
        self.query_one(LessonPage).to_end()
        event.stop()

    # Cells are pointed at

    def _answer_cell(self, ask: CellAsk) -> None:
        if not self.pointing:
            here = replace(self.state.here.scene, cell=None, pane=None, pane_options={})
            scene = ask.reference.scene(here)
            if self.trace is not None and _at(self.session, scene):
                self._point()
            else:
                self.set_scene(scene, ask.reference.matrix)
        elif self.trace is not None:
            cell = whole_cell(self.session, self.trace)
            self._judge(ask, cell, f"{cell[0]}, {cell[1]}")

    def _point(self) -> None:
        """Begin to point: in the row that is asked about, its values veiled."""
        ask = self.state.active
        if not isinstance(ask, CellAsk) or self.trace is None or self.frame is None:
            return
        reference = ask.reference
        scene = reference.scene(self.state.here.scene)
        row, column = self.session.row, self.session.column
        if reference.row is not None:
            row = row_of(reference.row, scene, self.trace, reference.matrix)
        if reference.column is not None:
            column = column_of(reference.column, scene, self.trace, reference.matrix)
        self.session = self.wanted = self.session.at(row, column)
        self.pointing = True
        if reference.row is not None:
            self._predict("", row=row)
        else:
            self._show()
        self._show_page()

    def _show(self) -> None:
        """The panes say what is pointed at; what to press stands on the page."""
        super()._show()
        if self.pointing and self.frame and self.prediction:
            self.query_one(WalkPanes).say(self.frame.prose[0])

    def _leave_pointing(self) -> None:
        self.pointing = False
        self.prediction = None

    def _go(self, session: Session) -> None:
        """Pointing goes on in another cell."""
        if self.pointing and self.prediction is None:
            self.session = self.wanted = session
            self._show()
        else:
            super()._go(session)

    async def action_terms(self) -> None:
        """Enter in the panes answers the task that is pointed at, else shows all terms."""
        if self.pointing:
            self.action_answer()
        else:
            await super().action_terms()

    # Code

    def _open_editor(self) -> None:
        ask = self.state.active
        if isinstance(ask, CodeAsk):
            tried = self.progress.attempts(self.state.lesson.id, ask.id)
            start = f"{ask.signature}\n{ask.start}"
            self.query_one(CodeEditor).open(start, [attempt.answer for attempt in tried])

    @on(CodeEditor.RunAsked)
    def _run_asked(self, message: CodeEditor.RunAsked) -> None:
        ask = self.state.active
        if isinstance(ask, CodeAsk) and self.running is None:
            self.query_one(CodeEditor).keep(message.source)
            self.running = self.run_worker(
                partial(self._run_code, ask, message.source), thread=True, exit_on_error=False
            )
            self._show_page()

    def _run_code(self, ask: CodeAsk, source: str) -> None:
        """In a thread: the code runs in a process of its own."""
        worker = get_current_worker()
        result = run_code(ask, source, stopped=lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(CodeJudged(ask, source, result))

    @on(CodeJudged)
    def _code_judged(self, message: CodeJudged) -> None:
        if self.running is None or message.ask is not self.state.active:
            return
        self.running = None
        output = f"\nIt printed:\n{message.result.output}" if message.result.output else ""
        said = message.result.text + output
        self._answered(message.ask, message.source, message.result.right, said)

    def _stop_running(self) -> None:
        if self.running is not None:
            self.running.cancel()
            self.running = None

    @on(CodeEditor.Left)
    def _editor_left(self) -> None:
        self.query_one(LessonPage).focus()

    # Both sides

    def action_other_side(self) -> None:
        """From the page to the panes, or back."""
        page = self.query_one(LessonPage)
        (page if self._in_panes() else self.query_one(WalkPanes)).focus()

    def _in_panes(self) -> bool:
        return not (isinstance(self.focused, LessonPage | CodeEditor))

    def on_descendant_focus(self) -> None:
        """The side that has the keys has the room, and the footer."""
        self.set_class(self._in_panes(), "-panes")
        self.show_hints()

    def show_hints(self) -> None:
        """Say which keys the side has that has the focus."""
        if isinstance(self.focused, CodeEditor):
            shown = hints(EDITOR_KEYS)
        elif self._in_panes():
            shown = PANES_HINTS
        else:
            idle = self.state.active is None
            shown = tuple(
                "Enter on" if idle and hint.startswith("Enter") else hint
                for hint in hints(LESSON_KEYS)
                if not (idle and hint.startswith(("h ", "s ")))
            )
        self.query_one(KeyHints).hints = shown

    def _end_edit(self) -> None:
        """The panes have the keys again when their text was changed."""
        edited = bool(self.query("TextLine"))
        super()._end_edit()
        if edited:
            self.query_one(WalkPanes).focus()

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        about = self.trace.model.about if self.trace else ""
        await self.app.push_screen(HelpScreen((*LESSON_KEYS, *EDITOR_KEYS, *WALK_KEYS), about))

    def action_leave(self) -> None:
        """From the panes to the page, from there to the screen below, or home."""
        if self.give_up_model():
            return
        if self._in_panes():
            self.query_one(LessonPage).focus()
            return
        self._stop_running()
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.post_message(HomeAsked(self.session.model))


def _shows(scene: Show, ask: CellAsk) -> bool:
    """Whether a scene shows what a task asks for, so that it must be veiled at once."""
    return scene.pane is None and ask.reference.scene(scene) == scene


def _at(session: Session, scene: Show) -> bool:
    """Whether the panes show a scene."""
    return session_of(scene, session, session.projection) == replace(
        session, zoom="window", operands=True, specials=True, pane_options={}, pane_cell=(0, 0)
    )
