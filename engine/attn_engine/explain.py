"""The arithmetic of one cell: the products that add up to it, and a line that one can check."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from attn_engine import arithmetic
from attn_engine.matrix import Array, Matrix

if TYPE_CHECKING:
    from attn_engine.stages import Stage
    from attn_engine.trace import Trace


class Term(NamedTuple):
    """One product, a times b, and what it stands for."""

    label: str
    a: float
    b: float
    product: float


@dataclass(frozen=True)
class Explanation:
    """The terms whose products add up to `result`, the value of the cell; `text` says it in a line."""

    terms: tuple[Term, ...]
    result: float
    text: str


@dataclass(frozen=True, eq=False)
class _Cell:
    """A cell to explain: of which step and matrix, and its value."""

    trace: Trace
    step: Stage
    matrix: Matrix
    head: int
    row: int
    column: int
    value: float

    def grid(self, name: str) -> Matrix:
        """Another matrix of the step, of the same head."""
        return self.step[name].of_head(self.head)


def explain_cell(
    trace: Trace, stage: str, *, head: int, row: int, column: int, matrix: str | None
) -> Explanation:
    """The explanation of a cell of a step's result, or of another matrix of the step.

    A matrix with one axis has no columns, and one without a head axis no heads: there `column` and
    `head` are not read. Raises ValueError for what is not there.
    """
    step = trace[stage]
    chosen = _matrix_of(step, matrix or step.result)
    grid = chosen.of_head(head)
    index = (row, column)[: grid.values.ndim]
    for what, place, size in zip(("row", "column"), index, grid.shape, strict=False):
        if not 0 <= place < size:
            raise ValueError(
                f"{what} {place} is not there: {grid.name} has {what}s 0 to {size - 1}"
            )
    value = float(grid.values[index])
    explainer = _EXPLAINERS.get((step.key, chosen.name), _given)
    return explainer(_Cell(trace, step, grid, head, row, column, value))


def _matrix_of(step: Stage, name: str) -> Matrix:
    try:
        return step[name]
    except KeyError as error:
        raise ValueError(error.args[0]) from None


def _product(left: str, right: str) -> Callable[[_Cell], Explanation]:
    """A row of the left matrix times a column of the right one."""

    def explain(cell: _Cell) -> Explanation:
        a, b = cell.grid(left), cell.grid(right)
        return _sum_of_products(cell, a, b.values[:, cell.column])

    return explain


def _score(cell: _Cell) -> Explanation:
    """A query times a key: row by row, because K is transposed."""
    return _sum_of_products(cell, cell.grid("q"), cell.grid("k").values[cell.column])


def _sum_of_products(cell: _Cell, left: Matrix, b: Array) -> Explanation:
    row = left.values[cell.row]
    factors = zip(left.labels[1], row.tolist(), b.tolist(), strict=True)
    terms = tuple(Term(label, x, y, x * y) for label, x, y in factors)
    line = arithmetic.products_line([(term.a, term.b) for term in terms], cell.value)
    return Explanation(terms, cell.value, line)


def _sum(*names: str) -> Callable[[_Cell], Explanation]:
    """The same cell of several matrices, added."""

    def explain(cell: _Cell) -> Explanation:
        addends = [float(cell.grid(name).values[cell.row, cell.column]) for name in names]
        terms = tuple(Term(name, x, 1.0, x) for name, x in zip(names, addends, strict=True))
        return Explanation(terms, cell.value, arithmetic.sum_line(addends, cell.value))

    return explain


def _scaled(cell: _Cell) -> Explanation:
    score = float(cell.grid("scores").values[cell.row, cell.column])
    d_head = cell.trace["score"]["q"].shape[-1]
    factor = 1 / math.sqrt(d_head)
    term = Term(f"scores × 1/√{d_head}", score, factor, score * factor)
    return Explanation((term,), cell.value, arithmetic.quotient_line(score, d_head, cell.value))


def _weight(cell: _Cell) -> Explanation:
    row = cell.grid("masked").values[cell.row].tolist()
    peak = max(row)
    if peak == -math.inf:
        term = Term("nothing to attend to", 0.0, 0.0, 0.0)
        return Explanation((term,), cell.value, "every key is masked: all weights of the row are 0")
    top = math.exp(row[cell.column] - peak)
    share = 1 / math.fsum(math.exp(value - peak) for value in row)
    term = Term("exp(x - max) × 1/sum", top, share, top * share)
    return Explanation((term,), cell.value, arithmetic.softmax_line(row, cell.column, cell.value))


def _token(cell: _Cell) -> Explanation:
    """Where in the text the token lies, and which row of the vocabulary it is."""
    token = cell.trace.tokens[cell.row]
    row = f"row {token.id} of the vocabulary"
    if token.unknown:
        row = f"not in the vocabulary, so row {token.id} was made up for it"
    if token.special and token.start == token.end:
        text = f"{token.text} is not in the text, it was added; it is {row}"
    elif token.end - token.start == 1:
        text = f"{token.text!r} is character {token.start} of the text and {row}"
    else:
        text = (
            f"{token.text!r} is characters {token.start} to {token.end - 1} of the text and {row}"
        )
    return Explanation((Term(cell.matrix.name, cell.value, 1.0, cell.value),), cell.value, text)


def _mask(cell: _Cell) -> Explanation:
    query, key = cell.matrix.labels[0][cell.row], cell.matrix.labels[1][cell.column]
    what = "0: {} may attend to {}" if cell.value == 0 else "-inf: {} may not attend to {}"
    term = Term("mask", cell.value, 1.0, cell.value)
    return Explanation((term,), cell.value, what.format(query, key))


def _concat(cell: _Cell) -> Explanation:
    """A cell of one head's Z, side by side with those of the others."""
    width = cell.trace["sum"]["z"].shape[-1]
    head, dimension = divmod(cell.column, width)
    term = Term(f"z of head {head}", cell.value, 1.0, cell.value)
    text = f"column {dimension} of head {head}'s Z: {arithmetic.figure(cell.value)}"
    return Explanation((term,), cell.value, text)


