"""The sentence line: the tokens, and how much of the chosen row's attention each one gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.view.labels import label

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


@dataclass(frozen=True)
class Word:
    """One token with its share of attention, 0 to 1; `chosen` is the one whose row is lit."""

    text: str
    weight: float
    chosen: bool
    special: bool
    unknown: bool


def words_of(trace: Trace, session: Session, veiled: bool = False) -> tuple[Word, ...]:
    """The words of the line; a veiled prediction must not leak, so then the weights are zero."""
    row = min(session.row, len(trace.tokens) - 1)
    weights = trace["softmax"]["weights"].of_head(session.head).values[row]
    return tuple(
        Word(
            label(token.text),
            0.0 if veiled else float(weight),
            index == row,
            token.special,
            token.unknown,
        )
        for index, (token, weight) in enumerate(zip(trace.tokens, weights, strict=True))
    )
