"""The sentence line: the tokens, and how much of the chosen row's attention each one gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.view.labels import label

if TYPE_CHECKING:
    from attn_engine import Token, Trace
    from attn_tui.view.session import Session


@dataclass(frozen=True)
class Word:
    """One token with its share of attention, 0 to 1; `chosen` is the one whose row or column is lit."""

    text: str
    weight: float
    chosen: bool
    special: bool
    unknown: bool


def words_of(trace: Trace, session: Session, veiled: bool = False) -> tuple[Word, ...]:
    """The words of the text; a veiled prediction must not leak, so then the weights are zero.

    In cross-attention they are asked nothing, and their weights are zero as well.
    """
    row = min(session.row, len(trace.tokens) - 1)
    weights = _weights(trace, session, veiled)
    if trace.keys is not None:
        weights = [0.0] * len(trace.tokens)
    return _words(trace.tokens, weights, row)


def key_words_of(trace: Trace, session: Session, veiled: bool = False) -> tuple[Word, ...]:
    """In cross-attention the words of the other text, that of the lit key chosen; else none."""
    if trace.keys is None:
        return ()
    key = min(session.key, len(trace.key_tokens) - 1)
    return _words(trace.key_tokens, _weights(trace, session, veiled), key)


def _weights(trace: Trace, session: Session, veiled: bool) -> list[float]:
    """How much attention the lit row gives each key."""
    if veiled:
        return [0.0] * len(trace.key_tokens)
    row = min(session.row, len(trace.tokens) - 1)
    weights: list[float] = trace["softmax"]["weights"].of_head(session.head).values[row].tolist()
    return weights


def _words(tokens: tuple[Token, ...], weights: list[float], chosen: int) -> tuple[Word, ...]:
    return tuple(
        Word(label(token.text), weight, place == chosen, token.special, token.unknown)
        for place, (token, weight) in enumerate(zip(tokens, weights, strict=True))
    )
