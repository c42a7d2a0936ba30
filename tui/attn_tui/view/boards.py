"""From a trace and a session to the matrices on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.board import Axis, Board, Grid

if TYPE_CHECKING:
    from attn_engine import Matrix, Trace
    from attn_tui.view.session import Session

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def board_of(trace: Trace, session: Session, veiled: int | None = None) -> Board:
    """The board of the session's step; `veiled` is a row of the result to hide."""
    board = _BUILDERS[session.step](trace, session)
    rows, columns = board.result.values.shape
    cursor = (min(session.row, rows - 1), min(session.column, columns - 1))
    return Board(
        board.result, cursor, board.left, board.top, board.before, board.operators, veiled,
        board.inner,
    )  # fmt: skip


def scale_root(trace: Trace) -> str:
    """The divisor of the scale step as the formula writes it, from the live shape of q."""
    return f"√{trace['score']['q'].shape[-1]}"


def _bound(*arrays: NDArray[Any]) -> float:
    """The largest finite magnitude in the arrays, at least a little above zero."""
    largest = 0.0
    for values in arrays:
        finite = values[np.isfinite(values)]
        if finite.size:
            largest = max(largest, float(np.abs(finite).max()))
    return largest or 1.0


def _grid(matrix: Matrix, symbol: str, head: int = 0, bound: float | None = None) -> Grid:
    flat = matrix.of_head(head)
    rows, columns = (
        Axis(axis, labels) for axis, labels in zip(flat.axes, flat.labels, strict=True)
    )
    own = _bound(flat.values) if bound is None else bound
    return Grid(symbol, flat.values, rows, columns, flat.kind, own)


def _transposed(grid: Grid, symbol: str) -> Grid:
    return Grid(symbol, grid.values.T, grid.columns, grid.rows, grid.kind, grid.bound)


def _tokenize(trace: Trace, session: Session) -> Board:
    stage = trace["tokenize"]
    spans, ids = stage["spans"], stage["ids"]
    values = np.concatenate([spans.values, ids.values[:, None]], axis=1)
    columns = Axis("what", (*spans.labels[1], "id"))
    rows = Axis("token", ids.labels[0])
    return Board(Grid("tokens", values, rows, columns, "integers", _bound(values)), (0, 0))


def _embed(trace: Trace, session: Session) -> Board:
    stage = trace["embed"]
    row = min(session.row, len(trace.tokens) - 1)
    return Board(
        result=_grid(stage["x"], "X"),
        cursor=(0, 0),
        left=_grid(stage["one_hot"], "one-hot"),
        top=_grid(stage["w_e"], "W_E"),
        inner=int(np.argmax(stage["one_hot"].values[row])),
    )


def _position(trace: Trace, session: Session) -> Board:
    stage = trace["position"]
    shared = _bound(stage["x"].values, stage["p"].values, stage["xp"].values)
    x, p, xp = (
        _grid(stage[name], symbol, bound=shared)
        for name, symbol in (("x", "X"), ("p", "P"), ("xp", "X+P"))
    )
    return Board(xp, (0, 0), before=(x, p), operators=("+", "="))


def _project(trace: Trace, session: Session) -> Board:
    stage = trace["project"]
    name = session.projection
    result = _grid(stage[name], name.upper(), session.head)
    h = _grid(stage["h"], "H" if trace.layer else "X+P")
    if trace.variant == "plain":
        return Board(result, (0, 0), before=(h,), operators=("=",))
    weights = _grid(stage[f"w_{name}"], f"W^{name.upper()}", session.head)
    return Board(result, (0, 0), left=h, top=weights)


def _score(trace: Trace, session: Session) -> Board:
    stage = trace["score"]
    return Board(
        result=_grid(stage["scores"], "S", session.head),
        cursor=(0, 0),
        left=_grid(stage["q"], "Q", session.head),
        top=_transposed(_grid(stage["k"], "K", session.head), "Kᵀ"),
    )


def _scale(trace: Trace, session: Session) -> Board:
    stage = trace["scale"]
    before = _grid(stage["scores"], "S", session.head)
    after = _grid(stage["scaled"], f"S/{scale_root(trace)}", session.head, bound=before.bound)
    return Board(after, (0, 0), before=(before,), operators=(f"/{scale_root(trace)} =",))


def _mask(trace: Trace, session: Session) -> Board:
    stage = trace["mask"]
    before = _grid(stage["scaled"], f"S/{scale_root(trace)}", session.head)
    mask = _grid(stage["mask"], "M", session.head)
    after = _grid(stage["masked"], "masked", session.head, bound=before.bound)
    return Board(after, (0, 0), before=(before, mask), operators=("+", "="))


def _softmax(trace: Trace, session: Session) -> Board:
    stage = trace["softmax"]
    before = _grid(stage["masked"], "masked", session.head)
    after = _grid(stage["weights"], "A", session.head)
    return Board(after, (0, 0), before=(before,), operators=("softmax",))


def _sum(trace: Trace, session: Session) -> Board:
    stage = trace["sum"]
    return Board(
        result=_grid(stage["z"], "Z", session.head),
        cursor=(0, 0),
        left=_grid(stage["weights"], "A", session.head),
        top=_grid(stage["v"], "V", session.head),
    )


def _heads(trace: Trace, session: Session) -> Board:
    stage = trace["heads"]
    if trace.variant == "plain":
        z = _grid(stage["concat"], "Z")
        return Board(_grid(stage["y"], "Y"), (0, 0), before=(z,), operators=("=",))
    last = trace.n_heads - 1
    names = "Z₀" if last == 0 else f"Z₀{'Z₁' if last == 1 else f'…Z{last}'.translate(SUBSCRIPTS)}"
    return Board(
        result=_grid(stage["y"], "Y"),
        cursor=(0, 0),
        left=_grid(stage["concat"], f"[{names}]"),
        top=_grid(stage["w_o"], "W^O"),
    )


_BUILDERS: dict[str, Callable[[Trace, Session], Board]] = {
    "tokenize": _tokenize, "embed": _embed, "position": _position, "project": _project,
    "score": _score, "scale": _scale, "mask": _mask, "softmax": _softmax, "sum": _sum,
    "heads": _heads,
}  # fmt: skip
