"""`attn-tui --file BOOK.txt`: a text from a file, in the walk or on the screen for long ones."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from attn_tui.command.errors import CommandError
from attn_tui.command.progress import progress_on
from attn_tui.command.session import computed, session_for
from attn_tui.command.walk import run
from attn_tui.computing import Models, model_of
from attn_tui.text_file import read_text_file
from attn_tui.text_input import CHARACTER_LIMIT, TOKEN_LIMIT, accept_text

if TYPE_CHECKING:
    from attn_engine import Model
    from attn_tui.command.requests import Read
    from attn_tui.view.session import Session

UNLIMITED = "toy"
"""The model that has positions for a text of any length."""


def read(request: Read) -> int:
    """Open the app on the text of a file; the exit status. Raises CommandError, one sentence."""
    models: Models = {}
    session, long = reading(request, models)
    return run(session, models, request.terminal, long)


def reading(request: Read, models: Models) -> tuple[Session, str | None]:
    """The session of a file's text; what to say of it if it is too long for a walk, else None.

    Raises CommandError for a file that cannot be read and a model with too few positions for it.
    """
    from attn_engine.long_text import check_mask  # noqa: PLC0415 - NumPy

    try:
        text = read_text_file(request.file)
        session = session_for(request.computation, text)
        n_tokens = _fitting(model_of(session, models, progress_on(sys.stderr)), text)
        said = ""
        if n_tokens is None and request.any_model:
            said = f"{UNLIMITED} reads texts of any length; {session.model} has fewer positions."
            session = replace(session, model=UNLIMITED)
            n_tokens = _fitting(model_of(session, models), text)
        if n_tokens is None:
            limit = model_of(session, models).max_tokens
            raise ValueError(
                f"{request.file!r} has more tokens than model {session.model} has positions for "
                f"({limit}); take --model {UNLIMITED}, which has no such limit"
            )
        if n_tokens > TOKEN_LIMIT or len(text) > CHARACTER_LIMIT:
            check_mask(session.mask)
            if session.keys is not None:
                raise ValueError(
                    "--keys is for texts that a walk can hold; leave it out with this file"
                )
            return session, said
        session = replace(session, text=accept_text(text))
    except ValueError as error:
        raise CommandError(str(error)) from None
    computed(session, models)
    return session, None


def _fitting(model: Model, text: str) -> int | None:
    """How many tokens the text has; None if the model has positions for fewer.

    Of a long text no more is cut into tokens here than it takes to know: the screen does the rest.
    """
    most = model.max_tokens
    if most is None:
        return len(text) if len(text) > CHARACTER_LIMIT else len(model.encode(text).tokens)
    if len(model.encode(text[:CHARACTER_LIMIT]).tokens) > most:
        return None
    n_tokens = len(model.encode(text).tokens)
    return n_tokens if n_tokens <= most else None
