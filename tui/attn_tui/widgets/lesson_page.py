"""The page of a lesson: its text, and the editor where code is asked for."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from attn_tui.key import bindings
from attn_tui.keys import LESSON_KEYS
from attn_tui.view.lesson_page import Page, lines_above, lines_below
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.page_text import PageText


class LessonPage(VerticalScroll, can_focus=True):
    """Shows a page; its keys ask the screen for what they do."""

    DEFAULT_CSS = """
    LessonPage {
        background: $surface; padding: 0 1 0 0; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        scrollbar-color: $secondary; scrollbar-background: $surface;
        scrollbar-color-hover: $secondary; scrollbar-background-hover: $surface;
        scrollbar-color-active: $secondary; scrollbar-background-active: $surface;
    }
    LessonPage:focus { background-tint: transparent; }
    LessonPage CodeEditor { display: none; }
    LessonPage.-code CodeEditor { display: block; }
    """

    class Scrolled(Message):
        """Another part of the page is in sight, or another page."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LESSON_KEYS, of="screen.")

    def compose(self) -> ComposeResult:
        """Text down to the question, the editor, text below it."""
        yield PageText(id="above")
        yield CodeEditor()
        yield PageText(id="below")

    def show(self, page: Page) -> None:
        """Show a page, where it is scrolled to."""
        self.set_class(page.code is not None, "-code")
        self.query_one("#above", PageText).lay_out = partial(lines_above, page)
        self.query_one("#below", PageText).lay_out = partial(lines_below, page)
        self.call_after_refresh(self.post_message, self.Scrolled())

    @property
    def is_read(self) -> bool:
        """Whether the last line is in sight."""
        return self.scroll_offset.y >= self.max_scroll_y

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Say how far the page is read."""
        super().watch_scroll_y(old, new)
        self.post_message(self.Scrolled())

    def on_resize(self) -> None:
        """Say how far the page is read, now that more or less of it fits."""
        self.post_message(self.Scrolled())

    def read_on(self, pages: int = 1) -> None:
        """Bring the lines below into sight, or those above."""
        self.scroll_relative(y=pages * max(self.size.height - 2, 1), animate=False)

    def to_top(self) -> None:
        """Begin to read."""
        self.scroll_to(y=0, animate=False, immediate=True)

    def to_end(self) -> None:
        """Bring the task that is to be done, and what was said to it, into sight."""
        self.call_after_refresh(self.scroll_end, animate=False)
