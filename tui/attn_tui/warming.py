"""What later screens need, imported while the learner looks at the first one.

The first visit to a lesson or a panel then takes no longer than the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from textual.app import App
from textual.worker import get_current_worker

AFTER = 3.0
"""Seconds after the start; by then the first picture has been there for a while."""
PACKAGES = ("attn_tui.view", "attn_tui.widgets", "attn_tui.export", "attn_tui.screens")
"""With what their modules import: the course, NumPy and parts of Textual, but not torch."""
OTHERS = ("attn_lessons.progress", "attn_lessons.reader", "plotext")
"""What these import only when it is asked for."""


def warm_up(app: App[Any]) -> None:
    """Import in a thread what no screen has needed so far, once the first one is there."""
    app.set_timer(AFTER, partial(app.run_worker, _import, thread=True, exit_on_error=False))


def _import() -> None:
    worker = get_current_worker()
    for name in _later():
        if worker.is_cancelled:
            return
        import_module(name)


def _later() -> Iterator[str]:
    for package in PACKAGES:
        for module in iter_modules(import_module(package).__path__, f"{package}."):
            yield module.name
    yield from OTHERS
