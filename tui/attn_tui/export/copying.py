"""Copying a text: to the terminal's clipboard where that works, into a file where it may not."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_state_path
from textual.app import App
from textual.message import Message

from attn_tui.export.saving import save
from attn_tui.terminal.clipboard import clipboard_of, sequence

NAME = "copied.txt"
"""The file that holds what was copied last."""


@dataclass
class Copied(Message):
    """What is to be sent to the terminal, "" for nothing, and what is said of it."""

    sent: str
    said: tuple[str, ...]


def copy(what: str, text: str, environ: Mapping[str, str] = os.environ) -> Copied:
    """Copy a text; in a thread, since tmux may be asked and a file is written.

    `what` names it in a sentence. What cannot be known is said as it is: the file has it then.
    """
    clipboard = clipboard_of(environ)
    sent = None if clipboard.takes == "no" else sequence(text, clipboard.wrap)
    if sent is None:
        why = clipboard.why if clipboard.takes == "no" else "it is too long for a terminal's"
        return Copied("", (f"{what} is not in the clipboard: {why}.", _kept(text)))
    if clipboard.takes == "yes":
        return Copied(sent, (f"{what} was sent to the terminal's clipboard (OSC 52).",))
    said = f"{what} was sent to the clipboard (OSC 52): {clipboard.why}."
    return Copied(sent, (said, _kept(text)))


def _kept(text: str) -> str:
    """Write the file; where it is, or why it is nowhere."""
    try:
        folder = user_state_path("attn-tui", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        path = save(text.encode("utf-8", "replace"), str(folder / NAME), over=True)
    except ValueError as error:
        return f"No file has it either: {error}."
    except OSError as error:
        return f"No file has it either: {error.strerror}."
    return f"It is in {_short(path)}."


def _short(path: Path) -> str:
    """The path as people write it: from their own folder on."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def send(app: App[object], sent: str) -> None:
    """Write a sequence to the terminal; it moves no cursor and draws nothing."""
    if sent and app._driver is not None:
        app._driver.write(sent)
