"""Labels of rows and columns, measured in terminal cells and never in characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from rich.cells import cell_len

from attn_tui.view.safe_text import visible

SPACE = "␣"

SHORTEST_WITH_MARK = 4
"""A label cut to fewer cells keeps its letters and does without the mark of the cut."""


NUMBER = re.compile("<0x([0-9A-F]{2})>|‹([0-9A-F]+)›")
ONLY_NUMBERS = re.compile(f"{SPACE}*(?:{NUMBER.pattern})+")
"""Bytes that make no whole character, and characters that do not show, by their numbers."""


@lru_cache(maxsize=1024)
def label(text: str) -> str:
    """The text of a token as its label: nothing in it invisible, not even spaces at its ends."""
    shown = visible(text)
    body = shown.strip(" ")
    before = len(shown) - len(shown.lstrip(" "))
    after = len(shown) - before - len(body)
    return SPACE * before + body + SPACE * after if body else SPACE * len(shown)


def cut(text: str, width: int, mark: str = "…") -> str:
    """The text in at most `width` cells, its end replaced by `mark` when something was cut off.

    Wide characters are never halved and combining marks stay with their base. Of numbers that stand
    for bytes or characters, as <0xE6> and ‹200B›, the brackets go first: they tell nothing apart.
    """
    if cell_len(text) <= width:
        return text
    if ONLY_NUMBERS.fullmatch(text):
        text = NUMBER.sub(lambda found: found[1] or found[2], text)
        if cell_len(text) <= width:
            return text
    ending = mark if width >= SHORTEST_WITH_MARK else ""
    return _head(text, max(0, width) - cell_len(ending)) + ending


def fit(text: str, width: int, align: Literal["left", "right"] = "left") -> str:
    """The text in exactly `width` cells: cut or padded with blanks."""
    shown = cut(text, width)
    blanks = " " * (width - cell_len(shown))
    return blanks + shown if align == "right" else shown + blanks


def widest(labels: Iterable[str], at_most: int) -> int:
    """The cells of the widest label, up to `at_most`."""
    width = 0
    for text in labels:
        width = max(width, cell_len(label(text)))
        if width >= at_most:
            return at_most
    return width


def _head(text: str, width: int) -> str:
    used = 0
    for position, character in enumerate(text):
        used += cell_len(character)
        if used > width:
            return text[:position]
    return text
