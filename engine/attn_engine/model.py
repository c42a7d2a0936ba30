"""What a model is to the engine: a tokenizer, a table of vectors, positions, layers of heads.

Arrays become read-only when they are handed over; they may be views of memory-mapped files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attn_engine.matrix import Array

Activation = Literal["gelu", "gelu_tanh", "relu"]
"""What bends the inner vectors of a feed-forward block: exact GELU, its tanh form, or ReLU."""

Norms = Literal["none", "pre", "post"]
"""Whether a layer normalises what each half is given (pre), what it has added (post), or nothing."""


class ReadOnly:
    """Makes the arrays among a dataclass's fields read-only."""

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False


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


@dataclass(frozen=True)
class Pieces:
    """How the tokenizer took one word of the text apart; `start` and `end` count characters.

    `steps` are the states on the way, each a tuple of pieces: after each merge in byte-pair encoding,
    the longest matches found so far in WordPiece. The last state is the pieces used. `bytes` spells
    the word's bytes where the tokenizer works on bytes, else it is empty.
    """

    word: str
    start: int
    end: int
    steps: tuple[tuple[str, ...], ...]
    bytes: str = ""


@dataclass(frozen=True, eq=False)
class Norm(ReadOnly):
    """A layer normalisation: each vector to mean 0 and variance 1, then weight and bias.

    weight, bias: (d_model); `eps` is added to the variance. Source: Ba et al. 2016, Layer
    Normalization.
    """

    weight: Array
    bias: Array | None
    eps: float


@dataclass(frozen=True, eq=False)
class FeedForward(ReadOnly):
    """The second half of a layer: each token widened, bent and narrowed again, by itself.

    w_in: (d_model, d_ff), b_in: (d_ff), w_out: (d_ff, d_model), b_out: (d_model).
    """

    w_in: Array
    b_in: Array | None
    w_out: Array
    b_out: Array | None
    activation: Activation


@dataclass(frozen=True, eq=False)
class Output(ReadOnly):
    """What makes logits of the last vectors: norm(activation(x dense + b_dense)) w + b.

    dense: (d_model, d_model), b_dense: (d_model), w: (d_model, vocabulary), b: (vocabulary). Without
    `dense` there is neither a bias nor an activation before the norm.
    """

    dense: Array | None
    b_dense: Array | None
    activation: Activation
    norm: Norm | None
    w: Array
    b: Array | None = None


@dataclass(frozen=True)
class Rotary:
    """Positions as turns of queries and keys: pair i of token t by t / base^(2i / dimensions).

    Only the first `dimensions` of a head turn. Pairs are neighbours (0, 1), (2, 3), ... where
    `interleaved`, else (0, n), (1, n + 1), ... with n = dimensions / 2. Raises ValueError for an odd
    number of dimensions. Source: Su et al. 2021, RoFormer, equation 34.
    """

    base: float
    dimensions: int
    interleaved: bool

    def __post_init__(self) -> None:
        if self.dimensions < 2 or self.dimensions % 2:
            raise ValueError(
                f"rotary turns {self.dimensions} dimensions; they turn in pairs, so give an even "
                f"number of 2 or more"
            )


@dataclass(frozen=True, eq=False)
class Layer(ReadOnly):
    """The weights of one layer; those of attention have one slice a head.

    w_q: (n_heads, d_model, d_head); w_k: (n_kv_heads, d_model, d_head); w_v: (n_kv_heads, d_model,
    d_value); w_o: (n_heads * d_value, d_model). Query head i uses key head i // (n_heads /
    n_kv_heads). b_q: (n_heads, d_head); b_k, b_v: (n_kv_heads, d_head); b_o: (d_model).
    `jobs` says in a few words what each head does, where known. Raises ValueError for heads that do
    not divide evenly.
    """

    w_q: Array
    w_k: Array
    w_v: Array
    w_o: Array
    jobs: tuple[str, ...] = ()
    b_q: Array | None = None
    b_k: Array | None = None
    b_v: Array | None = None
    b_o: Array | None = None
    norm_attention: Norm | None = None
    norm_feed_forward: Norm | None = None
    feed_forward: FeedForward | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n_kv_heads == 0 or self.n_heads % self.n_kv_heads:
            raise ValueError(
                f"w_q has {self.n_heads} heads, which the {self.n_kv_heads} heads of w_k do not "
                f"divide evenly"
            )

    @property
    def n_heads(self) -> int:
        """How many heads work side by side in this layer."""
        return int(self.w_q.shape[0])

    @property
    def n_kv_heads(self) -> int:
        """How many heads of keys and values there are; fewer than `n_heads` where groups share."""
        return int(self.w_k.shape[0])


@dataclass(frozen=True, eq=False)
class Model(ReadOnly):
    """Everything a trace needs. `table` is W_E: (vocabulary, d_model), a row for each word.

    - positions(n) gives P: (n, d_model), zeros where positions are rotary. `dimensions` names the
      d_model dimensions where they mean something (else they are "0", "1", ...).
    - `about` says in a line what the model is and what it cannot show.
    - `layers` may read a layer when it is indexed; its length is always cheap.
    - `backend`, `device` and `dtype` are where and how the model's traces are computed;
      `device_note` says how a device that was compared with the processor compares, else it is "".
    - `norms` says where the layers normalise; `causal` that no token ever sees a later one.
    - type_row: (d_model), added with P; `embedding_norm` normalises the sum.
    - `final_norm` comes after the last layer, `output` makes logits; None where there is none.
    - `max_tokens` is the longest text that there are positions for, None if there is no limit.
    - `pad_id` is the token that padding uses; without one padding gets a row of zeros.
    - `pieces` takes the words of a text apart as the tokenizer did.
    """

    name: str
    about: str
    vocabulary: tuple[str, ...]
    table: Array
    encode: Callable[[str], Encoding]
    positions: Callable[[int], Array]
    position_formula: str
    dimensions: tuple[str, ...]
    layers: Sequence[Layer]
    backend: Literal["numpy", "torch"] = "numpy"
    device: str = "cpu"
    dtype: str = "float32"
    device_note: str = ""
    norms: Norms = "none"
    causal: bool = False
    type_row: Array | None = None
    embedding_norm: Norm | None = None
    final_norm: Norm | None = None
    output: Output | None = None
    rotary: Rotary | None = None
    max_tokens: int | None = None
    pad_id: int | None = None
    pieces: Callable[[str], tuple[Pieces, ...]] | None = None

    @property
    def d_model(self) -> int:
        """The width of a token's vector."""
        return int(self.table.shape[1])
