"""Hearing and saying: lines from a terminal or a pipe, lines to whatever reads them."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from typing import TextIO

from attn_tui.plain.encoded import encoded
from attn_tui.view.safe_text import visible

PROMPT = "> "
LONGEST = 20_000
"""Bytes of a line that is heard; a longer one is no answer."""


NARROWEST = 16
"""In fewer columns the terminal breaks the lines itself, or it does not know how many it has."""


class Unheard(ValueError):  # noqa: N818 - it names what happened to a line
    """A line that cannot be taken; the message is one sentence."""


class Talk:
    """Says lines and hears lines; at a terminal with a prompt and a line that can be edited."""

    def __init__(self, stdin: TextIO | None, stdout: TextIO, ascii_only: bool = False) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.encoding = "ascii" if ascii_only else stdout.encoding or "utf-8"
        self.edits = _is_tty(stdin) and _is_tty(stdout)
        if self.edits:
            _make_editable()

    def say(self, lines: Iterable[str]) -> None:
        """Write the lines; whatever would command a terminal is made visible.

        A terminal gets them broken between words; elsewhere each stays one line.
        """
        shown = [visible(line).rstrip() for line in lines]
        if _is_tty(self.stdout):
            shown = _broken(shown, os.get_terminal_size(self.stdout.fileno()).columns)
        text = "".join(f"{line}\n" for line in shown)
        self.stdout.buffer.write(encoded(text, self.encoding))
        self.stdout.buffer.flush()

    def hear(self) -> str | None:
        """The next line without its end; None when the input has ended.

        Raises Unheard for a line that is not UTF-8, has control characters or is too long.
        """
        if self.stdin is None:
            return None
        data = self._edited() if self.edits else self._piped(self.stdin)
        if data is None:
            return None
        return _text(data)

    def _edited(self) -> bytes | None:
        """A line typed at the terminal."""
        try:
            return input(PROMPT).encode("utf-8", "surrogateescape")
        except EOFError:
            self.say([""])
            return None
        except UnicodeDecodeError:
            raise Unheard("That line is not UTF-8; write it again.") from None

    def _piped(self, stdin: TextIO) -> bytes | None:
        data = stdin.buffer.readline(LONGEST + 1)
        if not data:
            return None
        if len(data) > LONGEST:
            while data and not data.endswith(b"\n"):
                data = stdin.buffer.readline(LONGEST)
            raise Unheard(f"That line has more than {LONGEST:,} bytes; write a shorter one.")
        return data.rstrip(b"\r\n")


def _broken(lines: list[str], columns: int) -> list[str]:
    """The lines broken between words; code, which is indented, stays as it is."""
    if columns < NARROWEST:
        return lines
    return [
        part
        for line in lines
        for part in (
            [line]
            if len(line) < columns or line.startswith("  ")
            else textwrap.wrap(line, columns - 1, break_on_hyphens=False)
        )
    ]


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Unheard("That line is not UTF-8; write it again.") from None
    text = text.removeprefix("\ufeff").replace("\t", "    ")
    if any(not sign.isprintable() for sign in text):
        raise Unheard("That line has control characters in it; write it again without them.")
    return text


def _is_tty(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _make_editable() -> None:
    """Let a line be edited, where Python has readline; it must send no sequences of its own."""
    try:
        import readline  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("set enable-meta-key off")
