"""Of a table with a row or column for each word of the vocabulary, those that a text picks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from attn_engine import Matrix, Trace


def picked_ids(trace: Trace) -> tuple[int, ...]:
    """The ids of the text's tokens, each once, ascending."""
    return tuple(sorted({token.id for token in trace.tokens}))


def picked(trace: Trace, matrix: Matrix) -> Matrix:
    """The matrix, of an axis over the vocabulary the words of the text alone."""
    if "vocabulary" not in matrix.axes:
        return matrix
    axis, ids = matrix.axes.index("vocabulary"), picked_ids(trace)
    labels = list(matrix.labels)
    labels[axis] = tuple(labels[axis][entry] for entry in ids)
    return replace(matrix, values=np.take(matrix.values, ids, axis=axis), labels=tuple(labels))
