"""Which library an array belongs to: NumPy at once, every other through array-api-compat.

NumPy follows the array API standard by itself since 2.1, and the compatibility layer takes longer to
import than NumPy does, so it is left alone until an array of another library comes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
Namespace: TypeAlias = Any
Device: TypeAlias = Any


def array_namespace(*arrays: Array) -> Namespace:
    """The functions of the library that all the arrays belong to. Raises TypeError if they differ."""
    if all(isinstance(array, np.ndarray | np.generic) for array in arrays):
        return np
    import array_api_compat  # noqa: PLC0415

    return array_api_compat.array_namespace(*arrays)


def device(array: Array) -> Device:
    """Where the array lives, as its own library names it."""
    if isinstance(array, np.ndarray | np.generic):
        return "cpu"
    import array_api_compat  # noqa: PLC0415

    return array_api_compat.device(array)


def is_array(thing: object) -> bool:
    """Whether this is an array of a library that the engine can compute with."""
    if isinstance(thing, np.ndarray | np.generic):
        return True
    import array_api_compat  # noqa: PLC0415

    return bool(array_api_compat.is_array_api_obj(thing))


def is_torch(array: Array) -> bool:
    """Whether this is a torch tensor; torch is not imported to find out."""
    if isinstance(array, np.ndarray | np.generic):
        return False
    import array_api_compat  # noqa: PLC0415

    return bool(array_api_compat.is_torch_array(array))
