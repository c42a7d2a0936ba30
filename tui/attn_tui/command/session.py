"""From what the command line asks for to a session and its trace; every failure is one sentence."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from attn_tui.command.errors import CommandError
from attn_tui.command.progress import progress_on
from attn_tui.computing import Models, compute
from attn_tui.text_input import accept_text
from attn_tui.view.session import Session

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.command.requests import Computation


def accepted(raw: str) -> str:
    """The text if it may be walked through. Raises CommandError saying why not."""
    try:
        return accept_text(raw)
    except ValueError as error:
        raise CommandError(str(error)) from None


def accepted_keys(raw: str) -> str:
    """The same for the text of the keys."""
    try:
        return accept_text(raw)
    except ValueError as error:
        raise CommandError(f"--keys: {error}") from None


def session_for(asked: Computation, text: str, layer: int = 0) -> Session:
    """The session of a text computed as the options ask."""
    return Session(
        text,
        model=asked.model,
        layer=layer,
        mask=asked.mask,
        keys=None if asked.keys is None else accepted_keys(asked.keys),
        variant=asked.variant,
        backend=asked.library,
        device=asked.device,
        dtype=asked.dtype,
    )


def computed(session: Session, models: Models | None = None) -> Trace:
    """The trace of a session. Raises CommandError for what the engine cannot do."""
    try:
        return compute(session, models, progress_on(sys.stderr))
    except ValueError as error:
        raise CommandError(str(error)) from None
