"""The facts of the title bar: what is computed, where, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


def status_of(trace: Trace, session: Session) -> tuple[str, ...]:
    """Model, layer, head, backend with dtype, mask; read from the trace."""
    how = trace.backend if trace.device == "cpu" else f"{trace.backend} {trace.device}"
    facts = [trace.model.name]
    if trace.variant == "plain":
        facts.append("plain attention")
    facts += [
        f"layer {trace.layer} of {trace.n_layers}",
        f"head {session.head} of {trace.n_heads}",
        f"{how} {trace.dtype}",
        trace.mask or "no mask",
    ]
    if not trace.positions:
        facts.append("no positions")
    return tuple(facts)
