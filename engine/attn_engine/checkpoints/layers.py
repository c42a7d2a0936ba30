"""The layers of a checkpoint, built when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from attn_engine.matrix import Array
from attn_engine.model import Layer


class LazyLayers(Sequence[Layer]):
    """Layers that `build` makes on first use and that are kept from then on."""

    def __init__(self, count: int, build: Callable[[int], Layer]) -> None:
        self._count = count
        self._build = build
        self._built: dict[int, Layer] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Layer: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Layer, ...]: ...
    def __getitem__(self, index: int | slice) -> Layer | tuple[Layer, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(self._count)[index])
        place = range(self._count)[index]
        if place not in self._built:
            self._built[place] = self._build(place)
        return self._built[place]


def heads_of_rows(weight: Array, n_heads: int) -> Array:
    """A view of a projection stored as (n_heads * d_head, d_model): (n_heads, d_model, d_head)."""
    d_model = weight.shape[1]
    return weight.reshape(n_heads, -1, d_model).transpose(0, 2, 1)


def heads_of_columns(weight: Array, n_heads: int) -> Array:
    """A view of a projection stored as (d_model, n_heads * d_head): (n_heads, d_model, d_head)."""
    d_model = weight.shape[0]
    return weight.reshape(d_model, n_heads, -1).transpose(1, 0, 2)
