"""The pooled map at the speed of torch's fused attention kernel.

The kernel gives weights @ v and never shows the weights. With a v that says in which bin each key is,
one column a bin, weights @ v is the weight that goes to each bin.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import numpy as np

from attn_engine import binning, steps
from attn_engine.arguments import of_entry
from attn_engine.namespaces import Namespace, is_torch
from attn_engine.pooled_map import AttentionMap, MapTask, Watch
from attn_engine.steps import Array

AT_ONCE_BYTES = 64 * 2**20
"""Of the kernel's result; several heads at once keep all threads busy to the end."""


def map_by_kernel(task: MapTask, watch: Watch) -> AttentionMap | None:
    """The map of all rows, and the output if there is a v; None where the kernel cannot do it.

    It can on torch, but not on device mps, for a map of all rows and columns, without mask, window,
    softcap and, if causal, past.
    """
    if not _can(task):
        return None
    torch = importlib.import_module("torch")
    heads, n_query, n_columns = task.q.shape[:-2], task.q.shape[-2], len(task.column_edges) - 1
    widths = torch.asarray(np.diff(task.row_edges), device=task.q.device)[:, None]
    parts, n_parts = [], int(np.prod(heads))
    outputs = []
    for batch, kv_heads in _parts(task):
        mixed = _kernel(torch, task, batch, kv_heads)
        if mixed is None:
            return None
        sums, _ = binning.sums(mixed[..., :n_columns].mT, 0, task.row_edges)
        parts.append(sums.mT / widths)
        if task.v is not None:
            output = mixed[..., n_columns : n_columns + task.v.shape[-1]]
            outputs.append(steps.narrow(output, task.q.dtype))
        watch(sum(map(len, parts)) / n_parts)
    return AttentionMap(
        map=torch.cat(parts).reshape(*heads, -1, n_columns),
        row_edges=task.row_edges,
        column_edges=task.column_edges,
        query_rows=np.arange(n_query),
        output=torch.cat(outputs).reshape(*heads, n_query, -1) if outputs else None,
    )


def _can(task: MapTask) -> bool:
    given = task.given
    plain = given.mask is None and given.window is None and given.cap is None
    return (
        plain
        and (task.row_edges[0], task.row_edges[-1]) == (0, task.q.shape[-2])
        and (task.column_edges[0], task.column_edges[-1]) == (0, task.k.shape[-2])
        and is_torch(task.q)
        and task.q.device.type
        != "mps"  # its kernel was wrong for values of another width than keys
        and not (given.causal and bool((given.past > 0).any()))
        and (given.key_lengths is None or bool((given.key_lengths > 0).all()))
        and 0 not in (*task.q.shape, *task.k.shape)
    )


def _width(task: MapTask) -> int:
    """One width for queries, keys and values, as all kernels take; zeros change no dot product."""
    n_values = len(task.column_edges) - 1 + (0 if task.v is None else task.v.shape[-1])
    return -(-max(int(task.q.shape[-1]), n_values) // 8) * 8


def _parts(task: MapTask) -> Iterator[tuple[tuple[int, ...], slice]]:
    """The key heads to take at once: the place of their batch entry, and which of it."""
    n_kv_heads = task.k.shape[-3]
    head_bytes = 4 * task.given.group * task.q.shape[-2] * _width(task)
    step = max(1, AT_ONCE_BYTES // head_bytes)
    for batch in np.ndindex(*task.q.shape[:-3]):
        for start in range(0, n_kv_heads, step):
            yield batch, slice(start, min(start + step, n_kv_heads))


def _kernel(
    torch: Namespace, task: MapTask, batch: tuple[int, ...], kv_heads: slice
) -> Array | None:
    """weights @ (bins, v) of some heads: (head, query, column); None if no fused kernel can."""
    place, lengths, group = (*batch, kv_heads), task.given.key_lengths, task.given.group
    length = task.k.shape[-2] if lengths is None else of_entry(lengths, batch)
    k = steps.widen(task.k.detach()[place][:, :length])
    q = task.q.detach()[(*batch, slice(kv_heads.start * group, kv_heads.stop * group))]
    q = steps.widen(q).unflatten(0, (-1, group))
    v = _bins(torch, task, k)[:length].expand(len(k), -1, -1)
    if task.v is not None:
        v = torch.cat([v, steps.widen(task.v.detach()[place][:, :length])], dim=-1)
    k, v = (
        array[:, None].expand(-1, group, -1, -1)
        for array in (_wide(torch, task, array) for array in (k, v))
    )
    backend = torch.nn.attention.SDPBackend
    fused = [backend.FLASH_ATTENTION, backend.EFFICIENT_ATTENTION]
    try:
        with torch.nn.attention.sdpa_kernel(fused):  # the unfused way would make n x n weights
            mixed = torch.nn.functional.scaled_dot_product_attention(
                _wide(torch, task, q), k, v, is_causal=task.given.causal, scale=task.given.factor
            )
    except RuntimeError as error:
        if "kernel" not in str(error):
            raise
        return None
    return mixed.flatten(0, 1)


def _bins(torch: Namespace, task: MapTask, k: Array) -> Array:
    """One column a bin of keys, 1 where a key is in it: (key, bin)."""
    sizes = torch.asarray(np.diff(task.column_edges), device=k.device)
    return torch.eye(len(sizes), dtype=k.dtype, device=k.device).repeat_interleave(sizes, dim=0)


def _wide(torch: Namespace, task: MapTask, array: Array) -> Array:
    missing = _width(task) - array.shape[-1]
    return torch.nn.functional.pad(array, (0, missing)) if missing else array
