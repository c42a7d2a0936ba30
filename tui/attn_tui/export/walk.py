"""What is taken away: a trace with all its tokens, and where the learner stands in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from attn_tui.versions import version_of
from attn_tui.view.specials import ShownTrace, toggled

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session


@dataclass(frozen=True, eq=False)
class Walk:
    """`session` says which step, head and cell are meant; its model is the name that loads it."""

    trace: Trace
    session: Session

    @classmethod
    def of_shown(cls, trace: Trace, session: Session) -> Walk:
        """The walk of what is shown: hidden special tokens are there again, the cursor stays."""
        if isinstance(trace, ShownTrace):
            return cls(trace.whole, toggled(session, trace).without_pane())
        return cls(trace, session.without_pane())

    def at(self, step: str) -> Walk:
        """The same walk at another step."""
        return Walk(self.trace, replace(self.session, step=step))


def facts(walk: Walk) -> dict[str, Any]:
    """What was computed, and how; for JSON, npz and the page."""
    trace = walk.trace
    return {
        "text": trace.text,
        "keys": trace.keys,
        "model": trace.model.name,
        "layer": trace.layer,
        "head": walk.session.head,
        "mask": trace.mask,
        "variant": trace.variant,
        "positions": trace.positions,
        "backend": trace.backend,
        "device": trace.device,
        "dtype": trace.dtype,
        "tokens": [asdict(token) for token in trace.tokens],
        "key_tokens": [asdict(token) for token in trace.key_tokens],
        "made_with": made_with(),
    }


def made_with() -> str:
    """The program and its version."""
    return f"attn-tui {version_of('attn-tui') or ''}".rstrip()
