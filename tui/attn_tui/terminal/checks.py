"""What a terminal must be able to do before the app may start in it."""

from __future__ import annotations

import codecs
import shutil
import sys
from collections.abc import Mapping
from typing import Protocol

from attn_tui.terminal.taken import is_in_front
from attn_tui.terminal.windows_console import problem_with_console

SMALLEST = (60, 18)
"""Columns and lines below which nothing of use fits."""
UNABLE = {"dumb", "unknown", "glasstty"}
"""Values of TERM that say, or cannot say better, that there is no cursor to move."""
WITHOUT_A_TERMINAL = (
    "attn-tui learn --plain takes a lesson and attn-tui show STEP TEXT prints a step without one"
)


class RefusedTerminal(ValueError):  # noqa: N818  it names what happened, as StopIteration does
    """The app can't run here; the message is one sentence that says why and what to do."""


class Stream(Protocol):
    """As much of a standard stream as the checks look at."""

    @property
    def encoding(self) -> str: ...  # noqa: D102

    def isatty(self) -> bool: ...  # noqa: D102

    def fileno(self) -> int: ...  # noqa: D102


def check_terminal(
    stdin: Stream | None,
    stdout: Stream | None,
    stderr: Stream | None,
    environ: Mapping[str, str],
    *,
    size: tuple[int, int] | None = None,
    platform: str = sys.platform,
    ascii_only: bool = False,
) -> None:
    """Raise RefusedTerminal if the app could not run, or would destroy its own picture.

    ASCII alone arrives in any encoding. A stream is None where Python has none, as when it is
    closed. `size` is columns and lines, by default those that the terminal has.
    """
    problem = (
        not_a_terminal(stdin, stdout, stderr)
        or cannot_draw(environ, platform)
        or (None if ascii_only else not_utf8(stderr, environ, platform))
        or problem_with_console(platform)
        or in_background(stdin)
        or too_small(size or shutil.get_terminal_size())
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
    if term in UNABLE or (not term and platform != "win32"):
        found = f"TERM is {term}" if term else "TERM is not set"
        return (
            f"{found}, which means a terminal that cannot move its cursor; set it to what your "
            "terminal is, as in TERM=xterm-256color attn-tui"
        )
    return None


def not_utf8(
    stream: Stream | None, environ: Mapping[str, str], platform: str = sys.platform
) -> str | None:
    """The reason if what is written would not arrive as UTF-8.

    A locale that names another character set counts even where Python writes UTF-8: the terminal
    is likely to read what the locale says.
    """
    encoding = getattr(stream, "encoding", None) or "unknown"
    locale = locale_of(environ)
    charset = locale.partition("@")[0].partition(".")[2]
    if is_utf8(encoding) and (not charset or is_utf8(charset)):
        return None
    if platform == "win32":
        return (
            f"the console's text is encoded as {encoding}, which has no signs to draw matrices with; "
            "run chcp 65001 first and leave PYTHONLEGACYWINDOWSSTDIO unset, or use Windows Terminal"
        )
    encoding = charset if is_utf8(encoding) else encoding
    return (
        f"the terminal's text is encoded as {encoding} (locale {locale}), which has no signs to "
        "draw matrices with; use a UTF-8 locale, as in LC_ALL=C.UTF-8 attn-tui, or attn-tui --ascii"
    )


def in_background(stdin: Stream | None) -> str | None:
    """The reason if the shell runs this as a background job, which gets no keys."""
    if stdin is None or is_in_front(stdin.fileno()):
        return None
    return "attn-tui was started in the background, where no keys arrive; start it without the &"


def too_small(size: tuple[int, int]) -> str | None:
    """The reason if nothing of use would fit; a terminal of 0 x 0 has not said how large it is."""
    columns, lines = size
    if 0 in size or (columns >= SMALLEST[0] and lines >= SMALLEST[1]):
        return None
    return (
        f"this terminal has {columns} x {lines} characters, and attn-tui needs "
        f"{SMALLEST[0]} x {SMALLEST[1]}; enlarge the window or make its font smaller"
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
