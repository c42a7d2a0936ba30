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
from attn_tui.view.session import Zoom

if TYPE_CHECKING:
    from attn_engine import AttentionMap, Token
    from attn_tui.view.long_map import LongMap
    from attn_tui.view.long_view import LongView

MOST_FLOOR = 0.8
"""The share of the largest value that the least colour may stand for: noise must not look like more."""

PLAIN = 0.095
"""The largest weight from which on two decimals say enough."""

FIGURES = 32
"""Up to so many rows and columns exact cells are shown in figures."""


@dataclass(frozen=True, eq=False)
class LongFrame:
    """What each pane shows; `zoom` is how the board does: as colours, or in short or full figures."""

    board: Board
    zoom: Zoom
    plot: Lines


def frame_of(ready: LongMap, tokens: tuple[Token, ...], view: LongView, head: int) -> LongFrame:
    """The frame of a map, of which `view` is the part and the cursor, for one head."""
    found = ready.map
    exact = ready.cells is not None
    values = _of_head(ready.cells, head) if exact else _even(found, head)
    high = float(values.max()) or 1.0
    place = (bin_of(found.row_edges, view.row), bin_of(found.column_edges, view.column))
    grid = Grid(
        "A",
        values,
        Axis("query", _labels(found.row_edges, tokens), first=view.rows.start),
        Axis("key", _labels(found.column_edges, tokens), first=view.columns.start),
        "weights",
        high,
        note="exact weights" if exact else "each row sums to 1 over all keys",
        floor=0.0 if exact else min(float(values.min()), MOST_FLOOR * high),
        exact=None if exact else _of_head(found.map, head),
    )
    zoom: Zoom = "all"
    if exact and max(values.shape) <= FIGURES:
        zoom = "window" if high >= PLAIN else "cell"
    return LongFrame(Board(grid, place), zoom, _plot(found, view, head, len(tokens)))


def _of_head(values: Any, head: int) -> NDArray[Any]:  # noqa: ANN401 - of any library
    chosen: NDArray[Any] = np.asarray(values[head])
    return chosen


def _even(found: AttentionMap, head: int) -> NDArray[Any]:
    """The weight of each bin of keys as if all bins were equally wide: else the wider would shine."""
    widths = np.diff(found.column_edges)
    return np.asarray(_of_head(found.map, head) * (widths.mean() / widths))


def _labels(edges: NDArray[np.int64], tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """The tokens of bins, or from which to which they are."""
    bounds = edges.tolist()
    return tuple(
        tokens[start].text if stop == start + 1 else f"{start:,}-{stop - 1:,}"
        for start, stop in pairwise(bounds)
    )


def _plot(found: AttentionMap, view: LongView, head: int, n_tokens: int) -> Lines:
    """How the rows share out their attention, the mean of each bin of rows, from 1/n to 1."""
    bins = np.searchsorted(found.row_edges, found.query_rows, side="right") - 1
    counts = np.maximum(np.bincount(bins, minlength=len(found.row_edges) - 1), 1)
    middles = tuple(((found.row_edges[:-1] + found.row_edges[1:] - 1) / 2).tolist())

    def mean(figures: Any) -> NDArray[Any]:  # noqa: ANN401
        sums = np.bincount(bins, np.asarray(figures[head], dtype=float), len(counts))
        return np.asarray(sums / counts)

    def line(name: str, values: NDArray[Any]) -> Line:
        return Line(name, middles, tuple(np.clip(values, 0, 1).tolist()))

    return Lines(
        title="What the rows do",
        x_name="query",
        y_name="weight",
        lines=(
            line("largest", mean(found.maximum)),
            line("first key", mean(found.first_key)),
            line("2^-entropy", 2.0 ** -mean(found.entropy)),
        ),
        log="y",
        cursor=float(view.row),
        y_ends=(0.5 / max(n_tokens, 1), 1.0),
        remark=f"entropy 0 bits at 1, {np.log2(max(n_tokens, 1)):.1f} at 1/{n_tokens:,}: all keys alike",
    )
