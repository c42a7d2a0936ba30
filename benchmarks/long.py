"""Long inputs: attention_map to what it replaces, and the first map of 131,072 tokens.

Each case runs in a process of its own, whose peak memory is read; cases for torch need it installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

import attn_engine as ae
from attn_engine.peak_memory import peak_bytes
from benchmarks.figure import Figure, ratio

N_HEADS, D_HEAD = 8, 64
LONG, VERY_LONG, STAGED = 8192, 131_072, 1024

Array = Any
Case = Callable[[], dict[str, Any]]


def figures() -> Iterator[Figure]:
    """Times to floors in the same process, and memory beyond what the inputs take."""
    yield from _map("numpy", "in-place NumPy", 1.7)
    yield from _first_map("numpy")
    if find_spec("torch") is None:
        print("long: the figures of torch are skipped, it is not installed", file=sys.stderr)
        return
    yield from _map("torch", "SDPA", 1.1)
    yield from _first_map("torch")
    for kind in ("", "_masked"):
        case = _in_child(f"torch_staged{kind}")
        name = f"torch: staged attention{kind.replace('_', ' ')} to one expression, 1,024 tokens"
        yield ratio(name, case["ours"], case["floor"], 1.2)


def _map(library: str, floor: str, target: float) -> Iterator[Figure]:
    case = _in_child(f"{library}_map")
    name = f"{library}: attention_map, 8 heads, 8,192 tokens"
    yield ratio(f"{name}, to {floor}", case["ours"], case["floor"], target)
    yield Figure(f"{name}, extra memory", case["mib"], 100, "MiB", "peak of the process")


def _first_map(library: str) -> Iterator[Figure]:
    case = _in_child(f"{library}_first_map")
    name = f"{library}: first map of 131,072 tokens, 8 heads"
    measured = f"{len(case['ours'])} runs, {case['rows']} query rows"
    yield Figure(name, median(case["ours"]), 5, "s", measured)
    yield Figure(f"{name}, extra memory", case["mib"], 500, "MiB", "peak of the process")


def _in_child(case: str) -> dict[str, Any]:
    child = subprocess.run(
        [sys.executable, "-m", "benchmarks.long", case], check=True, stdout=subprocess.PIPE
    )
    result: dict[str, Any] = json.loads(child.stdout)
    return result


# What runs in the child


def numpy_map() -> dict[str, Any]:
    q, k, v = _arrays(LONG)

    def in_place() -> Array:
        weights = q @ k.swapaxes(-1, -2)
        weights *= np.float32(1 / np.sqrt(D_HEAD))
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=-1, keepdims=True)
        return weights @ v

    return _compare(lambda: ae.attention_map(q, k, v=v), in_place, rounds=3)


def torch_map() -> dict[str, Any]:
    torch = import_module("torch")
    q, k, v = map(torch.asarray, _arrays(LONG))
    attention = torch.nn.functional.scaled_dot_product_attention
    return _compare(
        lambda: ae.attention_map(q, k, statistics=False),
        lambda: attention(q[None], k[None], v[None]),
        rounds=11,
    )


def numpy_first_map() -> dict[str, Any]:
    return _first(*_arrays(VERY_LONG, 2))


def torch_first_map() -> dict[str, Any]:
    return _first(*map(import_module("torch").asarray, _arrays(VERY_LONG, 2)))


def torch_staged() -> dict[str, Any]:
    torch = import_module("torch")
    q, k, v = map(torch.asarray, _arrays(STAGED))
    return _compare(
        lambda: ae.attend(q, k, v),
        lambda: torch.softmax(q @ k.mT * D_HEAD**-0.5, dim=-1) @ v,
        rounds=25,
    )


def torch_staged_masked() -> dict[str, Any]:
    torch = import_module("torch")
    q, k, v = map(torch.asarray, _arrays(STAGED))
    mask = torch.full((STAGED, STAGED), -torch.inf).triu(1)
    return _compare(
        lambda: ae.attend(q, k, v, mask),
        lambda: torch.softmax(q @ k.mT * D_HEAD**-0.5 + mask, dim=-1) @ v,
        rounds=25,
    )


def _arrays(length: int, count: int = 3) -> list[Array]:
    random = np.random.default_rng(0)
    return [random.standard_normal((N_HEADS, length, D_HEAD), np.float32) for _ in range(count)]


def _first(q: Array, k: Array) -> dict[str, Any]:
    seconds, rows = [], 0

    def first() -> None:
        nonlocal rows
        start = time.perf_counter()
        rows = len(next(ae.refine_attention_map(q, k)).query_rows)
        seconds.append(time.perf_counter() - start)

    ae.attention_map(q[:, :64], k[:, :64])
    mib = _extra_mib(first)
    for _ in range(4):
        first()
    return {"ours": seconds, "mib": mib, "rows": rows}


def _compare(
    ours: Callable[[], object], floor: Callable[[], object], rounds: int
) -> dict[str, Any]:
    """Seconds of each, called one after the other, and the memory of ours, measured before."""
    small = np.zeros((1, 8, D_HEAD), np.float32)
    ae.attention_map(small, small, v=small)
    mib = _extra_mib(ours)
    floor()
    seconds: dict[str, list[float]] = {"ours": [], "floor": []}
    for _ in range(rounds):
        for name, function in (("ours", ours), ("floor", floor)):
            start = time.perf_counter()
            function()
            seconds[name].append(time.perf_counter() - start)
    return {**seconds, "mib": mib}


def _extra_mib(function: Callable[[], object]) -> float:
    before = peak_bytes()
    function()
    return (peak_bytes() - before) / 2**20


if __name__ == "__main__":
    cases: dict[str, Case] = {
        case.__name__: case
        for case in (
            numpy_map,
            torch_map,
            numpy_first_map,
            torch_first_map,
            torch_staged,
            torch_staged_masked,
        )
    }
    print(json.dumps(cases[sys.argv[1]]()))
