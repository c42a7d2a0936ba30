"""What the file of an architecture gives for a model, beside the tokenizer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attn_engine.checkpoints.tensors import Tensors
from attn_engine.matrix import Array
from attn_engine.model import Layer, Norm, Norms, Output


@dataclass(frozen=True, eq=False)
class Parts:
    """The parts of a model; `layer` builds one layer from the tensors and its number.

    table: (vocabulary, d_model); positions: (max_tokens, d_model), the rows from `first_position` of
    the file's table on; type_row: (d_model), the row of the first token type.
    """

    table: Array
    positions: Array
    layer: Callable[[Tensors, int], Layer]
    norms: Norms
    output: Output | None
    first_position: int = 0
    type_row: Array | None = None
    embedding_norm: Norm | None = None
    final_norm: Norm | None = None
