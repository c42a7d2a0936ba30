"""The ten steps of the walk, in order; `key` is what the API, the command line and lessons use."""

from __future__ import annotations

from dataclasses import dataclass

from attn_engine.matrix import Matrix

STAGE_KEYS: tuple[str, ...] = (
    "tokenize", "embed", "position", "project", "score", "scale", "mask", "softmax", "sum", "heads",
)  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """One computed step: its matrices in the order they are read (operands first, results last).

    `result` is the name of the matrix that the step produced (of `project`, which makes three: "q");
    `seconds` is the time that the computation took.
    """

    key: str
    title: str
    formula: str
    matrices: tuple[Matrix, ...]
    result: str
    seconds: float

    def __getitem__(self, name: str) -> Matrix:
        for matrix in self.matrices:
            if matrix.name == name:
                return matrix
        names = ", ".join(matrix.name for matrix in self.matrices)
        raise KeyError(f"step {self.key} has no matrix {name!r}; it has {names}")
