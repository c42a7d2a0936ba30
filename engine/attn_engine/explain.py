"""The arithmetic of one cell: the products that add up to it, and a line that one can check."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from attn_engine import arithmetic
from attn_engine.explain_block import normalised, rotation
from attn_engine.explanation import (
    Cell,
    Explainer,
    Explanation,
    Term,
    given,
    product,
    sum_of_products,
)
from attn_engine.matrix import Matrix
from attn_engine.model import Norm

if TYPE_CHECKING:
    from attn_engine.stages import Stage
    from attn_engine.trace import Trace


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
    explainer = _EXPLAINERS.get((step.key, chosen.name), given)
    return explainer(Cell(trace, step, grid, head, row, column, value))


def _matrix_of(step: Stage, name: str) -> Matrix:
    try:
        return step[name]
    except KeyError as error:
        raise ValueError(error.args[0]) from None


def _score(cell: Cell) -> Explanation:
    """A query times a key: row by row, because K is transposed."""
    return sum_of_products(cell, cell.grid("q"), cell.grid("k").values[cell.column])


def _sum(*names: str) -> Explainer:
    """The same cell of several matrices, added; those that the model lacks are left out."""

    def explain(cell: Cell) -> Explanation:
        there = [name for name in names if cell.has(name)]
        addends = [float(cell.grid(name).values[cell.row, cell.column]) for name in there]
        terms = tuple(Term(name, x, 1.0, x) for name, x in zip(there, addends, strict=True))
        return Explanation(terms, cell.value, arithmetic.sum_line(addends, cell.value))

    return explain


def _scaled(cell: Cell) -> Explanation:
    score = float(cell.grid("scores").values[cell.row, cell.column])
    d_head = cell.trace["score"]["q"].shape[-1]
    factor = 1 / math.sqrt(d_head)
    term = Term(f"scores × 1/√{d_head}", score, factor, score * factor)
    return Explanation((term,), cell.value, arithmetic.quotient_line(score, d_head, cell.value))


def _weight(cell: Cell) -> Explanation:
    row = cell.grid("masked").values[cell.row].tolist()
    peak = max(row)
    if peak == -math.inf:
        term = Term("nothing to attend to", 0.0, 0.0, 0.0)
        return Explanation((term,), cell.value, "every key is masked: all weights of the row are 0")
    top = math.exp(row[cell.column] - peak)
    share = 1 / math.fsum(math.exp(value - peak) for value in row)
    term = Term("exp(x - max) × 1/sum", top, share, top * share)
    return Explanation((term,), cell.value, arithmetic.softmax_line(row, cell.column, cell.value))


def _token(cell: Cell) -> Explanation:
    """Where in the text the token lies, and which row of the vocabulary it is."""
    token = cell.trace.tokens[cell.row]
    if token.special and token.start == token.end:
        text = f"{token.text} is not in the text, it was added; its row is {token.id}"
    elif cell.matrix.name == "spans":
        text = f"{token.text!r} {'ends before' if cell.column else 'begins at'} character"
        text = f"{text} {cell.value:g}, counted from 0"
    elif token.unknown:
        text = f"{token.text!r} is not in the vocabulary; row {token.id} was made up for it"
    else:
        text = f"{token.text!r} is row {token.id} of the vocabulary"
    return Explanation((Term(cell.matrix.name, cell.value, 1.0, cell.value),), cell.value, text)


def _mask(cell: Cell) -> Explanation:
    query, key = cell.matrix.labels[0][cell.row], cell.matrix.labels[1][cell.column]
    what = "0: {} may attend to {}" if cell.value == 0 else "-inf: {} may not attend to {}"
    term = Term("mask", cell.value, 1.0, cell.value)
    return Explanation((term,), cell.value, what.format(query, key))


def _concat(cell: Cell) -> Explanation:
    """A cell of one head's Z, side by side with those of the others."""
    width = cell.trace["sum"]["z"].shape[-1]
    head, dimension = divmod(cell.column, width)
    term = Term(f"z of head {head}", cell.value, 1.0, cell.value)
    text = f"column {dimension} of head {head}'s Z: {arithmetic.figure(cell.value)}"
    return Explanation((term,), cell.value, text)


def _projection(name: str) -> Explainer:
    """What the layer is given, normalised if it is, times a weight matrix, plus its bias.

    Plain attention uses H as it is.
    """

    def explain(cell: Cell) -> Explanation:
        sources = ("n", "h") if name == "q" else ("n_kv", "h_kv", "n", "h")
        source = next(filter(cell.has, sources))
        if cell.trace.variant == "plain":
            return _same_as(source, cell)
        return product(source, f"w_{name}", f"b_{name}")(cell)

    return explain


def _out(cell: Cell) -> Explanation:
    """What the attention half hands on: the sum, normalised in a post-norm model."""
    if cell.has("added"):
        return normalised("added", _layer_norm)(cell)
    return _sum("h", "y")(cell)


def _turned(name: str) -> Explainer:
    """A projection, or where positions are rotary what turning has made of it."""

    def explain(cell: Cell) -> Explanation:
        plain = f"{name}_plain"
        rotary = cell.trace.model.rotary
        if rotary is None or not cell.has(plain):
            return _projection(name)(cell)
        return rotation(cell, cell.grid(plain), rotary)

    return explain


def _layer_norm(trace: Trace) -> Norm | None:
    return trace.model.layers[trace.layer].norm_attention


def _y(cell: Cell) -> Explanation:
    if cell.trace.variant == "plain":
        return _same_as("concat", cell)
    return product("concat", "w_o", "b_o")(cell)


def _same_as(name: str, cell: Cell) -> Explanation:
    term = Term(name, cell.value, 1.0, cell.value)
    text = f"{arithmetic.figure(cell.value)}, the same cell of {name}: there are no weights here"
    return Explanation((term,), cell.value, text)


_EXPLAINERS: dict[tuple[str, str], Explainer] = {
    ("tokenize", "ids"): _token,
    ("tokenize", "spans"): _token,
    ("embed", "x"): product("one_hot", "w_e"),
    ("position", "xp"): _sum("x", "p", "t"),
    ("position", "xp_norm"): normalised("xp", lambda trace: trace.model.embedding_norm),
    ("project", "n"): normalised("h", _layer_norm),
    ("project", "n_kv"): normalised("h_kv", _layer_norm),
    ("project", "q_plain"): _projection("q"),
    ("project", "k_plain"): _projection("k"),
    ("project", "q"): _turned("q"),
    ("project", "k"): _turned("k"),
    ("project", "v"): _projection("v"),
    ("score", "scores"): _score,
    ("scale", "scaled"): _scaled,
    ("mask", "mask"): _mask,
    ("mask", "masked"): _sum("scaled", "mask"),
    ("softmax", "weights"): _weight,
    ("sum", "z"): product("weights", "v"),
    ("heads", "concat"): _concat,
    ("heads", "y"): _y,
    ("heads", "added"): _sum("h", "y"),
    ("heads", "out"): _out,
}
"""How a matrix of a step came about; every other matrix was given to the step."""
