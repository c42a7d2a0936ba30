"""An app that never sends the terminal a cell that it already shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import cached_property
from typing import Any, ClassVar, cast

from rich.console import Console, RenderableType
from textual import events
from textual.app import ReturnType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from attn_tui.terminal.ascii_spelling import as_ascii
from attn_tui.terminal.description import erases_with_background
from attn_tui.terminal.drawing import Drawing
from attn_tui.terminal.front_buffer import FrontBuffer, Update
from attn_tui.terminal.latest_size import LatestSizeApp
from attn_tui.terminal.link import Link
from attn_tui.terminal.pace import Pace
from attn_tui.terminal.pen import Pens
from attn_tui.terminal.updates import CompositorUpdate, pieces_of, size_of


class MinimalOutputApp(LatestSizeApp[ReturnType]):
    """Writes the cells that differ from what the terminal shows, and nothing when none does.

    Textual sends a changed row again from its left edge, and whole screens at start and resize.
    This app stands between the compositor and the driver, in a private method of Textual
    (`App._display`; the version is pinned). Where that method or its updates are not what we
    know, Textual's own output is used and the screen is right all the same.

    One frame is on its way at a time. Pictures that come meanwhile are drawn one over the other,
    and when the way is free the terminal gets what it lacks of the latest: frames are dropped, never
    queued, and keys are answered while the terminal reads.
    """

    MINIMAL_OUTPUT: ClassVar[bool] = True
    """Set to False for Textual's own output."""

    drawing = Drawing()
    """How to draw; set it before anything is drawn."""

    _front: FrontBuffer | None = None
    _link: Link | None = None
    _cursor_sent: object = None
    _size_reports = 0
    _waiting = False

    @cached_property
    def _pace(self) -> Pace:
        return Pace()

    def _build_driver(self, *arguments: Any, **options: Any) -> Driver:  # noqa: ANN401
        driver = super()._build_driver(*arguments, **options)
        if self.MINIMAL_OUTPUT:
            self._link = Link.through(driver, self._arrived, self.link_is_slow)
        return driver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, but not that which makes greys of colours: the palette sees to it."""
        return [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]

    def _display(
        self, screen: Screen[Any], renderable: RenderableType | None, *others: object
    ) -> None:
        ours = renderable is not None and self.MINIMAL_OUTPUT and not self.is_headless
        if ours and self._draw(renderable):
            self._show()
            renderable = None
        super()._display(screen, renderable, *others)

    def _draw(self, renderable: RenderableType | None) -> bool:
        """Put an update on the latest picture; False if it is none that we know."""
        front = self._front_buffer()
        try:
            size, pieces = size_of(renderable), list(pieces_of(renderable))
        except (AttributeError, IndexError, TypeError, ValueError):
            front.clear()
            return False
        is_first = not front.width
        if front.resize(*size) and not is_first:
            self._pace.resized()
        front.draw(pieces)
        self._pace.changed()
        return True

    def _show(self) -> None:
        """Send what the terminal lacks of the latest picture, or leave it to when it may be sent."""
        if self._link is not None and self._link.is_busy:
            self._link.overtake()
            return
        if not (self.is_running and self.screen_stack):
            return
        wait = self._pace.wait()
        if wait > 0:
            self._show_in(wait)
            return
        update = self._front_buffer().stage()
        if update or self._cursor_sent != self.cursor_position:
            super()._display(
                self.screen, cast("RenderableType", _MinimalUpdate(update, self._send))
            )

    def _show_in(self, seconds: float) -> None:
        if not self._waiting:
            self._waiting = True
            asyncio.get_running_loop().call_later(seconds, self._show_now, context=copy_context())

    def _show_now(self) -> None:
        self._waiting = False
        self._show()

    def _send(self, update: Update) -> str:
        """Send an update; what of it is left for Textual to write."""
        self._cursor_sent = self.cursor_position
        self._pace.sent()
        if not update:
            return ""
        if self._link is not None:
            self._link.send(update)
            return ""
        self._front_buffer().commit(update)
        return "".join(chunk.output for chunk in update)

    def _arrived(self, chunks: Update) -> None:
        """These chunks are on the terminal, or on their way to it; the next frame may follow."""
        self._front_buffer().commit(chunks)
        self._show()

    def _front_buffer(self) -> FrontBuffer:
        if self._front is None:
            self._front = FrontBuffer(
                Pens(self.drawing.palette),
                erases_with_background(),
                as_ascii if self.drawing.ascii else None,
            )
        return self._front

    def take_drawing(self, drawing: Drawing) -> None:
        """Draw otherwise from now on."""
        self.drawing = drawing
        if self._front is not None:
            self._front.take_pens(Pens(drawing.palette))
            self.refresh()

    def go_slowly(self) -> None:
        """From now on few frames a second."""
        self._pace.is_slow = True

    def link_is_slow(self) -> None:
        """The terminal has not kept up with what was sent."""
        self.go_slowly()

    def on_terminal_supports_synchronized_output(self) -> None:
        """The answer to a question, of which Textual asks one at the start and the link more."""
        if self._link is not None:
            self._link.answered()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Let no cursor blink: it would send bytes as long as a line is open."""
        if getattr(event.widget, "cursor_blink", False):
            event.widget.cursor_blink = False  # type: ignore[attr-defined]

    def repaint(self) -> None:
        """Send the whole screen again: what the terminal shows is no longer known."""
        self._cursor_sent = None
        if self._front is not None and not self._front.is_blank:
            self._pace.resized()
            self._front.forget()
            self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Repaint after each resize, and after coming back from a suspension, which sends one.

        The first report in which the terminal itself gives its size only answers our asking.
        """
        if event.pixel_size is not None:
            self._size_reports += 1
            front = self._front
            if self._size_reports == 1 and front and event.size == (front.width, front.height):
                return
        self.repaint()


class _MinimalUpdate(CompositorUpdate):  # type: ignore[misc]
    """Goes through Textual's own `_display`, which writes what `render_segments` returns."""

    def __init__(self, update: Update, send: Callable[[Update], str]) -> None:
        self.update = update
        self.send = send

    def render_segments(self, console: Console) -> str:
        return self.send(self.update)
