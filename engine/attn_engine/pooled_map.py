"""A pooled map of attention, what is needed to compute one, and how two become one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attn_engine import binning
from attn_engine.arguments import Checked
from attn_engine.binning import Integers
from attn_engine.namespaces import array_namespace, device
from attn_engine.steps import Array

Watch = Callable[[float], object]
"""Told after each strip which share of the work is done, from 0 to 1; what it raises ends it."""


@dataclass(frozen=True, eq=False)
class AttentionMap:
    """Attention weights pooled to a small map, and figures of each computed query row.

    map: (..., n_heads, rows, columns), the weight that goes to a bin of keys, averaged over the
    computed queries of a bin; so a row sums to 1, or to less where some of its queries have nothing
    to attend to or the map is not of all keys. Of each computed row, (..., n_heads, row), None if
    not asked for:

    - entropy: of its weights, in bits; 0 for one key, log2(n) for n keys alike.
    - maximum: its largest weight; argmax: the key of that, -1 if there is nothing to attend to.
    - first_key: its weight of key 0, where heads rest that find nothing to look at.

    output: (..., n_heads, row, d_value) in the dtype of q; None if no v was given. These arrays are
    of the caller's own library. row_edges, column_edges: where each bin of queries or keys begins,
    and the end; query_rows: the rows that were computed, ascending. These are of NumPy.
    """

    map: Array
    row_edges: Integers
    column_edges: Integers
    query_rows: Integers
    entropy: Array | None = None
    maximum: Array | None = None
    argmax: Array | None = None
    first_key: Array | None = None
    output: Array | None = None

    @property
    def sampled(self) -> bool:
        """Whether query rows between the first edge and the last were left out."""
        return len(self.query_rows) < int(self.row_edges[-1] - self.row_edges[0])


@dataclass(frozen=True, eq=False)
class MapTask:
    """What a map is to be made of; for which query rows is said apart from it."""

    q: Array
    k: Array
    v: Array | None
    given: Checked
    row_edges: Integers
    column_edges: Integers
    statistics: bool
    block: int | None


def merged(a: AttentionMap, b: AttentionMap) -> AttentionMap:
    """The map of the rows of both, which have none in common."""
    xp = array_namespace(a.map)
    of_a, of_b = (row_counts(part.query_rows, part.row_edges) for part in (a, b))
    share = np.divide(of_b, of_a + of_b, out=np.zeros(len(of_a)), where=of_b > 0)[:, None]
    weight = xp.asarray(share, dtype=a.map.dtype, device=device(a.map))
    rows = np.concatenate([a.query_rows, b.query_rows])
    order = np.argsort(rows)

    def both(of_a: Array | None, of_b: Array | None, axis: int = -1) -> Array | None:
        if of_a is None or of_b is None:
            return None
        places = xp.asarray(order, device=device(of_a))
        return xp.take(xp.concat([of_a, of_b], axis=axis), places, axis=axis)

    return AttentionMap(
        map=a.map + (b.map - a.map) * weight,
        row_edges=a.row_edges,
        column_edges=a.column_edges,
        query_rows=rows[order],
        entropy=both(a.entropy, b.entropy),
        maximum=both(a.maximum, b.maximum),
        argmax=both(a.argmax, b.argmax),
        first_key=both(a.first_key, b.first_key),
        output=both(a.output, b.output, axis=-2),
    )


def row_counts(query_rows: Integers, row_edges: Integers) -> Integers:
    """How many of these rows are in each bin."""
    return np.bincount(binning.bins_of(query_rows, row_edges), minlength=len(row_edges) - 1)
