"""`attn-tui serve`: the app in visitors' browsers, checked and warned of before it starts."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from attn_tui.command.errors import CommandError
from attn_tui.command.learn import lesson_to_open
from attn_tui.command.read import reading
from attn_tui.command.requests import Learn, Read, Serve
from attn_tui.command.walk import opening
from attn_tui.serving.gate import is_loopback
from attn_tui.serving.served import Served
from attn_tui.terminal import telling

if TYPE_CHECKING:
    from attn_tui.serving.server import Offer

MISSING = "serve needs the extra serve, which is not installed: pip install 'attn-tui[serve]'"


def serve(request: Serve, stdout: TextIO | None, stderr: TextIO | None) -> None:
    """Serve until Ctrl+C.

    Raises CommandError for what cannot be opened and for a port that cannot be had.
    """
    if find_spec("textual_serve") is None:
        raise CommandError(MISSING)
    _try_opening(request)
    for sentence in warnings(request):
        if stderr is not None:
            telling.tell(sentence, stderr)
    from attn_tui.serving.server import Server, unusable  # noqa: PLC0415 - needs the extra

    offer = offered(request)

    def tell(line: str) -> None:
        if stdout is not None:
            print(line, file=stdout, flush=True)

    try:
        asyncio.run(Server(offer, tell).serve())
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(unusable(offer, error)) from None


def offered(request: Serve) -> Offer:
    """What the server needs to know."""
    from attn_tui.serving.environment import Started  # noqa: PLC0415 - needs the extra
    from attn_tui.serving.server import Offer  # noqa: PLC0415

    # Without -P the folder that the server was started in would come before Python's own modules.
    argv = (sys.executable, "-P", "-m", "attn_tui", *request.words)
    served = Served(_models(request), request.run_code)
    started = Started(argv, dict(os.environ), served)
    return Offer(started, request.host, request.port, request.visitors, request.names)


def warnings(request: Serve) -> tuple[str, ...]:
    """What whoever starts the server should know first."""
    told = []
    if not is_loopback(request.host):
        told.append(
            f"warning: anybody who reaches port {request.port} of this machine can open the app and "
            "use its processor and memory, and what is sent is not encrypted; serve in a network "
            "that you trust."
        )
    if request.run_code:
        told.append(
            "warning: with --run-code visitors run any Python that they write on this machine, "
            f"with the rights of {_user()}: they can read, change and delete your files."
        )
    return tuple(told)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "this user"


def _try_opening(request: Serve) -> None:
    """Say at once what each visitor would else be told."""
    opened = request.opened
    if isinstance(opened, Read):
        reading(opened, {})
    elif not isinstance(opened, Learn):
        opening(opened, {})
    elif opened.lesson is not None:
        lesson_to_open(opened.lesson)


def _models(request: Serve) -> tuple[str, ...]:
    """The models that visitors may load: those at hand, and the one that was named."""
    from attn_engine.models import NAMES, is_at_hand  # noqa: PLC0415 - NumPy

    named = () if isinstance(request.opened, Learn) else (request.opened.computation.model,)
    return tuple(dict.fromkeys((*filter(is_at_hand, NAMES), *named)))
