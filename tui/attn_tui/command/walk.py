"""`attn-tui` and `attn-tui TEXT`: the home screen and the walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.command.requests import Computation
from attn_tui.command.running import run_app
from attn_tui.command.session import accepted, computed, session_for
from attn_tui.computing import Models
from attn_tui.terminal.options import TerminalOptions
from attn_tui.text_input import TOKEN_LIMIT

if TYPE_CHECKING:
    from attn_tui.app import AttnApp
    from attn_tui.command.requests import Walk
    from attn_tui.view.session import Session

ANY_TEXT = "Money bank grows"


def walk(request: Walk) -> int:
    """Open the app; the exit status. Raises CommandError for what could not run in it."""
    models: Models = {}
    return run(opening(request, models), models, request.terminal)


def run(session: Session, models: Models, options: TerminalOptions, long: str | None = None) -> int:
    """Open the app on a session; the exit status. `long` is said of a text too long for a walk.

    Raises CommandError for a terminal that will not do.
    """

    def app() -> AttnApp:
        from attn_tui.app import AttnApp  # noqa: PLC0415 - a refused terminal does without Textual

        return AttnApp(session, models, long=long, options=options)

    return run_app(app, options)


def opening(request: Walk, models: Models) -> Session:
    """The session that the app opens with; its text is "" for the home screen.

    A model that is loaded to find out is kept in `models`.

    Raises CommandError for a text or options with which nothing can be computed. Where nothing can
    fail, NumPy is left to be loaded after the first paint.
    """
    text = "" if request.text is None else accepted(request.text)
    if request.computation != Computation() or len(text) > TOKEN_LIMIT:
        computed(session_for(request.computation, text or ANY_TEXT), models)
    return session_for(request.computation, text)
