"""The doctor's look at the terminal: is it one, how large, which colours, which characters."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from attn_tui.command.findings import Finding
from attn_tui.terminal.checks import (
    SMALLEST,
    cannot_draw,
    is_terminal,
    locale_of,
    not_a_terminal,
    not_utf8,
)
from attn_tui.terminal.colours import palette_name, starts_light

COMFORTABLE = (80, 24)
SET_COLORTERM = "export COLORTERM=truecolor"


def examine_terminal(
    streams: Sequence[TextIO | None], environ: Mapping[str, str]
) -> Iterator[Finding]:
    """Can the app start in it? `streams` are stdin, stdout and stderr."""
    problem = cannot_draw(environ)
    if problem:
        yield Finding("fix", "terminal", f"{problem}.")
        return
    program = environ.get("TERM_PROGRAM", "")
    name = environ.get("TERM", "Windows console") + (f" in {program}" if program else "")
    missing = not_a_terminal(*streams)
    if missing:
        yield Finding("note", "terminal", f"{name}; as it was started here, {missing}.")
    else:
        yield Finding("ok", "terminal", name)


def examine_size(streams: Sequence[TextIO | None]) -> Iterator[Finding]:
    """Is there room? Unknown where no stream is a terminal."""
    size = _size(streams)
    if size is None:
        yield Finding("note", "size", "unknown, as no terminal is connected.")
        return
    columns, lines = size
    text = f"{columns} columns x {lines} lines"
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        least = f"{SMALLEST[0]} x {SMALLEST[1]}"
        yield Finding("fix", "size", f"{text}; enlarge the window or shrink its font: {least}.")
    elif columns < COMFORTABLE[0] or lines < COMFORTABLE[1]:
        whole = f"{COMFORTABLE[0]} x {COMFORTABLE[1]}"
        yield Finding("note", "size", f"{text}; the operands of a product need {whole}.")
    else:
        yield Finding("ok", "size", text)


def _size(streams: Sequence[TextIO | None]) -> tuple[int, int] | None:
    for stream in streams:
        if stream is not None and is_terminal(stream):
            columns, lines = os.get_terminal_size(stream.fileno())
            return columns, lines
    return None


def examine_colours(environ: Mapping[str, str]) -> Iterator[Finding]:
    """How many colours the app will use, and how to get more of them."""
    palette = palette_name(colour_system(environ), environ)
    ground = ", on a light ground" if starts_light(environ) and palette != "none" else ""
    if palette == "truecolor":
        yield Finding("ok", "colours", f"16 million{ground}")
    elif palette == "none" and environ.get("NO_COLOR"):
        yield Finding(
            "note", "colours", "none: NO_COLOR is set; unset it for colours, or use --palette."
        )
    else:
        yield Finding("note", "colours", f"{palette}{ground}; {_more_colours(environ)}.")
    if environ.get("TERM_PROGRAM") == "vscode":
        yield Finding(
            "note",
            "VS Code",
            "it changes colours for contrast; to see them as they are, set "
            '"terminal.integrated.minimumContrastRatio": 1.',
        )


def colour_system(environ: Mapping[str, str]) -> str | None:
    """What Textual will find: "truecolor", "256", "standard" (16), "windows", or None."""
    from rich.console import Console  # noqa: PLC0415

    asked = environ.get("TEXTUAL_COLOR_SYSTEM", "auto")
    system = asked if asked in {"standard", "256", "truecolor", "windows"} else "auto"
    console = Console(
        color_system=system,  # type: ignore[arg-type]
        force_terminal=True,
        _environ=environ,
    )
    return console.color_system


def _more_colours(environ: Mapping[str, str]) -> str:
    if "SSH_CONNECTION" in environ or "SSH_TTY" in environ:
        return f"ssh leaves COLORTERM behind: if your own terminal has 16 million, {SET_COLORTERM}"
    if "STY" in environ:
        return f"in GNU screen 5, put truecolor on in ~/.screenrc and {SET_COLORTERM}"
    return f"if your terminal has 16 million, {SET_COLORTERM}"


def examine_encoding(stream: TextIO | None, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Will the signs of a matrix arrive as they are?"""
    problem = not_utf8(stream, environ)
    locale = locale_of(environ)
    if problem:
        yield Finding("fix", "characters", f"{problem}.")
    elif "TMUX" in environ and "utf" not in locale.lower():
        yield Finding(
            "note",
            "characters",
            f"UTF-8, but the locale is {locale}: if you see underscores, start tmux as tmux -u.",
        )
    else:
        yield Finding("ok", "characters", f"UTF-8, locale {locale}")


def examine_multiplexer(environ: Mapping[str, str]) -> Iterator[Finding]:
    """What tmux needs to be told, and whether the keys come from afar."""
    if "TMUX" in environ:
        yield Finding(
            "note",
            "tmux",
            "~/.tmux.conf should have: "
            'set -g default-terminal "tmux-256color"; '
            'set -as terminal-features ",*:RGB" (16 million colours); '
            "set -sg escape-time 10 (Esc, then a letter, stays two keys).",
        )
    if "SSH_CONNECTION" in environ or "SSH_TTY" in environ:
        yield Finding("ok", "ssh", "fine: only cells that change are sent")
