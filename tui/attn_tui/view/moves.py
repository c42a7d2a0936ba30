"""What the keys do to a session: pure changes, bounded by the shapes of the trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from attn_tui.view.session import PROJECTIONS, ZOOMS
from attn_tui.view.titles import STEP_KEYS

if TYPE_CHECKING:
    from attn_engine import Token, Trace
    from attn_tui.view.board import Board
    from attn_tui.view.session import Session

T = TypeVar("T")

WINDOW = 3
"""The width of the window mask that the mask key offers."""

PADS = 2
"""How many padding tokens the padding mask adds behind the sentence."""


def moved(session: Session, board: Board, rows: int, columns: int) -> Session:
    """The cursor so many rows and columns further, held inside the result."""
    n_rows, n_columns = board.result.values.shape
    row, column = _held(session.cell[0], n_rows), _held(session.cell[1], n_columns)
    return session.at(_held(row + rows, n_rows), _held(column + columns, n_columns))


def at_edge(session: Session, board: Board, side: int) -> Session:
    """The cursor in the first (side -1) or last (side 1) column."""
    n_rows, n_columns = board.result.values.shape
    return session.at(_held(session.cell[0], n_rows), 0 if side < 0 else n_columns - 1)


def walked(session: Session, by: int) -> Session:
    """So many steps further, held between the first and the last."""
    place = _held(STEP_KEYS.index(session.step) + by, len(STEP_KEYS))
    return replace(session, step=STEP_KEYS[place])


def _largest(session: Session, trace: Trace, board: Board) -> Session:
    row = _held(session.cell[0], board.result.values.shape[0])
    return session.at(row, int(board.result.values[row].argmax()))


def _projection(session: Session, trace: Trace, board: Board) -> Session:
    stepped = replace(session.without_pane(), step="project")
    return replace(stepped, projection=_after(session.projection, PROJECTIONS))


def _zoom(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, zoom=_after(session.zoom, ZOOMS))


def _operands(session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, operands=not session.operands)


def _head(by: int, session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, head=(session.head + by) % trace.n_heads)


def _layer(by: int, session: Session, trace: Trace, board: Board) -> Session:
    return replace(session, layer=(session.layer + by) % trace.n_layers)


def _mask(session: Session, trace: Trace, board: Board) -> Session:
    padded = trace.text if trace.keys is None else trace.keys
    length = len(trace.model.encode(padded).tokens)
    masks = (None, "causal", f"window:{WINDOW}", f"padding:{length + PADS}")
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
    "head": partial(_head, 1), "head_before": partial(_head, -1),
    "layer": partial(_layer, 1), "layer_before": partial(_layer, -1),
    "mask": _mask, "variant": _variant, "positions": _positions,
}  # fmt: skip
"""The changes that a single key makes, by name; after the last choice each returns to the first."""


def with_model(session: Session, model: str) -> Session:
    """The session with another model; padding was counted in the tokens of the one before."""
    parts = [part for part in (session.mask or "").split("+") if part]
    kept = "+".join(part for part in parts if not part.startswith("padding"))
    return replace(session, model=model, mask=kept or None)


def settled(session: Session, before: Trace | None, now: Trace) -> Session:
    """The session that was asked for, held inside the trace that has come of it.

    Where another model has cut the same text, the cursor stays on the same words.
    """
    session = replace(session, layer=now.layer, head=min(session.head, now.n_heads - 1))
    if before is None or before.model.name == now.model.name:
        return session
    if before.text == now.text:
        session = replace(session, row=_same_word(before.tokens, now.tokens, session.row))
    if (before.text, before.keys) == (now.text, now.keys):
        session = replace(session, key=_same_word(before.key_tokens, now.key_tokens, session.key))
    return session


def _same_word(before: tuple[Token, ...], now: tuple[Token, ...], place: int) -> int:
    """The token that begins where the one at a place did, else the one that covers its start."""
    token = before[_held(place, len(before))]
    if token.special and token.start == token.end:
        return _held(place, len(now))
    covering = (at for at, other in enumerate(now) if other.start <= token.start < other.end)
    return next(covering, _held(place, len(now)))


def _held(place: int, size: int) -> int:
    return max(0, min(place, size - 1))


def _after(value: T, values: tuple[T, ...]) -> T:
    return values[(values.index(value) + 1) % len(values)]
