"""A long text in a model: queries and keys of any layer, and its maps, in O(n) memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from attn_engine.attention_map import attention_map, attention_window, refine_attention_map
from attn_engine.backends import backend_of
from attn_engine.forward import Arrays, Forward
from attn_engine.inputs import prepare
from attn_engine.long_encoding import encode_long
from attn_engine.masks import MaskRules, parse_mask
from attn_engine.matrix import Array as NumpyArray
from attn_engine.model import Model, Token
from attn_engine.pooled_map import AttentionMap, Watch
from attn_engine.recorder import Recorder
from attn_engine.stages import Variant
from attn_engine.steps import Array


@dataclass(frozen=True, eq=False)
class LongForward(Forward):
    """The way of a text up a model with attention a strip of query rows at a time.

    `rules` are the mask as options of `attention_map`; `watch` is told how far a layer is.
    """

    rules: dict[str, Any] = field(default_factory=dict)
    watch: Watch | None = None

    def queries_and_keys(self, layer: int, h: Array) -> tuple[Array, Array]:
        """q: (n_heads, token, d_head) and k: (n_kv_heads, token, d_head) of h: (token, d_model)."""
        weights = None if self.variant == "plain" else self.model.layers[layer]
        arrays = self._project(Recorder(lambda: None), weights, h, None)
        return arrays["q"], arrays["k"]

    def _attend(self, recorder: Recorder, q: Array, k: Array, v: Array) -> Arrays:
        whole = attention_map(
            q, k, 1, 1, v, sample=q.shape[-2], statistics=False, watch=self.watch, **self.rules
        )
        return {"z": whole.output}


def check_mask(mask: str | None) -> MaskRules:
    """The rules of a mask for a long text. Raises ValueError for one that is not known or pads."""
    rules = parse_mask(mask)
    if rules.padding is not None:
        raise ValueError(f"mask {mask!r} pads, and a long text needs no padding; leave it out")
    return rules


class LongText:
    """A text of any length in a model, and the attention of its layers without any n x n matrix.

    Raises ValueError for a text without tokens or with more than the model has positions for, and
    for a mask that is not known or pads. `watch` is told how much of the text is cut into tokens.
    """

    def __init__(
        self,
        model: Model,
        text: str,
        mask: str | None = None,
        variant: Variant = "learned",
        watch: Watch | None = None,
    ) -> None:
        rules = check_mask(mask)
        self.model, self.mask = model, mask
        self._backend = backend_of(model.backend, model.device, model.dtype)
        inputs = prepare(model, encode_long(model, text, watch), None)
        self.tokens: tuple[Token, ...] = inputs.tokens
        options = {"causal": rules.causal or model.causal, "window": rules.window}
        self._forward = LongForward(self._backend, model, variant, True, None, options)
        self._given = [self._forward.input(Recorder(lambda: None), inputs)[1]]
        self._projected: tuple[int, tuple[Array, Array]] | None = None

    def compute(self, layer: int, watch: Watch | None = None) -> None:
        """Run the layers below `layer`, each of which takes O(n^2) time the first time.

        `watch` is told the share of the work that is done; what it raises ends it.
        """
        first = len(self._given) - 1
        for below in range(first, layer):

            def watch_layer(share: float, done: int = below - first) -> None:
                if watch is not None:
                    watch((done + share) / (layer - first))

            forward = replace(self._forward, watch=watch_layer)
            self._given[below + 1 :] = [forward.block(below, self._given[below])]

    def maps(
        self,
        layer: int,
        bins: tuple[int, int],
        rows: slice,
        columns: slice,
        *,
        sample: int,
        watch: Watch | None = None,
    ) -> Iterator[AttentionMap]:
        """Better and better maps of some rows and columns of a layer, in NumPy.

        bins: how many of rows and of columns; sample and watch are those of `refine_attention_map`.
        """
        for found in refine_attention_map(
            *self._queries_and_keys(layer),
            *bins,
            row_range=rows,
            column_range=columns,
            sample=sample,
            watch=watch,
            **self._forward.rules,
        ):
            yield self._numpy(found)

    def window(self, layer: int, rows: slice, columns: slice) -> NumpyArray:
        """The exact weights of some rows and columns of a layer: (n_heads, row, column)."""
        queries, keys = self._queries_and_keys(layer)
        weights = attention_window(queries, keys, rows, columns, **self._forward.rules)
        return self._backend.numpy(weights)

    def _queries_and_keys(self, layer: int) -> tuple[Array, Array]:
        """Those of the layer that was asked for last are kept."""
        self.compute(layer)
        kept = self._projected
        if kept is None or kept[0] != layer:
            kept = (layer, self._forward.queries_and_keys(layer, self._given[layer]))
            self._projected = kept
        return kept[1]

    def _numpy(self, found: AttentionMap) -> AttentionMap:
        arrays = {
            name: array if isinstance(array, np.ndarray) else self._backend.numpy(array)
            for name, array in vars(found).items()
            if array is not None
        }
        return replace(found, **arrays)
