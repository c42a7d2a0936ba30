"""Numbers in the few characters of a cell."""

from __future__ import annotations

import math
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from attn_tui.view.board import Grid

SHORTEST, LONGEST = 3, 7
"""A figure has room for at least and at most so many characters outside the zoom on cells."""


FIRST_ROWS = 64

WHOLE_ENOUGH = 10.0
"""Smaller values are not told apart by whole numbers: rather colours alone."""

FAINT = 0.15
"""Where most values are smaller, a single decimal would show little but zeros."""


@dataclass(frozen=True)
class Figures:
    """How the figures of a matrix are written: at most `decimals`, in `width` characters.

    `bare` leaves out the zero before the point (".35"), for weights in narrow cells; `plain_zero`
    writes a value of exactly 0 as "0", to be told from a weight that only rounds to it.
    """

    decimals: int
    width: int
    bare: bool = False
    plain_zero: bool = False


@dataclass(frozen=True)
class Extent:
    """The finite values of a matrix: lowest, highest, whether all are whole, and any infinity.

    `typical` is their root mean square, found in the first rows of a large matrix.
    """

    low: float
    high: float
    whole: bool
    infinite: bool
    typical: float


def extent(grid: Grid) -> Extent:
    """What the figures of the grid must have room for, found once for each grid."""
    found = _extents.get(grid)
    if found is None:
        found = _extents[grid] = _extent(grid)
    return found


_extents: WeakKeyDictionary[Grid, Extent] = WeakKeyDictionary()


def _extent(grid: Grid) -> Extent:
    values = grid.values
    if not np.isfinite(values).any():
        return Extent(0.0, 0.0, True, bool(values.size), 0.0)
    first = values[:FIRST_ROWS]
    known = first[np.isfinite(first)]
    typical = math.sqrt(float(np.square(known, dtype=float).mean())) if known.size else 1.0
    low, high = float(values.min()), float(values.max())
    # Without copies where all is finite: a real vocabulary's table has millions of numbers.
    if math.isfinite(low) and math.isfinite(high):
        whole = bool((first == np.rint(first)).all()) and bool((values == np.rint(values)).all())
        return Extent(low, high, whole, False, typical)
    values = values[np.isfinite(values)]
    whole = bool((values == np.rint(values)).all())
    return Extent(float(values.min()), float(values.max()), whole, True, typical)


def choices(grid: Grid) -> tuple[Figures, ...]:
    """The ways to write the grid's figures, the fullest first, the narrowest last."""
    found = extent(grid)
    if grid.kind == "one-hot":
        return (Figures(0, 1),)
    if grid.kind in {"mask", "integers"} or (found.whole and grid.kind == "signed"):
        return (Figures(0, max(2 if found.infinite else 1, _length(found, 0))),)
    if grid.kind == "weights":
        return (Figures(2, 4, plain_zero=True), Figures(2, 3, bare=True, plain_zero=True))
    ways = (2,) if found.typical < FAINT else (2, 1)
    lengths = {decimals: max(SHORTEST, _length(found, decimals)) for decimals in ways}
    written = [Figures(d, min(length, LONGEST)) for d, length in lengths.items()]
    large = max(abs(found.low), abs(found.high)) >= WHOLE_ENOUGH
    if large and ways[-1] == 1:
        written.append(Figures(0, max(2, _length(found, 0))))
    return tuple(written)


def precise(grid: Grid) -> Figures:
    """Figures with six decimals, four where six would be wide: for the zoom on cells."""
    found = extent(grid)
    if grid.kind in {"one-hot", "mask", "integers"}:
        return Figures(0, max(3, _length(found, 0)))
    decimals = 6 if max(abs(found.low), abs(found.high)) < 1000 else 4
    width = min(14, max(6, _length(found, decimals)))
    return Figures(decimals, width, plain_zero=grid.kind == "weights")


def figure(value: float, figures: Figures) -> str:
    """The value in at most `figures.width` characters: fewer decimals, then 1.2k, then 1e9.

    A number that fits in no way is shown as as many marks as there is room for.
    """
    if math.isnan(value):
        return "nan"[: figures.width]
    if math.isinf(value):
        return ("-∞" if value < 0 else "∞")[: figures.width]
    if figures.plain_zero and value == 0:
        return "0"
    for decimals in range(figures.decimals, -1, -1):
        text = _plain(value, decimals, figures.bare)
        if len(text) <= figures.width:
            return text
    return _short(value, figures.width)


def _plain(value: float, decimals: int, bare: bool) -> str:
    text = f"{value:.{decimals}f}"
    if text[0] == "-" and not text.strip("-0."):
        text = text[1:]
    if bare and text.startswith("0."):
        return text[1:]
    return text


def _short(value: float, width: int) -> str:
    for size, letter in ((1e3, "k"), (1e6, "M"), (1e9, "G")):
        for decimals in (1, 0):
            text = f"{value / size:.{decimals}f}{letter}"
            if size <= abs(value) < 1000 * size and len(text) <= width:
                return text
    text = f"{value:.0e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    return text if len(text) <= width else ("-" if value < 0 else "") + "#" * (width - (value < 0))


def _length(found: Extent, decimals: int) -> int:
    return max(len(_plain(value, decimals, bare=False)) for value in (found.low, found.high))
