"""Attention over long inputs: a pooled map that gets better, and exact windows; never n x n."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Unpack

import numpy as np

from attn_engine import arguments, attention_kernel, binning
from attn_engine.arguments import Options, count
from attn_engine.binning import Integers
from attn_engine.fast_rows import row_sums
from attn_engine.map_strips import map_by_strips
from attn_engine.namespaces import array_namespace, device
from attn_engine.pooled_map import AttentionMap, MapTask, Watch, merged
from attn_engine.steps import Array
from attn_engine.strips import Tile, computed_dtype, join_peaks, shared_keys, tile_shape

LONGEST_WHOLE = 32_768
"""Queries up to which all are computed unless a sample is asked for."""

SAMPLE = 512


def attention_map(
    q: Array,
    k: Array,
    rows: int = 64,
    columns: int = 64,
    v: Array | None = None,
    *,
    row_range: slice = slice(None),
    column_range: slice = slice(None),
    sample: int | None = None,
    statistics: bool = True,
    block: int | None = None,
    watch: Watch | None = None,
    **options: Unpack[Options],
) -> AttentionMap:
    """The attention of long inputs as a map of rows x columns bins, in O(n) memory.

    q: (..., n_heads, n_query, d_head), k: (..., n_kv_heads, n_key, d_head), v: (..., n_kv_heads,
    n_key, d_value) if the output is wanted; these and the options are those of `attend`.

    - rows, columns: bins, or as many as there are queries or keys if these are fewer.
    - row_range, column_range: the part that the map is of, as slices without a step; all unless given.
      Each row's weights still sum to 1 over all keys.
    - sample: query rows to compute, spread evenly; by default all of up to 32,768, else 512.
    - statistics: without, there is only the map (and the output), on torch as fast as its fused
      kernel where that knows the options.
    - block: query rows of a strip; by default as many as fit a cache.
    - watch: told the share of the work that is done after each strip; what it raises ends it.

    Raises ValueError as `attend` does, and for counts that do not fit. Source of working a strip at
    a time: Rabe and Staats 2021, Self-attention Does Not Need O(n^2) Memory.
    """
    given = arguments.checked(q, k, k if v is None else v, **options)
    row_edges = _edges("row", rows, row_range, q.shape[-2])
    column_edges = _edges("column", columns, column_range, k.shape[-2])
    task = MapTask(*_with_width(q, k), v, given, row_edges, column_edges, statistics, _block(block))
    order = binning.spread(task.row_edges)
    default = len(order) if len(order) <= LONGEST_WHOLE else SAMPLE
    order = order[: _sample(sample, default, task)]
    return _map(task, order, watch or _ignore)


def refine_attention_map(
    q: Array,
    k: Array,
    rows: int = 64,
    columns: int = 64,
    v: Array | None = None,
    *,
    row_range: slice = slice(None),
    column_range: slice = slice(None),
    sample: int | None = None,
    statistics: bool = True,
    block: int | None = None,
    watch: Watch | None = None,
    **options: Unpack[Options],
) -> Iterator[AttentionMap]:
    """Better and better maps: the first of `sample` query rows (512), each next of so many more.

    The last is that of all rows. Arguments and errors are those of `attention_map`. To stop early,
    leave the iterator between two maps, or raise in `watch`, which is called after each strip.
    """
    given = arguments.checked(q, k, k if v is None else v, **options)
    row_edges = _edges("row", rows, row_range, q.shape[-2])
    column_edges = _edges("column", columns, column_range, k.shape[-2])
    task = MapTask(*_with_width(q, k), v, given, row_edges, column_edges, statistics, _block(block))
    return _refined(task, _sample(sample, SAMPLE, task), watch or _ignore)


def attention_window(
    q: Array, k: Array, rows: slice, columns: slice, **options: Unpack[Options]
) -> Array:
    """The exact attention weights of some rows and columns: (..., n_heads, row, column).

    q: (..., n_heads, n_query, d_head), k: (..., n_kv_heads, n_key, d_head); the options are those
    of `attend`. rows, columns: slices without a step, cut off at the ends. All keys of these rows
    are gone through, a strip at a time, as each row's weights sum to 1 over them; float32 for half
    types. Raises ValueError as `attend` does, and for slices with a step.
    """
    given = arguments.checked(q, k, k, **options)
    queries = np.arange(q.shape[-2])[_plain("rows", rows)]
    first, last, _ = _plain("columns", columns).indices(k.shape[-2])
    xp, n_columns = array_namespace(q), max(0, last - first)
    shape = (*q.shape[:-2], len(queries), n_columns)
    weights = xp.zeros(shape, dtype=computed_dtype(q), device=device(q))
    for shared in shared_keys(*_with_width(q, k), None, given):
        n_rows, n_keys = tile_shape(shared, None)
        for start in range(0, len(queries), n_rows):
            places = slice(start, min(start + n_rows, len(queries)))
            tiles = shared.tiles(queries[places], n_keys)
            _place(weights[(*shared.place, places, slice(None))], tiles, first)
    return weights


def _with_width(q: Array, k: Array) -> tuple[Array, Array]:
    """Queries and keys; those without any dimension get one of zeros, which scores the same."""
    if q.shape[-1]:
        return q, k
    xp = array_namespace(q)

    def zeros(x: Array) -> Array:
        return xp.zeros((*x.shape[:-1], 1), dtype=x.dtype, device=device(x))

    return zeros(q), zeros(k)


def _place(window: Array, tiles: Iterable[Tile], first: int) -> None:
    """Write what a window from key `first` on shows of a strip."""
    peak = total = None
    for tile in tiles:
        offset, sums, of_tile = tile.first_key - first, row_sums(tile.exps)[..., None], 1.0
        if peak is None:
            peak, total = tile.peak, sums
        else:
            peak, of_window, of_tile = join_peaks(peak, tile.peak)
            window *= of_window
            total = total * of_window + sums * of_tile
        here = slice(max(0, offset), max(0, min(window.shape[-1], offset + tile.exps.shape[-1])))
        if here.start < here.stop:
            shown = tile.exps[..., here.start - offset : here.stop - offset]
            window[..., here] = shown * of_tile
    if total is not None:
        window /= array_namespace(total).clip(total, min=1.0)


def _map(task: MapTask, query_rows: Integers, watch: Watch) -> AttentionMap:
    if len(query_rows) == task.q.shape[-2] and not task.statistics:
        fast = attention_kernel.map_by_kernel(task, watch)
        if fast is not None:
            return fast
    return map_by_strips(task, np.sort(query_rows), watch)


def _refined(task: MapTask, size: int, watch: Watch) -> Iterator[AttentionMap]:
    order = binning.spread(task.row_edges)
    best = None
    for start in range(0, max(len(order), 1), size):
        part = order[start : start + size]

        def watch_part(share: float, done: int = start, more: int = len(part)) -> None:
            watch((done + share * more) / len(order))

        new = _map(task, part, watch_part)
        best = new if best is None else merged(best, new)
        yield best


def _edges(name: str, bins: int, part: slice, length: int) -> Integers:
    start, stop, _ = _plain(f"{name}_range", part).indices(length)
    return binning.edges(count(f"{name}s", bins, least=1), start, stop)


def _sample(sample: int | None, default: int, task: MapTask) -> int:
    """How many query rows to compute at first."""
    bins = len(task.row_edges) - 1
    size = max(default, bins) if sample is None else count("sample", sample, least=1)
    if size < bins:
        raise ValueError(
            f"sample is {size} and rows {bins}; each bin of rows needs a query row or more"
        )
    return size


def _block(block: int | None) -> int | None:
    return None if block is None else count("block", block, least=1)


def _plain(name: str, part: slice) -> slice:
    if not isinstance(part, slice) or part.step not in (None, 1):
        raise ValueError(f"{name} is {part!r}; give a slice without a step, such as slice(0, 64)")
    return part


def _ignore(share: float) -> None:
    """What tells nobody."""
