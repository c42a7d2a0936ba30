"""An app that never sends the terminal a cell that it already shows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar, cast

from rich.console import Console, RenderableType
from textual import _compositor as compositor
from textual import events
from textual.app import App, ReturnType
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from attn_tui.terminal.ascii_spelling import as_ascii
from attn_tui.terminal.drawing import Drawing
from attn_tui.terminal.front_buffer import FrontBuffer, Piece, Update
from attn_tui.terminal.pen import Pens


class _Missing:
    """Stands for a private class of Textual that isn't there: nothing is an instance of it."""


LayoutUpdate: Any = getattr(compositor, "LayoutUpdate", _Missing)
ChopsUpdate: Any = getattr(compositor, "ChopsUpdate", _Missing)
CompositorUpdate: Any = getattr(compositor, "CompositorUpdate", _Missing)


class MinimalOutputApp(App[ReturnType]):
    """Writes the cells that differ from what the terminal shows, and nothing when none does.

    Textual sends a changed row again from its left edge, and whole screens at start and resize.
    This app stands between the compositor and the driver, in a private method of Textual
    (`App._display`; the version is pinned). Where that method or its updates are not what we
    know, Textual's own output is used and the screen is right all the same.
    """

    MINIMAL_OUTPUT: ClassVar[bool] = True
    """Set to False for Textual's own output."""

    drawing = Drawing()
    """How to draw; set it before anything is drawn."""

    _front: FrontBuffer | None = None
    _cursor_sent: object = None
    _size_reports = 0

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, but not that which makes greys of colours: the palette sees to it."""
        return [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]

    def _display(
        self, screen: Screen[Any], renderable: RenderableType | None, *others: object
    ) -> None:
        if self.MINIMAL_OUTPUT and renderable is not None:
            renderable = self._minimal(renderable)
        super()._display(screen, renderable, *others)

    def _minimal(self, renderable: RenderableType) -> RenderableType | None:
        """The update that writes only changes; None if there are none."""
        front = self._front_buffer()
        try:
            front.resize(*_size(renderable))
            update = front.stage(_pieces(renderable))
        except (AttributeError, IndexError, TypeError, ValueError):
            front.forget()
            return renderable
        if not update.output and self._cursor_sent == self.cursor_position:
            return None
        return cast("RenderableType", _MinimalUpdate(update, self._written))

    def _written(self, update: Update) -> None:
        self._front_buffer().commit(update)
        self._cursor_sent = self.cursor_position

    def _front_buffer(self) -> FrontBuffer:
        if self._front is None:
            pens = Pens(self.drawing.palette)
            self._front = FrontBuffer(
                pens, erases_with_background(), as_ascii if self.drawing.ascii else None
            )
        return self._front

    def repaint(self) -> None:
        """Send the whole screen again: what the terminal shows is no longer known."""
        self._cursor_sent = None
        if self._front is not None and not self._front.is_blank:
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

    def __init__(self, update: Update, written: Callable[[Update], None]) -> None:
        self.update = update
        self.written = written

    def render_segments(self, console: Console) -> str:
        self.written(self.update)
        return self.update.output


def _size(update: Any) -> tuple[int, int]:  # noqa: ANN401  private types of Textual
    """Columns and lines of the screen; raises TypeError for an update that isn't made of strips."""
    if isinstance(update, LayoutUpdate):
        return update.region.right, update.region.bottom
    if isinstance(update, ChopsUpdate):
        return update.chop_ends[0][-1], len(update.chops)
    raise TypeError(f"no strips in a {type(update).__name__}")


def _pieces(update: Any) -> Iterator[Piece]:  # noqa: ANN401
    """The strips of a compositor update with their places."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, chain.from_iterable(strips)
        return
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            # Whole chops: cropping one could cut a wide character.
            if strip is not None and x < right and end > left:
                yield y, x, strip


def erases_with_background() -> bool:
    """Whether the terminal's description says that it erases with the current background."""
    with contextlib.suppress(Exception):
        import curses  # noqa: PLC0415  missing on some systems, and only needed here

        curses.setupterm()
        return curses.tigetflag("bce") > 0
    return False
