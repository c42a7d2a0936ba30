"""The pooled map and the figures of rows, gathered a strip of query rows at a time."""

from __future__ import annotations

import math

import numpy as np

from attn_engine import binning, steps
from attn_engine.binning import Integers
from attn_engine.fast_rows import dot, row_sums
from attn_engine.namespaces import array_namespace, device
from attn_engine.pooled_map import AttentionMap, MapTask, Watch, row_counts
from attn_engine.steps import Array
from attn_engine.strips import SharedKeys, Strip, computed_dtype, rows_a_strip, shared_keys


def map_by_strips(task: MapTask, query_rows: Integers, watch: Watch) -> AttentionMap:
    """The map of these query rows, ascending, of any options and on any library."""
    result = _zeros(task, query_rows)
    counts = row_counts(query_rows, task.row_edges)
    n_shared = math.prod(task.k.shape[:-2])
    for turn, shared in enumerate(shared_keys(task.q, task.k, task.v, task.given)):
        step = rows_a_strip(shared, task.block)
        for start in range(0, len(query_rows), step):
            places = slice(start, min(start + step, len(query_rows)))
            strip = shared.strip(query_rows[places])
            if strip is not None:
                _gather(result, shared, strip, places, counts)
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


def _gather(
    result: AttentionMap, shared: SharedKeys, strip: Strip, places: slice, counts: Integers
) -> None:
    """Add what a strip tells to the result; `places` are those of its rows."""
    xp = array_namespace(strip.exps)
    n_key = strip.exps.shape[-1]
    bins, columns = binning.sums(strip.exps, strip.first_key, result.column_edges)
    all_keys = result.column_edges[0] == 0 and result.column_edges[-1] == shared.k.shape[0]
    total = xp.sum(bins, axis=-1, keepdims=True) if all_keys else row_sums(strip.exps)[..., None]
    scale = 1 / xp.clip(total, min=1.0)  # the total is 1 or more, or 0 in an empty row
    of_rows = binning.bins_of(result.query_rows[places], result.row_edges)
    average = np.zeros((len(counts), len(of_rows)))
    average[of_rows, np.arange(len(of_rows))] = 1 / counts[of_rows]
    average = xp.asarray(average, dtype=bins.dtype, device=device(bins))
    result.map[(*shared.place, slice(None), columns)] += average @ (bins * scale)

    here = (*shared.place, places)
    if shared.v is not None and result.output is not None:
        values = shared.v[strip.first_key : strip.first_key + n_key, :]
        output = xp.reshape(xp.reshape(strip.exps, (-1, n_key)) @ values, (*bins.shape[:-1], -1))
        result.output[(*here, slice(None))] = steps.narrow(output * scale, result.output.dtype)
    if result.entropy is not None:
        for name, figure in _figures(strip, total[..., 0]).items():
            getattr(result, name)[here] = figure


def _figures(strip: Strip, total: Array) -> dict[str, Array]:
    """The figures of each row, by their names in the map: (group, row)."""
    xp = array_namespace(total)
    is_empty, zeros = total == 0, xp.zeros_like(total)
    total = xp.clip(total, min=1.0)
    # -sum(w ln w), where w = exps / total and ln exps = shifted
    nats = xp.log(total) - dot(strip.exps, strip.shifted) / total
    return {
        "entropy": xp.clip(nats, min=0.0) / math.log(2),
        "maximum": xp.where(is_empty, zeros, 1 / total),
        "argmax": xp.where(is_empty, xp.full_like(strip.peak_key, -1), strip.peak_key),
        "first_key": strip.exps[..., 0] / total if strip.first_key == 0 else zeros,
    }
