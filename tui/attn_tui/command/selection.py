"""The part of a trace that was asked for: one step, one head or all, all matrices or one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.command.errors import CommandError, suggestion
from attn_tui.view.matrices import of_query_head

if TYPE_CHECKING:
    from attn_engine import Matrix, Stage, Trace


@dataclass(frozen=True, eq=False)
class Selection:
    """What to print.

    `matrices` come in the order of the step; of a single head they have lost their head axis.
    `chosen` is the one that csv prints and --cell reads: the step's result unless one was named.
    `head` None means all heads.
    """

    trace: Trace
    stage: Stage
    head: int | None
    matrices: tuple[Matrix, ...]
    chosen: Matrix


def select(trace: Trace, step: str, head: int | None, matrix: str | None) -> Selection:
    """The selection. Raises CommandError for a head or a matrix that is not there."""
    stage = trace[step]
    if head is not None and not 0 <= head < trace.n_heads:
        raise CommandError(f"no head {head}; the heads are 0 to {trace.n_heads - 1}")
    matrices = tuple(m if head is None else of_query_head(trace, m, head) for m in stage.matrices)
    by_name = {m.name: m for m in matrices}
    name = stage.result if matrix is None else matrix
    if name not in by_name:
        advice = f"it has {', '.join(by_name)}"
        raise CommandError(f"step {step} has no matrix {name!r}{suggestion(name, by_name, advice)}")
    if matrix is not None:
        matrices = (by_name[name],)
    return Selection(trace, stage, head, matrices, by_name[name])
