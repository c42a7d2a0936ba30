"""The home screen: the course, and sentences to walk through freely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from attn_lessons import Sentence, sentences
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import HOME_KEYS, TYPING_HINTS
from attn_tui.screens.asked import CourseAsked, LessonAsked, WalkAsked
from attn_tui.screens.sized import SizedScreen
from attn_tui.text_input import accept_text
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.prose import Prose
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_lessons.heads import Head
    from attn_lessons.progress import Progress
    from attn_tui.widgets.text_line import TextLine

WELCOME = "Learn self-attention by standing inside it."
PROMISE = "Real matrices, the arithmetic of every cell, lessons that check you."
COURSE = "The course"
WALK = "Walk through a sentence freely, or type your own with {}"

LESSON_WHY = "Short steps beside live matrices: predict, work it out, break it."
COURSE_WHY = "Every lesson, with how far you are."
OFFERED = 2
"""The choices before the sentences: the lesson to go on with, and the course."""


@dataclass
class CourseRead(Message):
    """The course was read: what to do now, with which lesson, how far it is, how many there are."""

    verb: str
    lesson: Head
    far: str
    n_lessons: int
    news: tuple[str, ...]


class HomeScreen(SizedScreen):
    """Asks for a lesson, the course, or the walk on the chosen sentence, computed by `model`.

    `is_read` tells that the sentence in the line is on its way into a walk.
    """

    KEYS = HOME_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(HOME_KEYS)
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, model: str, progress: Callable[[], Progress]) -> None:
        super().__init__()
        self.model = model
        self.progress = progress
        self.lesson: Head | None = None
        self.eager = False
        self.is_read = False
        self.offered: tuple[Sentence, ...] = sentences()

    def compose(self) -> ComposeResult:
        """A welcome, the course, the sentences, the keys."""
        texts = tuple(sentence.text for sentence in self.offered)
        yield TitleBar()
        with Vertical(id="home"):
            yield Static(Content.styled(WELCOME, "bold"))
            yield Static(Content.styled(PROMISE, "$secondary"))
            edit = keymap_of(self.app).said(HOME_KEYS, "edit")
            headings = {0: COURSE, OFFERED: WALK.format(edit)}
            yield Choices(("Begin", "All lessons", *texts), headings)
            yield Prose(id="notice")
        yield KeyHints()

    def on_mount(self) -> None:
        """Say what this is."""
        self.query_one(TitleBar).facts = (f"model {self.model}",)
        self._show_hints()
        self._say_why()

    def _show_hints(self) -> None:
        typing = bool(self.query("TextLine"))
        hints = TYPING_HINTS if typing else keymap_of(self.app).hints(HOME_KEYS)
        self.query_one(KeyHints).hints = hints

    def on_screen_suspend(self) -> None:
        """Close the line once its walk is there; until then, keys that come at once are still its own."""
        if self.is_read:
            self.call_later(self._close_line)

    def on_screen_resume(self) -> None:
        """Look how far the learner is, which a lesson may have changed."""
        self.run_worker(self._read_course, thread=True, exclusive=True)

    def _read_course(self) -> None:
        """In a thread: the lessons and the progress come after the first paint."""
        from attn_lessons.heads import heads  # noqa: PLC0415
        from attn_tui.view.course_list import how_far, next_lesson  # noqa: PLC0415

        lessons, progress = heads(), self.progress()
        verb, lesson = next_lesson(lessons, progress)
        self.post_message(
            CourseRead(verb, lesson, how_far(lesson, progress), len(lessons), progress.news())
        )

    @on(CourseRead)
    def _course_read(self, message: CourseRead) -> None:
        self.lesson = message.lesson
        choices = self.query_one(Choices)
        texts = choices.choices[OFFERED:]
        choices.choices = (f"{message.verb}: {message.lesson.title}", "All lessons", *texts)
        choices.notes = (message.far, f"{message.n_lessons} lessons")
        if message.news:
            self._tell(*message.news)
        if self.eager:
            self.eager = False
            self._open(0)

    def action_move(self, by: int) -> None:
        """Choose another line."""
        self.query_one(Choices).move(by)
        self._say_why()

    def _say_why(self) -> None:
        """What to expect of the chosen line."""
        chosen = self.query_one(Choices).chosen
        offers = (LESSON_WHY, COURSE_WHY)
        why = offers[chosen] if chosen < OFFERED else self.offered[chosen - OFFERED].why
        notice = self.query_one("#notice", Prose)
        notice.told, notice.sentences = False, (why,)

    def _tell(self, *sentences: str) -> None:
        notice = self.query_one("#notice", Prose)
        notice.told, notice.sentences = True, sentences

    def action_open(self) -> None:
        """Open what is chosen."""
        self._open(self.query_one(Choices).chosen)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """Open what is clicked."""
        self._open(message.index)

    def _open(self, index: int) -> None:
        if index >= OFFERED:
            self._walk(self.offered[index - OFFERED].text)
        elif index == 1:
            self.post_message(CourseAsked())
        elif self.lesson is not None:
            self._learn(self.lesson.id)
        else:
            self.eager = True

    def _learn(self, name: str) -> None:
        from attn_lessons.reader import course  # noqa: PLC0415 - the engine, when first needed

        self.post_message(LessonAsked(next(each for each in course() if each.id == name)))

    def _walk(self, text: str) -> None:
        self.post_message(WalkAsked(text))

    async def action_edit(self) -> None:
        """Open a line for a sentence of one's own."""
        from attn_tui.widgets.text_line import TextLine  # noqa: PLC0415 - an Input is costly

        if not self.query(TextLine):
            line = TextLine("")
            await self.query_one("#home").mount(line, before=self.query_one("#notice"))
            self.set_focus(line)
            self._show_hints()

    def on_text_line_entered(self, message: TextLine.Entered) -> None:
        """Walk through it, or say what is wrong with it."""
        try:
            self._walk(accept_text(message.text))
            self.is_read = True
        except ValueError as error:
            self._tell(str(error))

    async def on_text_line_cancelled(self) -> None:
        """Back to the list."""
        await self._close_line()

    async def _close_line(self) -> None:
        self.is_read = False
        await self.query("TextLine").remove()
        self._show_hints()
        self._say_why()

    def action_back(self) -> None:
        """Back to the screen that the home screen was laid over, if there is one."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        await self.app.push_screen(HelpScreen(HOME_KEYS))
