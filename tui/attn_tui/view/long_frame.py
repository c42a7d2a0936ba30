"""What the screen of a long text shows: pure, from the map at hand, the view and the row's figures."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.board import Axis, Board, Grid
from attn_tui.view.long_view import bin_of
from attn_tui.view.plot_spec import Line, Lines

if TYPE_CHECKING:
    from attn_engine import AttentionMap, Token
    from attn_tui.long_maps import MapAsked, MapReady
    from attn_tui.view.long_view import LongView

MOST_FLOOR = 0.8
"""The share of the largest value that the least colour may stand for: noise must not look like more."""

FIGURES = 32
"""Up to so many rows and columns exact cells are shown in figures."""


@dataclass(frozen=True, eq=False)
class LongFrame:
    """What each pane shows; `figures` says whether the board writes the cells as figures."""

    board: Board
    figures: bool
    plot: Lines


def frame_of(ready: MapReady, tokens: tuple[Token, ...], view: LongView, head: int) -> LongFrame:
    """The frame of a map, of which `view` is the part and the cursor, for one head."""
    asked, found = ready.asked, ready.map
    exact = ready.cells is not None
    values = _of_head(ready.cells if exact else found.map, head)
    high = float(values.max()) or 1.0
    place = (bin_of(found.row_edges, view.row), bin_of(found.column_edges, view.column))
    grid = Grid(
        "A",
        values,
        Axis("query", _labels(found.row_edges, tokens)),
        Axis("key", _labels(found.column_edges, tokens)),
        "weights",
        high,
        note=_meaning(asked, found, exact),
        floor=0.0 if exact else min(float(values.min()), MOST_FLOOR * high),
    )
    figures = exact and max(values.shape) <= FIGURES
    return LongFrame(Board(grid, place), figures, _plot(found, view, head, len(tokens)))


def _of_head(values: Any, head: int) -> NDArray[Any]:  # noqa: ANN401 - of any library
    chosen: NDArray[Any] = np.asarray(values[head])
    return chosen


def _labels(edges: NDArray[np.int64], tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """The tokens of bins, or from which to which they are."""
    bounds = edges.tolist()
    return tuple(
        tokens[start].text if stop == start + 1 else f"{start:,}-{stop - 1:,}"
        for start, stop in pairwise(bounds)
    )


def _meaning(asked: MapAsked, found: AttentionMap, exact: bool) -> str:
    """What a cell is."""
    if exact:
        return "row = query, column = key, exact weights"
    whole = len(asked.columns) == int(found.column_edges[-1]) and asked.columns.start == 0
    sums = ", each row sums to 1" if whole else ""
    return f"row = queries, column = keys{sums}"


def _plot(found: AttentionMap, view: LongView, head: int, n_tokens: int) -> Lines:
    """Entropy, maximum and weight of the first key, the mean of each bin of rows."""
    bins = np.searchsorted(found.row_edges, found.query_rows, side="right") - 1
    counts = np.maximum(np.bincount(bins, minlength=len(found.row_edges) - 1), 1)
    middles = tuple(((found.row_edges[:-1] + found.row_edges[1:] - 1) / 2).tolist())

    def line(name: str, figures: Any, full: float = 1.0) -> Line:  # noqa: ANN401
        sums = np.bincount(bins, np.asarray(figures[head], dtype=float), len(counts))
        return Line(name, middles, tuple((sums / counts / full).tolist()))

    bits = float(np.log2(max(n_tokens, 2)))
    return Lines(
        title="What the rows do",
        x_name="query",
        y_name="mean of a row",
        lines=(
            line("largest weight", found.maximum),
            line("on the first key", found.first_key),
            line(f"entropy / {bits:.1f} bits", found.entropy, bits),
        ),
        cursor=float(view.row),
        y_high=1.0,
        remark=f"entropy 1 = all {n_tokens:,} keys alike",
    )
