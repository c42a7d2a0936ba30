"""The nearest words of a word or a sum of words, ready to be listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_engine.meaning import Neighbour, Part, nearest, parse_sum

if TYPE_CHECKING:
    from attn_engine import Model

EXAMPLE = "king-man+woman"
COUNT = 10


@dataclass(frozen=True)
class Neighbours:
    """Words with their cosines, the nearest first, and what is to be said about them."""

    found: tuple[Neighbour, ...]
    note: str


def neighbours_of(model: Model, asked: str, count: int = COUNT) -> Neighbours:
    """The nearest words. Raises ValueError, one sentence, for what is no word or sum of words."""
    parts = parse_sum(model, asked)
    return Neighbours(nearest(model, asked, count), left_out(parts))


def left_out(parts: tuple[Part, ...]) -> str:
    """Which words the answer leaves out: those asked about, which would be among the nearest."""
    words = dict.fromkeys(part.word for part in parts)
    return f"left out, because asked about: {', '.join(words)}"


def sum_said(parts: tuple[Part, ...]) -> str:
    """The sum as one reads it: "king - man + woman"."""
    first, *others = parts
    start = f"{'-' if first.sign < 0 else ''}{first.word}"
    return start + "".join(f" {'+' if part.sign > 0 else '-'} {part.word}" for part in others)
