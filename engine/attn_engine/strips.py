"""Attention a strip of query rows at a time, in tiles of keys that fit a cache; nothing is n x n."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from attn_engine import masks, steps
from attn_engine.arguments import Checked, of_entry
from attn_engine.binning import Integers
from attn_engine.fast_rows import largest
from attn_engine.namespaces import array_namespace, device
from attn_engine.steps import Array

CACHED_BYTES = 4 * 2**20
"""A tile of scores on a CPU: it goes through several steps, so it should stay in the cache."""

DEVICE_BYTES = 64 * 2**20
"""A tile of scores on another device, which needs large ones to be busy."""

FEWEST_ROWS = 128
"""Rows of scores for which it pays to read all keys."""

FEWEST_KEYS = 1024

LOWEST = -1e4
"""exp of it is 0 in every dtype, and 0 times it is 0, as 0 times -inf is not."""


@dataclass(frozen=True, eq=False)
class Tile:
    """The scores of a strip with some neighbouring keys, those from `first_key` on.

    peak: the largest masked score of each row; shifted: masked scores less that; exps: exp of them.
    peak_key: where the largest is. shifted and exps are (group, row, key), the others (group, row, 1).
    """

    first_key: int
    peak: Array
    peak_key: Array
    shifted: Array
    exps: Array


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

    def tiles(self, rows: Integers, most_keys: int) -> Iterator[Tile]:
        """All keys that any of these rows, ascending, may attend to, so many at a time."""
        xp = array_namespace(self.q)
        index = xp.asarray(rows, device=device(self.q))
        queries = steps.widen(xp.take(self.q, index, axis=1))
        # Scaling the queries takes one pass over the scores less than scaling these.
        queries = steps.scale(queries, self.given.factor)
        begin, end = self._key_range(rows)
        for first in range(begin, end, most_keys):
            yield self._tile(queries, index, rows, slice(first, min(first + most_keys, end)))

    def _tile(self, queries: Array, index: Array, rows: Integers, keys: slice) -> Tile:
        xp = array_namespace(queries)
        folded = xp.reshape(queries, (-1, queries.shape[-1]))
        scores = steps.score(folded, self.k[keys, :])
        shifted = xp.reshape(scores, (*queries.shape[:-1], scores.shape[-1]))
        if self.given.cap is not None:
            shifted = steps.softcap(shifted, self.given.cap)
        limited = self._limited(rows, keys)
        for part in limited:
            here = slice(part.start - keys.start, part.stop - keys.start)
            shifted[..., here] += self._added(index, part, shifted[..., here])
        peak, peak_key = largest(shifted)
        peak = xp.clip(peak, min=xp.finfo(peak.dtype).min)
        shifted -= peak
        for part in limited:
            here = slice(part.start - keys.start, part.stop - keys.start)
            shifted[..., here] = xp.clip(shifted[..., here], min=LOWEST)
        return Tile(keys.start, peak, peak_key + keys.start, shifted, xp.exp(shifted))

    def _key_range(self, rows: Integers) -> tuple[int, int]:
        first, last = 0, self.length
        if self.given.causal or self.given.window is not None:
            last = min(last, int(rows[-1]) + self.past + 1)
        if self.given.window is not None:
            first = max(0, int(rows[0]) + self.past - self.given.window + 1)
        return first, last

    def _limited(self, rows: Integers, keys: slice) -> list[slice]:
        """Those of the keys that not every one of these rows may attend to."""
        if self.mask is not None:
            return [keys]
        free_from, free_to = keys.start, keys.stop
        if self.given.causal or self.given.window is not None:
            free_to = min(free_to, int(rows[0]) + self.past + 1)
        if self.given.window is not None:
            free_from = max(free_from, int(rows[-1]) + self.past - self.given.window + 1)
        if free_from >= free_to:
            return [keys]
        ends = (slice(keys.start, free_from), slice(free_to, keys.stop))
        return [end for end in ends if end.start < end.stop]

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


def tile_shape(shared: SharedKeys, block: int | None) -> tuple[int, int]:
    """How many query rows a strip has, `block` if that is given, and how many keys a tile."""
    group, n_key = int(shared.q.shape[0]), int(shared.k.shape[0])
    number_bytes = int(array_namespace(shared.k).finfo(shared.k.dtype).bits) // 8
    on_cpu = "cpu" in str(device(shared.q)).lower()
    numbers = (CACHED_BYTES if on_cpu else DEVICE_BYTES) // number_bytes
    rows = block or max(numbers // max(n_key, 1), FEWEST_ROWS) // group or 1
    return rows, max(numbers // (rows * group), FEWEST_KEYS)


@dataclass(frozen=True, eq=False)
class Joined:
    """The tiles of a strip as one softmax; all (group, row, 1).

    peak, total: the largest score of a row, and the sum of exp(score - peak) over all of its keys (1
    in a row with nothing to attend to). norms: what the exps of each tile times are weights.
    """

    peak: Array
    total: Array
    norms: list[Array]


def join(peaks: list[Array], totals: list[Array]) -> Joined:
    """Bring the peaks of tiles, and the sums of their exps, together.

    Source: Milakov and Gimelshein 2018, Online normalizer calculation for softmax.
    """
    xp = array_namespace(peaks[0])
    peak = reduce(xp.maximum, peaks)
    scales = [xp.exp(each - peak) for each in peaks]
    total = sum(scale * total for scale, total in zip(scales, totals, strict=True))
    total = xp.clip(total, min=1.0)  # the peak itself adds exp(0)
    return Joined(peak, total, [scale / total for scale in scales])


def computed_dtype(q: Array) -> Any:  # noqa: ANN401 - each library has its own dtypes
    """float32 for half types, else the dtype of q."""
    xp = array_namespace(q)
    return xp.float32 if xp.finfo(q.dtype).bits < 32 else q.dtype
