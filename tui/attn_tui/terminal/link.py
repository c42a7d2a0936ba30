"""The way to the terminal: one frame at a time, and when it has arrived."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

from textual.driver import Driver

from attn_tui.terminal.front_buffer import Chunk, Update

BLOCKED = 0.25
"""Seconds that a frame takes to be written when the link does not keep up."""
UNHURRIED = 0.05
"""Seconds in which a frame is written whole, even if it has been overtaken."""
TELLING = 32768
"""Bytes of a frame that cannot be written at once unless they are taken at once."""
SLOW_AFTER = 2
"""Frames that were late with no long one in time between; one may be the terminal's own doing."""
QUESTION, QUESTION_AFTER = "\x1b[?2026$p", 8192
"""What the terminal is asked, and bytes after which it is: its answer says that it has them."""
LATE_ANSWER, LAST_ANSWER = 0.5, 5.0
"""Seconds after which an answer tells of a slow link, and after which none is awaited any more."""


class Frame(str):
    """The text of an update, which the outlet writes chunk by chunk and reports.

    Anything else that it may be given to can write it like any text.
    """

    chunks: Update
    written: Callable[[int, float], None]
    overtaken = False


class Outlet:
    """Stands in the place of the file that a driver's thread writes to."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 - any file of text
        self._file = file

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._file, name)

    def write(self, text: str) -> None:
        """Write a text; a frame goes out at once, up to where it has been overtaken."""
        if not isinstance(text, Frame):
            self._file.write(text)
            return
        started = time.monotonic()
        count = 0
        for chunk in text.chunks:
            if text.overtaken and time.monotonic() - started > UNHURRIED:
                break
            self._file.write(chunk.output)
            self._file.flush()
            count += 1
        text.written(count, time.monotonic() - started)


class Link:
    """Sends frames through an outlet and tells when the next may follow.

    Between here and the terminal an SSH server may hold megabytes, so that no write ever blocks.
    Where the terminal has answered `QUESTION` before, it is asked again after a long frame, and
    nothing is sent until it has answered.
    """

    def __init__(
        self,
        driver: Any,  # noqa: ANN401 - private parts of a driver of Textual
        arrived: Callable[[Update], None],
        slow: Callable[[], None],
    ) -> None:
        driver._file = Outlet(driver._file)
        self._driver = driver
        self._arrived = arrived
        self._slow = slow
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._frame: Frame | None = None
        self._answers = False
        self._unasked = 0
        self._late = 0
        self._asked_at = 0.0
        self._patience: asyncio.TimerHandle | None = None

    @classmethod
    def through(
        cls, driver: Driver, arrived: Callable[[Update], None], slow: Callable[[], None]
    ) -> Link | None:
        """A link through a driver of Textual that writes to a file in a thread; else None.

        `arrived` is told the chunks of a frame that were written, and that the next may be sent;
        `slow`, once, that the link does not keep up.
        """
        if hasattr(driver, "_writer_thread") and hasattr(getattr(driver, "_file", None), "flush"):
            return cls(driver, arrived, slow)
        return None

    @property
    def is_busy(self) -> bool:
        """A frame is on its way."""
        return self._frame is not None or self._patience is not None

    def overtake(self) -> None:
        """There is a later picture than that on its way: on a slow link, stop sending that one."""
        if self._frame is not None:
            self._frame.overtaken = True

    def send(self, update: Update) -> None:
        """Send a frame; not while busy."""
        frame = Frame("".join(chunk.output for chunk in update))
        self._unasked += len(frame)
        asks = self._answers and self._unasked > QUESTION_AFTER
        frame.chunks = (*update, Chunk(QUESTION, {})) if asks else update
        frame.written = self._report
        self._frame = frame
        self._driver.write(frame)

    def answered(self) -> None:
        """The terminal has answered a question: it has all that came before."""
        if not self._answers:
            self._answers, self._unasked = True, 0
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
            self._judge(late=time.monotonic() - self._asked_at > LATE_ANSWER)
            self._arrived(())

    def _report(self, count: int, seconds: float) -> None:
        """In the driver's thread: a frame has been written."""
        with contextlib.suppress(RuntimeError):  # the app has ended
            self._loop.call_soon_threadsafe(self._written, count, seconds, context=self._context)

    def _written(self, count: int, seconds: float) -> None:
        frame, self._frame = self._frame, None
        if frame is None:
            return
        written = frame.chunks[:count]
        if written and written[-1].output == QUESTION:
            self._unasked = 0
            self._asked_at = time.monotonic() - seconds
            self._patience = self._loop.call_later(
                LAST_ANSWER, self._give_up, context=self._context
            )
        elif len(written) < len(frame.chunks) or seconds > BLOCKED:
            self._judge(late=True)
        elif len(frame) > TELLING:
            self._judge(late=False)
        self._arrived(written)

    def _give_up(self) -> None:
        """A terminal that does not answer any more is not asked any more."""
        self._answers = False
        self._patience = None
        self._arrived(())

    def _judge(self, *, late: bool) -> None:
        self._late = self._late + 1 if late else 0
        if self._late == SLOW_AFTER:
            self._slow()
