"""The pooled map and the figures of rows, gathered a strip of query rows at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce

import numpy as np

from attn_engine import binning, steps
from attn_engine.binning import Integers
from attn_engine.fast_rows import dot, row_sums
from attn_engine.namespaces import array_namespace, device
from attn_engine.pooled_map import AttentionMap, MapTask, Watch, row_counts
from attn_engine.steps import Array
from attn_engine.strips import (
    LOWEST,
    SharedKeys,
    Tile,
    computed_dtype,
    join_peaks,
    shared_keys,
    tile_shape,
)


@dataclass(frozen=True, eq=False)
class _Seen:
    """What some keys tell of the rows of a strip; (group, row, 1) but for bins and output.

    peak, peak_key: the largest score and its key. Of the exps of the scores less the peak, total:
    their sum; bins: their sums in each column (group, row, column); scores_dot: that of each times
    its score less the peak; first_exp: that of key 0; output: the exps @ v (group, row, d_value).
    """

    peak: Array
    peak_key: Array
    total: Array
    bins: Array
    scores_dot: Array
    first_exp: Array
    output: Array | None


def map_by_strips(task: MapTask, query_rows: Integers, watch: Watch) -> AttentionMap:
    """The map of these query rows, ascending, of any options and on any library."""
    result = _zeros(task, query_rows)
    counts = row_counts(query_rows, task.row_edges)
    n_shared = math.prod(task.k.shape[:-2])
    for turn, shared in enumerate(shared_keys(task.q, task.k, task.v, task.given)):
        n_rows, n_keys = tile_shape(shared, task.block)
        for start in range(0, len(query_rows), n_rows):
            places = slice(start, min(start + n_rows, len(query_rows)))
            tiles = shared.tiles(query_rows[places], n_keys)
            seen = reduce(_joined, (_seen(tile, task, shared) for tile in tiles), None)
            if seen is not None:
                _gather(result, (*shared.place, places), seen, counts)
            watch((turn + places.stop / len(query_rows)) / n_shared)
    return result


def _zeros(task: MapTask, query_rows: Integers) -> AttentionMap:
    """The map of rows with nothing to attend to, to be filled in."""
    xp = array_namespace(task.q)
    heads, where = task.q.shape[:-2], device(task.q)
    dtype = computed_dtype(task.q)
    rows, columns = len(task.row_edges) - 1, len(task.column_edges) - 1

    def figure() -> Array | None:
        shape = (*heads, len(query_rows))
        return xp.zeros(shape, dtype=dtype, device=where) if task.statistics else None

    output, argmax = None, None
    if task.v is not None:
        shape = (*heads, len(query_rows), task.v.shape[-1])
        output = xp.zeros(shape, dtype=task.q.dtype, device=where)
    if task.statistics:
        argmax = xp.full((*heads, len(query_rows)), -1, dtype=xp.int64, device=where)
    return AttentionMap(
        map=xp.zeros((*heads, rows, columns), dtype=dtype, device=where),
        row_edges=task.row_edges,
        column_edges=task.column_edges,
        query_rows=query_rows,
        entropy=figure(),
        maximum=figure(),
        argmax=argmax,
        first_key=figure(),
        output=output,
    )


def _seen(tile: Tile, task: MapTask, shared: SharedKeys) -> _Seen:
    xp, exps = array_namespace(tile.exps), tile.exps
    sums, columns = binning.sums(exps, tile.first_key, task.column_edges)
    all_keys = task.column_edges[0] == 0 and task.column_edges[-1] == shared.k.shape[0]
    total = xp.sum(sums, axis=-1, keepdims=True) if all_keys else row_sums(exps)[..., None]
    shape = (*exps.shape[:-1], len(task.column_edges) - 1)
    bins = xp.zeros(shape, dtype=exps.dtype, device=device(exps))
    bins[..., columns] = sums
    zeros, output = xp.zeros_like(total), None
    if shared.v is not None:
        values = shared.v[tile.first_key : tile.first_key + exps.shape[-1], :]
        folded = xp.reshape(exps, (-1, exps.shape[-1])) @ values
        output = xp.reshape(folded, (*exps.shape[:-1], values.shape[-1]))
    return _Seen(
        peak=tile.peak,
        peak_key=tile.peak_key,
        total=total,
        bins=bins,
        scores_dot=dot(exps, tile.shifted)[..., None] if task.statistics else zeros,
        first_exp=exps[..., :1] + zeros if tile.first_key == 0 else zeros,
        output=output,
    )


def _joined(a: _Seen | None, b: _Seen) -> _Seen:
    """What the keys of both tell; those of b come later."""
    if a is None:
        return b
    xp = array_namespace(a.peak)
    peak, of_a, of_b = join_peaks(a.peak, b.peak)
    return _Seen(
        peak=peak,
        peak_key=xp.where(b.peak > a.peak, b.peak_key, a.peak_key),
        total=a.total * of_a + b.total * of_b,
        bins=a.bins * of_a + b.bins * of_b,
        scores_dot=_moved_dot(a, peak) * of_a + _moved_dot(b, peak) * of_b,
        first_exp=a.first_exp * of_a + b.first_exp * of_b,
        output=None if a.output is None else a.output * of_a + b.output * of_b,
    )


def _moved_dot(seen: _Seen, peak: Array) -> Array:
    """The dot of exps and scores, once these are less another peak."""
    below = array_namespace(peak).clip(seen.peak - peak, min=LOWEST)
    return seen.scores_dot + below * seen.total


def _gather(
    result: AttentionMap, here: tuple[int | slice, ...], seen: _Seen, counts: Integers
) -> None:
    """Add what all keys tell of the rows of a strip; `here` is where the rows are in figures."""
    xp = array_namespace(seen.bins)
    total = xp.clip(seen.total, min=1.0)  # the peak adds exp(0) = 1; in an empty row there is none
    bins_of_rows = binning.bins_of(result.query_rows[here[-1]], result.row_edges)
    average = np.zeros((len(counts), len(bins_of_rows)))
    average[bins_of_rows, np.arange(len(bins_of_rows))] = 1 / counts[bins_of_rows]
    average = xp.asarray(average, dtype=result.map.dtype, device=device(result.map))
    # A product would spread the NaN of one row over all bins: 0 times it is NaN, too.
    is_broken, none = xp.isnan(total), xp.zeros_like(total)
    added = average @ xp.where(is_broken, none, seen.bins / total)
    broken = average @ xp.where(is_broken, none + 1, none)
    result.map[(*here[:-1], ...)] += xp.where(broken > 0, added * math.nan, added)
    if result.output is not None:
        output = steps.narrow(seen.output / total, result.output.dtype)
        result.output[(*here, slice(None))] = output
    if result.entropy is not None:
        for name, figure in _figures(seen, total).items():
            getattr(result, name)[here] = figure[..., 0]


def _figures(seen: _Seen, total: Array) -> dict[str, Array]:
    """The figures of each row, by their names in the map: (group, row, 1)."""
    xp = array_namespace(total)
    is_empty = seen.total == 0
    # ln w = score - peak - ln total, so -sum(w ln w) = ln total - sum(w (score - peak)).
    nats = xp.log(total) - seen.scores_dot / total
    return {
        "entropy": xp.clip(nats, min=0.0) / math.log(2),
        "maximum": xp.where(is_empty, xp.zeros_like(total), 1 / total),
        "argmax": xp.where(is_empty, xp.full_like(seen.peak_key, -1), seen.peak_key),
        "first_key": seen.first_exp / total,
    }
