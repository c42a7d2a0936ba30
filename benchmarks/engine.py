"""The staged engine to the same mathematics written straight down in NumPy, both at float32."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

import attn_engine as ae
from benchmarks.figure import Figure, ratio

N_HEADS, N_TOKENS, D_HEAD = 8, 512, 64
ROUNDS = 25

Floats = NDArray[np.float32]


def figures() -> Iterator[Figure]:
    """`attend` without a mask and with the causal one."""
    random = np.random.default_rng(0)
    q, k, v = random.standard_normal((3, N_HEADS, N_TOKENS, D_HEAD), dtype=np.float32)
    for causal in (False, True):
        ours, floor = in_turns(
            partial(ae.attend, q, k, v, causal=causal), partial(straight, q, k, v, causal)
        )
        name = "causal attention" if causal else "attention"
        yield ratio(f"staged {name} to a NumPy expression, 8 heads, 512 tokens", ours, floor, 1.3)


def straight(q: Floats, k: Floats, v: Floats, causal: bool) -> tuple[Floats, ...]:
    """Every intermediate that `attend` shows, as one would write it in a notebook."""
    scores = q @ k.swapaxes(-1, -2)
    scaled = scores / np.float32(np.sqrt(q.shape[-1]))
    masked = scaled
    if causal:
        allowed = np.tril(np.ones(scores.shape[-2:], dtype=bool))
        masked = np.where(allowed, scaled, np.float32(-np.inf))
    exponentials = np.exp(masked - masked.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return scores, scaled, masked, weights, weights @ v


def in_turns(*functions: Callable[[], object]) -> list[list[float]]:
    """Seconds of each function, called one after another in each round after a warm-up."""
    seconds: list[list[float]] = [[] for _ in functions]
    for turn in range(ROUNDS + 3):
        for function, taken in zip(functions, seconds, strict=True):
            start = time.perf_counter()
            function()
            if turn >= 3:
                taken.append(time.perf_counter() - start)
    return seconds
