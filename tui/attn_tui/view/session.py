"""Where the learner stands: one frozen value from which everything on screen follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Zoom = Literal["window", "all", "cell"]
Variant = Literal["learned", "plain"]
Projection = Literal["q", "k", "v"]

ZOOMS: tuple[Zoom, ...] = ("window", "all", "cell")
PROJECTIONS: tuple[Projection, ...] = ("q", "k", "v")

KEY_STEPS = frozenset({"score", "scale", "mask", "softmax"})
"""The steps whose result has a column for each key; the columns of the others are dimensions."""


@dataclass(frozen=True)
class Session:
    """The text and how it is computed, the step, the cell, and how it is looked at.

    `keys` is the text that keys and values come from in cross-attention, None for the text itself.

    `row` is the token whose row is lit, in every step. The column is remembered once for the steps
    whose columns are keys and once for those whose columns are dimensions, so that walking forth and
    back returns to the same cell. `projection` is the one of q, k and v that the project step shows.
    `specials` says whether special tokens are shown; rows and columns count what is shown. Layers,
    heads, rows and columns are counted from 0.

    `plot` says whether the plot stands in place of the matrices where both do not fit; None leaves it
    to what is shown. `pane` names a picture that is shown in place of the step's own matrices and
    plot, with its options and a cursor of its own, so that the step is found again as it was left.
    """

    text: str
    model: str = "tiny"
    layer: int = 0
    head: int = 0
    mask: str | None = None
    keys: str | None = None
    variant: Variant = "learned"
    positions: bool = True
    backend: Literal["numpy", "torch"] = "numpy"
    device: str = "cpu"
    dtype: str = "float32"
    step: str = "tokenize"
    row: int = 0
    key: int = 0
    dimension: int = 0
    projection: Projection = "q"
    zoom: Zoom = "window"
    operands: bool = True
    plot: bool | None = None
    specials: bool = True
    pane: str | None = None
    pane_options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    pane_cell: tuple[int, int] = (0, 0)

    @property
    def column(self) -> int:
        """The column of the cursor in the result of the present step."""
        return self.key if self.step in KEY_STEPS else self.dimension

    @property
    def rows_are_keys(self) -> bool:
        """Whether the rows of the present step are tokens of the other text: its keys or values."""
        return self.keys is not None and self.step == "project" and self.projection != "q"

    @property
    def step_cell(self) -> tuple[int, int]:
        """Row and column of the cursor in the result of the present step."""
        return (self.key if self.rows_are_keys else self.row, self.column)

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the cursor of what is shown, a picture or the step."""
        return self.step_cell if self.pane is None else self.pane_cell

    def without_pane(self) -> Session:
        """The session with the step's own matrices, in place of a picture."""
        if self.pane is None:
            return self
        return replace(self, pane=None, pane_options={}, pane_cell=(0, 0), zoom="window", plot=None)

    def at(self, row: int, column: int) -> Session:
        """The session with the cursor of what is shown, a picture or the step, elsewhere."""
        if self.pane is not None:
            return replace(self, pane_cell=(row, column))
        if self.step in KEY_STEPS:
            return replace(self, row=row, key=column)
        if self.rows_are_keys:
            return replace(self, key=row, dimension=column)
        return replace(self, row=row, dimension=column)
