"""Where and by how much two arrays of the same numbers differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_engine.matrix import Array


@dataclass(frozen=True, eq=False)
class Difference:
    """How far `theirs` is from `ours`, two arrays of one shape.

    `values` is theirs - ours, 0 where both are the same infinity, NaN where one of them is no number
    or an infinity that the other is not. `at` is the cell of the largest, a NaN before all others;
    `largest` its magnitude, and `relative` that divided by the largest finite magnitude of ours.
    """

    values: Array
    at: tuple[int, ...]
    largest: float
    relative: float


def difference(ours: Array, theirs: Array) -> Difference:
    """The difference of two arrays of one shape, computed in float64; of none without cells it is 0.

    Raises ValueError for shapes that are not equal.
    """
    if ours.shape != theirs.shape:
        raise ValueError(f"shapes {ours.shape} and {theirs.shape} cannot be compared")
    one, other = (np.asarray(array, dtype=np.float64) for array in (ours, theirs))
    with np.errstate(invalid="ignore"):
        values = np.where(one == other, 0.0, other - one)
    values[np.isinf(values)] = np.nan
    values.flags.writeable = False
    if not values.size:
        return Difference(values, (), 0.0, 0.0)
    # argmax takes the first NaN for the largest.
    at = np.unravel_index(int(np.abs(values).argmax()), values.shape)
    largest = abs(float(values[at]))
    finite = np.abs(one[np.isfinite(one)])
    whole = float(finite.max()) if finite.size else 0.0
    relative = largest / whole if whole else (0.0 if largest == 0 else float("inf"))
    return Difference(values, tuple(int(place) for place in at), largest, relative)
