"""What is done to each row and whose quickest way differs between the libraries."""

from __future__ import annotations

from attn_engine import steps
from attn_engine.namespaces import array_namespace, device, is_torch
from attn_engine.steps import Array


def largest(values: Array) -> tuple[Array, Array]:
    """The largest number of each row and its place, the first of equals: (..., 1) each."""
    if is_torch(values):  # whose argmax takes five times as long as its max, which finds both
        peak, place = values.max(dim=-1, keepdim=True)
        return peak, place
    xp = array_namespace(values)
    place = xp.argmax(values, axis=-1, keepdims=True)
    return xp.take_along_axis(values, place, axis=-1), place


def dot(a: Array, b: Array) -> Array:
    """The dot product of each row of a with that of b: (...)."""
    xp = array_namespace(a, b)
    # array-api-compat has torch multiply matrices of one row each, which is slow.
    return xp.sum(a * b, axis=-1) if is_torch(a) else xp.vecdot(a, b)


def row_sums(values: Array) -> Array:
    """The sum of each row: (...)."""
    xp = array_namespace(values)
    if is_torch(values):
        return xp.sum(values, axis=-1)
    # A product with ones runs in the matrix library, faster than sums of short rows.
    ones = xp.ones((values.shape[-1], 1), dtype=values.dtype, device=device(values))
    return (values @ ones)[..., 0]


def softmax(masked: Array) -> Array:
    """What `steps.softmax` says, by torch's own function where that gives the same."""
    if is_torch(masked):
        weights = masked.softmax(dim=-1)
        if not bool(weights[..., :1].isnan().any()):  # as it makes of a row of nothing but -inf
            return weights
    return steps.softmax(masked)
