"""Text as terminal cells: one string a cell, the second half of a wide character an empty one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import split_graphemes

CONTROLS = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)))
"""Control characters, which have no width and must never reach the terminal from a text."""
FIRST_EMOJI = "\U0001f000"


@lru_cache(maxsize=4096)
def cells_of(text: str) -> tuple[str, ...]:
    """The cells that `text` occupies; combining marks stay with the character they belong to.

    A mark with nothing before it is left out, as are control characters.
    """
    if text.isascii() and text.isprintable():
        return tuple(text)
    text = text.translate(CONTROLS)
    cells: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        if width:
            cells.append(text[start:end])
            cells.extend([""] * (width - 1))
    return tuple(cells)


def is_uncertain(cell: str) -> bool:
    """Whether terminals disagree about the width of `cell`: emoji, and several code points."""
    return len(cell) > 1 or cell >= FIRST_EMOJI


def has_uncertain(cells: Sequence[str]) -> bool:
    """Whether any cell is uncertain; quick, as nearly always none is."""
    text = "".join(cells)
    return not text.isascii() and any(map(is_uncertain, cells))
