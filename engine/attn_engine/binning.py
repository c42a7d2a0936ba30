"""Bins of neighbouring rows and columns, and which rows to compute first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from attn_engine.namespaces import array_namespace, device
from attn_engine.steps import Array

Integers = NDArray[np.int64]

GOLDEN = (5**0.5 - 1) / 2


def edges(length: int, bins: int) -> Integers:
    """Where each bin begins, and the end: (bins + 1,). The first bins are one longer if need be.

    Never more bins than there is length. The same bins as those of numpy.array_split.
    """
    bins = min(bins, length)
    if bins == 0:
        return np.zeros(1, dtype=np.int64)
    width, longer = divmod(length, bins)
    widths = np.full(bins, width)
    widths[:longer] += 1
    return np.concatenate([[0], np.cumsum(widths)])


def bins_of(places: Integers, bin_edges: Integers) -> Integers:
    """The bin of each place."""
    return np.searchsorted(bin_edges, places, side="right") - 1


def spread(bin_edges: Integers) -> Integers:
    """Every place once, in an order in which any first part of it is spread evenly.

    Each bin gives one place in turn; within a bin, places come by the fractional part of their
    multiples of the golden ratio, which keeps step with no pattern in the text. Source: Weyl's
    equidistribution; Steinhaus' three-gap theorem bounds the largest gap.
    """
    places = np.arange(bin_edges[-1])
    bins = bins_of(places, bin_edges)
    ordered = np.lexsort((places * GOLDEN % 1, bins))
    turn = places - bin_edges[bins]
    return ordered[np.argsort(turn, kind="stable")]


def sums(values: Array, bin_edges: Integers) -> Array:
    """The sum of each bin along the last axis: (..., length) -> (..., bins).

    The bins are of one width, or of two with the wider first, as `edges` makes them.
    """
    xp = array_namespace(values)
    widths = np.diff(bin_edges)
    parts = []
    for width in np.unique(widths)[::-1]:
        first, last = bin_edges[:-1][widths == width][0], bin_edges[1:][widths == width][-1]
        whole = xp.reshape(values[..., int(first) : int(last)], (-1, int(width)))
        ones = xp.ones((int(width), 1), dtype=values.dtype, device=device(values))
        # A product with ones runs in the matrix library, several times faster than sums of rows.
        parts.append(xp.reshape(whole @ ones, (*values.shape[:-1], -1)))
    return xp.concat(parts, axis=-1)
