"""What the keys do to a session: pure changes, bounded by the shapes of the trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from attn_tui.view.session import PROJECTIONS, ZOOMS
from attn_tui.view.titles import STEP_KEYS

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.board import Board
    from attn_tui.view.session import Session

T = TypeVar("T")

WINDOW = 3
"""The width of the window mask that the mask key offers."""

PADS = 2
"""How many padding tokens the padding mask adds behind the sentence."""


def moved(session: Session, board: Board, rows: int, columns: int) -> Session:
    """The cursor so many rows and columns further, held inside the result."""
    row, column = board.cursor
    n_rows, n_columns = board.result.values.shape
    return session.at(_held(row + rows, n_rows), _held(column + columns, n_columns))


def at_edge(session: Session, board: Board, side: int) -> Session:
    """The cursor in the first (side -1) or last (side 1) column."""
    row, _ = board.cursor
    return session.at(row, 0 if side < 0 else board.result.values.shape[1] - 1)


def walked(session: Session, by: int) -> Session:
    """So many steps further, held between the first and the last."""
    place = _held(STEP_KEYS.index(session.step) + by, len(STEP_KEYS))
    return replace(session, step=STEP_KEYS[place])


def _largest(session: Session, trace: Trace, board: Board) -> Session:
    row, _ = board.cursor
    return session.at(row, int(board.result.values[row].argmax()))


def _projection(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, step="project", projection=_after(session.projection, PROJECTIONS))


def _zoom(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, zoom=_after(session.zoom, ZOOMS))


def _operands(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, operands=not session.operands)


def _head(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, head=(session.head + 1) % trace.n_heads)


def _layer(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, layer=(session.layer + 1) % trace.n_layers)


def _mask(session: Session, trace: Trace, board: Board) -> Session:
    words = sum(1 for token in trace.tokens if not token.special)
    masks = (None, "causal", f"window:{WINDOW}", f"padding:{words + PADS}")
    if session.mask not in masks:
        return replace(session, mask=None)
    return replace(session, mask=masks[(masks.index(session.mask) + 1) % len(masks)])


def _variant(session: Session, trace: Trace, board: Board) -> Session:
    if session.variant == "learned":
        return replace(session, variant="plain", head=0)
    return replace(session, variant="learned")


def _positions(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, positions=not session.positions)


CHANGES: dict[str, Callable[[Session, Trace, Board], Session]] = {
    "largest": _largest, "projection": _projection, "zoom": _zoom, "operands": _operands,
    "head": _head, "layer": _layer, "mask": _mask, "variant": _variant, "positions": _positions,
}  # fmt: skip
"""The changes that a single key makes, by name; after the last choice each returns to the first."""


def _held(place: int, size: int) -> int:
    return max(0, min(place, size - 1))


def _after(value: T, values: tuple[T, ...]) -> T:
    return values[(values.index(value) + 1) % len(values)]
