"""Whether a device computes what the processor computes, found out when a model is loaded there."""

from __future__ import annotations

from dataclasses import replace

from attn_engine.differences import Difference, difference
from attn_engine.model import Model
from attn_engine.trace import Trace, trace

COMPARED = ("mps",)
"""Devices whose kernels have given wrong results in released versions of torch."""

SAMPLE = "it was there and then it was not there"
TOLERANCE = {"float64": 1e-9, "float32": 1e-3, "float16": 2e-2, "bfloat16": 1e-1}
"""The largest difference that rounding explains, relative to the largest number of a matrix."""


def compared(model: Model) -> Model:
    """The model with a note on how its device compares with the processor, in all layers.

    Raises ValueError, one sentence, where they differ by more than rounding.
    """
    last, on_processor = len(model.layers) - 1, replace(model, device="cpu")
    traces = [trace(each, SAMPLE, layer=last) for each in (on_processor, model)]
    where, largest = _largest(*traces)
    said = f"device {model.device} and the processor differ by up to {largest.relative:.1e}"
    # So that a NaN is refused as well.
    if not largest.relative <= TOLERANCE[model.dtype]:
        raise ValueError(
            f"{said} of the largest number, in {where}: too much for rounding in {model.dtype}; "
            "use device cpu, or another version of torch"
        )
    note = f"{said} of the largest number ({where}): rounding in {model.dtype}"
    return replace(model, device_note=f"{note}.")


def _largest(ours: Trace, theirs: Trace) -> tuple[str, Difference]:
    """The matrix in which two traces differ most, relative to its largest number."""
    found = []
    for mine, other in zip(ours, theirs, strict=True):
        found += [
            (f"{mine.key} {matrix.name}", difference(matrix.values, other[matrix.name].values))
            for matrix in mine.matrices
        ]
    # A NaN is no number to compare with: it comes first.
    return max(found, key=lambda each: (each[1].relative != each[1].relative, each[1].relative))
