"""Words and numbers that the plots of several steps share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.labels import cut, label
from attn_tui.view.matrices import of_query_head

if TYPE_CHECKING:
    from attn_engine import Matrix, Trace

NAME_CELLS = 16
"""A token takes at most so many cells of a title."""


def name(text: str) -> str:
    """A token as titles name it: quoted, nothing invisible in it, cut when it is long."""
    return f"“{cut(label(text), NAME_CELLS)}”"


def token(trace: Trace, row: int) -> str:
    """The token of a row as titles name it."""
    return name(trace.tokens[row].text)


def numbers(values: NDArray[Any]) -> tuple[float, ...]:
    """The values as plain numbers. values: (n,)."""
    return tuple(np.asarray(values, dtype=float).tolist())


def row_of(trace: Trace, matrix: Matrix, head: int, row: int) -> tuple[float, ...]:
    """A row of a query head's part of a matrix as plain numbers."""
    return numbers(of_query_head(trace, matrix, head).values[row])


def entropy(weights: NDArray[Any]) -> NDArray[Any]:
    """How evenly weights are spread, in bits: 0 for one key, log2(n) for n keys alike.

    weights: (..., key), rows that sum to 1; result: (...). Shannon (1948), section 6.
    """
    positive = np.where(weights > 0, weights, 1.0).astype(float)
    return np.asarray(-(positive * np.log2(positive)).sum(axis=-1) + 0.0)
