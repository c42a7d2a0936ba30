"""The facts of the title bar: what is computed, where, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.view.numbers import duration, size
from attn_tui.view.specials import hides

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


def status_of(trace: Trace, session: Session) -> tuple[str, ...]:
    """Model, layer, head, mask, then the rest, the most telling first; read from the trace.

    What the step took is told of torch, which one asks for where time and memory count.
    """
    how = trace.backend if trace.device == "cpu" else f"{trace.backend} {trace.device}"
    facts = [trace.model.name]
    if trace.variant == "plain":
        facts.append("plain attention")
    if trace.keys is not None:
        facts.append("cross-attention")
    facts += [
        f"layer {trace.layer} of {trace.n_layers}",
        f"head {session.head} of {trace.n_heads}",
        mask_said(trace),
    ]
    if hides(trace):
        facts.append("specials hidden")
    if not trace.positions:
        facts.append("no positions")
    facts.append(f"{how} {trace.dtype}")
    if trace.backend == "torch":
        facts.append(f"{session.step} {duration(trace[session.step].seconds)}")
        if trace.peak_memory is not None:
            facts.append(f"peak {size(trace.peak_memory)}")
    return tuple(facts)


def mask_said(trace: Trace) -> str:
    """The mask that is on: the one asked for and, within one text, a decoder's own."""
    asked = trace.mask or ""
    if trace.model.causal and trace.keys is None and "causal" not in asked:
        return f"causal+{asked}" if asked else "causal"
    return asked or "no mask"
