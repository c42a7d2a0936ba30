"""A step computed in several ways: how far each is off, where, and the map of the differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from attn_engine import Matrix
from attn_engine.differences import Difference, difference
from attn_tui.view.board import Axis, Board, Grid
from attn_tui.view.labels import label
from attn_tui.view.matrices import of_query_head, projected
from attn_tui.view.panes.pane_view import grid

if TYPE_CHECKING:
    from attn_engine import Run, Trace
    from attn_tui.view.session import Session

REASONS = {
    "numpy float64": "float64 keeps 53 bits, some 16 digits: this is what float32 itself is off by.",
    "torch float32": "The same 24 bits, some 7 digits, added up in another order.",
    "torch float16": "float16 keeps 11 bits, some 3 digits, up to 65,504.",
    "torch bfloat16": "bfloat16 keeps 8 bits, some 2 digits, and reaches as far as float32.",
}
WIDENED = "Scores and softmax are computed in float32."
ADDS_UP = "Each way begins with the text: differences add up from step to step."
FUSED = (
    "One kernel goes from Q, K and V to Z and keeps no scores.",
    "It is compared with the stages in its own dtype.",
)
REFERENCE = "numpy float32"
HEADING = f"{'against numpy float32':<22}{'off by':>9}{'relative':>11}   where"
HALVES = ("float16", "bfloat16")


@dataclass(frozen=True, eq=False)
class Way:
    """One way to compute the step, compared with the reference.

    `board` is theirs - ours = difference, its cursor at the largest; `difference` is in the rows and
    columns of the board. Both are None where there is nothing to compare. `why` says why it differs,
    or why it cannot be computed.
    """

    name: str
    against: str
    why: tuple[str, ...] = ()
    difference: Difference | None = None
    board: Board | None = None


def ways_of(runs: Sequence[Run], session: Session) -> tuple[Way, ...]:
    """What the runs say of the session's step and head: each against the first, which is NumPy's.

    In the step `sum` the fused kernel's results follow, each against the stages of its own dtype.
    """
    if not runs or runs[0].trace is None:
        return tuple(Way(_name(run), "", _refusal(run.reason)) for run in runs)
    reference = runs[0].trace
    ways = [_staged(reference, run, session) for run in runs[1:]]
    if session.step == "sum":
        ways += [_fused(run, session) for run in runs if run.trace and run.backend == "torch"]
    return tuple(ways)


def line_of(way: Way) -> str:
    """A way in the list, under `HEADING`: its name, how far it is off, and where."""
    name = f"{way.name:<20}"
    if way.difference is None or way.board is None:
        return f"{name}{'-':>9}{'-':>11}   cannot be computed"
    found, where = way.difference, _where(way.board)
    if math.isnan(found.largest):
        return f"{name}{'nan':>9}{'nan':>11}   {where}"
    if found.largest == 0:
        return f"{name}{'0':>9}{'0':>11}   nowhere"
    return f"{name}{found.largest:>9.1e}{found.relative:>11.1e}   {where}"


def cell_of(way: Way, board: Board) -> str:
    """The cursor's cell in both ways and what they differ by.

    As in "[it, 0] float16 5.656 - float32 5.657 = -6.0e-04".
    """
    if way.difference is None:
        return ""
    theirs, ours = (float(each.values[board.cursor]) for each in board.before)
    off = float(way.difference.values[board.cursor])
    there, (one, other) = f"[{_where(board)}]", (each.symbol for each in board.before)
    if off == 0:
        return f"{there} both {theirs:.7g}"
    return f"{there} {one} {theirs:.7g} - {other} {ours:.7g} = {off:.1e}"


def _staged(reference: Trace, run: Run, session: Session) -> Way:
    name = _name(run)
    if run.trace is None:
        return Way(name, "", _refusal(run.reason))
    further = WIDENED if run.dtype in HALVES else ADDS_UP
    ours, theirs = (_matrix(trace, session) for trace in (reference, run.trace))
    return _compared(Way(name, REFERENCE, (REASONS[name], further)), ours, theirs)


def _fused(run: Run, session: Session) -> Way:
    name = f"fused {run.dtype}"
    if run.trace is None or run.fused is None:
        return Way(name, "", _refusal(run.fused_reason))
    ours = _matrix(run.trace, session)
    values = np.asarray(run.fused[min(session.head, len(run.fused) - 1)])
    return _compared(Way(name, f"staged {run.dtype}", FUSED), ours, replace(ours, values=values))


def _refusal(reason: str) -> tuple[str]:
    """What the engine said, as a sentence of the screen."""
    return (f"{reason[:1].upper()}{reason[1:]}.",)


def _compared(way: Way, ours: Matrix, theirs: Matrix) -> Way:
    found = difference(ours.values, theirs.values)
    sizes = np.abs(found.values)
    known = sizes[np.isfinite(sizes) & (sizes > 0)]
    power = math.floor(math.log10(known.max())) if known.size else 0
    scaled = np.where(np.isnan(found.values), np.inf, found.values) / 10.0**power
    unit = f"Δ/1e{power:+03d}" if power else "Δ"
    rows, columns = ((axis, names) for axis, names in zip(ours.axes, ours.labels, strict=True))
    result = grid(unit, scaled, rows, columns)
    names = _short(way.name, way.against)
    before = tuple(map(_grid, names, (theirs, ours)))
    at = (found.at[0], found.at[1]) if found.at else (0, 0)
    return replace(
        way,
        difference=found,
        board=Board(result, at, before=before, operators=("-", "=")),
    )


def _grid(name: str, matrix: Matrix) -> Grid:
    sides = zip(matrix.axes, matrix.labels, strict=True)
    return grid(name, matrix.values, *sides, kind=matrix.kind)


def _matrix(trace: Trace, session: Session) -> Matrix:
    """The result of the step for the head: (rows, columns), a list as a single column."""
    stage = trace[session.step]
    name = projected(trace, session.projection) if session.step == "project" else stage.result
    head = min(session.head, trace.n_heads - 1)
    flat = of_query_head(trace, stage[name], head)
    if len(flat.axes) == 2:
        return flat
    return Matrix(
        name, flat.values[:, None], (*flat.axes, "what"), (*flat.labels, ("id",)), flat.kind
    )


def _name(run: Run) -> str:
    return f"{run.backend} {run.dtype}".strip()


def _short(theirs: str, ours: str) -> tuple[str, str]:
    """What tells two ways apart: the dtypes, or where these are equal what comes before."""
    (one, dtype), (other, its) = theirs.split(), ours.split()
    return (dtype, its) if dtype != its else (one, other)


def _where(board: Board) -> str:
    row, column = board.cursor
    names = (board.result.rows, board.result.columns)
    return ", ".join(_label(axis, at) for axis, at in zip(names, (row, column), strict=True))


def _label(axis: Axis, at: int) -> str:
    return label(axis.labels[at])[:12] if axis.labels else ""
