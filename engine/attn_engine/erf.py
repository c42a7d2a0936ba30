"""The error function, which the array API lacks and exact GELU needs."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from attn_engine.matrix import Array as NumpyArray
from attn_engine.namespaces import array_namespace, device
from attn_engine.steps import Array

REACH = 6
"""From here on erf is 1 to the last bit of a float64."""
PER_UNIT = 128
"""Points of the table from one whole number to the next."""
ORDERS = {32: 3, 64: 5}
"""The highest power of the distance to a point that tells in a dtype of so many bits."""


def erf(x: Array) -> Array:
    """2/√π times the integral of exp(-t²) from 0 to x, of each element: float32 or float64.

    A library that has its own is asked. Else x is the nearest point of a table plus a small distance,
    and the Taylor series around that point gives the value to the last bits of the dtype.
    """
    xp = array_namespace(x)
    if hasattr(xp, "erf"):
        return xp.erf(x)
    size = xp.clip(xp.abs(x), max=REACH)
    place = xp.round(size * PER_UNIT)
    distance = size - place * (1 / PER_UNIT)
    index = xp.astype(xp.where(xp.isnan(x), xp.zeros_like(x), place), xp.int32)
    series = [
        xp.asarray(column, dtype=x.dtype, device=device(x))
        for column in taylor_table()[: ORDERS[xp.finfo(x.dtype).bits] + 1]
    ]
    flat = xp.reshape(index, (-1,))
    total = xp.zeros_like(x)
    for column in reversed(series):
        total = total * distance + xp.reshape(xp.take(column, flat), x.shape)
    return xp.sign(x) * total


@cache
def taylor_table() -> NumpyArray:
    """The coefficients of erf around each point: (order, point), order 0 being erf itself.

    From erf'(x) = 2/√π exp(-x²) and, for the higher derivatives, f⁽ⁿ⁺¹⁾ = -2x f⁽ⁿ⁾ - 2(n-1) f⁽ⁿ⁻¹⁾.
    """
    points = np.arange(REACH * PER_UNIT + 1) / PER_UNIT
    derivatives = [np.array([math.erf(point) for point in points])]
    derivatives.append(2 / math.sqrt(math.pi) * np.exp(-points * points))
    derivatives.append(-2 * points * derivatives[1])
    for n in range(2, max(ORDERS.values())):
        derivatives.append(-2 * points * derivatives[n] - 2 * (n - 1) * derivatives[n - 1])
    return np.stack([f / math.factorial(n) for n, f in enumerate(derivatives)])
