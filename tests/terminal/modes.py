"""What a terminal is switched to by all the bytes that it got: screen, cursor, mouse, keyboard."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

CONTROL = re.compile(rb"\x1b\[(?P<kind>[?<>=]?)(?P<numbers>[\d;]*)(?P<final>[a-zA-Z])")
LINK = re.compile(rb"\x1b\]8;[^;]*;(?P<address>[^\x1b\x07]*)(?:\x1b\\|\x07)")
WRAPS, CURSOR, ALTERNATE = 7, 25, 1049


@dataclass
class Modes:
    """The private modes that are on, the keyboard's flags of both screens, the pen and the link."""

    on: set[int] = field(default_factory=lambda: {WRAPS, CURSOR})
    keyboards: dict[bool, list[int]] = field(default_factory=lambda: {False: [], True: []})
    pen: bytes = b""
    link: bytes = b""

    def feed(self, data: bytes) -> Modes:
        """Take in whole sequences."""
        for match in CONTROL.finditer(data):
            self._control(match["kind"], match["numbers"], match["final"])
        for match in LINK.finditer(data):
            self.link = match["address"]
        return self

    def _control(self, kind: bytes, numbers: bytes, final: bytes) -> None:
        if kind == b"?" and final in {b"h", b"l"}:
            modes = {int(number) for number in numbers.split(b";")}
            self.on = self.on | modes if final == b"h" else self.on - modes
        elif final == b"u" and kind in {b">", b"<"}:
            keyboard = self.keyboards[ALTERNATE in self.on]
            if kind == b">":
                keyboard.append(int(numbers))
            elif keyboard:
                keyboard.pop()
        elif final == b"m" and not kind:
            self.pen = b"" if numbers in {b"", b"0"} else numbers


FOUND = Modes()
"""A terminal as a shell leaves it."""
EDITS_LINES = 2004
"""Bracketed paste, which a shell that edits lines switches on and off by itself."""
