"""One measurement in a process of its own: `python -m attn_engine.cost_child METHOD N HEADS D_HEAD`.

Prints the seconds and the bytes. Nothing else has happened in the process, so that its peak memory is
that of the method, and a system that runs out of memory ends this process and not the app.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable

import numpy as np

from attn_engine.attention_map import attention_map
from attn_engine.peak_memory import peak_bytes, reset_peak
from attn_engine.steps import Array

ENOUGH_SECONDS = 0.3
MOST_RUNS = 20


def naive(q: Array, k: Array, v: Array) -> Array:
    """softmax(q k^T / sqrt(d_head)) v as in the paper, a new array for each step."""
    scores = q @ k.swapaxes(-1, -2) / np.float32(np.sqrt(q.shape[-1]))
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    return weights @ v


def in_place(q: Array, k: Array, v: Array) -> Array:
    """The same in one array of n x n for all steps."""
    weights = q @ k.swapaxes(-1, -2)
    weights /= np.float32(np.sqrt(q.shape[-1]))
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ v


def strips(q: Array, k: Array, v: Array) -> Array:
    """A strip of query rows at a time."""
    return attention_map(q, k, v=v, sample=q.shape[-2], statistics=False).output


def fused(q: Array, k: Array, v: Array) -> Array:
    """The kernel of torch, which keeps to tiles of a few rows and columns."""
    torch = importlib.import_module("torch")
    tensors = (torch.from_numpy(array)[None] for array in (q, k, v))
    return torch.nn.functional.scaled_dot_product_attention(*tensors)


METHODS: dict[str, Callable[[Array, Array, Array], Array]] = {
    "naive": naive,
    "in-place": in_place,
    "strips": strips,
    "fused": fused,
}


def measure(method: str, n: int, n_heads: int, d_head: int) -> tuple[float, int]:
    """The least seconds of a few runs, and the bytes of the first beyond what the inputs take."""
    run = METHODS[method]
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal((n_heads, n, d_head), np.float32) for _ in range(3))
    run(q[:1, :8], k[:1, :8], v[:1, :8])  # loads what loads at first use
    reset_peak()
    before = peak_bytes()
    seconds = [_seconds(run, q, k, v)]
    extra = max(0, peak_bytes() - before)
    while sum(seconds) < ENOUGH_SECONDS and len(seconds) < MOST_RUNS:
        seconds.append(_seconds(run, q, k, v))
    return min(seconds), extra


def _seconds(run: Callable[..., Array], *arrays: Array) -> float:
    start = time.perf_counter()
    run(*arrays)
    return time.perf_counter() - start


if __name__ == "__main__":
    print(*measure(sys.argv[1], *map(int, sys.argv[2:])))
