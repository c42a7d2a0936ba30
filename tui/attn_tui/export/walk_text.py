"""All ten steps as text, or one of them: what `show` prints, one step after the other."""

from __future__ import annotations

from attn_tui.command.selection import select
from attn_tui.command.tables import as_text
from attn_tui.export.walk import Walk
from attn_tui.view.labels import label
from attn_tui.view.titles import STEP_KEYS

WIDTH = 100


def walk_as_text(walk: Walk) -> bytes:
    """The text, then every step with its matrices."""
    parts = [f"{label(walk.trace.text)}\n"]
    if walk.trace.keys is not None:
        parts.append(f"keys and values of: {label(walk.trace.keys)}\n")
    parts += [_step(walk, key) for key in STEP_KEYS]
    return "\n\n".join(parts).encode()


def step_as_text(walk: Walk) -> bytes:
    """The step at which the walk is."""
    return _step(walk, walk.session.step).encode()


def _step(walk: Walk, key: str) -> str:
    return as_text(select(walk.trace, key, walk.session.head, None), WIDTH)
