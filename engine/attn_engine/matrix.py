"""A named, labelled, read-only array: what every pane draws and every check compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

Kind = Literal["signed", "weights", "one-hot", "mask", "integers"]
"""What the values mean: signed numbers around 0, weights in 0..1 whose rows sum to 1, rows with a
single 1, the additive mask (0 or -inf), or whole numbers such as ids."""


@dataclass(frozen=True, eq=False)
class Matrix:
    """One array of a stage with its axes named and labelled.

    `values` is read-only NumPy and its shape follows `axes`, for example
    ("head", "query", "key"); `labels` holds a tuple of strings for each axis, as long as the axis.
    """

    name: str
    values: Array
    axes: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    kind: Kind = "signed"

    def __post_init__(self) -> None:
        if self.values.ndim != len(self.axes) or len(self.axes) != len(self.labels):
            raise ValueError(
                f"matrix {self.name}: {self.values.ndim} dimensions, {len(self.axes)} axes, "
                f"{len(self.labels)} label tuples; the three must be equal"
            )
        for axis, size, labels in zip(self.axes, self.values.shape, self.labels, strict=True):
            if size != len(labels):
                raise ValueError(
                    f"matrix {self.name}: axis {axis} has {size} entries and {len(labels)} labels"
                )
        self.values.flags.writeable = False

    @property
    def shape(self) -> tuple[int, ...]:
        """The live shape of the array, in the order of `axes`."""
        return self.values.shape

    def of_head(self, head: int) -> Matrix:
        """The matrix of one head; a matrix without a head axis is returned as it is."""
        if self.axes[0] != "head":
            return self
        n_heads = self.shape[0]
        if not 0 <= head < n_heads:
            raise ValueError(f"head {head} is not there: {self.name} has heads 0 to {n_heads - 1}")
        return Matrix(
            self.name, np.asarray(self.values[head]), self.axes[1:], self.labels[1:], self.kind
        )
