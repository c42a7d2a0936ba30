"""Where the learner stands: one frozen value from which everything on screen follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Zoom = Literal["window", "all", "cell"]


@dataclass(frozen=True)
class Session:
    """The text and how it is computed, the step, the cell, and how it is looked at.

    `row` and `column` are the cursor in the step's result; `projection` is the one of q, k and v
    that the project step shows. Layers, heads, rows and columns are counted from 0.
    """

    text: str
    model: str = "toy"
    layer: int = 0
    head: int = 0
    mask: str | None = None
    variant: Literal["learned", "plain"] = "learned"
    positions: bool = True
    backend: Literal["auto", "numpy", "torch"] = "auto"
    device: str = "cpu"
    dtype: str = "float32"
    step: str = "tokenize"
    row: int = 0
    column: int = 0
    projection: Literal["q", "k", "v"] = "q"
    zoom: Zoom = "window"
    operands: bool = True
