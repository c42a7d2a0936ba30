"""The sinusoidal encoding: a small table, a hundred places in bands, a step that is a turn."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_engine import sinusoidal
from attn_engine.positions import sinusoidal_step
from attn_tui.view.board import Board, Grid
from attn_tui.view.numbers import number
from attn_tui.view.panes.pane_view import (
    Options,
    PaneView,
    grid,
    held,
    product_terms,
    said,
    summed,
)
from attn_tui.view.plot_spec import Curves, Plane, Point, Series
from attn_tui.view.plots.wording import numbers

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

BASE = 10_000.0
MOST_WAVES = 4
EXACT = 1e-12
"""Differences below this are the rounding of the machine."""


def table(options: Options, trace: Trace, session: Session) -> PaneView:
    """A table small enough to be checked by hand."""
    return _encoding(5, 3, options, session)


def bands(options: Options, trace: Trace, session: Session) -> PaneView:
    """A hundred places in 400 dimensions, as bands of colour."""
    return _encoding(100, 400, options, session)


def _encoding(places: int, width: int, options: Options, session: Session) -> PaneView:
    places = options.whole("positions", places, 1, 2_000)
    width = options.whole("d_model", width, 1, 2_000)
    base = options.above_one("base", BASE)
    result = _pe(places, width, base)
    board = Board(result, held(session.pane_cell, result))
    row, column = board.cursor
    pair, wave = column // 2, 2 * math.pi * base ** (2 * (column // 2) / width)
    function = "cos" if column % 2 else "sin"
    others = range(width) if width <= MOST_WAVES else (0, width // 8, width // 3)
    shown = sorted({column, *others})
    last = ", the last pair without its cosine" if width % 2 else ""
    slower = "; the pairs to its right take longer" if column < width - 2 else ""
    return PaneView(
        board,
        Curves(
            title=f"PE over the places: {len(shown)} of {width} dimensions",
            x_name="position",
            y_name="value",
            series=tuple(Series(f"dim {at}", numbers(result.values[:, at])) for at in shown),
            cursor=row,
            lit=shown.index(column),
        ),
        (
            f"{places} places down, {width} dimensions across: sin and cos in turns{last}.",
            f"Pair {pair} comes round once in {_length(wave)} places{slower}.",
        ),
        said(
            board,
            f"{function}({row} / {base:g}^({2 * pair}/{width})) = "
            f"{function}({number(row / base ** (2 * pair / width))}) = "
            f"{number(float(result.values[row, column]))}",
        ),
    )


@lru_cache(maxsize=4)
def _pe(places: int, width: int, base: float) -> Grid:
    """The encoding as a grid, kept so that a moved cursor need not be drawn anew."""
    rows, columns = (tuple(map(str, range(count))) for count in (places, width))
    values = sinusoidal(places, width, base)
    return grid("PE", values, ("position", rows), ("dimension", columns), bound=1.0)


def _length(wave: float) -> str:
    return f"{wave:.1f}" if wave < 100 else f"{wave:,.0f}"


def rotation(options: Options, trace: Trace, session: Session) -> PaneView:
    """PE(pos) R = PE(pos + k) at every place, with one R for a k."""
    step = options.whole("k", 3, -100, 100)
    places = options.whole("positions", 8, 1, 200)
    width = options.whole("d_model", 6, 2, 64)
    base = options.above_one("base", BASE)
    turn = sinusoidal_step(step, width, base)
    start = np.arange(places)
    values = sinusoidal(places, width, base)
    names = tuple(f"{'cos' if at % 2 else 'sin'} {at // 2}" for at in range(width))
    rows = ("position", tuple(map(str, start)))
    result = grid("PE·R", values @ turn, rows, ("dimension", names), bound=1.0)
    board = Board(
        result,
        held(session.pane_cell, result),
        left=grid("PE", values, rows, ("dimension", names), bound=1.0),
        top=grid("R", turn, ("dimension", names), ("dimension", names), bound=1.0),
    )
    row, column = board.cursor
    off = float(np.abs(result.values - _waves(start + step, width, base)).max())
    agree = "agree" if off < EXACT else f"differ by up to {number(off)}"
    pair = column // 2
    angle = step / base ** (2 * pair / width)
    return PaneView(
        board,
        _hand(values[row], result.values[row], pair, row, step),
        (
            f"One matrix R turns the row of any place into that of pos {step:+d}.",
            f"All {places} rows {agree} (largest difference {off:.0e}); "
            f"pair {pair} turns by {number(angle)} radians.",
        ),
        summed(board, "PE·R", product_terms(board)),
    )


def _waves(places: NDArray[Any], width: int, base: float) -> NDArray[Any]:
    """PE at any places, those before the first one included: (n, width) for an even width."""
    values: NDArray[Any] = sinusoidal(int(np.abs(places).max()) + 1, width, base)[np.abs(places)]
    # A sine of a negative angle changes its sign, a cosine does not.
    values[places < 0, 0::2] *= -1
    return values


def _hand(before: NDArray[Any], after: NDArray[Any], pair: int, row: int, step: int) -> Plane:
    """The hand of a pair before and after the step; up is the cosine, right the sine."""
    (x, y), (to_x, to_y) = (each[2 * pair : 2 * pair + 2].tolist() for each in (before, after))
    marks = (("12", 0.0, 1.0), ("3", 1.0, 0.0), ("6", 0.0, -1.0), ("9", -1.0, 0.0))
    return Plane(
        title=f"The hand of pair {pair}: from place {row} to place {row + step}",
        x_name=f"sin {pair}",
        y_name=f"cos {pair}",
        points=(Point(f"place {row}", x, y), *(Point(*mark) for mark in marks)),
        cursor=0,
        goal=(to_x, to_y),
    )
