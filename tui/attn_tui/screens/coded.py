"""A page beside the panes on which code is written: it runs in a worker, its verdict is an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.worker import Worker

from attn_lessons.lesson import CodeAsk
from attn_tui.code_running import CodeJudged, start_run
from attn_tui.screens.scened import ScenedScreen
from attn_tui.serving.served import code_refused
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.lesson_page import LessonPage

if TYPE_CHECKING:
    from attn_lessons.progress import Progress
    from attn_tui.computing import Models
    from attn_tui.view.lesson_state import LessonState
    from attn_tui.view.session import Session


class CodedScreen(ScenedScreen):
    """Holds how far a lesson is; `running` is the worker of the learner's code, if it runs."""

    def __init__(
        self,
        state: LessonState,
        progress: Progress,
        session: Session,
        models: Models | None = None,
    ) -> None:
        super().__init__(state.scene, session, models)
        self.state = state
        self.progress = progress
        self.running: Worker[None] | None = None

    def show_page(self) -> None:
        """Show the page as the state has it."""
        raise NotImplementedError

    def code_judged(self, message: CodeJudged) -> None:
        """The learner's code has run."""
        raise NotImplementedError

    @property
    def page(self) -> LessonPage:
        """The widget that shows the page."""
        return self.query_one(LessonPage)

    def open_editor(self) -> None:
        """Put the code of the present task into the editor, as it was left."""
        ask = self.state.active
        if isinstance(ask, CodeAsk):
            tried = self.progress.attempts(self.state.lesson.id, ask.id)
            self._refuse_code(ask)
            start = f"{ask.signature}\n{ask.start}"
            self.query_one(CodeEditor).open(start, [attempt.answer for attempt in tried])

    def _refuse_code(self, ask: CodeAsk) -> None:
        """Say before it is written that it would not be run."""
        if code_refused():
            task = replace(self.state.tasks[ask.id], said=code_refused())
            self.state = self.state.with_task(ask, task)

    @on(CodeEditor.RunAsked)
    def _run_asked(self, message: CodeEditor.RunAsked) -> None:
        ask = self.state.active
        if isinstance(ask, CodeAsk) and self.running is None and not code_refused():
            self.query_one(CodeEditor).keep(message.source)
            self.running = start_run(self, ask, message.source)
            self.show_page()

    @on(CodeJudged)
    def _code_judged(self, message: CodeJudged) -> None:
        if self.running is not None and message.ask is self.state.active:
            self.running = None
            self.code_judged(message)

    def stop_running(self) -> None:
        """Leave the learner's code that runs to its end."""
        if self.running is not None:
            self.running.cancel()
            self.running = None

    @on(CodeEditor.Left)
    def _editor_left(self) -> None:
        self.page.focus()
