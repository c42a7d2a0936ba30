"""What attention costs on this machine, measured within a budget of time; no Textual."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attn_engine import Cost, NotMeasured

LENGTHS = (500, 1000, 2000, 4000)
"""Tokens of the texts that are measured at first; 1,000 and 4,000 are compared in words."""

BUDGET = 6.0
"""Seconds for each method, after which nothing more is measured; four lengths take half of it."""

N_HEADS, D_HEAD = 1, 64


def methods_of(with_torch: bool) -> tuple[str, ...]:
    """The methods to measure; the fused one needs torch, which is not loaded unless asked for."""
    from attn_engine import COST_METHODS  # noqa: PLC0415 - NumPy

    return tuple(method for method in COST_METHODS if with_torch or method != "fused")


def measured(
    lengths: tuple[int, ...],
    with_torch: bool,
    given_up: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Cost | NotMeasured]:
    """Each method at each length, short ones first, until all is measured or the time is up.

    Raises ValueError where torch is asked for and not installed.
    """
    from attn_engine import measure_costs  # noqa: PLC0415 - NumPy

    methods = methods_of(with_torch)
    end = clock() + BUDGET * len(methods)
    return measure_costs(
        lengths,
        methods,
        n_heads=N_HEADS,
        d_head=D_HEAD,
        most_seconds=BUDGET,
        stopped=lambda: given_up() or clock() > end,
    )
