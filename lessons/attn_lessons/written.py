"""Rows, columns and cells as people write them: "bank", "bank (6)", "6", "bank, River"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from attn_lessons.lesson import Word
from attn_lessons.places import find

_NUMBERED = re.compile(r"^(.+) \((\d+)\)$")


def word_of(word: str, labels: tuple[str, ...] = ()) -> Word:
    """A word as a lesson has it: a number counts from 0, "bank (6)" is the token 6.

    A number that is one of the `labels` is a word.
    """
    if word.removeprefix("-").isdecimal() and word not in labels:
        return int(word)
    return _NUMBERED.sub(r"\1@\2", word)


def place_of(written: str, labels: tuple[str, ...], side: str) -> int:
    """The place of the first row or column that is meant; a label comes before a number.

    Raises ValueError if there is none.
    """
    return find(word_of(written.strip(), labels), labels, side)


def cell_of(
    written: str,
    row_of: Callable[[str], int],
    column_of: Callable[[str], int],
    row: int | None = None,
) -> tuple[int, int] | None:
    """The cell that "ROW, COLUMN" means, or "COLUMN" alone in a `row` that is known.

    A token may be a comma itself: the first comma counts with which both can be found. None for what
    has no such form; raises ValueError, what was said first, where nothing is found.
    """

    def parted(at: int) -> tuple[int, int]:
        return row_of(written[:at]), column_of(written[at + 1 :])

    readings: list[Callable[[], tuple[int, int]]] = [
        partial(parted, at)
        for at, sign in enumerate(written)
        if sign == "," and written[:at].strip() and written[at + 1 :].strip()
    ]
    if row is not None:
        readings.append(lambda: (row, column_of(written)))
    complaint = None
    for reading in readings:
        try:
            return reading()
        except ValueError as error:
            complaint = complaint or error
    if complaint:
        raise complaint
    return None
