"""The arithmetic of what a block adds to attention: normalised vectors and turned queries and keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from attn_engine import arithmetic
from attn_engine.explanation import Cell, Explainer, Explanation, Term, bias_terms, given
from attn_engine.matrix import Matrix
from attn_engine.model import Norm, Rotary
from attn_engine.positions import rotary_turns

if TYPE_CHECKING:
    from attn_engine.trace import Trace


def rotation(cell: Cell, plain: Matrix, rotary: Rotary) -> Explanation:
    """A cell times the cosine and its partner times the sine of the angle of their place."""
    row, column = plain.values[cell.row], cell.column
    if column >= rotary.dimensions:
        term = Term(plain.labels[1][column], cell.value, 1.0, cell.value)
        text = f"{arithmetic.figure(cell.value)}: this dimension is not turned"
        return Explanation((term,), cell.value, text)
    n_pairs = rotary.dimensions // 2
    second, pair = divmod(column, n_pairs)
    partner = column + (-n_pairs if second else n_pairs)
    if rotary.interleaved:
        pair, second = divmod(column, 2)
        partner = column + (-1 if second else 1)
    cos, sin = (float(turn[cell.row, pair]) for turn in rotary_turns(cell.row + 1, rotary))
    factors = (
        (plain.labels[1][column], float(row[column]), cos),
        (plain.labels[1][partner], float(row[partner]), sin if second else -sin),
    )
    terms = tuple(Term(label, x, turn, x * turn) for label, x, turn in factors)
    line = arithmetic.products_line([(term.a, term.b) for term in terms], cell.value)
    return Explanation(terms, cell.value, line)


def normalised(source: str, norm_of: Callable[[Trace], Norm | None]) -> Explainer:
    """A cell brought to mean 0 and variance 1 with its row, times the weight, plus the bias."""

    def explain(cell: Cell) -> Explanation:
        norm = norm_of(cell.trace)
        if norm is None:
            return given(cell)
        row = cell.grid(source).values[cell.row].astype(np.float64)
        mean, spread = float(row.mean()), math.sqrt(float(row.var()) + norm.eps)
        x, weight = float(row[cell.column]), float(norm.weight[cell.column])
        bias = None if norm.bias is None else float(norm.bias[cell.column])
        normal = (x - mean) / spread
        terms = (Term("normalised × weight", normal, weight, normal * weight), *bias_terms(bias))
        line = arithmetic.norm_line(x, mean, spread, weight=weight, bias=bias, result=cell.value)
        return Explanation(terms, cell.value, line)

    return explain
