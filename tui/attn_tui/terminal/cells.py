"""Text as terminal cells: one string a cell, the second half of a wide character an empty one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len, split_graphemes

from attn_tui.view.safe_text import INVISIBLE_LETTERS, MOST_MARKS, is_mark, shown_alone

FIRST_EMOJI = "\U0001f000"
UNSHOWN = "\ufffd"
"""Stands for a character that may not reach the terminal and that nobody has made visible."""


def cells_of(text: str) -> tuple[str, ...]:
    """The cells that `text` occupies, as many as `rich` measures; the last gate to the terminal.

    Only graphic characters pass, whatever a widget has drawn: each with two combining marks at
    most, as `safe_text.visible` writes them. What has no width, as control characters and marks
    with nothing before them, is left out; of what has one, UNSHOWN or a blank takes the place.
    """
    if text.isascii() and text.isprintable():
        return tuple(text)
    return _graphic_cells(text)


@lru_cache(maxsize=512)
def _graphic_cells(text: str) -> tuple[str, ...]:
    cells: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        if width:
            cells += _cells_of_one(text[start:end], width)
    return tuple(cells)


def _cells_of_one(grapheme: str, width: int) -> list[str]:
    """The cells of a base and what belongs to it, joiners, selectors and further marks left out."""
    base = grapheme[0]
    if shown_alone(base) != base:
        blank = base.isspace() or base in INVISIBLE_LETTERS
        return [" " if blank else UNSHOWN, *[" "] * (width - 1)]
    own = cell_len(base)
    marks = [character for character in grapheme[1:] if is_mark(character)][:MOST_MARKS]
    return [base + "".join(marks), *[""] * (own - 1), *[" "] * (width - own)]


def is_uncertain(cell: str) -> bool:
    """Whether terminals disagree about the width of `cell`: emoji, and several code points."""
    return len(cell) > 1 or cell >= FIRST_EMOJI


def has_uncertain(cells: Sequence[str]) -> bool:
    """Whether any cell is uncertain; quick, as nearly always none is."""
    text = "".join(cells)
    return not text.isascii() and any(map(is_uncertain, cells))
