"""Bins of neighbouring rows and columns, and which rows to compute first."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from attn_engine.fast_rows import row_sums
from attn_engine.namespaces import array_namespace
from attn_engine.steps import Array

Integers = NDArray[np.int64]

GOLDEN = (5**0.5 - 1) / 2


def edges(bins: int, start: int, stop: int) -> Integers:
    """Where each bin begins, and the end: (bins + 1,). The first bins are one longer if need be.

    Never more bins than there are places. The same bins as those of numpy.array_split.
    """
    length = max(0, stop - start)
    bins = min(bins, length)
    width, longer = divmod(length, max(bins, 1))
    widths = np.full(bins, width)
    widths[:longer] += 1
    return start + np.concatenate([[0], np.cumsum(widths)])


def bins_of(places: Integers, bin_edges: Integers) -> Integers:
    """The bin of each place."""
    return np.searchsorted(bin_edges, places, side="right") - 1


def spread(bin_edges: Integers) -> Integers:
    """Every place once, in an order in which any first part of it is spread evenly.

    Each bin gives one place in turn; within a bin, places come by the fractional part of their
    multiples of the golden ratio, which keeps step with no pattern in the text. Source: Weyl's
    equidistribution; Steinhaus' three-gap theorem bounds the largest gap.
    """
    places = np.arange(bin_edges[0], bin_edges[-1])
    bins = bins_of(places, bin_edges)
    ordered = places[np.lexsort((places * GOLDEN % 1, bins))]
    turn = places - bin_edges[bins]
    return ordered[np.argsort(turn, kind="stable")]


def sums(values: Array, first: int, bin_edges: Integers) -> tuple[Array, slice]:
    """The sums of the bins that the last axis reaches into, and which bins these are.

    values: (..., place) of the places from `first` on -> (..., bin).
    """
    xp = array_namespace(values)
    cut = np.clip(bin_edges - first, 0, values.shape[-1])
    widths = np.diff(cut)
    reached = np.flatnonzero(widths)
    if not len(reached):
        return values[..., :0], slice(0, 0)
    parts = []
    for width, run in groupby(reached, key=lambda bin_: int(widths[bin_])):
        bins = list(run)
        part = values[..., int(cut[bins[0]]) : int(cut[bins[-1] + 1])]
        parts.append(row_sums(xp.reshape(part, (*values.shape[:-1], len(bins), width))))
    return xp.concat(parts, axis=-1), slice(int(reached[0]), int(reached[-1]) + 1)
