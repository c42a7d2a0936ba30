"""The course: its lessons with how far each is, and tasks that are due to be done again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from attn_lessons.reader import course
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import COURSE_KEYS
from attn_tui.screens.asked import LessonAsked
from attn_tui.screens.sized import SizedScreen
from attn_tui.view.course_list import entries_of, reviews_of
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.prose import Prose
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_lessons.progress import Progress
    from attn_tui.view.course_list import Entry


class CourseScreen(SizedScreen):
    """Asks for the chosen lesson, at the step where it was left."""

    KEYS = COURSE_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(COURSE_KEYS)
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self.progress = progress
        self.entries: tuple[Entry, ...] = ()

    def compose(self) -> ComposeResult:
        """The list, what the chosen lesson is, the keys."""
        yield TitleBar()
        with Vertical(id="home"):
            yield Choices((), {0: "The course"})
            yield Prose(id="notice")
        yield KeyHints()

    def on_mount(self) -> None:
        """Name the keys; the list is made anew at each return."""
        self.query_one(KeyHints).hints = keymap_of(self.app).hints(COURSE_KEYS)
        self.query_one(TitleBar).facts = ("the course",)

    def on_screen_resume(self) -> None:
        """Read the progress, which a lesson may have changed."""
        lessons = course()
        reviews = reviews_of(lessons, self.progress)
        self.entries = (*entries_of(lessons, self.progress), *reviews)
        choices = self.query_one(Choices)
        again = {len(lessons): "Worth another try"} if reviews else {}
        choices.headings = {0: "The course", **again}
        choices.choices = tuple(entry.text for entry in self.entries)
        choices.notes = tuple(entry.note for entry in self.entries)
        choices.move(0)
        self._say_what()

    def action_move(self, by: int) -> None:
        """Choose another line."""
        self.query_one(Choices).move(by)
        self._say_what()

    def _say_what(self) -> None:
        news = self.progress.news()
        notice = self.query_one("#notice", Prose)
        notice.told = bool(news)
        notice.sentences = news or (self.entries[self.query_one(Choices).chosen].why,)

    def action_open(self) -> None:
        """Open the chosen lesson."""
        self._open(self.query_one(Choices).chosen)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """A click opens at once."""
        self._open(message.index)

    def _open(self, index: int) -> None:
        entry = self.entries[index]
        self.post_message(LessonAsked(entry.lesson, entry.again))

    def action_back(self) -> None:
        """Back to the screen below."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()

    def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        self.app.push_screen(HelpScreen(COURSE_KEYS))
