"""Three ways to say how much alike two vectors are, for all pairs of rows."""

from __future__ import annotations

import numpy as np

from attn_engine.matrix import Array


def dot_products(x: Array) -> Array:
    """The dot product of each two rows, which counts angle and size: (n, n). x: (n, d)."""
    found: Array = x @ x.T
    return found


def cosines(x: Array) -> Array:
    """The cosine of the angle between each two rows: (n, n), -1..1. x: (n, d).

    A row of zeros points nowhere; its cosines are nan.
    """
    norms = np.linalg.norm(x, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Array = dot_products(x) / (norms[:, None] * norms[None, :])
    return found


def distances(x: Array) -> Array:
    """The straight-line (Euclidean) distance between each two rows: (n, n). x: (n, d)."""
    # Row by row: of n × n differences of d numbers each, a long text has too many at once.
    return np.stack([np.linalg.norm(x - row, axis=1) for row in x])
