"""Which part of the attention of a long text is looked at, and where in it the cursor is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALLEST = 8
"""Tokens that the closest look has at least, where there are so many."""


@dataclass(frozen=True)
class Stretch:
    """Neighbouring tokens, from `start` up to and without `stop`."""

    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start

    @property
    def slice(self) -> slice:
        """The same as a slice."""
        return slice(self.start, self.stop)

    def said(self) -> str:
        """In figures, both ends counted in."""
        return f"{self.start:,}-{self.stop - 1:,}"

    def around(self, place: int, length: int, total: int) -> Stretch:
        """So many tokens of `total` with `place` as near to the middle as the ends allow."""
        length = min(length, total)
        start = max(0, min(place - length // 2, total - length))
        return Stretch(start, start + length)


@dataclass(frozen=True)
class LongView:
    """Rows are queries, columns keys; the cursor is on one token of each, inside what is shown."""

    n_tokens: int
    rows: Stretch
    columns: Stretch
    row: int = 0
    column: int = 0

    @classmethod
    def whole(cls, n_tokens: int) -> LongView:
        """All of a text, the cursor on its first tokens."""
        everything = Stretch(0, n_tokens)
        return cls(n_tokens, everything, everything)

    def zoomed(self, closer: bool, shape: tuple[int, int]) -> LongView:
        """About half as many rows and columns around the cursor, or twice as many.

        `shape` is how many cells a map has: more rows or columns than that come in multiples of it,
        so that each cell stands for as many tokens as the others.
        """
        length = -(-len(self.columns) // 2) if closer else 2 * len(self.columns)
        length = max(length, min(SMALLEST, self.n_tokens))
        rows, columns = (_even(length, cells) for cells in shape)
        if length >= self.n_tokens:
            rows = columns = self.n_tokens
        return self._showing(rows, columns)

    def of_length(self, length: int) -> LongView:
        """So many rows and columns around the cursor; all of them if there are no more."""
        return self._showing(length, length)

    def _showing(self, rows: int, columns: int) -> LongView:
        return replace(
            self,
            rows=self.rows.around(self.row, rows, self.n_tokens),
            columns=self.columns.around(self.column, columns, self.n_tokens),
        )

    def at(self, row: int, column: int) -> LongView:
        """The cursor on other tokens; what is shown moves along where they are out of it."""
        row, column = (max(0, min(place, self.n_tokens - 1)) for place in (row, column))
        return replace(
            self,
            row=row,
            column=column,
            rows=_holding(self.rows, row, self.n_tokens),
            columns=_holding(self.columns, column, self.n_tokens),
        )


def _even(length: int, cells: int) -> int:
    """A length near to this that so many cells share evenly, if it is more than one token each."""
    return length if length <= cells else cells * round(length / cells)


def _holding(shown: Stretch, place: int, total: int) -> Stretch:
    """The stretch if the place is in it, else one as long around it."""
    if shown.start <= place < shown.stop:
        return shown
    return shown.around(place, len(shown), total)


def bin_of(edges: NDArray[np.int64], place: int) -> int:
    """The bin of a token, the nearest one if it is in none; edges: (bin + 1)."""
    found = int(edges.searchsorted(place, side="right")) - 1
    return max(0, min(found, len(edges) - 2))


def middle(edges: NDArray[np.int64], bin_: int) -> int:
    """The token in the middle of a bin."""
    return int(edges[bin_] + edges[bin_ + 1] - 1) // 2


def beyond(edges: NDArray[np.int64], place: int, by: int) -> int:
    """The token so many bins further, in the middle of its bin; past the ends as wide as a bin."""
    if by == 0:
        return place
    here = bin_of(edges, place)
    there = here + by
    if 0 <= there < len(edges) - 1:
        return middle(edges, there)
    last = 0 if by < 0 else len(edges) - 2
    width = int(edges[last + 1] - edges[last])
    return middle(edges, last) + (there - last) * width
