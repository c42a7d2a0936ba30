"""A lesson: its page beside the live panes of the walk, which stay the walk's in every way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from attn_lessons.lesson import CellAsk, CodeAsk
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import EDITOR_KEYS, LESSON_KEYS, LOOK_KEYS, PANES_HINTS, TYPING_HINTS, WALK_KEYS
from attn_tui.screens.asked import CourseAsked, HomeAsked, LessonAsked
from attn_tui.screens.tasked import TaskedScreen
from attn_tui.view.lesson_state import resumed
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.lesson_page import LessonPage
from attn_tui.widgets.title_bar import TitleBar
from attn_tui.widgets.walk_panes import WalkPanes

if TYPE_CHECKING:
    from attn_lessons.lesson import Lesson
    from attn_lessons.progress import Progress
    from attn_tui.computing import Models
    from attn_tui.view.session import Session

BESIDE = 110
"""From so many columns on the page stands beside the panes, else above them."""


class LessonScreen(TaskedScreen):
    """Opens a lesson where it was left; `following` is the lesson that its end leads to."""

    KEYS = (*LESSON_KEYS, *WALK_KEYS, *LOOK_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        tuple(key for key in LESSON_KEYS if key.action in {"other_side", "restore"})
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
        super().__init__(resumed(lesson, progress, again), progress, session, models)
        self.following = following
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
        self.stop_running()
        self.leave_pointing()
        self.news = ()
        self._opened()
        self.set_scene(self.state.scene)

    def _opened(self) -> None:
        self.progress.visit(self.state.lesson.id, self.state.step)
        place = f"{self.state.step + 1} of {len(self.state.lesson.steps)}"
        self.query_one(TitleBar).heading = f"{self.state.lesson.title}  {place}"
        self.open_editor()
        self.page.focus()
        self.show_page()
        self.page.to_top()

    def _say_first(self) -> None:
        self.page.to_end()
        if self.state.active and not self.doing.said:
            key = keymap_of(self.app).said(LESSON_KEYS, "skip")
            self.now(replace(self.doing, said=f"First this task; {key} skips it."))

    def go_on(self) -> None:
        """Open the next step; from the last one the next lesson, or the list of all."""
        if self.state.step < self.state.last:
            self.action_turn(1)
        elif self.following is not None:
            self.post_message(LessonAsked(self.following))
        else:
            self.post_message(CourseAsked())

    async def action_contents(self) -> None:
        """List the steps of the lesson."""
        from attn_tui.screens.contents import ContentsScreen  # noqa: PLC0415

        def chosen(step: int | None) -> None:
            if step is not None:
                self.open_step(step)

        await self.app.push_screen(ContentsScreen(self.state), chosen)

    # The page

    def action_read(self, pages: int) -> None:
        """Scroll by so many pages."""
        self.page.read_on(pages)

    def show_page(self) -> None:
        """Show the page as the state has it, with what has happened to the progress file."""
        self.news += self.progress.news()
        busy = self.running is not None
        page = self.state.page(self.pointing, busy, self.news, self._onward())
        self.page.show(replace(page, away=self.in_panes))
        self.show_hints()

    def _onward(self) -> str:
        if self.following is None:
            return "the list of lessons"
        return f"the next lesson: {self.following.title}"

    # Both sides

    def _show(self) -> None:
        """A picture that is a plot gets more of a low screen."""
        super()._show()
        self.set_class(self.frame is not None and self.frame.plot_first, "-plot")

    def action_other_side(self) -> None:
        """From the page to the panes, or back."""
        (self.page if self.in_panes else self.query_one(WalkPanes)).focus()

    def on_descendant_focus(self) -> None:
        """The side that has the keys has the room, and the footer."""
        self.set_class(self.in_panes, "-panes")
        self.show_page()
        if self.in_panes:
            self.page.to_end()

    @on(LessonPage.Scrolled)
    def _page_scrolled(self) -> None:
        self.show_hints()

    def show_hints(self) -> None:
        """Say which keys the side has that has the focus."""
        keymap = keymap_of(self.app)
        shown: tuple[str, ...]
        if self.is_typing:
            shown = TYPING_HINTS
        elif isinstance(self.focused, CodeEditor):
            shown = keymap.hints(EDITOR_KEYS)
        elif self.in_panes:
            shown = keymap.rewritten(PANES_HINTS, (*LESSON_KEYS, *WALK_KEYS))
        else:
            shown = self._page_hints()
        self.query_one(KeyHints).hints = shown

    def _page_hints(self) -> tuple[str, ...]:
        """The keys of the page: what Enter does now, and what there is to skip or take up."""
        keymap = keymap_of(self.app)
        told = {"answer": self._enter() if self.page.is_read else "Enter read on"}
        if self.state.active is None:
            again = f"{keymap.said(LESSON_KEYS, 'skip')} try again"
            told |= {"hint": "", "skip": again if self.state.skipped else ""}
        elif self.doing.is_typing:
            told |= {"skip": "", "turn(-1)": ""}
        shown = (told.get(key.action, key.hint) for key in keymap.applied(LESSON_KEYS))
        return tuple(hint for hint in shown if hint)

    def _enter(self) -> str:
        """What Enter does at the end of the page."""
        ask = self.state.active
        if isinstance(ask, CellAsk) and not self.pointing:
            return "Enter go there"
        if isinstance(ask, CodeAsk):
            return "Enter write"
        return "Enter answer" if ask else "Enter on"

    def _end_edit(self) -> None:
        """The panes have the keys again when their text was changed."""
        edited = self.is_typing
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
        if self.in_panes:
            self.page.focus()
            return
        self.stop_running()
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.post_message(HomeAsked())
