"""From the words of a lesson to the matrices of the engine: scenes traced, rows and columns found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from attn_engine import Model, Trace, load_model, trace
from attn_engine.matrix import Array
from attn_lessons.lesson import Show, Word

Models = Callable[[str], Model]
"""Gives the model of a name."""

SHOWN_LABELS = 12
"""A row or column that is not there is answered with at most so many that are."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """One matrix as a table: `values` (row, column) of `head`, with the labels of both sides."""

    stage: str
    head: int
    name: str
    values: Array
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    def value(self, row: int, column: int) -> float:
        """The number in a cell."""
        return float(self.values[row, column])

    def row(self, index: int) -> str:
        """The name of a row in a sentence."""
        return _named(self.rows, index)

    def column(self, index: int) -> str:
        """The name of a column in a sentence."""
        return _named(self.columns, index)

    def cell(self, row: int, column: int) -> str:
        """The name of a cell in a sentence."""
        return f"row {self.row(row)}, column {self.column(column)}"


@lru_cache(maxsize=4)
def standard_model(name: str) -> Model:
    """The model of a name on NumPy, loaded once. Raises ValueError, one sentence."""
    return load_model(name)


def traced(show: Show, models: Models = standard_model) -> Trace:
    """The trace of what is shown. Raises ValueError, one sentence, for what cannot be computed."""
    return trace(
        models(show.model),
        show.text,
        show.layer,
        show.mask,
        variant=show.variant,
        positions=show.positions,
    )


def sheet_of(found: Trace, stage: str, head: int, matrix: str | None = None) -> Sheet:
    """A matrix of a step (None: its result) as a table, of one head where there are heads.

    Raises ValueError for a matrix or head that is not there. Plain attention has one head, which
    stands for any.
    """
    try:
        whole = found[stage][matrix or found[stage].result]
    except KeyError as error:
        raise ValueError(str(error.args[0])) from None
    asked = head
    if found.variant == "plain":
        head = 0
    elif head >= found.n_heads:
        raise ValueError(
            f"there is no head {head}; layer {found.layer} has 0 to {found.n_heads - 1}"
        )
    if whole.axes[0] == "head":
        # Several query heads may share one head of keys and values.
        whole = whole.of_head(head * whole.shape[0] // found.n_heads)
    if whole.values.ndim == 1:
        return Sheet(
            stage, asked, whole.name, whole.values[:, None], whole.labels[0], (whole.name,)
        )
    return Sheet(stage, asked, whole.name, whole.values, whole.labels[0], whole.labels[1])


def find(word: Word, labels: tuple[str, ...], side: str) -> int:
    """The index of the first row or column that a word means. Raises ValueError if there is none."""
    found = find_all(word, labels)
    if found:
        return found[0]
    if isinstance(word, int):
        raise ValueError(f"there is no {side} {word}; the {side}s are 0 to {len(labels) - 1}")
    more = ", ..." if len(labels) > SHOWN_LABELS else ""
    listed = ", ".join(labels[:SHOWN_LABELS])
    raise ValueError(f"there is no {side} {word!r}; the {side}s are {listed}{more}")


def find_all(word: Word, labels: tuple[str, ...]) -> tuple[int, ...]:
    """All rows or columns that a word means: those written just so, else in whatever case."""
    if isinstance(word, int):
        return (word,) if 0 <= word < len(labels) else ()
    text, at, number = word.rpartition("@")
    if at and text and number.isdecimal():
        index = int(number)
        fits = 0 <= index < len(labels) and labels[index].casefold() == text.casefold()
        return (index,) if fits else ()
    for same in (str, str.casefold):
        places = tuple(n for n, label in enumerate(labels) if same(label) == same(word))
        if places:
            return places
    return ()


def _named(labels: tuple[str, ...], index: int) -> str:
    """The label of a row or column, with its number where several have the same: "bank (6)"."""
    label = labels[index]
    return f"{label} ({index})" if labels.count(label) > 1 else label
