"""What explains a cell, and the kinds of arithmetic that several matrices share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from attn_engine import arithmetic
from attn_engine.matrix import Array, Matrix

if TYPE_CHECKING:
    from attn_engine.stages import Stage
    from attn_engine.trace import Trace


MOST_TERMS = 4_096
"""Longer sums have terms only for what is not 0."""


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
class Cell:
    """A cell to explain: of which step and matrix (of that head alone), and its value."""

    trace: Trace
    step: Stage
    matrix: Matrix
    head: int
    row: int
    column: int
    value: float

    def grid(self, name: str) -> Matrix:
        """Another matrix of the step, of the same head, or of the one that its group shares."""
        own, other = self.step[self.matrix.name], self.step[name]
        if own.axes[0] != "head" or other.axes[0] != "head":
            return other.of_head(self.head)
        return other.of_head(self.head * other.shape[0] // own.shape[0])

    def has(self, name: str) -> bool:
        """Whether the step has that matrix in this model."""
        return any(matrix.name == name for matrix in self.step.matrices)


Explainer: TypeAlias = Callable[[Cell], Explanation]
"""Knows how one matrix of a step came about."""


def product(left: str, right: str, bias: str = "") -> Explainer:
    """A row of the left matrix times a column of the right one, plus a bias where there is one."""

    def explain(cell: Cell) -> Explanation:
        a, b = cell.grid(left), cell.grid(right)
        return sum_of_products(cell, a, b.values[:, cell.column], bias)

    return explain


def sum_of_products(cell: Cell, left: Matrix, b: Array, bias: str = "") -> Explanation:
    """The cell's row of the left matrix times the numbers b, plus the step's bias of that name.

    Of a very long row (a one-hot one has an entry for each word) only what is not 0 has a term.
    """
    row, labels = left.values[cell.row], left.labels[1]
    if len(row) > MOST_TERMS:
        kept = np.flatnonzero(row)
        row, b, labels = row[kept], b[kept], tuple(labels[at] for at in kept.tolist())
    factors = zip(labels, row.tolist(), b.tolist(), strict=True)
    terms = tuple(Term(label, x, y, x * y) for label, x, y in factors)
    added = float(cell.grid(bias).values[cell.column]) if cell.has(bias) else None
    line = arithmetic.products_line([(term.a, term.b) for term in terms], cell.value, added)
    return Explanation((*terms, *bias_terms(added)), cell.value, line)


def bias_terms(bias: float | None) -> tuple[Term, ...]:
    """The term that a bias is, last of its sum; nothing where there is none."""
    return () if bias is None else (Term("bias", bias, 1.0, bias),)


def given(cell: Cell) -> Explanation:
    """A cell that this step was given, not one that it computed."""
    term = Term(cell.matrix.name, cell.value, 1.0, cell.value)
    return Explanation((term,), cell.value, arithmetic.figure(cell.value))
