"""The ten steps of the walk, in order; `key` is what the API, the command line and lessons use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attn_engine.matrix import Kind, Matrix

Variant = Literal["learned", "plain"]
"""Attention with learned weight matrices, or without any: Q = K = V = H in one head."""

STAGE_KEYS: tuple[str, ...] = (
    "tokenize", "embed", "position", "project", "score", "scale", "mask", "softmax", "sum", "heads",
)  # fmt: skip

STAGE_MATRICES: dict[str, tuple[str, ...]] = {
    "tokenize": ("spans", "ids"),
    "embed": ("one_hot", "w_e", "x"),
    "position": ("x", "p", "t", "xp", "xp_norm"),
    "project": (
        "h", "n", "h_kv", "n_kv", "w_q", "w_k", "w_v", "b_q", "b_k", "b_v",
        "q_plain", "k_plain", "q", "k", "v",
    ),
    "score": ("q", "k", "scores"),
    "scale": ("scores", "scaled"),
    "mask": ("scaled", "mask", "masked"),
    "softmax": ("masked", "weights"),
    "sum": ("weights", "v", "z"),
    "heads": ("concat", "w_o", "b_o", "y", "h", "added", "out"),
}  # fmt: skip
"""The matrices of each step in the order they are read; a model has those that its layers need."""

PLAIN_MATRICES: dict[str, tuple[str, ...]] = {
    **STAGE_MATRICES,
    "project": ("h", "h_kv", "q", "k", "v"),
    "heads": ("concat", "y"),
}
"""The same for plain attention, which has no weights."""

STAGE_RESULTS: dict[str, str] = {
    "tokenize": "ids", "embed": "x", "position": "xp", "project": "q", "score": "scores",
    "scale": "scaled", "mask": "masked", "softmax": "weights", "sum": "z", "heads": "y",
}  # fmt: skip

MATRIX_AXES: dict[str, tuple[str, ...]] = {
    "spans": ("token", "edge"),
    "ids": ("token",),
    "one_hot": ("token", "vocabulary"),
    "w_e": ("vocabulary", "d_model"),
    **dict.fromkeys(("x", "p", "t", "xp", "xp_norm", "h", "n"), ("token", "d_model")),
    **dict.fromkeys(("h_kv", "n_kv"), ("key", "d_model")),
    **dict.fromkeys(("y", "added", "out"), ("token", "d_model")),
    **dict.fromkeys(("w_q", "w_k", "w_v"), ("head", "d_model", "d_head")),
    **dict.fromkeys(("b_q", "b_k", "b_v"), ("head", "d_head")),
    **dict.fromkeys(("q", "q_plain", "z"), ("head", "query", "d_head")),
    **dict.fromkeys(("k", "k_plain", "v"), ("head", "key", "d_head")),
    **dict.fromkeys(("scores", "scaled", "masked", "weights"), ("head", "query", "key")),
    "mask": ("query", "key"),
    "concat": ("token", "head_dimension"),
    "w_o": ("head_dimension", "d_model"),
    "b_o": ("d_model",),
}

MATRIX_KINDS: dict[str, Kind] = {
    "spans": "integers", "ids": "integers", "one_hot": "one-hot", "mask": "mask",
    "weights": "weights",
}  # fmt: skip
"""The kind of each matrix that is not signed numbers."""


@dataclass(frozen=True)
class Stage:
    """One computed step: its matrices in the order they are read (operands first, results last).

    `result` is the name of the matrix that the step produced (of `project`, which makes three: q);
    `seconds` is the time that the computation took, the device's queue empty before and after;
    `nbytes` the memory of the arrays that it made, in the dtype and on the device where it ran.
    """

    key: str
    title: str
    formula: str
    matrices: tuple[Matrix, ...]
    result: str
    seconds: float
    nbytes: int = 0

    def __getitem__(self, name: str) -> Matrix:
        for matrix in self.matrices:
            if matrix.name == name:
                return matrix
        names = ", ".join(matrix.name for matrix in self.matrices)
        raise KeyError(f"step {self.key} has no matrix {name!r}; it has {names}")
