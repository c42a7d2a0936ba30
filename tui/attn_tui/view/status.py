"""The facts of the title bar: what is computed, where, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.view.specials import hides

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


def status_of(trace: Trace, session: Session) -> tuple[str, ...]:
    """Model, layer, head, mask, then the rest, the most telling first; read from the trace."""
    how = trace.backend if trace.device == "cpu" else f"{trace.backend} {trace.device}"
    facts = [trace.model.name]
    if trace.variant == "plain":
        facts.append("plain attention")
    facts += [
        f"layer {trace.layer} of {trace.n_layers}",
        f"head {session.head} of {trace.n_heads}",
        mask_said(trace),
    ]
    if hides(trace):
        facts.append("specials hidden")
    if not trace.positions:
        facts.append("no positions")
    return (*facts, f"{how} {trace.dtype}")


def mask_said(trace: Trace) -> str:
    """The mask that is on: the one asked for and a decoder's own."""
    asked = trace.mask or ""
    if trace.model.causal and "causal" not in asked:
        return f"causal+{asked}" if asked else "causal"
    return asked or "no mask"