def _given(cell: _Cell) -> Explanation:
    """A cell that this step was given, not one that it computed."""
    term = Term(cell.matrix.name, cell.value, 1.0, cell.value)
    return Explanation((term,), cell.value, arithmetic.figure(cell.value))


def _projection(name: str) -> Callable[[_Cell], Explanation]:
    """H times a weight matrix; plain attention uses H as it is."""
    product = _product("h", f"w_{name}")

    def explain(cell: _Cell) -> Explanation:
        return _same_as("h", cell) if cell.trace.variant == "plain" else product(cell)

    return explain


def _y(cell: _Cell) -> Explanation:
    if cell.trace.variant == "plain":
        return _same_as("concat", cell)
    return _product("concat", "w_o")(cell)


def _same_as(name: str, cell: _Cell) -> Explanation:
    term = Term(name, cell.value, 1.0, cell.value)
    text = f"{arithmetic.figure(cell.value)}, the same cell of {name}: there are no weights here"
    return Explanation((term,), cell.value, text)


_EXPLAINERS: dict[tuple[str, str], Callable[[_Cell], Explanation]] = {
    ("tokenize", "ids"): _token,
    ("tokenize", "spans"): _token,
    ("embed", "x"): _product("one_hot", "w_e"),
    ("position", "xp"): _sum("x", "p"),
    ("project", "q"): _projection("q"),
    ("project", "k"): _projection("k"),
    ("project", "v"): _projection("v"),
    ("score", "scores"): _score,
    ("scale", "scaled"): _scaled,
    ("mask", "mask"): _mask,
    ("mask", "masked"): _sum("scaled", "mask"),
    ("softmax", "weights"): _weight,
    ("sum", "z"): _product("weights", "v"),
    ("heads", "concat"): _concat,
    ("heads", "y"): _y,
    ("heads", "out"): _sum("h", "y"),
}
"""How a matrix of a step came about; every other matrix was given to the step."""
