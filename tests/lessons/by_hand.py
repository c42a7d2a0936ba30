"""Plain attention by hand, on the rows of the toy that the lessons print."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

MONEY, BANK, GROWS, RIVER, FLOWS = (
    np.array(row, float)
    for row in ([5, 0, 0, 0], [3, 3, 0, 1], [3, 1, 0, 0], [0, 5, 0, 2], [0, 4, 0, 0])
)
"""Rows of the toy: money, nature, living, place; the rest of each is 0."""


def plain_weights(*rows: np.ndarray) -> np.ndarray:
    """softmax(X Xᵀ / √8), spelled out."""
    table = [[exp(a @ b / sqrt(8)) for b in rows] for a in rows]
    return np.array([[each / sum(row) for each in row] for row in table])


def plain_bank(*rows: np.ndarray) -> np.ndarray:
    """The second of the words after plain attention."""
    return plain_weights(*rows)[1] @ np.stack(rows)
