"""Boards to draw in tests, with values that tell which cell they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from rich.style import Style

from attn_tui.view.board import Axis, Board, Grid
from attn_tui.widgets.board_styles import BoardStyles, Plain

WORDS = (
    "The", "animal", "didn", "'t", "cross", "the", "street", "because", "it", "was", "too", "tired",
)  # fmt: skip
PLACES = NDArray[np.float64]


def axis(name: str, count: int) -> Axis:
    return Axis(name, tuple(f"{name[0]}{place}" for place in range(count)))


def grid(symbol: str, values: PLACES, rows: Axis, columns: Axis, kind: str = "signed") -> Grid:
    finite = np.abs(values[np.isfinite(values)])
    return Grid(symbol, values, rows, columns, kind, float(finite.max()) if finite.size else 1.0)


def numbered(rows: int, columns: int) -> PLACES:
    """Values that are their own address: 12.34 in row 12, column 34; below 0 in odd columns."""
    row, column = np.mgrid[0:rows, 0:columns]
    return np.where(column % 2, -1.0, 1.0) * (row + column / 100)


def product(
    rows: int, inner: int, columns: int, cursor: tuple[int, int] = (0, 0), **more: object
) -> Board:
    queries, keys, entries = axis("query", rows), axis("key", columns), axis("d_head", inner)
    return Board(
        grid("S", numbered(rows, columns), queries, keys),
        cursor,
        left=grid("Q", numbered(rows, inner) / 10, queries, entries),
        top=grid("Kᵀ", numbered(inner, columns) / 10, entries, keys),
        **more,
    )


def scores(inner: int, cursor: tuple[int, int] = (8, 1), words: tuple[str, ...] = WORDS) -> Board:
    """Twelve tokens' scores, none as large as 10."""
    random = np.random.default_rng(4)
    q, k = (random.uniform(-1.5, 1.5, (len(words), inner)) for _ in "qk")
    queries, keys, entries = Axis("query", words), Axis("key", words), axis("d_head", inner)
    return Board(
        grid("S", np.clip(q @ k.T, -9.4, 9.4), queries, keys),
        cursor,
        left=grid("Q", q, queries, entries),
        top=grid("Kᵀ", k.T, entries, keys),
    )


def masked(size: int, cursor: tuple[int, int] = (0, 0)) -> Board:
    """Scaled scores, a causal mask, and their sum."""
    queries, keys = axis("query", size), axis("key", size)
    before = numbered(size, size) / 10
    mask = np.where(np.tri(size) > 0, 0.0, -np.inf)
    return Board(
        grid("masked", before + mask, queries, keys),
        cursor,
        before=(grid("S/2", before, queries, keys), grid("M", mask, queries, keys, "mask")),
        operators=("+", "="),
    )


def styles(name: str = "truecolor") -> BoardStyles:
    ground = Style(color="#d5d9e6", bgcolor="#0f1119")
    cursor = Style(bgcolor="#ffc35b", bold=True)
    lit = Style(color="#ffc35b", bgcolor="#0f1119", bold=True)
    return BoardStyles(Plain(ground, ground, lit, cursor, ground, ground), True, name)
