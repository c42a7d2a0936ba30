"""A third sentence, where a model does something in a step that the step itself does not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attn_tui.view.boards import projected_symbol
from attn_tui.view.matrices import group_size, holds
from attn_tui.view.specials import hides

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

NORMALISED = "each row to mean 0, spread 1, times a learned scale"


def asides_of(trace: Trace, session: Session) -> tuple[str, ...]:
    """What is to be added to the two sentences of the step: one more, or nothing."""
    teller = _TELLERS.get(session.step)
    told = teller(trace, session) if teller else ""
    return (told,) if told else ()


def _position(trace: Trace, session: Session) -> str:
    if holds(trace["position"], "xp_norm"):
        return f"The sum is normalised: {NORMALISED}."
    return ""


def _project(trace: Trace, session: Session) -> str:
    stage = trace["project"]
    turned = holds(stage, "q_plain")
    if session.projection != "q" and group_size(trace) > 1:
        return _sharing(trace, session)
    if holds(stage, "n"):
        symbol = projected_symbol(trace, session) if trace.layer or trace.keys else "X+P"
        if turned:
            return f"{symbol} is normalised first; Q and K are then turned by their positions."
        return f"{symbol} is normalised first: {NORMALISED}."
    return "Q and K are then turned by their positions (rotary), V is not." if turned else ""


def _score(trace: Trace, session: Session) -> str:
    return _sharing(trace, session) if group_size(trace) > 1 else ""


def _sharing(trace: Trace, session: Session) -> str:
    """Which key head the query head uses, and who else does."""
    size = group_size(trace)
    group = session.head // size
    first, last = size * group, size * group + size - 1
    return (
        f"Grouped heads: query heads {first} to {last} share the keys and values of head {group}."
    )


def _mask(trace: Trace, session: Session) -> str:
    if trace.model.causal and trace.keys is not None:
        return "This model is a decoder: its causal mask is for one text, not between two."
    if trace.model.causal:
        return "This model is a decoder: its causal mask is always on."
    return ""


def _weights(trace: Trace, session: Session) -> str:
    if hides(trace):
        return "Special tokens are hidden, not left out: rows now sum to less than 1."
    return _score(trace, session) if session.step == "sum" else ""


def _heads(trace: Trace, session: Session) -> str:
    return f"H + Y is then normalised: {NORMALISED}." if holds(trace["heads"], "added") else ""


_TELLERS: dict[str, Callable[[Trace, Session], str]] = {
    "position": _position, "project": _project, "score": _score, "mask": _mask,
    "softmax": _weights, "sum": _weights, "heads": _heads,
}  # fmt: skip
