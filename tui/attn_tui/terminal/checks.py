"""What a terminal must be able to do before the app may start in it."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping
from typing import Protocol

WITHOUT_A_TERMINAL = "attn-tui show STEP TEXT prints a step and needs no terminal"


class RefusedTerminal(ValueError):  # noqa: N818  it names what happened, as StopIteration does
    """The app can't run here; the message is one sentence that says why and what to do."""


class Stream(Protocol):
    """As much of a standard stream as the checks look at."""

    @property
    def encoding(self) -> str: ...  # noqa: D102

    def isatty(self) -> bool: ...  # noqa: D102


def check_terminal(
    stdin: Stream | None,
    stdout: Stream | None,
    stderr: Stream | None,
    environ: Mapping[str, str],
    platform: str = sys.platform,
    *,
    ascii_only: bool = False,
) -> None:
    """Raise RefusedTerminal if the app could not run, or would destroy its own picture.

    ASCII alone arrives in any encoding. A stream is None where Python has none, as when it is
    closed. A small screen isn't refused.
    """
    problem = (
        not_a_terminal(stdin, stdout, stderr)
        or cannot_draw(environ, platform)
        or (None if ascii_only else not_utf8(stderr, environ))
    )
    if problem:
        raise RefusedTerminal(f"{problem} ({WITHOUT_A_TERMINAL}).")


def not_a_terminal(
    stdin: Stream | None, stdout: Stream | None, stderr: Stream | None
) -> str | None:
    """The reason if the keyboard or the screen is missing. Textual draws on standard error."""
    for stream, missing in (
        (stdout, "the output is not a terminal, so there is nowhere to draw"),
        (stderr, "standard error, which the picture is drawn on, is not a terminal"),
        (stdin, "the input is not a terminal, so there are no keys to read"),
    ):
        if not is_terminal(stream):
            return f"{missing}; run attn-tui without a pipe or redirection"
    return None


def cannot_draw(environ: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """The reason if TERM says that the cursor can't be moved; Windows has no TERM."""
    term = environ.get("TERM", "")
    if term == "dumb" or (not term and platform != "win32"):
        found = "TERM is dumb" if term else "TERM is not set"
        return (
            f"{found}, which means a terminal that cannot move its cursor; set it to what your "
            "terminal is, as in TERM=xterm-256color attn-tui"
        )
    return None


def not_utf8(stream: Stream | None, environ: Mapping[str, str]) -> str | None:
    """The reason if what is written would not arrive as UTF-8.

    A locale that names another character set counts even where Python writes UTF-8: the terminal
    is likely to read what the locale says.
    """
    encoding = getattr(stream, "encoding", None) or "unknown"
    locale = locale_of(environ)
    charset = locale.partition("@")[0].partition(".")[2]
    if is_utf8(encoding) and (not charset or is_utf8(charset)):
        return None
    encoding = charset if is_utf8(encoding) else encoding
    return (
        f"the terminal's text is encoded as {encoding} (locale {locale}), which has no signs to "
        "draw matrices with; use a UTF-8 locale, as in LC_ALL=C.UTF-8 attn-tui, or attn-tui --ascii"
    )


def is_terminal(stream: Stream | None) -> bool:
    """Whether the stream is there, open, and a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False


def is_utf8(encoding: str) -> bool:
    """Whether the codec called `encoding`, by any of its names, is UTF-8."""
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False


def locale_of(environ: Mapping[str, str]) -> str:
    """The locale that decides about characters; LC_ALL comes before LC_CTYPE and LANG."""
    names = (environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next((name for name in names if name), "none")
