"""Finding a matrix of a trace: is it there, and which slice of it does a query head use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attn_engine import Matrix, Stage, Trace
    from attn_tui.view.session import Projection


def holds(stage: Stage, name: str) -> bool:
    """Whether the step has that matrix in this model (a normalised input, token types, biases)."""
    return any(matrix.name == name for matrix in stage.matrices)


def group_size(trace: Trace) -> int:
    """How many query heads share one key head; 1 unless heads are grouped (Ainslie et al. 2023)."""
    return trace.n_heads // trace["score"]["k"].shape[0]


def slice_of(trace: Trace, matrix: Matrix, head: int) -> int:
    """Which entry of the matrix's head axis the query head uses: of keys and values its group's."""
    return head * matrix.shape[0] // trace.n_heads if matrix.axes[0] == "head" else 0


def of_query_head(trace: Trace, matrix: Matrix, head: int) -> Matrix:
    """The part of the matrix that a query head uses; the matrix itself if it has no head axis."""
    return matrix.of_head(slice_of(trace, matrix, head))


def projected(trace: Trace, projection: Projection) -> str:
    """The matrix that the product of the project step makes; rotary positions turn it afterwards."""
    plain = f"{projection}_plain"
    return plain if holds(trace["project"], plain) else projection
