"""What a terminal has sent, in words: the bytes, the key, its command in the walk, what to know."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from attn_tui.key_names import shown
from attn_tui.keymap import Keymap
from attn_tui.keys import WALK_KEYS
from attn_tui.terminal.escape_keys import apart
from attn_tui.terminal.reach import lost_in, why_refused
from attn_tui.view.safe_text import visible

SENT, NAMED = 20, 23
"""Columns of the bytes and of the name."""


@dataclass(frozen=True)
class Report:
    """One line of the table, and what to know of it, "" for nothing."""

    line: str
    advice: str = ""


def report_of(message: Message, sent: bytes, keymap: Keymap) -> Report:
    """What became of some bytes."""
    if isinstance(message, events.Paste):
        said = f"{len(message.text)} characters, put into a line as text"
        return Report(_line(sent, "a paste", said), "Pasted text never runs commands.")
    if not isinstance(message, events.Key):
        return Report(_line(sent, type(message).__name__, "nothing: not a key"))
    pair = apart(message)
    if pair is None:
        return Report(
            _line(sent, message.key, _command(message.key, keymap)), _advice(message.key, sent)
        )
    does = f"Esc, then {shown(pair[1].key)}: {_command(pair[1].key, keymap)}"
    advice = (
        "Alt, or Esc and a key at once: taken as Esc, then the key. If you pressed them one after "
        "the other in tmux, put set -sg escape-time 10 into ~/.tmux.conf."
    )
    return Report(_line(sent, message.key, does), advice)


def unknown(sent: bytes) -> Report:
    """Bytes that are no key that is known."""
    return Report(_line(sent, "unknown", "nothing"))


def bytes_said(sent: bytes) -> str:
    """Bytes in visible signs: Esc [ A, ^H, é, and so on."""
    try:
        text = sent.decode()
    except UnicodeDecodeError:
        return " ".join(_byte_said(byte) for byte in sent)
    return " ".join(
        _byte_said(ord(character)) if ord(character) < 0x80 else visible(character)
        for character in text
    )


def _byte_said(byte: int) -> str:
    if byte == 0x1B:
        return "Esc"
    if byte == 0x20:
        return "Space"
    if byte < 0x20 or byte == 0x7F:
        return f"^{chr(byte ^ 0x40)}"
    return chr(byte) if byte < 0x7F else f"\\x{byte:02X}"


def _line(sent: bytes, name: str, does: str) -> str:
    said = bytes_said(sent)
    said = said if len(said) < SENT else said[: SENT - 2] + "…"
    return f"{said:<{SENT}}{visible(name):<{NAMED}}{does}"


def _command(name: str, keymap: Keymap) -> str:
    for key in keymap.applied(WALK_KEYS):
        if name in key.keys.split(","):
            return key.what
    return "nothing"


def _advice(name: str, sent: bytes) -> str:
    if sent == b"\x08":
        return "Backspace comes as ^H: attn-tui understands both; elsewhere stty erase ^H may be needed."
    if name == "replacement_character":
        return "These bytes are not UTF-8: set your terminal's encoding to UTF-8."
    if sent[:2] == b"\x1bO" and sent[2:3] in (b"A", b"B", b"C", b"D", b"H", b"F"):
        return "The terminal is in application cursor mode: understood all the same."
    if sent[:2] == b"\x1bO" and not sent[2:3].isupper():
        return "The keypad is in application mode: understood as the key that it shows."
    reason = why_refused(name)
    if reason:
        return f"No command of attn-tui gets this key: {reason}."
    lost = lost_in(name)
    return f"Not to be counted on: it may not come through in {', '.join(lost)}." if lost else ""
