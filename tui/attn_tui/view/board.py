"""What the board draws: a result, the operands it came from, and the cell of the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray

Kind = Literal["signed", "weights", "one-hot", "mask", "integers"]


@dataclass(frozen=True)
class Axis:
    """One side of a matrix: what it counts ("query"), and a label for each entry.

    `special` are the entries that are special tokens, which the model added to the text. `first` is
    the number by which the first entry is known, where the matrix is a part of a larger one.
    """

    name: str
    labels: tuple[str, ...]
    special: frozenset[int] = frozenset()
    first: int = 0


@dataclass(frozen=True, eq=False)
class Grid:
    """One matrix to draw. values: (rows, columns), read-only.

    `symbol` is how the formula writes it ("Kᵀ"). Colours of kind "signed" run from -`bound` over 0
    to `bound`, those of kind "weights" from 0 to `bound`; the legend prints that range. A grid is
    `partial` where columns of special tokens are hidden, so that rows of weights need not sum to 1.
    Colours of weights run from `floor` where that is not 0; the legend prints it then.
    `note` says what the values are where that is not what the kind says of itself.
    """

    symbol: str
    values: NDArray[Any]
    rows: Axis
    columns: Axis
    kind: Kind
    bound: float
    partial: bool = False
    note: str = ""
    floor: float = 0.0
    exact: NDArray[Any] | None = None
    """What the legend says of the cursor's cell, where `values` were made for their colours."""


@dataclass(frozen=True, eq=False)
class Board:
    """A step as matrices.

    A product has `left` (sharing the rows of the result) and `top` (sharing its columns), drawn to
    the left of and above the result. An elementwise step has `before` (same shape as the result, or
    broadcast to it), drawn to the left with cells aligned, and `operators` to print between them.
    `cursor` is a cell (row, column) of the result; the row of `left` and the column of `top` it came
    from are lit with it. `veiled` is a row of the result whose values are hidden (predict).
    """

    result: Grid
    cursor: tuple[int, int]
    left: Grid | None = None
    top: Grid | None = None
    before: tuple[Grid, ...] = ()
    operators: tuple[str, ...] = ()
    veiled: int | None = None
    inner: int | None = None
    """The entry of the shared inner axis that the windows of `left` and `top` must show (embed: the
    id of the row's token); None lets them start at 0."""

    @property
    def alone(self) -> Board:
        """The result without what it is made of."""
        return Board(self.result, self.cursor, veiled=self.veiled)
