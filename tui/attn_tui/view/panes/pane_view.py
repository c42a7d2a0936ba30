"""What a picture of the course is made of, and the pieces that several pictures share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.arithmetic import Arithmetic, Term
from attn_tui.view.board import Axis, Board, Grid, Kind
from attn_tui.view.labels import label
from attn_tui.view.numbers import number, product

if TYPE_CHECKING:
    from attn_tui.view.plot_spec import PlotSpec

Cell = tuple[int, int]

MOST_TERMS = 2_000
"""Of a longer sum only the terms whose first factor is not 0 are kept."""


@dataclass(frozen=True, eq=False)
class PaneView:
    """A picture: matrices, a plot, two sentences and the arithmetic of the cursor's cell.

    `plot_first` says that, where only one of the two fits, the plot is to be shown.
    """

    board: Board
    plot: PlotSpec
    prose: tuple[str, ...]
    arithmetic: Arithmetic
    plot_first: bool = False


@dataclass(frozen=True)
class Options:
    """What a lesson says about a picture. Each reader raises ValueError, one sentence."""

    pane: str
    given: Mapping[str, Any]

    def check(self, known: tuple[str, ...]) -> None:
        """Refuse an option that the picture does not take."""
        for name in self.given:
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes none"
                raise ValueError(f"pane {self.pane} has no option {name!r}; {takes}")

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number between two bounds."""
        value = self.given.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(
                f"{name} of pane {self.pane} is {value!r}; it must be a whole number "
                f"from {least} to {most}"
            )
        return value

    def above_one(self, name: str, default: float) -> float:
        """A number above 1."""
        value = self.given.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 1 < value < 1e12:
            raise ValueError(
                f"{name} of pane {self.pane} is {value!r}; it must be a number above 1"
            )
        return float(value)

    def text(self, name: str, default: str) -> str:
        """A text."""
        value = self.given.get(name, default)
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{name} of pane {self.pane} is {value!r}; it must be a text")
        return value

    def texts(self, name: str, default: tuple[str, ...], most: int = 24) -> tuple[str, ...]:
        """A list of texts, not too many to be looked at."""
        value = self.given.get(name, default)
        fits = isinstance(value, list | tuple) and 0 < len(value) <= most
        if not fits or not all(isinstance(each, str) and each.strip() for each in value):
            raise ValueError(f"{name} of pane {self.pane} must be a list of 1 to {most} texts")
        return tuple(value)


def grid(
    symbol: str,
    values: NDArray[Any],
    rows: tuple[str, tuple[str, ...]],
    columns: tuple[str, tuple[str, ...]],
    *,
    kind: Kind = "signed",
    bound: float | None = None,
) -> Grid:
    """A grid of values (rows, columns) with the names and the labels of its axes."""
    values = np.asarray(values)
    values.flags.writeable = False
    if bound is None:
        finite = np.abs(values[np.isfinite(values)])
        bound = float(finite.max()) if finite.size and finite.max() > 0 else 1.0
    return Grid(symbol, values, Axis(*rows), Axis(*columns), kind, bound)


def held(cell: Cell, result: Grid) -> Cell:
    """The cell, held inside the result."""
    rows, columns = result.values.shape
    return min(cell[0], rows - 1), min(cell[1], columns - 1)


def said(board: Board, how: str) -> Arithmetic:
    """The arithmetic of the cursor's cell as a line: S[a, b] = `how`."""
    return _arithmetic(board, "", (), how)


def summed(board: Board, rule: str, terms: tuple[Term, ...]) -> Arithmetic:
    """The arithmetic of the cursor's cell as a sum of products."""
    return _arithmetic(board, rule, terms, "")


def product_terms(board: Board) -> tuple[Term, ...]:
    """The products that add up to the cursor's cell of a matrix product."""
    assert board.left is not None
    assert board.top is not None
    row, column = board.cursor
    a, b = board.left.values[row], board.top.values[:, column]
    # Of a real vocabulary's one-hot row only the 1 tells anything.
    places = np.arange(len(a)) if len(a) <= MOST_TERMS else np.flatnonzero(a)
    labels = board.left.columns.labels
    return tuple(
        Term(labels[at], float(a[at]), float(b[at]), float(a[at]) * float(b[at]))
        for at in places.tolist()
    )


def _arithmetic(board: Board, rule: str, terms: tuple[Term, ...], whole: str) -> Arithmetic:
    row, column = board.cursor
    inner = board.left.values.shape[1] if board.left is not None else len(terms)
    largest = sorted(terms, key=lambda term: -abs(term.product))
    telling = [term for term in largest if term.product != 0] or largest[:1]
    return Arithmetic(
        symbol=board.result.symbol,
        row=label(board.result.rows.labels[row]),
        column=label(board.result.columns.labels[column]),
        rule=rule,
        pieces=tuple(product(term.a, term.b) for term in telling),
        products=tuple(term.product for term in telling),
        named=False,
        zeros=(inner if terms else 0) - len(telling),
        whole=whole,
        value=number(float(board.result.values[row, column])),
        terms=terms,
    )
