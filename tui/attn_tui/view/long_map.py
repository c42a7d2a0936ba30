"""A map of part of a long text's attention, and the figures of one of its rows: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from attn_tui.view.long_view import Stretch

if TYPE_CHECKING:
    from attn_engine import AttentionMap


@dataclass(frozen=True)
class MapAsked:
    """A part of a layer's attention, and the most bins it may be pooled to."""

    layer: int
    rows: Stretch
    columns: Stretch
    shape: tuple[int, int]

    @property
    def exact(self) -> bool:
        """Whether each query and key has a cell of its own."""
        return len(self.rows) <= self.shape[0] and len(self.columns) <= self.shape[1]


@dataclass(frozen=True, eq=False)
class LongMap:
    """The best map so far of what was asked for; `left` is how many seconds a whole one takes yet.

    `cells`: (n_heads, row, column), the exact weights, if each query and key has a cell of its own.
    """

    asked: MapAsked
    map: AttentionMap
    cells: Any | None = None
    left: float | None = None

    @property
    def rows(self) -> tuple[int, int]:
        """How many query rows were computed, and how many there are."""
        edges = self.map.row_edges
        return len(self.map.query_rows), int(edges[-1] - edges[0])


@dataclass(frozen=True)
class RowFacts:
    """What each head does with one query: (n_heads) of each; `argmax` is -1 where it sees nothing."""

    layer: int
    row: int
    argmax: tuple[int, ...]
    maximum: tuple[float, ...]
    entropy: tuple[float, ...]
    first_key: tuple[float, ...]
