"""How far a model is fetched, on one line of a terminal that is gone when the answer comes."""

from __future__ import annotations

from typing import TextIO

from attn_tui.computing import Progress, progress_said

ERASE = "\r\x1b[K"
"""To the start of the line, and blank it."""


def progress_on(stderr: TextIO | None) -> Progress | None:
    """What tells a terminal; None where nobody watches."""
    if stderr is None or not stderr.isatty():
        return None

    def tell(what: str, done: int, total: int) -> None:
        end = "" if done < total else ERASE
        stderr.write(f"{ERASE}{progress_said(what, done, total)}{end}")
        stderr.flush()

    return tell
