"""The words in another order: what of attention notices."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from attn_engine import trace as traced
from attn_tui.view.board import Board
from attn_tui.view.narration import quoted
from attn_tui.view.numbers import number
from attn_tui.view.panes.pane_view import Options, PaneView, grid, held, said
from attn_tui.view.plot_spec import Bars, Series
from attn_tui.view.plots.wording import name, numbers
from attn_tui.view.specials import whole_row

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

MOST_WORDS = 200
"""Two traces of a longer text would take too long while a key is pressed."""

ROUNDING = 1e-5
"""A difference below this share of the largest number is the rounding of another order of adding."""


def shuffle(options: Options, trace: Trace, session: Session) -> PaneView:
    """What leaves the layer for the text and for its words in another order, row by row."""
    whole = whole_row(trace, 0)[0]
    text = _reordered(whole.text, options)
    other = _other(whole, text)
    places = _places(whole, other)
    labels = tuple(
        f"{token.text} ({was})" if was != at else token.text
        for at, (token, was) in enumerate(zip(other.tokens, places, strict=True))
    )
    ours, theirs = (_leaving(each) for each in (whole, other))
    before = ours[list(places)]
    dimensions = ("dimension", whole["heads"]["y"].labels[1])
    bound = float(max(np.abs(before).max(), np.abs(theirs).max())) or 1.0
    tokens = ("token (place before)", labels)
    result = grid("shuffled", theirs, tokens, dimensions, bound=bound)
    board = Board(
        result,
        held(session.pane_cell, result),
        before=(grid("in the text", before, tokens, dimensions, bound=bound),),
        operators=("→",),
    )
    row, column = board.cursor
    off = np.abs(theirs - before).max(axis=1)
    seen = off > ROUNDING * bound
    word, was = quoted(other.tokens[row].text), places[row]
    return PaneView(
        board,
        Bars(
            title=f"Layer {whole.layer}: how far each row is off for “{_short(text)}”",
            x_name="token",
            y_name="difference",
            labels=tuple(token.text for token in other.tokens),
            series=(Series("largest difference", numbers(np.where(seen, off, 0.0))),),
            cursor=row,
            remark="" if seen.all() else "0: the same but for rounding",
        ),
        (
            f"In another order: “{text}”.",
            f"{word} moved from place {was} to {row}. {_fate(whole, off, bound)}",
        ),
        said(
            board,
            f"{number(float(theirs[row, column]))}; in the text it was "
            f"{number(float(before[row, column]))}",
        ),
    )


def _fate(trace: Trace, off: NDArray[Any], bound: float) -> str:
    """Whether the rows have only moved, and if not, what told the order."""
    largest = float(off.max())
    if largest <= ROUNDING * bound:
        rounding = "" if largest == 0 else f" (rounding: {largest:.0e})"
        return f"Every row is what it was{rounding}: no order is seen."
    why = "positions tell the order (o: off)" if trace.positions else "the mask tells the order"
    return f"Rows differ by up to {number(largest)}: {why}."


def _leaving(trace: Trace) -> NDArray[Any]:
    """The vectors that leave the layer: (token, d_model)."""
    stage = trace["heads"]
    matrix = stage["y"] if trace.variant == "plain" else stage["out"]
    return np.asarray(matrix.values, dtype=float)


def _reordered(text: str, options: Options) -> str:
    """The text with two of its words swapped, or from its last word to its first."""
    words = text.split()
    if len(words) > MOST_WORDS:
        raise ValueError(f"the text has {len(words)} words; {MOST_WORDS} can be shuffled")
    if "swap" not in options.given:
        return " ".join(reversed(words))
    pair = options.texts("swap", (), most=2)
    for word in pair:
        if word not in words:
            raise ValueError(f"{word!r} cannot be swapped: the text has {', '.join(words)}")
    if len(pair) != 2:
        raise ValueError("swap of pane shuffle must name two words")
    one, two = (words.index(word) for word in pair)
    words[one], words[two] = words[two], words[one]
    return " ".join(words)


_traced: WeakKeyDictionary[Trace, dict[str, Trace]] = WeakKeyDictionary()
"""Shuffled traces by the trace of the text: a moved cursor computes nothing anew."""


def _other(trace: Trace, text: str) -> Trace:
    kept = _traced.setdefault(trace, {})
    if text not in kept:
        kept[text] = traced(
            trace.model, text, layer=trace.layer, mask=trace.mask, variant=trace.variant,
            positions=trace.positions, keys=trace.keys,
        )  # fmt: skip
    return kept[text]


def _places(before: Trace, after: Trace) -> tuple[int, ...]:
    """For each token of the shuffled text its place in the text; equal ones keep their order."""
    places = defaultdict(list)
    for at, token in enumerate(before.tokens):
        places[token.id, token.text].append(at)
    found = []
    for token in after.tokens:
        left = places[token.id, token.text]
        if not left:
            raise ValueError(
                f"shuffled, the words are cut otherwise: {token.text!r} is new; take whole words"
            )
        found.append(left.pop(0))
    return tuple(found)


def _short(text: str) -> str:
    return name(text).strip("“”")
