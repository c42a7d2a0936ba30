"""Models by name."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Literal, cast

from attn_engine.backends import backend_of
from attn_engine.model import Model

NAMES = ("toy",)


def load_model(
    name: str = "toy", backend: str = "numpy", device: str = "cpu", dtype: str = "float32"
) -> Model:
    """The model called `name`, to be traced on a backend, a device and in a dtype.

    Raises ValueError for a name, backend, device or dtype that is not there, naming those that are.
    """
    if name not in NAMES:
        raise ValueError(f"there is no model {name!r}; there is {', '.join(NAMES)}")
    backend_of(backend, device, dtype)
    model: Model = importlib.import_module(f"attn_engine.{name}").toy_model()
    chosen = cast(Literal["numpy", "torch"], backend)
    return replace(model, backend=chosen, device=device, dtype=dtype)
