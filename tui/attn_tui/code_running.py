"""A learner's code, run in a worker: the screen stays alive, and what comes of it is a message."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from attn_lessons.code_runner import CodeResult, run_code

if TYPE_CHECKING:
    from attn_lessons.lesson import CodeAsk


@dataclass
class CodeJudged(Message):
    """The learner's code has run; `source` is what was run."""

    ask: CodeAsk
    source: str
    result: CodeResult


def start_run(screen: Screen[None], ask: CodeAsk, source: str) -> Worker[None]:
    """Run the code; the screen gets a CodeJudged, unless the worker is cancelled before."""
    return screen.run_worker(partial(_run, screen, ask, source), thread=True, exit_on_error=False)


def _run(screen: Screen[None], ask: CodeAsk, source: str) -> None:
    """In a thread: the code runs in a process of its own."""
    worker = get_current_worker()
    result = run_code(ask, source, stopped=lambda: worker.is_cancelled)
    if not worker.is_cancelled:
        screen.post_message(CodeJudged(ask, source, result))
