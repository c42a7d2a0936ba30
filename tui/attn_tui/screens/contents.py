"""The contents of a lesson: its steps as far as they were reached, to go to one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from attn_tui.key import bindings
from attn_tui.panel_keys import CONTENTS_KEYS
from attn_tui.screens.framed import FramedScreen
from attn_tui.view.lesson_page import step_title
from attn_tui.view.lesson_state import LessonState
from attn_tui.view.numbers import counted
from attn_tui.view.safe_text import visible
from attn_tui.widgets.choices import Choices


class ContentsScreen(FramedScreen[int | None]):
    """Hands back a step, or None."""

    DEFAULT_CSS = """
    ContentsScreen > Vertical { max-width: 72; max-height: 90%; }
    ContentsScreen Choices { max-height: 20; }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(CONTENTS_KEYS)

    def __init__(self, state: LessonState) -> None:
        super().__init__()
        self.state = state

    def compose(self) -> ComposeResult:
        """A line a step, then how many lie ahead."""
        state = self.state
        ahead = state.last - state.reach
        leave = "Enter open   Esc back"
        if ahead:
            leave += f"   {counted(ahead, 'more step')} ahead"
        with Vertical():
            yield Static(Content(visible(state.lesson.title)), classes="heading")
            yield Choices(
                tuple(f"{n + 1:>2}  {step_title(state.lesson, n)}" for n in range(state.reach + 1)),
                notes=tuple(self._marks(n) for n in range(state.reach + 1)),
            )
            yield Static(Content(leave), classes="leave")

    def _marks(self, step: int) -> str:
        """A mark for each task of a step."""
        tasks = [self.state.tasks[ask.id] for ask in self.state.lesson.steps[step].asks]
        return " ".join("✓" if task.right else "–" if task.skipped else "·" for task in tasks)

    def on_mount(self) -> None:
        """Begin at the step that is open."""
        self.query_one(Choices).chosen = self.state.step

    def action_move(self, by: int) -> None:
        """Choose another step."""
        self.query_one(Choices).move(by)

    def action_choose(self) -> None:
        """Hand back the chosen step."""
        self.dismiss(self.query_one(Choices).chosen)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """A click opens at once."""
        self.dismiss(message.index)
