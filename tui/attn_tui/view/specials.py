"""A trace without the rows and columns of special tokens; no number in it is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from attn_engine import Explanation, Matrix, Stage, Trace

if TYPE_CHECKING:
    from attn_engine import Token
    from attn_tui.view.session import Session

TOKEN_AXES = frozenset({"token", "query", "key"})


@dataclass(frozen=True, eq=False)
class ShownTrace(Trace):
    """What is shown of `whole`: the tokens at the places `rows`, and as keys those at `columns`.

    Weights are those of the whole trace, so that their rows can sum to less than 1; the arithmetic
    of a cell has the terms of hidden tokens too.
    """

    whole: Trace = field(kw_only=True, repr=False)
    rows: tuple[int, ...] = field(kw_only=True)
    columns: tuple[int, ...] = field(kw_only=True)

    def kept(self, axis: str) -> tuple[int, ...]:
        """The places of the tokens that are shown along an axis of tokens."""
        return self.columns if axis == "key" else self.rows

    def explain(
        self, stage: str, head: int = 0, row: int = 0, column: int = 0, matrix: str | None = None
    ) -> Explanation:
        """The arithmetic of a cell that is shown, as the whole trace explains it."""
        step = self[stage]
        axes = [axis for axis in step[matrix or step.result].axes if axis != "head"]
        row = self.kept(axes[0])[row] if axes[0] in TOKEN_AXES else row
        if len(axes) > 1 and axes[-1] in TOKEN_AXES:
            column = self.kept(axes[-1])[column]
        return self.whole.explain(stage, head=head, row=row, column=column, matrix=matrix)


def shown_trace(trace: Trace, specials: bool) -> Trace:
    """The trace itself, or without special tokens; of a text of nothing else all stays."""
    rows, columns = _kept_of(trace.tokens), _kept_of(trace.key_tokens)
    if specials or (len(rows), len(columns)) == (len(trace.tokens), len(trace.key_tokens)):
        return trace
    given: dict[str, Any] = {each.name: getattr(trace, each.name) for each in fields(trace)}
    given["tokens"] = tuple(trace.tokens[place] for place in rows)
    given["key_tokens"] = tuple(trace.key_tokens[place] for place in columns)
    axes = dict.fromkeys(TOKEN_AXES, rows) | {"key": columns}
    given["stages"] = tuple(_kept_stage(stage, axes) for stage in trace.stages)
    return ShownTrace(**given, whole=trace, rows=rows, columns=columns)


def _kept_of(tokens: tuple[Token, ...]) -> tuple[int, ...]:
    """The places of the tokens of a text that are not special, or of all where all are."""
    kept = tuple(place for place, token in enumerate(tokens) if not token.special)
    return kept or tuple(range(len(tokens)))


def whole_row(trace: Trace, row: int) -> tuple[Trace, int]:
    """The trace with all its tokens, and the place of a shown row in it."""
    if isinstance(trace, ShownTrace):
        return trace.whole, trace.rows[row]
    return trace, row


def hides(trace: Trace) -> bool:
    """Whether tokens are hidden."""
    return isinstance(trace, ShownTrace)


def toggled(session: Session, trace: Trace) -> Session:
    """Special tokens hidden or shown again, the cursor on the same tokens as far as they are there.

    `trace` is what is shown at present.
    """
    if isinstance(trace, ShownTrace):
        row, key = _entry(trace.rows, session.row), _entry(trace.columns, session.key)
    else:
        row = sum(at < session.row for at in _kept_of(trace.tokens))
        key = sum(at < session.key for at in _kept_of(trace.key_tokens))
    return replace(session, specials=not session.specials, row=row, key=key)


def _entry(kept: tuple[int, ...], place: int) -> int:
    return kept[min(place, len(kept) - 1)]


def _kept_stage(stage: Stage, axes: Mapping[str, tuple[int, ...]]) -> Stage:
    return replace(stage, matrices=tuple(_kept_part(matrix, axes) for matrix in stage.matrices))


def _kept_part(matrix: Matrix, axes: Mapping[str, tuple[int, ...]]) -> Matrix:
    """The matrix at the kept places; a view of it where these lie side by side, as they mostly do."""
    values, labels = matrix.values, list(matrix.labels)
    for place, axis in enumerate(matrix.axes):
        if axis not in axes:
            continue
        kept = axes[axis]
        labels[place] = tuple(labels[place][at] for at in kept)
        if kept[-1] - kept[0] + 1 == len(kept):
            index = [slice(None)] * values.ndim
            index[place] = slice(kept[0], kept[-1] + 1)
            values = values[tuple(index)]
        else:
            values = np.take(values, kept, axis=place)
    return replace(matrix, values=values, labels=tuple(labels))
