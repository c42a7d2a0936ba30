"""What vectors say of words: sums of words, a row looked up, three ways to be alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_engine.meaning import nearest, parse_sum, piece_id
from attn_engine.similarity import cosines, distances, dot_products
from attn_tui.view.arithmetic import Term
from attn_tui.view.board import Board
from attn_tui.view.boards import board_of
from attn_tui.view.narration import quoted
from attn_tui.view.neighbours import EXAMPLE, sum_said
from attn_tui.view.numbers import number
from attn_tui.view.panes.pane_view import (
    Options,
    PaneView,
    grid,
    held,
    product_terms,
    summed,
)
from attn_tui.view.plot_spec import Bars, Series
from attn_tui.view.plots.wording import name, numbers

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

AGAINST = ("queen", "banana")
MOST_NEAREST = 6


def analogy(options: Options, trace: Trace, session: Session) -> PaneView:
    """A sum of words, worked out in the rows of the table, beside the words it is held against."""
    model = trace.model
    asked = options.text("sum", EXAMPLE)
    parts = parse_sum(model, asked)
    against = _known(trace, options)
    added = tuple(dict.fromkeys(part.word for part in parts))
    words = (*added, *(word for word in against if word not in added))
    ids = [piece_id(model, word) for word in words]
    factors = np.zeros((1 + len(against), len(words)))
    for part in parts:
        factors[0, words.index(part.word)] += part.sign
    for place, word in enumerate(against, 1):
        factors[place, words.index(word)] = 1.0
    table = np.asarray(model.table)[ids].astype(float)
    rows = (sum_said(parts), *against)
    dimensions = trace["embed"]["x"].labels[1]
    result = grid("sum", factors @ table, ("words", rows), ("dimension", dimensions))
    board = Board(
        result,
        held(session.pane_cell, result),
        left=grid("±", factors, ("words", rows), ("word", words)),
        top=grid("W_E", table, ("word", words), ("dimension", dimensions)),
    )
    found = nearest(model, asked, MOST_NEAREST)
    shown = dict(found) | dict(zip(against, _cosines(table, factors), strict=True))
    ranked = sorted(shown.items(), key=lambda each: -each[1])
    best = quoted(found[0].word.strip()) if found else "nothing"
    return PaneView(
        board,
        Bars(
            title=f"Cosine with {sum_said(parts)}",
            x_name="word",
            y_name="cosine",
            labels=tuple(word for word, _ in ranked),
            series=(Series("cosine", tuple(cosine for _, cosine in ranked)),),
            remark="1: the same direction",
        ),
        (
            "The first row is a sum of rows of W_E, number by number.",
            f"Of all words but its own, {best} is nearest: cosine {number(found[0].cosine)}."
            if found
            else "No other word has a direction.",
        ),
        summed(board, "±·W_E", product_terms(board)),
    )


def _known(trace: Trace, options: Options) -> tuple[str, ...]:
    """The words to hold the sum against; of the standard ones those that the model has."""
    chosen = options.texts("against", AGAINST)
    if "against" in options.given:
        for word in chosen:
            piece_id(trace.model, word)
        return chosen
    known = []
    for word in chosen:
        try:
            piece_id(trace.model, word)
        except ValueError:
            continue
        known.append(word)
    return tuple(known)


def _cosines(table: NDArray[Any], factors: NDArray[Any]) -> list[float]:
    """The cosine of the first row of the sums with each of the others; 0 with a row of zeros."""
    found: list[float] = np.nan_to_num(cosines(factors @ table)[0, 1:]).tolist()
    return found


def lookup(options: Options, trace: Trace, session: Session) -> PaneView:
    """One-hot rows times the table against picking rows, with the multiplications counted."""
    row, column = session.pane_cell
    board = board_of(trace, replace(session, pane=None, step="embed", row=row, dimension=column))
    row, column = board.cursor
    table = np.asarray(trace["embed"]["w_e"].values)
    token = trace.tokens[row]
    product = np.asarray(trace["embed"]["one_hot"].values)[row] @ table
    alike = np.array_equal(product, table[token.id])
    n, (size, width) = len(trace.tokens), table.shape
    total, needed = n * size * width, n * width
    return PaneView(
        board,
        Bars(
            title="Multiplications for this text",
            x_name="way",
            y_name="multiplications",
            labels=("one-hot × W_E", "of them by 0", "lookup"),
            series=(Series("multiplications", (float(total), float(total - needed), 0.0)),),
            decimals=0,
        ),
        (
            f"The product takes {n} × {size:,} × {width} = {total:,} multiplications, "
            f"{total - needed:,} by 0.",
            f"Picking row {token.id} takes none and gives {quoted(token.text)} "
            f"{'the same numbers, bit for bit' if alike else 'the same but for rounding'}.",
        ),
        summed(board, "one-hot·W_E", product_terms(board)),
    )


def similarity(options: Options, trace: Trace, session: Session) -> PaneView:
    """Distance, cosine and dot product of the vectors that enter the layer, side by side."""
    vectors = np.asarray(trace["project"]["h"].values, dtype=float)
    words = tuple(token.text for token in trace.tokens)
    axes = (("word", words), ("word", words))
    far, angle, dot = distances(vectors), cosines(vectors), dot_products(vectors)
    result = grid("dot product", dot, *axes)
    board = Board(
        result,
        held(session.pane_cell, result),
        before=(grid("distance", far, *axes), grid("cosine", angle, *axes)),
        operators=("|", "|"),
    )
    row, column = board.cursor
    one, other = quoted(words[row]), quoted(words[column])
    terms = tuple(
        Term(label, a, b, a * b)
        for label, a, b in zip(
            trace["project"]["h"].labels[-1],
            vectors[row].tolist(),
            vectors[column].tolist(),
            strict=True,
        )
    )
    return PaneView(
        board,
        Bars(
            title=f"{name(words[row])} held against each word",
            x_name="word",
            y_name="value",
            labels=words,
            series=(
                Series("distance", numbers(far[row])),
                Series("cosine", numbers(angle[row])),
                Series("dot product", numbers(dot[row])),
            ),
            cursor=column,
            lit=2,
            remark="a small distance is near; a large cosine or dot product is alike",
        ),
        (
            f"{one} and {other}: distance {number(far[row, column])}, "
            f"cosine {number(angle[row, column])}, dot product {number(dot[row, column])}.",
            _alikes(words, row, far, angle, dot),
        ),
        summed(board, "x·x", terms),
    )


def _alikes(
    words: tuple[str, ...],
    row: int,
    far: NDArray[Any],
    angle: NDArray[Any],
    dot: NDArray[Any],
) -> str:
    """Which other word each of the three finds most like the row's."""
    others = [at for at in range(len(words)) if words[at] != words[row]]
    if not others:
        return "There is no other word to hold it against."
    if not np.isfinite(angle[row, others]).any():
        return f"{quoted(words[row])} is all zeros: it has no direction, so no cosine (nan)."
    near = others[int(np.argmin(far[row, others]))]
    straight = others[int(np.nanargmax(angle[row, others]))]
    strong = others[int(np.argmax(dot[row, others]))]
    return (
        f"Most like {quoted(words[row])}: {quoted(words[near])} by distance, "
        f"{quoted(words[straight])} by cosine, {quoted(words[strong])} by dot product."
    )
