"""How the word under the cursor fell into its pieces, state by state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from attn_tui.view.labels import label
from attn_tui.view.specials import whole_row

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_engine.model import Pieces
    from attn_tui.view.session import Session


@dataclass(frozen=True)
class State:
    """The pieces of a word at one moment; `new` is the one that has just come about, if any."""

    pieces: tuple[str, ...]
    new: int | None = None


@dataclass(frozen=True)
class PieceStory:
    """A word of the text and the states on its way into pieces; `note` says what they mean.

    `chosen` is the piece of the last state that is the cursor's token; `bytes` spells the word in
    hexadecimal where its pieces are cut from bytes, else it is empty.
    """

    word: str
    note: str
    states: tuple[State, ...] = ()
    chosen: int | None = None
    bytes: str = ""


_told: WeakKeyDictionary[Trace, tuple[Pieces, ...]] = WeakKeyDictionary()


def story_of(trace: Trace, session: Session) -> PieceStory:
    """The story of the word in which the cursor's token lies."""
    whole, row = whole_row(trace, min(session.row, len(trace.tokens) - 1))
    token = whole.tokens[row]
    if token.special and token.start == token.end:
        return PieceStory(label(token.text), "Added by the model: it was not cut from the text.")
    word = next(
        (each for each in _pieces_of(whole) if each.start <= token.start < max(each.end, 1)), None
    )
    if word is None or not word.steps:
        return PieceStory(label(token.text), "A word is one piece here.")
    before = [other for other in whole.tokens[:row] if word.start <= other.start < word.end]
    last = word.steps[-1]
    return PieceStory(
        label(word.word),
        _note(word),
        _states(word.steps),
        len(before) if len(before) < len(last) else None,
        word.bytes,
    )


def _pieces_of(trace: Trace) -> tuple[Pieces, ...]:
    if trace.model.pieces is None:
        return ()
    if trace not in _told:
        _told[trace] = trace.model.pieces(trace.text)
    return _told[trace]


def _note(word: Pieces) -> str:
    steps = word.steps
    if len(steps) == 1:
        count = len(steps[0])
        return "It is one piece." if count == 1 else f"It is {count} pieces."
    if len(steps[0]) > len(steps[-1]):
        return "Two neighbours are merged at a time, the most usual pair first:"
    return "From the left, the longest piece that is in the vocabulary:"


def _states(steps: tuple[tuple[str, ...], ...]) -> tuple[State, ...]:
    """The states, each with the piece that the one before did not have."""
    states, before = [], None
    for pieces in steps:
        states.append(State(tuple(map(label, pieces)), _new(before, pieces)))
        before = pieces
    return tuple(states)


def _new(before: tuple[str, ...] | None, pieces: tuple[str, ...]) -> int | None:
    """Where a state first differs from the one before: the merged pair, or the piece just found."""
    if before is None:
        return None
    pairs = zip(before, pieces, strict=False)
    return next((at for at, (old, new) in enumerate(pairs) if old != new), len(pieces) - 1)
