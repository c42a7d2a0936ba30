"""A second, small process that stands by the app and gives the terminal back when the app cannot.

A library may abort the app, or the system kill it when memory runs out; then nothing in it is asked
any more. So the process that the shell has started only waits, and the app runs in its child.
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from attn_tui.terminal.signals import ENDING
from attn_tui.terminal.taken import MOUSE_IN_CELLS, FoundTerminal, is_in_front

GRACE = 5
"""Seconds that the app has to end after it was told to; then it is made to."""
SHORT = 0.05
"""Seconds between two looks at whose the terminal is."""
PASSED_ON = {
    *ENDING,
    *(getattr(signal, name) for name in ("SIGTSTP", "SIGCONT") if hasattr(signal, name)),
}

_in_use: mmap.mmap | None = None
"""Shared with the guardian: not 0 while the app uses the terminal."""
_guardian = 0
"""The number of the process that stands by this one; 0 without one."""


@contextmanager
def terminal_in_use() -> Iterator[None]:
    """Around what changes the terminal, and gives it back itself if all goes well."""
    note_use(True)
    yield
    leave_pixels()
    note_use(False)


def note_use(in_use: bool) -> None:
    """Tell the guardian, if there is one, whether there would be something to give back."""
    if _in_use is not None:
        _in_use[0] = in_use


def leave_pixels() -> None:
    """Let the mouse be reported in cells again, which Textual leaves in pixels where it can."""
    if sys.__stderr__ is not None:
        with suppress(OSError, ValueError):
            sys.__stderr__.write(MOUSE_IN_CELLS)
            sys.__stderr__.flush()


def has_lost_guardian() -> bool:
    """Whether the guardian is gone, so that this process alone can give the terminal back."""
    return _guardian not in {0, os.getppid()}


def guarded(work: Callable[[], int]) -> int:
    """Do the work in a child of this process; its exit status, 128 and the number for a signal.

    Returns in both processes; each is to leave with what it gets. Where there can be no guardian,
    as on Windows, without a terminal or beside other threads, the work is done here.
    """
    if not _can_stand_by():
        return work()
    global _in_use, _guardian  # noqa: PLW0603
    _in_use = mmap.mmap(-1, 1)
    found = FoundTerminal(sys.stdin.fileno(), sys.stderr.fileno())
    stacks = os.memfd_create("stacks") if hasattr(os, "memfd_create") else None
    ended, kept_open = os.pipe()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {*PASSED_ON, signal.SIGCHLD, signal.SIGALRM})
    stands_by = os.getpid()
    child = os.fork()
    if child:
        os.close(ended)
        return _Guardian(child, found, stacks, _in_use).stand_by()
    os.close(kept_open)
    _guardian = stands_by
    _begin_as_child(before, stacks, ended, found)
    return work()


def _can_stand_by() -> bool:
    streams = (sys.stdin, sys.stderr)
    return (
        hasattr(os, "fork")
        and all(stream is not None and stream.isatty() for stream in streams)
        and is_in_front(sys.stdin.fileno())
        and threading.active_count() == 1
    )


def _begin_as_child(
    mask: set[int | signal.Signals], stacks: int | None, ended: int, found: FoundTerminal
) -> None:
    """Until the app runs, signals just end the process: the guardian does what there is to do."""
    for number in ENDING:
        if signal.getsignal(number) not in {signal.SIG_IGN, None}:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    if stacks is not None:
        import faulthandler  # noqa: PLC0415

        faulthandler.enable(stacks)
    threading.Thread(target=_end_with_guardian, args=(ended, found), daemon=True).start()


def _end_with_guardian(ended: int, found: FoundTerminal) -> None:
    """Nothing is ever written to the pipe; it ends when the guardian does, be it killed.

    The app is told to end, and has some time for that, unless the shell takes the terminal first.
    """
    # A shell that was handed the terminal may have set it to stop whoever else writes to it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
    os.read(ended, 1)
    os.kill(os.getpid(), signal.SIGHUP)
    deadline = time.monotonic() + GRACE
    while time.monotonic() < deadline and is_in_front(found.keys):
        time.sleep(SHORT)
    found.give_back()
    os._exit(128 + signal.SIGHUP)


class _Guardian:
    """Passes signals on to the app, stops when it stops, and cleans up after its death."""

    def __init__(
        self, child: int, found: FoundTerminal, stacks: int | None, in_use: mmap.mmap
    ) -> None:
        self.child = child
        self.found = found
        self.stacks = stacks
        self.in_use = in_use
        self._was_told_to_end = False

    def stand_by(self) -> int:
        """Wait for the end of the app; the exit status."""
        waited_for = {*PASSED_ON, signal.SIGCHLD, signal.SIGALRM}
        for number in waited_for:
            # Blocked, so that it is never called; but what has no handler may not be waited for.
            signal.signal(number, lambda *_: None)
        while True:
            number = signal.sigwait(waited_for)
            if number == signal.SIGCHLD:
                pid, status = os.waitpid(self.child, os.WNOHANG | os.WUNTRACED)
                if pid and not os.WIFSTOPPED(status):
                    return self._after(status)
                if pid and not self._was_told_to_end:
                    if self.in_use[0]:  # it was not asked, so it has not left the terminal
                        self.found.give_back()
                    # So the shell, which waits for this process, takes the terminal.
                    os.kill(os.getpid(), signal.SIGSTOP)
            elif number == signal.SIGALRM:
                os.kill(self.child, signal.SIGKILL)
            else:
                self._pass_on(number)

    def _pass_on(self, number: int) -> None:
        if number == signal.SIGCONT:
            self.found.note()
        elif number in ENDING:
            self._was_told_to_end = True
            signal.alarm(GRACE)
        with suppress(ProcessLookupError):
            os.kill(self.child, number)

    def _after(self, status: int) -> int:
        """Clean up after the app, and say what has happened if nobody asked for it."""
        if self.in_use[0] or self.found.is_changed():
            self.found.give_back()
        if not os.WIFSIGNALED(status):
            return os.WEXITSTATUS(status)
        number = os.WTERMSIG(status)
        if not self._was_told_to_end and number not in ENDING:
            from attn_tui.terminal.reports import tell_death  # noqa: PLC0415

            tell_death(number, self._stacks())
        return 128 + number

    def _stacks(self) -> str:
        """Where each thread of the app was when it died, as far as Python could write it."""
        if self.stacks is None:
            return ""
        return os.pread(self.stacks, 1 << 20, 0).decode("utf-8", "replace")
