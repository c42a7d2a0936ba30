"""Who a visitor is: a random name in a cookie, and a folder of that name for the progress."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from aiohttp import web
from platformdirs import user_state_path

from attn_lessons.progress import NAME

COOKIE = "attn-tui-visitor"
SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie."""
_ID = re.compile(r"[0-9a-f]{32}")


def visitor_of(request: web.Request) -> str | None:
    """The visitor's id; None where the browser sends none, or anything else than an id."""
    value = request.cookies.get(COOKIE, "")
    return value if _ID.fullmatch(value) else None


def new_visitor() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(16)


def remember(response: web.StreamResponse, visitor: str) -> None:
    """Let the browser keep the id: no script reads it, no other site sends it."""
    response.set_cookie(
        COOKIE, visitor, max_age=SECONDS, httponly=True, samesite="Strict", path="/"
    )


def progress_file(visitor: str) -> Path:
    """Where a visitor's progress is kept: never where that of the machine's user is."""
    return user_state_path("attn-tui", appauthor=False) / "served" / visitor / NAME


def make_folder(visitor: str) -> None:
    """Make the visitor's folder, which nobody but the machine's user can read."""
    folder = progress_file(visitor).parent
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(exist_ok=True, mode=0o700)
