"""What differs between an array that was returned and the right one: kind, shape, dtype, values."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

import numpy as np

from attn_engine.matrix import Array

RELATIVE = 1e-6
"""How far a value may be off, as a share of the largest one expected."""


def difference(name: str, inputs: Mapping[str, Array], result: object, wanted: Array) -> str:
    """The first difference between what the function `name` returned and `wanted`; "" for none."""
    if wanted.ndim == 0 and isinstance(result, float | int):
        result = np.asarray(result)
    if not isinstance(result, np.ndarray | np.generic):
        return _no_array(name, result)
    array = np.asarray(result)
    given = ", ".join(f"{key} of shape {_shape(value)}" for key, value in inputs.items())
    if array.shape != wanted.shape:
        turned = "; is it transposed?" if array.shape == wanted.shape[::-1] else "."
        shapes = f"the shape is {_shape(array)}; it should be {_shape(wanted)}"
        return f"With {given} {shapes}{turned}"
    if array.dtype != wanted.dtype:
        return f"The shape is right; the dtype is {array.dtype}, it should be {wanted.dtype}."
    return _values(given, array, wanted)


def _no_array(name: str, result: object) -> str:
    if result is None:
        return f"{name} returned None; does it end with return?"
    if result is Ellipsis:
        return f"{name} returned ..., which stands for what you are to write."
    if inspect.iscoroutine(result):
        result.close()
    kind = type(result).__name__
    article = "an" if kind[0].lower() in "aeiou" else "a"
    return f"{name} returned {article} {kind}; it should return a NumPy array."


def _values(given: str, array: Array, wanted: Array) -> str:
    slack = RELATIVE * max(1.0, float(np.max(np.abs(wanted), initial=0)))
    # Written so that NaN is off.
    off = ~(np.abs(array - wanted.astype(float)) <= slack)
    if not off.any():
        return ""
    where = tuple(int(index) for index in np.argwhere(off)[0])
    place = f"[{', '.join(map(str, where))}]" if where else ""
    found = f"result{place} is {array[where]:.4g}; it should be {wanted[where]:.4g}"
    return f"With {given} {found}.{_pattern(array, wanted, slack)}"


def _pattern(array: Array, wanted: Array, slack: float) -> str:
    """What the whole array has in common with the right one."""
    square = array.ndim == 2 and array.shape[0] == array.shape[1]
    if square and np.all(np.abs(array.T - wanted) <= slack):
        return " The result is transposed."
    if array.size > 1 and np.all(wanted != 0):
        ratios = array / wanted
        first = float(ratios.flat[0])
        if np.all(np.abs(ratios - first) <= RELATIVE * abs(first)):
            return f" All values are {first:.3g} times what they should be."
    return ""


def _shape(array: Array) -> str:
    return "({})".format(", ".join(map(str, array.shape)))
