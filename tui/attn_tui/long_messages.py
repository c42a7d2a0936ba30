"""What the threads that compute maps of a long text tell the screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from attn_tui.view.long_map import LongMap, RowFacts


@dataclass
class TextOpened(Message):
    """The text is cut into tokens."""

    request: int
    n_tokens: int


@dataclass
class Working(Message):
    """How far something is: `share` from 0 to 1 and seconds `left`, where these are known."""

    request: int
    what: str
    share: float | None = None
    left: float | None = None


@dataclass
class MapReady(Message):
    """A map, or a better one than before."""

    request: int
    found: LongMap


@dataclass
class RowReady(Message):
    """The figures of a query row."""

    facts: RowFacts


@dataclass
class LongDone(Message):
    """All that was asked for is computed; `sentence` says what went wrong, if anything did."""

    request: int
    sentence: str = ""
