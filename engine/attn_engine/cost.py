"""What attention costs on this machine: time and memory of four ways to compute it, by length."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import numpy as np

from attn_engine.arguments import count, number
from attn_engine.peak_memory import free_bytes

COST_METHODS = ("naive", "in-place", "strips", "fused")
"""A new array a step; one array of n x n; strips of query rows; torch's fused kernel."""

SIZES = (256, 512, 1024, 2048, 4096, 8192)


@dataclass(frozen=True)
class Cost:
    """One measurement: the least seconds of a few runs, the bytes at most beyond the inputs."""

    method: str
    n: int
    seconds: float
    bytes: int


@dataclass(frozen=True)
class NotMeasured:
    """Why a method ends at the length before this one, as a sentence."""

    method: str
    n: int
    reason: str


def measure_costs(
    sizes: Iterable[int] = SIZES,
    methods: Iterable[str] = COST_METHODS[:3],
    *,
    n_heads: int = 8,
    d_head: int = 64,
    most_seconds: float = 20.0,
    most_bytes: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Cost | NotMeasured]:
    """Each method at each length in tokens, short ones first, one measurement at a time.

    Inputs are random, float32 and on the CPU: (n_heads, n, d_head) for queries, keys and values.
    Each measurement has a process of its own. A method ends, with a sentence why, where its last
    measurement says that the next would take more than `most_seconds` or `most_bytes` (by default
    half of the free memory). `stopped` is asked ten times a second whether to give up.

    Raises ValueError for a method that is not known or needs torch where that is not installed, and
    for sizes that are no whole numbers of 1 or more.
    """
    lengths = sorted({count("sizes", size, least=1) for size in sizes})
    asked = list(methods)
    for method in asked:
        if method not in COST_METHODS:
            raise ValueError(f"method {method!r} is not known; there are {', '.join(COST_METHODS)}")
    if "fused" in asked and find_spec("torch") is None:
        raise ValueError(
            "method 'fused' needs PyTorch, which is not installed: pip install 'attn-tui[torch]'"
        )
    shape = (count("n_heads", n_heads, least=1), count("d_head", d_head, least=1))
    limits = _Limits(
        number("most_seconds", most_seconds),
        free_bytes() // 2 if most_bytes is None else count("most_bytes", most_bytes),
    )
    return _measured(lengths, asked, shape, limits, stopped)


def cost_slope(costs: Iterable[Cost], of: Literal["seconds", "bytes"] = "seconds") -> float:
    """The slope of one method's costs on logarithmic axes: 2 if twice the length costs four times.

    By least squares. Raises ValueError for costs of several methods or fewer than two lengths with a
    cost above 0.
    """
    points = [(cost.method, cost.n, getattr(cost, of)) for cost in costs]
    methods = sorted({method for method, _, _ in points})
    if len(methods) > 1:
        raise ValueError(f"a slope is of one method, and these are of {', '.join(methods)}")
    logs = [(math.log(n), math.log(value)) for _, n, value in points if value > 0]
    lengths, values = zip(*logs, strict=True) if logs else ((), ())
    if len(set(lengths)) < 2:
        raise ValueError(f"a slope needs two lengths or more, and there are {len(set(lengths))}")
    return float(np.polyfit(lengths, values, deg=1)[0])


@dataclass(frozen=True)
class _Limits:
    seconds: float
    bytes: int

    def reason(self, last: Cost, n: int) -> str | None:
        """Why not to go on to n after the last measurement; time and memory may grow by its square."""
        growth = (n / last.n) ** 2
        seconds = last.seconds * growth
        if seconds > self.seconds:
            about = f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.2g}"
            return f"would take about {about} s; the limit is {self.seconds:g} s"
        if last.bytes * growth > self.bytes:
            return (
                f"would need about {_gibibytes(last.bytes * growth)}; the limit is "
                f"{_gibibytes(self.bytes)}"
            )
        return None


def _measured(
    lengths: list[int],
    methods: list[str],
    shape: tuple[int, int],
    limits: _Limits,
    stopped: Callable[[], bool],
) -> Iterator[Cost | NotMeasured]:
    last: dict[str, Cost] = {}
    ended: set[str] = set()
    for n in lengths:
        for method in methods:
            if method in ended:
                continue
            reason = limits.reason(last[method], n) if method in last else None
            result = reason or _in_child(method, n, shape, limits, stopped)
            if result is None:
                return
            if isinstance(result, str):
                ended.add(method)
                yield NotMeasured(method, n, f"{method} at {n:,} tokens {result}.")
            else:
                last[method] = result
                yield result


def _in_child(
    method: str, n: int, shape: tuple[int, int], limits: _Limits, stopped: Callable[[], bool]
) -> Cost | str | None:
    """The measurement, or why there is none; None if the caller gave up."""
    roots = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    deadline = time.monotonic() + 2 * limits.seconds + 30  # with the start and loading torch
    child = subprocess.Popen(
        [sys.executable, "-m", "attn_engine.cost_child", method, *map(str, (n, *shape))],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, roots))},
    )
    try:
        while True:
            try:
                told, error = child.communicate(timeout=0.1)
                break
            except subprocess.TimeoutExpired:
                if stopped():
                    return None
                if time.monotonic() > deadline:
                    return f"took longer than {limits.seconds:g} s"
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    if child.returncode < 0 or "MemoryError" in error:
        return "ran out of memory"
    if child.returncode:
        return f"failed: {(error.strip().splitlines() or ['no message'])[-1]}"
    seconds, extra = told.split()
    return Cost(method, n, float(seconds), int(extra))


def _gibibytes(amount: float) -> str:
    return f"{amount / 2**30:.1f} GiB" if amount >= 2**30 else f"{amount / 2**20:.0f} MiB"
