"""A trace without the rows and columns of special tokens; no number in it is changed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from attn_engine import Explanation, Matrix, Stage, Trace

if TYPE_CHECKING:
    from attn_tui.view.session import Session

TOKEN_AXES = frozenset({"token", "query", "key"})


@dataclass(frozen=True, eq=False)
class ShownTrace(Trace):
    """What is shown of `whole`: the tokens at the places `kept`.

    Weights are those of the whole trace, so that their rows can sum to less than 1; the arithmetic
    of a cell has the terms of hidden tokens too.
    """

    whole: Trace = field(kw_only=True, repr=False)
    kept: tuple[int, ...] = field(kw_only=True)

    def explain(
        self, stage: str, head: int = 0, row: int = 0, column: int = 0, matrix: str | None = None
    ) -> Explanation:
        """The arithmetic of a cell that is shown, as the whole trace explains it."""
        step = self[stage]
        axes = [axis for axis in step[matrix or step.result].axes if axis != "head"]
        row = self.kept[row] if axes[0] in TOKEN_AXES else row
        column = self.kept[column] if axes[-1] in TOKEN_AXES and len(axes) > 1 else column
        return self.whole.explain(stage, head=head, row=row, column=column, matrix=matrix)


def shown_trace(trace: Trace, specials: bool) -> Trace:
    """The trace itself, or without special tokens; of a text of nothing else all stays."""
    kept = tuple(place for place, token in enumerate(trace.tokens) if not token.special)
    if specials or len(kept) in {0, len(trace.tokens)}:
        return trace
    given: dict[str, Any] = {each.name: getattr(trace, each.name) for each in fields(trace)}
    given["tokens"] = tuple(trace.tokens[place] for place in kept)
    given["stages"] = tuple(_kept_stage(stage, kept) for stage in trace.stages)
    return ShownTrace(**given, whole=trace, kept=kept)


def whole_row(trace: Trace, row: int) -> tuple[Trace, int]:
    """The trace with all its tokens, and the place of a shown row in it."""
    if isinstance(trace, ShownTrace):
        return trace.whole, trace.kept[row]
    return trace, row


def hides(trace: Trace) -> bool:
    """Whether tokens are hidden."""
    return isinstance(trace, ShownTrace)


def toggled(session: Session, trace: Trace) -> Session:
    """Special tokens hidden or shown again, the cursor on the same tokens as far as they are there.

    `trace` is what is shown at present.
    """
    if isinstance(trace, ShownTrace):
        row, key = (_entry(trace.kept, place) for place in (session.row, session.key))
    else:
        kept = [place for place, token in enumerate(trace.tokens) if not token.special]
        row, key = (sum(at < place for at in kept) for place in (session.row, session.key))
    return replace(session, specials=not session.specials, row=row, key=key)


def _entry(kept: tuple[int, ...], place: int) -> int:
    return kept[min(place, len(kept) - 1)]


def _kept_stage(stage: Stage, kept: tuple[int, ...]) -> Stage:
    return replace(stage, matrices=tuple(_kept_part(matrix, kept) for matrix in stage.matrices))


def _kept_part(matrix: Matrix, kept: tuple[int, ...]) -> Matrix:
    """The matrix at the kept places; a view of it where these lie side by side, as they mostly do."""
    values, labels = matrix.values, list(matrix.labels)
    side_by_side = kept[-1] - kept[0] + 1 == len(kept)
    for place, axis in enumerate(matrix.axes):
        if axis not in TOKEN_AXES:
            continue
        labels[place] = tuple(labels[place][at] for at in kept)
        if side_by_side:
            index = [slice(None)] * values.ndim
            index[place] = slice(kept[0], kept[-1] + 1)
            values = values[tuple(index)]
        else:
            values = np.take(values, kept, axis=place)
    return replace(matrix, values=values, labels=tuple(labels))
