"""One sentence of the command on standard error: a line, or at a terminal lines broken at words."""

from __future__ import annotations

import os
import textwrap
from typing import TextIO

from attn_tui.view.safe_text import visible

NARROWEST = 16
"""In fewer columns the terminal breaks the line itself, or it does not know how many it has."""


def tell(sentence: str, stream: TextIO) -> None:
    """Print a sentence, with nothing in it that would move the cursor or start a line by itself."""
    line = f"attn-tui: {visible(' '.join(sentence.split()))}"
    columns = _columns(stream)
    if columns < NARROWEST:
        print(line, file=stream)
        return
    for part in textwrap.wrap(line, columns - 1, break_long_words=False, break_on_hyphens=False):
        print(part, file=stream)


def _columns(stream: TextIO) -> int:
    """Those of the terminal; 0 where there is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return 0
