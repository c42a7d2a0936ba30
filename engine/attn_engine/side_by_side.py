"""The same trace computed in other ways, to see where and by how much the numbers differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from attn_engine.backends import TorchBackend
from attn_engine.devices import load_torch
from attn_engine.failures import DeviceError, failures_told
from attn_engine.matrix import Array
from attn_engine.trace import Trace, trace

Progress = Callable[[str, int, int], None]
Library = Literal["numpy", "torch"]

NUMPY_WAYS = ("float32", "float64")
TORCH_WAYS = ("float32", "float16", "bfloat16")


@dataclass(frozen=True, eq=False)
class Run:
    """A text computed on one backend in one dtype.

    `trace` is None where that could not be done, and `reason` the sentence that says why. `fused` is
    what torch's fused kernel made of the trace's own queries, keys and values, (head, query,
    d_value); None on NumPy and where `fused_reason` says why.
    """

    backend: Library
    dtype: str
    trace: Trace | None = None
    reason: str = ""
    fused: Array | None = None
    fused_reason: str = ""


def side_by_side(given: Trace, progress: Progress | None = None) -> Iterator[Run]:
    """The text of a trace on NumPy in float32 and float64, then on torch in three dtypes.

    Torch computes on the trace's own device if that is torch's, else on the processor; where it is
    not installed a single run says so. `progress` is told of torch being loaded. Each run begins
    with the text, so that differences add up from step to step.
    """
    for dtype in NUMPY_WAYS:
        yield _run(given, "numpy", "cpu", dtype)
    try:
        load_torch(progress)
    except ValueError as error:
        yield Run("torch", "", reason=str(error))
        return
    device = given.device if given.backend == "torch" else "cpu"
    for dtype in TORCH_WAYS:
        yield _with_fused(_run(given, "torch", device, dtype))


def fused_output(given: Trace) -> Array:
    """softmax(scale q k^T + mask) v of the traced layer by torch's fused kernel, which keeps no scores.

    (head, query, d_value), half types as float32. Raises ValueError for a trace that torch did not
    compute and on a device on which the fused kernel is not to be trusted, DeviceError as `trace`.
    """
    backend = given.forward.backend
    if not isinstance(backend, TorchBackend):
        raise ValueError("the fused kernel is torch's; trace with backend torch")
    q, k = given["score"]["q"].values, given["score"]["k"].values
    v, mask = given["sum"]["v"].values, given["mask"]["mask"].values
    group = q.shape[0] // k.shape[0]
    keys, values = (np.repeat(each, group, axis=0) for each in (k, v))
    with failures_told(given.device):
        return backend.fused_attention(q, keys, values, mask == 0)


def _run(given: Trace, backend: Library, device: str, dtype: str) -> Run:
    if (given.backend, given.device, given.dtype) == (backend, device, dtype):
        return Run(backend, dtype, given)
    model = replace(given.model, backend=backend, device=device, dtype=dtype)
    try:
        made = trace(
            model, given.text, given.layer, given.mask,
            variant=given.variant, positions=given.positions, keys=given.keys,
        )  # fmt: skip
    except (ValueError, DeviceError) as error:
        return Run(backend, dtype, reason=str(error))
    except MemoryError:
        return Run(
            backend, dtype, reason="there is not enough memory for this; take a shorter text"
        )
    return Run(backend, dtype, made)


def _with_fused(run: Run) -> Run:
    if run.trace is None:
        return run
    try:
        return replace(run, fused=fused_output(run.trace))
    except (ValueError, DeviceError) as error:
        return replace(run, fused_reason=str(error))
