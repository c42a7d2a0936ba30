"""Words and texts as counts: one-hot rows, bags of words, TF-IDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_engine.corpus import bag_of_words, document_frequencies, idf, tf_idf, vocabulary_of
from attn_engine.similarity import distances
from attn_tui.view.board import Board
from attn_tui.view.narration import quoted
from attn_tui.view.numbers import number
from attn_tui.view.panes.pane_view import Options, PaneView, grid, held, said
from attn_tui.view.plot_spec import Bars, Series
from attn_tui.view.plots.wording import name, numbers

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

BAG = (
    "dog bites man",
    "man bites dog",
    "the dog sees the other dog",
    "the bank by the river",
)
CORPUS = (
    "the dog bites the man",
    "the man bites the dog",
    "the river flows by the bank",
    "the bank counts the money",
)
"""Small enough to count by hand; the last has a word that every text has."""

LEAST_COLUMNS = 8
"""So many columns of one-hot rows are shown, those of words that do not occur among them."""


def one_hot(options: Options, trace: Trace, session: Session) -> PaneView:
    """The one-hot rows of the text's words, and how far apart they are."""
    matrix = trace["embed"]["one_hot"]
    size = matrix.shape[1]
    ids = [token.id for token in trace.tokens]
    shown = _columns(ids, size)
    words = tuple(matrix.labels[1][at] for at in shown)
    values = np.asarray(matrix.values)[:, shown]
    tokens = tuple(token.text for token in trace.tokens)
    result = grid("one-hot", values, ("token", tokens), ("vocabulary", words), kind="one-hot")
    board = Board(result, held(session.pane_cell, result))
    row, column = board.cursor
    where = f"“{words[column]}” is row {shown[column]} of the vocabulary; {quoted(tokens[row])} is"
    apart = distances(np.asarray(matrix.values, dtype=float))[row]
    others = apart[np.asarray(ids) != ids[row]]
    length = (
        f"Two words differ in two columns, whichever they are: all are √2 = {number(2**0.5)} apart."
        if others.size
        else "A row says which word it is, and nothing about it."
    )
    return PaneView(
        board,
        Bars(
            title=f"Distance from {name(tokens[row])} to each word",
            x_name="word",
            y_name="distance",
            labels=tokens,
            series=(Series("distance", numbers(apart)),),
            cursor=row,
            remark="near and far mean nothing here",
        ),
        (
            f"A row has one 1 and {size - 1:,} zeros; "
            f"{len(shown)} of its {size:,} columns are shown.",
            length,
        ),
        said(board, f"{int(values[row, column])}: {where} row {ids[row]}"),
    )


def _columns(ids: list[int], size: int) -> list[int]:
    """The columns of the ids in order, and of words that come after them in the vocabulary."""
    chosen = set(ids)
    following = ((at + step) % size for step in range(1, size) for at in ids)
    while len(chosen) < min(LEAST_COLUMNS, size):
        chosen.add(next(following))
    return sorted(chosen)


def bag(options: Options, trace: Trace, session: Session) -> PaneView:
    """How often each word of a small corpus occurs in each of its texts."""
    texts = options.texts("texts", BAG)
    words = _words(texts)
    counts = bag_of_words(texts, words)
    result = grid("count", counts, ("text", texts), ("word", words))
    board = Board(result, held(session.pane_cell, result))
    row, column = board.cursor
    times = int(counts[row, column])
    return PaneView(
        board,
        Bars(
            title=f"How often each word occurs in {name(texts[row])}",
            x_name="word",
            y_name="count",
            labels=words,
            series=(Series("count", numbers(counts[row])),),
            cursor=column,
            decimals=0,
        ),
        (
            "A row counts the words of a text: its one-hot rows, added up.",
            _twins(texts, counts, row),
        ),
        said(board, f"{times}: {quoted(words[column])} occurs {_times(times)} in this text"),
    )


def tfidf(options: Options, trace: Trace, session: Session) -> PaneView:
    """The counts, weighed by how few texts have the word."""
    texts = options.texts("texts", CORPUS)
    words = _words(texts)
    counts = bag_of_words(texts, words)
    weighed, rarity = tf_idf(counts), idf(counts)
    axes = (("text", texts), ("word", words))
    result = grid("TF-IDF", weighed, *axes)
    before = grid("TF", counts, *axes)
    board = Board(result, held(session.pane_cell, result), before=(before,), operators=("×idf =",))
    row, column = board.cursor
    total, having = len(texts), int(document_frequencies(counts)[column])
    word, times = quoted(words[column]), int(counts[row, column])
    fate = (
        f"{word} is in {having} of {total} texts: log({total}/{having}) = {number(rarity[column])}"
    )
    return PaneView(
        board,
        Bars(
            title="log(N / df): what one occurrence of a word is worth",
            x_name="word",
            y_name="log(N/df)",
            labels=words,
            series=(Series("log(N/df)", numbers(rarity)),),
            cursor=column,
            remark="0: every text has it",
        ),
        (
            "A count (tf) times log(N / df): a word that few texts have weighs more.",
            fate + (", so it says nothing." if having == total else "."),
        ),
        said(
            board,
            f"{times} × log({total}/{having}) = {times} × "
            f"{number(rarity[column])} = {number(weighed[row, column])}",
        ),
    )


def _words(texts: tuple[str, ...]) -> tuple[str, ...]:
    words = vocabulary_of(texts)
    if not words:
        raise ValueError("the texts of the pane have no words, only signs")
    return words


def _twins(texts: tuple[str, ...], counts: NDArray[Any], row: int) -> str:
    """Which text has the same row, if any."""
    for other in range(len(texts)):
        if other != row and (counts[other] == counts[row]).all():
            return f"{name(texts[other])} has the very same row: a bag has no order."
    return f"{name(texts[row])} has {int(counts[row].sum())} words; their order is gone."


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
