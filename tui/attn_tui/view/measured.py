"""What a trace took: the time and the memory of each step, as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.view.numbers import duration, size

if TYPE_CHECKING:
    from attn_engine import Stage, Trace

COLUMNS = 2


def measured_of(trace: Trace) -> tuple[str, ...]:
    """A sentence of the whole and the steps in two columns, then how the device compares if known."""
    whole = f"The ten steps took {duration(trace.seconds)} and made {size(trace.nbytes)} of arrays"
    if trace.peak_memory is not None:
        whole += f"; {trace.device} had at most {size(trace.peak_memory)} in use"
    stages = tuple(trace)
    half = -(-len(stages) // COLUMNS)
    pairs = zip(stages[:half], stages[half:], strict=True)
    lines = [f"{_stage(left)}   {_stage(right)}" for left, right in pairs]
    note = trace.model.device_note
    return (f"{whole}.", *lines, *((note[0].upper() + note[1:],) if note else ()))


def _stage(stage: Stage) -> str:
    return f"{stage.key:<9}{duration(stage.seconds):>7}{size(stage.nbytes):>8}"
