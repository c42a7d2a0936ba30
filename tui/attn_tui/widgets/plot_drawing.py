"""The one door to plotext: lines as characters, from numbers that cannot harm it.

A nan aborts plotext's process and huge numbers make it raise, so it is given finite shares of the
width and height only, and no more of them than can be seen. It is imported when the first line is
drawn: that takes as long as half a start.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray


def stroke(
    x: NDArray[Any], y: NDArray[Any], width: int, height: int, marker: str = "braille"
) -> tuple[str, ...]:
    """A line through points as `height` rows of `width` characters, blank where nothing is drawn.

    x, y: (n,) shares of the width from the left and of the height from below, 0..1, both ends in
    the middle of the outermost cells. Points that are not finite or outside are left out, and no
    line leads across them.
    """
    blank = (" " * width,) * height
    known = np.isfinite(x) & np.isfinite(y)
    known[known] = (np.abs(x[known] - 0.5) <= 0.5) & (np.abs(y[known] - 0.5) <= 0.5)
    if width < 1 or height < 1 or not known.any():
        return blank
    starts = np.flatnonzero(np.diff(np.r_[False, known].astype(int)) == 1)
    ends = np.flatnonzero(np.diff(np.r_[known, False].astype(int)) == -1) + 1
    parts = [
        decimated(x[start:end], y[start:end], 2 * width)
        for start, end in zip(starts, ends, strict=True)
    ]
    rows = _drawn(parts, width, height, marker).split("\n")
    return tuple(row.ljust(width)[:width] for row in (*rows, *blank)[:height])


def decimated(x: NDArray[Any], y: NDArray[Any], at_most: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """At most `at_most` of the points: the lowest and the highest of each of equal runs of them.

    x, y: (n,) finite; result: as many x as y, in the order of the points.
    """
    if len(x) <= at_most:
        return x, y
    edges = np.linspace(0, len(x), max(1, at_most // 2) + 1).astype(int)
    kept: set[int] = set()
    for start, end in pairwise(edges.tolist()):
        kept |= {start + int(np.argmin(y[start:end])), start + int(np.argmax(y[start:end]))}
    order = sorted(kept)
    return x[order], y[order]


def _drawn(
    parts: list[tuple[NDArray[Any], NDArray[Any]]], width: int, height: int, marker: str
) -> str:
    import plotext  # noqa: PLC0415 - costly, and needed only once a line is drawn

    plotext.terminal.limit(False, False)
    figure = plotext.figure
    figure.clear.all()
    figure.plot_size(width, height)
    figure.axes(False)
    figure.legend(False)
    for axis in ("x", "y"):
        figure.ruler(axis).lim(0, 1).ticks([])
    for x, y in parts:
        figure.draw(figure.signal(x.tolist(), y.tolist(), marker=marker).lines(True))
    return str(figure.build().string(colorless=True))
