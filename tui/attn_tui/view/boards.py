"""From a trace and a session to the matrices on the board."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from attn_engine import Matrix
from attn_tui.view.board import Axis, Board, Grid
from attn_tui.view.matrices import holds, of_query_head, projected, slice_of
from attn_tui.view.specials import TOKEN_AXES, hides

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

LEAST_WITH_OUTLIERS = 1_000
"""A smaller matrix is seen whole, and its largest value has the strongest colour."""

SAMPLED_ROWS, USUAL, OUTLYING = 64, 0.99, 1.5
"""Outliers are beyond this quantile (found in so many rows) by more than this factor."""

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def board_of(trace: Trace, session: Session, veiled: int | None = None) -> Board:
    """The board of the session's step; `veiled` is a row of the result to hide."""
    board = _BUILDERS[session.step](_Grids(trace, session.head), session)
    rows, columns = board.result.values.shape
    row, column = session.step_cell
    cursor = (min(row, rows - 1), min(column, columns - 1))
    return replace(board, cursor=cursor, veiled=veiled)


def scale_root(trace: Trace) -> str:
    """The divisor of the scale step as the formula writes it, from the live shape of q."""
    return f"√{trace['score']['q'].shape[-1]}"


def input_symbol(trace: Trace) -> str:
    """What enters the layer, as formulas write it: layer 0 is given what the position step made."""
    if trace.layer:
        return "H"
    stage = trace["position"]
    return f"LN({sum_symbol(trace)})" if holds(stage, "xp_norm") else sum_symbol(trace)


def projects_keys(trace: Trace, session: Session) -> bool:
    """Whether the chosen projection is one of another text: its keys or its values."""
    return trace.keys is not None and session.projection != "q"


def projected_symbol(trace: Trace, session: Session) -> str:
    """What the chosen projection is made of, as formulas write it."""
    return "H_KV" if projects_keys(trace, session) else input_symbol(trace)


def sum_symbol(trace: Trace) -> str:
    """The result of the position step: with T where the model has token types."""
    return "X+P+T" if holds(trace["position"], "t") else "X+P"


def _bound(values: NDArray[Any]) -> float:
    """The largest finite magnitude in an array, at least a little above zero."""
    if not values.size:
        return 1.0
    # Without a copy where all is finite: a real vocabulary's table has millions of numbers.
    largest = max(float(values.max()), -float(values.min()))
    if not math.isfinite(largest):
        finite = values[np.isfinite(values)]
        largest = float(np.abs(finite).max()) if finite.size else 0.0
    return largest or 1.0


