"""The clipboard of the terminal, by OSC 52: where it works, and what is sent.

A terminal does not say whether it took the text, so that what is known of it decides what is said.
"""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from attn_tui.terminal.capable import CAPABLE

MOST_SENT = 74_000
"""Characters of base64; xterm and tmux take no more."""

CHUNK = 76
"""Characters of base64 in one of GNU screen's strings, which are short."""

SECONDS = 1.0
"""How long tmux may take to answer."""

Takes = Literal["yes", "perhaps", "no"]
Wrap = Literal["", "tmux", "screen"]


@dataclass(frozen=True)
class Clipboard:
    """Whether a text sent to the terminal gets into its clipboard, and why that is thought.

    `wrap` says whose hands the sequence passes through on its way. `why` is the rest of a sentence.
    """

    takes: Takes
    why: str
    wrap: Wrap = ""


TAKE_IT = (*CAPABLE, "st-")
"""Terminals, by the TERM that they set, which take OSC 52 as they come."""

TAKES = Clipboard("yes", "takes it")
UNKNOWN = Clipboard("perhaps", "this terminal may not take it")

BY_PROGRAM: dict[str, Clipboard] = {
    "WezTerm": TAKES,
    "ghostty": TAKES,
    "rio": TAKES,
    "vscode": TAKES,
    "iTerm.app": Clipboard("perhaps", "iTerm2 takes it if its settings allow that"),
    "Apple_Terminal": Clipboard("no", "Terminal of macOS takes none from a program"),
}
"""Terminals by the TERM_PROGRAM that they set."""

BY_VARIABLE: tuple[tuple[str, Clipboard], ...] = (
    ("WT_SESSION", TAKES),
    ("VTE_VERSION", Clipboard("no", "this terminal (VTE) takes none from a program")),
    ("XTERM_VERSION", Clipboard("perhaps", "xterm takes it only with allowWindowOps")),
)
"""Terminals by another variable that they set."""


def clipboard_of(environ: Mapping[str, str], ask: Callable[[], str] | None = None) -> Clipboard:
    """What the variables of the environment tell of the clipboard.

    `ask` gives tmux's set-clipboard and allow-passthrough, "" where it does not answer.
    """
    if environ.get("TMUX"):
        return _in_tmux((ask or ask_tmux)())
    if environ.get("STY"):
        return Clipboard("perhaps", "the terminal of GNU screen may not take it", "screen")
    known = BY_PROGRAM.get(environ.get("TERM_PROGRAM", ""))
    if known is not None:
        return known
    named = (found for name, found in BY_VARIABLE if environ.get(name))
    return next(named, None) or _by_term(environ.get("TERM", ""))


def _by_term(term: str) -> Clipboard:
    if any(name in term for name in TAKE_IT):
        return TAKES
    if term in {"linux", "dumb", ""} or term.startswith("vt"):
        return Clipboard("no", "this terminal has none")
    return UNKNOWN


def ask_tmux() -> str:
    """The two options of tmux that matter, as in "external off"; "" if it does not answer soon."""
    asked = ["tmux", "display-message", "-p", "#{set-clipboard} #{allow-passthrough}"]
    try:
        done = subprocess.run(
            asked, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("ascii", "replace").strip()


def _in_tmux(answer: str) -> Clipboard:
    clipboard, _, passthrough = answer.partition(" ")
    if clipboard == "on":
        return Clipboard("perhaps", "tmux has it (prefix ] pastes it), its terminal perhaps")
    if passthrough in {"on", "all"}:
        return Clipboard("perhaps", "the terminal of tmux may not take it", "tmux")
    if not answer:
        return Clipboard("no", "tmux did not answer")
    return Clipboard("no", "tmux keeps it back (tmux set -s set-clipboard on)")


def sequence(text: str, wrap: Wrap = "") -> str | None:
    """What sends a text to the clipboard; None for a text that is too long.

    Only base64 of it is sent, so that nothing in it can be a sequence of its own.
    """
    payload = base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")
    if len(payload) > MOST_SENT:
        return None
    if wrap == "screen":
        chunks = (payload[at : at + CHUNK] for at in range(0, len(payload), CHUNK))
        return "\x1bP\x1b]52;c;" + "\x1b\\\x1bP".join(chunks) + "\a\x1b\\"
    plain = f"\x1b]52;c;{payload}\a"
    return f"\x1bPtmux;\x1b{plain}\x1b\\" if wrap == "tmux" else plain
