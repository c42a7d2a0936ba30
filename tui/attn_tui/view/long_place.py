"""Where the cursor is in a long text: the token of the query and that of the key, in their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.view.labels import label
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    from attn_engine import Token
    from attn_tui.view.long_view import LongView, Stretch

AROUND = 200
"""Characters of the text kept on each side of a token."""


@dataclass(frozen=True)
class Place:
    """`said` is the axis, the range and the token's number; the token stands in its text."""

    said: str
    before: str
    token: str
    after: str


def places_of(text: str, tokens: tuple[Token, ...], view: LongView) -> tuple[Place, Place]:
    """The places of the query and of the key."""
    return (
        _place("query ↓", view.rows, view.row, text, tokens),
        _place("key   →", view.columns, view.column, text, tokens),
    )


def _place(axis: str, shown: Stretch, at: int, text: str, tokens: tuple[Token, ...]) -> Place:
    token = tokens[at]
    return Place(
        f"{axis} {shown.said()} at {at:,}",
        visible(text[max(0, token.start - AROUND) : token.start]),
        label(text[token.start : token.end] or token.text),
        visible(text[token.end : token.end + AROUND]),
    )
