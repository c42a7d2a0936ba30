"""A text computed side by side in a worker: each run comes as a message when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from attn_tui.computing import progress_said

if TYPE_CHECKING:
    from attn_engine import Run, Trace


@dataclass
class RunReady(Message):
    """One of the ways is computed, or cannot be."""

    run: Run


@dataclass
class RunsDone(Message):
    """No further run comes."""


@dataclass
class RunsWait(Message):
    """Something is loaded before the next run; `said` is what."""

    said: str


def start_runs(screen: Screen[None], trace: Trace) -> Worker[None]:
    """Compute; the screen gets a RunReady for each way and a RunsDone, unless it is left before."""
    return screen.run_worker(partial(_work, screen, trace), thread=True, exit_on_error=False)


def _work(screen: Screen[None], trace: Trace) -> None:
    """In a thread: between two runs it ends if nobody waits for them."""
    from attn_engine import side_by_side  # noqa: PLC0415 - the engine, after first paint

    worker = get_current_worker()

    def progress(what: str, done: int, total: int) -> None:
        if not worker.is_cancelled:
            screen.post_message(RunsWait(progress_said(what, done, total)))

    for run in side_by_side(trace, progress):
        if worker.is_cancelled:
            return
        screen.post_message(RunReady(run))
    screen.post_message(RunsDone())
