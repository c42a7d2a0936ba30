"""Attention a strip of query rows at a time: every row's softmax is exact and nothing is n x n."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from attn_engine import masks, steps
from attn_engine.arguments import Checked, of_entry
from attn_engine.binning import Integers
from attn_engine.fast_rows import largest
from attn_engine.namespaces import array_namespace, device
from attn_engine.steps import Array

CACHED_BYTES = 4 * 2**20
"""A strip of scores on a CPU: it goes through several steps, so it should stay in the cache."""

DEVICE_BYTES = 64 * 2**20
"""A strip of scores on another device, which needs long strips to be busy."""

FEWEST_ROWS = 32
"""Rows of scores for which it pays to read all keys."""

LOWEST = -1e4
"""exp of it is 0 in every dtype, and 0 times it is 0, as 0 times -inf is not."""


@dataclass(frozen=True, eq=False)
class Strip:
    """Some query rows of the heads that share one key head, before the weights are normalised.

    shifted: masked scores less the largest of their row; exps: exp of them; both (group, row, key);
    peak_key: where the largest is, (group, row).
    The keys are those from `first_key` on that any of the rows may attend to; the weights of others
    are 0.
    """

    first_key: int
    shifted: Array
    exps: Array
    peak_key: Array


@dataclass(frozen=True, eq=False)
class SharedKeys:
    """One key head, the query heads that share it, and the rules of its batch entry.

    place: where its query heads are in arrays of (..., n_heads, row, ...). q: (group, n_query,
    d_head); k: (n_key, d_head); v: (n_key, d_value) or None; mask: broadcasts to (group, n_query,
    at most n_key). past: keys before the first query; length: keys that any may attend to.
    """

    place: tuple[int | slice, ...]
    q: Array
    k: Array
    v: Array | None
    mask: Array | None
    past: int
    length: int
    given: Checked

    def strip(self, rows: Integers) -> Strip | None:
        """The strip of these rows, ascending; None if none of them has a key to attend to."""
        first, last = self._key_range(rows)
        if first >= last:
            return None
        xp = array_namespace(self.q)
        index = xp.asarray(rows, device=device(self.q))
        shifted = self._scores(index, first, last)
        limited = self._limited(rows, first, last)
        for keys in limited:
            part = slice(keys.start - first, keys.stop - first)
            shifted[..., part] += self._added(index, keys, shifted[..., part])
        peak, peak_key = largest(shifted)
        shifted -= xp.clip(peak, min=xp.finfo(peak.dtype).min)
        for keys in limited:
            part = slice(keys.start - first, keys.stop - first)
            shifted[..., part] = xp.clip(shifted[..., part], min=LOWEST)
        return Strip(first, shifted, xp.exp(shifted), peak_key[..., 0] + first)

    def _key_range(self, rows: Integers) -> tuple[int, int]:
        first, last = 0, self.length
        if self.given.causal or self.given.window is not None:
            last = min(last, int(rows[-1]) + self.past + 1)
        if self.given.window is not None:
            first = max(0, int(rows[0]) + self.past - self.given.window + 1)
        return first, last

    def _scores(self, index: Array, first: int, last: int) -> Array:
        """The scaled and capped scores of some rows and keys: (group, row, key)."""
        xp = array_namespace(self.q)
        queries = steps.widen(xp.take(self.q, index, axis=1))
        shape = (queries.shape[0], queries.shape[1], last - first)
        # Scaling the queries takes one pass over the scores less than scaling these.
        queries = xp.reshape(steps.scale(queries, self.given.factor), (-1, queries.shape[-1]))
        scores = xp.reshape(steps.score(queries, self.k[first:last, :]), shape)
        return scores if self.given.cap is None else steps.softcap(scores, self.given.cap)

    def _limited(self, rows: Integers, first: int, last: int) -> list[slice]:
        """The keys from first to last that not every one of these rows may attend to."""
        if self.mask is not None:
            return [slice(first, last)]
        free_from, free_to = first, last
        if self.given.causal or self.given.window is not None:
            free_to = min(last, int(rows[0]) + self.past + 1)
        if self.given.window is not None:
            free_from = max(first, int(rows[-1]) + self.past - self.given.window + 1)
        if free_from >= free_to:
            return [slice(first, last)]
        ends = (slice(first, free_from), slice(free_to, last))
        return [keys for keys in ends if keys.start < keys.stop]

    def _added(self, index: Array, keys: slice, scores: Array) -> Array:
        """What rules and mask add to the scores of these rows and keys."""
        xp = array_namespace(index)
        allowed = masks.allowed(
            index[:, None] + self.past,
            xp.arange(keys.start, keys.stop, device=device(index)),
            self.given.causal,
            self.given.window,
        )
        return masks.combine(scores, allowed, self._mask(index, keys))

    def _mask(self, index: Array, keys: slice) -> Array | None:
        if self.mask is None:
            return None
        xp = array_namespace(self.mask)
        mask = self.mask if self.mask.shape[-2] == 1 else xp.take(self.mask, index, axis=-2)
        return mask if mask.shape[-1] == 1 else mask[..., keys]


def shared_keys(q: Array, k: Array, v: Array | None, given: Checked) -> Iterator[SharedKeys]:
    """Each batch entry's key heads, one after another, in float32 if they are of a half type."""
    if hasattr(q, "detach"):  # torch would keep every strip for gradients that nobody asked for
        q, k, v = q.detach(), k.detach(), None if v is None else v.detach()
    xp = array_namespace(q)
    mask, lengths, n_key = given.mask, given.key_lengths, k.shape[-2]
    shorter = n_key
    if mask is not None:
        if mask.shape[-1] != 1:
            shorter = mask.shape[-1]
        mask = xp.broadcast_to(mask, (*q.shape[:-2], *mask.shape[-2:]))
    for place in np.ndindex(*k.shape[:-2]):
        *batch, head = place
        heads = slice(head * given.group, (head + 1) * given.group)
        query_heads = (*batch, heads)
        length = shorter if lengths is None else min(shorter, of_entry(lengths, batch))
        yield SharedKeys(
            place=query_heads,
            q=q[(*query_heads, ...)],
            k=steps.widen(k[(*place, ...)]),
            v=None if v is None else steps.widen(v[(*place, ...)]),
            mask=None if mask is None else mask[(*query_heads, ...)],
            past=of_entry(given.past, batch),
            length=length,
            given=given,
        )


def rows_a_strip(shared: SharedKeys, block: int | None) -> int:
    """How many query rows to take at once."""
    if block is not None:
        return block
    group, n_key = int(shared.q.shape[0]), int(shared.k.shape[0])
    number_bytes = array_namespace(shared.k).finfo(shared.k.dtype).bits // 8
    row_bytes = max(1, group * n_key * number_bytes)
    on_cpu = "cpu" in str(device(shared.q)).lower()
    fitting = (CACHED_BYTES if on_cpu else DEVICE_BYTES) // row_bytes
    return max(1, int(fitting), FEWEST_ROWS // group)


def computed_dtype(q: Array) -> Any:  # noqa: ANN401 - each library has its own dtypes
    """float32 for half types, else the dtype of q."""
    xp = array_namespace(q)
    return xp.float32 if xp.finfo(q.dtype).bits < 32 else q.dtype
