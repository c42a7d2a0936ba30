"""`attn-tui doctor --keys`: shows what the terminal sends for each key that is pressed."""

from __future__ import annotations

import os
import select
import textwrap
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from typing import TextIO

from textual.message import Message

from attn_tui.command.errors import CommandError
from attn_tui.command.key_report import NAMED, SENT, report_of, unknown
from attn_tui.config.file import Config, read_config
from attn_tui.keymap import Keymap
from attn_tui.terminal.checks import is_terminal
from attn_tui.terminal.key_parser import KeyParser
from attn_tui.view.labels import cut
from attn_tui.view.numbers import counted
from attn_tui.view.safe_text import visible

QUIET = 0.2
"""Seconds after which what has come so far is all that belongs to a key."""

ENDS = (("ctrl+c",), ("q", "q"), ("escape", "escape"))

WELCOME = """\
Press keys: each shows what the terminal sends, the name of the key, and what it
does in the walk. Worth a try: arrows, Home, End, PgUp, PgDn, ( and ), Ctrl+U,
Ctrl+D, Shift+Tab, Esc, Backspace, Delete, F2, a letter with Alt, a paste.
If nothing appears, the terminal keeps that key, as macOS Terminal keeps Home,
End, PgUp and PgDn: ( ) Ctrl+U Ctrl+D do the same.
To end: q twice, Esc twice, or Ctrl+C.
"""

HEADINGS = f"{'sent':<{SENT}}{'key':<{NAMED}}in the walk\n"


def show_keys(stdin: TextIO | None, stdout: TextIO | None) -> int:
    """Show keys until the person has seen enough. Raises CommandError without a terminal."""
    if stdin is None or stdout is None or not is_terminal(stdin) or not is_terminal(stdout):
        raise CommandError(
            "doctor --keys shows what your keyboard sends, which takes a terminal; run it without "
            "a pipe or redirection"
        )
    from attn_tui.terminal.raw import raw_keys  # noqa: PLC0415 - Unix only

    config = read_config()
    keymap = Keymap() if config.faults else config.options.keymap
    with raw_keys(stdin.fileno(), stdout.fileno()) as write:
        write(_welcome(config))
        pressed: deque[str] = deque(maxlen=2)
        for message, sent in arriving(lambda: _read(stdin.fileno())):
            report = unknown(sent) if message is None else report_of(message, sent, keymap)
            advice = textwrap.wrap(
                report.advice, 76, initial_indent="    ", subsequent_indent="    "
            )
            columns = os.get_terminal_size(stdout.fileno()).columns or 80
            write("\n".join((cut(report.line.rstrip(), columns), *advice, "")))
            pressed.append(str(getattr(message, "key", "")))
            if any(tuple(pressed)[-len(end) :] == end for end in ENDS):
                break
    return 0


def _welcome(config: Config) -> str:
    """What is said first, and that keys of a file with mistakes do not count."""
    if not config.faults:
        return f"{WELCOME}\n{HEADINGS}"
    mistakes = counted(len(config.faults), "mistake")
    left_out = f"{config.path} has {mistakes} and is left out here; attn-tui doctor tells more."
    lines = textwrap.wrap(visible(left_out), 80, break_long_words=False, break_on_hyphens=False)
    return "\n".join((WELCOME, *lines, "", HEADINGS))


def arriving(read: Callable[[], bytes | None]) -> Iterator[tuple[Message | None, bytes]]:
    """Each message with the bytes that made it; None for bytes that mean nothing.

    `read` gives what has come, None if for a while nothing has, and b"" at the end.
    """
    parser = KeyParser()
    decode = getincrementaldecoder("utf-8")(errors="replace").decode
    sent = bytearray()

    def told(messages: Iterator[Message]) -> Iterator[tuple[Message | None, bytes]]:
        for message in messages:
            yield message, bytes(sent)
            sent.clear()

    while (data := read()) != b"":
        for byte in data or b"":
            sent.append(byte)
            text = decode(bytes((byte,)))
            if text:
                yield from told(iter(parser.feed(text)))
        if data is None:
            yield from told(iter(parser.tick()))
            if sent:
                yield None, bytes(sent)
                sent.clear()


def _read(fileno: int) -> bytes | None:
    ready, _, _ = select.select([fileno], [], [], QUIET)
    if not ready:
        return None
    try:
        return os.read(fileno, 1024)
    except OSError:  # the terminal is gone
        return b""