def _colour_bound(values: NDArray[Any]) -> float:
    """The bound of a matrix's colours: its largest magnitude, or less where outliers stand out.

    Trained models have a few dimensions that dwarf all others; one colour scale up to them would
    leave the rest black.
    """
    largest = _bound(values)
    if values.size < LEAST_WITH_OUTLIERS:
        return largest
    sample = values[:: max(1, values.shape[0] // SAMPLED_ROWS)]
    usual = float(np.quantile(np.abs(sample[np.isfinite(sample)]), USUAL))
    return usual if 0 < usual < largest / OUTLYING else largest


_kept: WeakKeyDictionary[Matrix, dict[tuple[object, ...], Grid]] = WeakKeyDictionary()
"""Grids that were made of a matrix: moving the cursor must not look through its numbers again."""


@dataclass(frozen=True)
class _Grids:
    """Makes grids of a trace's matrices for one query head."""

    trace: Trace
    head: int

    def __call__(
        self, step: str, name: str, symbol: str, bound: float | None = None, turned: bool = False
    ) -> Grid:
        """The grid of a step's matrix, `turned` (transposed) if so asked."""
        matrix = self.trace[step][name]
        known = _kept.setdefault(matrix, {})
        key = (slice_of(self.trace, matrix, self.head), symbol, bound, turned)
        if key not in known:
            known[key] = self._made(matrix, symbol, bound, turned)
        return known[key]

    def _made(self, matrix: Matrix, symbol: str, bound: float | None, turned: bool) -> Grid:
        flat = of_query_head(self.trace, matrix, self.head)
        rows, columns = map(self._axis, flat.axes, flat.labels)
        values = flat.values
        if bound is None:
            bound = _colour_bound(values) if flat.kind == "signed" else _bound(values)
        if turned:
            values, rows, columns = values.T, columns, rows
        partial = hides(self.trace) and columns.name == "key"
        return Grid(symbol, values, rows, columns, flat.kind, bound, partial)

    def _axis(self, name: str, labels: tuple[str, ...]) -> Axis:
        if name not in TOKEN_AXES:
            return Axis(name, labels)
        tokens = enumerate(self.trace.key_tokens if name == "key" else self.trace.tokens)
        return Axis(name, labels, frozenset(place for place, token in tokens if token.special))


def _tokenize(grids: _Grids, session: Session) -> Board:
    stage = grids.trace["tokenize"]
    spans, ids = stage["spans"], stage["ids"]
    values = np.concatenate([spans.values, ids.values[:, None]], axis=1)
    columns = Axis("what", (*spans.labels[1], "id"))
    rows = grids("tokenize", "spans", "spans").rows
    return Board(Grid("tokens", values, rows, columns, "integers", _bound(values)), (0, 0))


def _embed(grids: _Grids, session: Session) -> Board:
    tokens = grids.trace.tokens
    return Board(
        result=grids("embed", "x", "X"),
        cursor=(0, 0),
        left=grids("embed", "one_hot", "one-hot", bound=1.0),
        top=grids("embed", "w_e", "W_E"),
        inner=tokens[min(session.row, len(tokens) - 1)].id,
    )


def _position(grids: _Grids, session: Session) -> Board:
    stage = grids.trace["position"]
    addends = [(name, name.upper()) for name in ("x", "p", "t") if holds(stage, name)]
    shared = max(_colour_bound(stage[name].values) for name in ("x", "p", "xp"))
    before = tuple(grids("position", name, symbol, shared) for name, symbol in addends)
    result = grids("position", "xp", sum_symbol(grids.trace), shared)
    return Board(result, (0, 0), before=before, operators=("+",) * (len(before) - 1) + ("=",))


def _project(grids: _Grids, session: Session) -> Board:
    trace, name = grids.trace, session.projection
    result = grids("project", projected(trace, name), name.upper())
    other, symbol = projects_keys(trace, session), projected_symbol(trace, session)
    if trace.variant == "plain":
        h = grids("project", "h_kv" if other else "h", symbol)
        return Board(result, (0, 0), before=(h,), operators=("=",))
    given = "n" if holds(trace["project"], "n") else "h"
    written = f"LN({symbol})" if given == "n" else symbol
    left = grids("project", f"{given}_kv" if other else given, written)
    return Board(result, (0, 0), left=left, top=grids("project", f"w_{name}", f"W^{name.upper()}"))


def _score(grids: _Grids, session: Session) -> Board:
    return Board(
        result=grids("score", "scores", "S"),
        cursor=(0, 0),
        left=grids("score", "q", "Q"),
        top=grids("score", "k", "Kᵀ", turned=True),
    )


def _scale(grids: _Grids, session: Session) -> Board:
    root = scale_root(grids.trace)
    before = grids("scale", "scores", "S")
    after = grids("scale", "scaled", f"S/{root}", bound=before.bound)
    return Board(after, (0, 0), before=(before,), operators=(f"/{root} =",))


def _mask(grids: _Grids, session: Session) -> Board:
    before = grids("mask", "scaled", f"S/{scale_root(grids.trace)}")
    mask = grids("mask", "mask", "M")
    after = grids("mask", "masked", "masked", bound=before.bound)
    return Board(after, (0, 0), before=(before, mask), operators=("+", "="))


def _softmax(grids: _Grids, session: Session) -> Board:
    before = grids("softmax", "masked", "masked")
    after = grids("softmax", "weights", "A")
    return Board(after, (0, 0), before=(before,), operators=("softmax",))


def _sum(grids: _Grids, session: Session) -> Board:
    return Board(
        result=grids("sum", "z", "Z"),
        cursor=(0, 0),
        left=grids("sum", "weights", "A"),
        top=grids("sum", "v", "V"),
    )


def _heads(grids: _Grids, session: Session) -> Board:
    if grids.trace.variant == "plain":
        z = grids("heads", "concat", "Z")
        return Board(grids("heads", "y", "Y"), (0, 0), before=(z,), operators=("=",))
    last = grids.trace.n_heads - 1
    names = "Z₀" if last == 0 else f"Z₀{'Z₁' if last == 1 else f'…Z{last}'.translate(SUBSCRIPTS)}"
    return Board(
        result=grids("heads", "y", "Y"),
        cursor=(0, 0),
        left=grids("heads", "concat", f"[{names}]"),
        top=grids("heads", "w_o", "W^O"),
    )


_BUILDERS: dict[str, Callable[[_Grids, Session], Board]] = {
    "tokenize": _tokenize, "embed": _embed, "position": _position, "project": _project,
    "score": _score, "scale": _scale, "mask": _mask, "softmax": _softmax, "sum": _sum,
    "heads": _heads,
}  # fmt: skip
