"""The pooled map and the figures of rows, gathered a strip of query rows at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_engine import binning, steps
from attn_engine.binning import Integers
from attn_engine.fast_rows import dot, row_sums
from attn_engine.namespaces import array_namespace, device
from attn_engine.pooled_map import AttentionMap, MapTask, Watch, row_counts
from attn_engine.steps import Array
from attn_engine.strips import (
    LOWEST,
    Joined,
    SharedKeys,
    Tile,
    computed_dtype,
    join,
    shared_keys,
    tile_shape,
)


@dataclass(frozen=True, eq=False)
class _Part:
    """What a tile tells of its rows, before it is known what the other tiles of the strip tell.

    total: the sum of exps; shifted_dot: that of exps times shifted; first_exp: that of key 0, where
    it is in the tile. (group, row, 1), but bins (group, row, bin), and output (group, row, d_value).
    """

    peak: Array
    peak_key: Array
    total: Array
    shifted_dot: Array | None
    first_exp: Array | None
    bins: Array
    columns: slice
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
            parts = [_part(tile, task, shared) for tile in tiles]
            if parts:
                _gather(result, (*shared.place, places), parts, counts)
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


def _part(tile: Tile, task: MapTask, shared: SharedKeys) -> _Part:
    xp = array_namespace(tile.exps)
    bins, columns = binning.sums(tile.exps, tile.first_key, task.column_edges)
    all_keys = task.column_edges[0] == 0 and task.column_edges[-1] == shared.k.shape[0]
    total = xp.sum(bins, axis=-1, keepdims=True) if all_keys else row_sums(tile.exps)[..., None]
    output = None
    if shared.v is not None:
        values = shared.v[tile.first_key : tile.first_key + tile.exps.shape[-1], :]
        folded = xp.reshape(tile.exps, (-1, tile.exps.shape[-1])) @ values
        output = xp.reshape(folded, (*tile.exps.shape[:-1], values.shape[-1]))
    return _Part(
        peak=tile.peak,
        peak_key=tile.peak_key,
        total=total,
        shifted_dot=dot(tile.exps, tile.shifted)[..., None] if task.statistics else None,
        first_exp=tile.exps[..., :1] if tile.first_key == 0 else None,
        bins=bins,
        columns=columns,
        output=output,
    )


def _gather(
    result: AttentionMap, here: tuple[int | slice, ...], parts: list[_Part], counts: Integers
) -> None:
    """Add what the tiles of a strip tell to the result; `here` is where its rows are in figures."""
    xp = array_namespace(parts[0].bins)
    joined = join([part.peak for part in parts], [part.total for part in parts])
    bins_of_rows = binning.bins_of(result.query_rows[here[-1]], result.row_edges)
    average = np.zeros((len(counts), len(bins_of_rows)))
    average[bins_of_rows, np.arange(len(bins_of_rows))] = 1 / counts[bins_of_rows]
    average = xp.asarray(average, dtype=result.map.dtype, device=device(result.map))
    for part, norm in zip(parts, joined.norms, strict=True):
        columns = (*here[:-1], slice(None), part.columns)
        result.map[columns] += average @ (part.bins * norm)
    if result.output is not None:
        output = sum(part.output * norm for part, norm in zip(parts, joined.norms, strict=True))
        result.output[(*here, slice(None))] = steps.narrow(output, result.output.dtype)
    if result.entropy is not None:
        for name, figure in _figures(parts, joined).items():
            getattr(result, name)[here] = figure[..., 0]


def _figures(parts: list[_Part], joined: Joined) -> dict[str, Array]:
    """The figures of each row, by their names in the map: (group, row, 1)."""
    xp = array_namespace(joined.total)
    zeros = xp.zeros_like(joined.total)
    is_empty, peak_key, first_key = zeros == 0, xp.full_like(parts[0].peak_key, -1), zeros
    nats = xp.log(joined.total)
    for part, norm in zip(reversed(parts), reversed(joined.norms), strict=True):
        has_peak = (part.peak == joined.peak) & (part.total > 0)
        peak_key = xp.where(has_peak, part.peak_key, peak_key)
        is_empty = is_empty & (part.total == 0)
        # ln w = score - peak - ln total, so -sum(w ln w) = ln total - sum(w (score - peak)).
        below = xp.clip(part.peak - joined.peak, min=LOWEST)
        nats = nats - norm * (part.shifted_dot + below * part.total)
        if part.first_exp is not None:
            first_key = part.first_exp * norm
    return {
        "entropy": xp.clip(nats, min=0.0) / math.log(2),
        "maximum": xp.where(is_empty, zeros, 1 / joined.total),
        "argmax": peak_key,
        "first_key": first_key,
    }
