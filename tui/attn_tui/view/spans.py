"""Which entries of an axis are drawn: a window that follows the cursor, or bins over all of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

MARGIN = 2
"""Entries kept in sight on either side of the cursor while there are any."""


@dataclass(frozen=True)
class Span:
    """`count` places for an axis of `total` entries.

    A window shows the entries from `start`, one a place. Bins share all entries between the places
    as evenly as whole numbers allow.
    """

    start: int
    count: int
    total: int
    binned: bool = False

    @property
    def whole(self) -> bool:
        """Whether every entry has its own place."""
        return self.count == self.total

    def entry(self, place: int) -> int:
        """The entry at a place, the first of them in a bin; `count` gives the end."""
        return place * self.total // self.count if self.binned else self.start + place

    def place(self, entry: int) -> int | None:
        """The place of an entry, None when it is out of sight."""
        if not 0 <= entry < self.total:
            return None
        if self.binned:
            return ((entry + 1) * self.count - 1) // self.total
        return entry - self.start if self.start <= entry < self.start + self.count else None

    def largest_bin(self) -> int:
        """How many entries the fullest place stands for."""
        return -(-self.total // self.count) if self.binned and self.count else 1


def window(total: int, room: int, cursor: int, before: Span | None = None) -> Span:
    """A window of at most `room` entries with the cursor in it.

    It stays where the window `before` was unless the cursor comes nearer than MARGIN to its edge.
    """
    count = max(0, min(total, room))
    start = before.start if before and before.total == total and not before.binned else 0
    margin = min(MARGIN, max(0, (count - 1) // 2))
    start = min(start, cursor - margin)
    start = max(start, cursor + margin + 1 - count)
    return Span(max(0, min(start, total - count)), count, total)


def bins(total: int, room: int) -> Span:
    """All entries in at most `room` places."""
    return Span(0, max(0, min(total, room)), total, binned=0 < room < total)


def seen(values: NDArray[Any], rows: Span, columns: Span) -> NDArray[Any]:
    """The values at the places of both spans: (rows.count, columns.count).

    A bin shows its value of largest magnitude, so that a spike survives; nan only among nothing
    else, and -inf counts as nothing: a bin is -inf when all of it is.
    """
    if not rows.binned and not columns.binned:
        return values[
            rows.start : rows.start + rows.count, columns.start : columns.start + columns.count
        ]
    if not values.size or not rows.count or not columns.count:
        return values[: rows.count, : columns.count]
    if not rows.binned:
        values = values[rows.start : rows.start + rows.count]
        rows = Span(0, rows.count, rows.count)
    # Rows by slices, then columns by reduceat: the order that is fastest for a C-ordered array.
    high = _reduced(values, rows, columns, np.fmax, np.asarray(values))
    finite = np.where(np.isneginf(values), np.nan, values)
    low = _reduced(values, rows, columns, np.fmin, finite)
    return np.where(-low > high, low, high)


def _reduced(
    values: NDArray[Any], rows: Span, columns: Span, pick: np.ufunc, source: NDArray[Any]
) -> NDArray[Any]:
    if not columns.binned:
        source = source[:, columns.start : columns.start + columns.count]
    if rows.binned:
        row_edges = [rows.entry(place) for place in range(rows.count + 1)]
        source = np.stack([pick.reduce(source[a:b], axis=0) for a, b in pairwise(row_edges)])
    else:
        source = source[rows.start : rows.start + rows.count]
    if columns.binned:
        edges = [columns.entry(place) for place in range(columns.count)]
        source = pick.reduceat(source, edges, axis=1)
    return source
