"""What a model is to the engine: a tokenizer, a table of vectors, positions, layers of heads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from attn_engine.matrix import Array


@dataclass(frozen=True)
class Token:
    """One piece of the text.

    `start` and `end` count characters of the input (end is exclusive; both equal for added tokens);
    `special` marks a token that the model adds, `unknown` one that its vocabulary lacks.
    """

    text: str
    id: int
    start: int
    end: int
    special: bool = False
    unknown: bool = False


@dataclass(frozen=True, eq=False)
class Encoding:
    """The tokens of one text and, for words the vocabulary lacks, rows made up for this text.

    `extra_words` and `extra_rows: (extra word, d_model)` continue the vocabulary and its table, so
    that every id in `tokens` is a row of the continued table.
    """

    tokens: tuple[Token, ...]
    extra_words: tuple[str, ...] = ()
    extra_rows: Array | None = None


@dataclass(frozen=True, eq=False)
class Layer:
    """The attention weights of one layer, one slice a head.

    w_q, w_k: (n_heads, d_model, d_head); w_v: (n_heads, d_model, d_value);
    w_o: (n_heads * d_value, d_model). `jobs` says in a few words what each head does, where known.
    """

    w_q: Array
    w_k: Array
    w_v: Array
    w_o: Array
    jobs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for weight in (self.w_q, self.w_k, self.w_v, self.w_o):
            weight.flags.writeable = False

    @property
    def n_heads(self) -> int:
        """How many heads work side by side in this layer."""
        return int(self.w_q.shape[0])


@dataclass(frozen=True, eq=False)
class Model:
    """Everything a trace needs. `table` is W_E: (vocabulary, d_model), a row for each word.

    `positions(n)` gives P: (n, d_model). `dimensions` names the d_model dimensions where they mean
    something (else they are "0", "1", ...). `about` says in a line what the model is and what it
    cannot show. `backend`, `device` and `dtype` are where and how its traces are computed. The
    arrays of a model become read-only.
    """

    name: str
    about: str
    vocabulary: tuple[str, ...]
    table: Array
    encode: Callable[[str], Encoding]
    positions: Callable[[int], Array]
    position_formula: str
    dimensions: tuple[str, ...]
    layers: tuple[Layer, ...]
    backend: Literal["numpy", "torch"] = "numpy"
    device: str = "cpu"
    dtype: str = "float32"

    def __post_init__(self) -> None:
        self.table.flags.writeable = False

    @property
    def d_model(self) -> int:
        """The width of a token's vector."""
        return int(self.table.shape[1])
