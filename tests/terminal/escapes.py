"""What may be sent to a terminal: a strict grammar of the app's own sequences, and all else by name.

It knows nothing of our code: what it lets pass is what a terminal's manual says is harmless, and
what Textual's driver needs to take and give back the screen.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import wcwidth

PLAIN = re.compile(r"[\x20-\x7e\u2500-\u25ff]+")
"""Most of all output: ASCII, lines and blocks."""
CSI = re.compile(r"\x1b\[([<-?]?)([\d;:]*)([ -/]*)([@-~])")
STRING = re.compile(r"\x1b([\]PX^_])(.*?)(?:\x07|\x1b\\)", re.DOTALL)
STRINGS = {"]": "OSC", "P": "DCS", "X": "SOS", "^": "PM", "_": "APC"}
OSC = {"0": "a window title", "1": "an icon's name", "2": "a window title", "8": "a link",
       "52": "the clipboard"}  # fmt: skip

MODES = {"7", "25", "1000", "1003", "1004", "1006", "1015", "1016", "1049", "2004", "2026", "2048"}
"""Wrapping, cursor, mouse, focus, alternate screen, pastes, whole frames at once, sizes in-band."""
MOVES = "ABCDGHJK"
SGR = re.compile(
    r"(?:(?:0|[1-9]|2[1-9]|5[1-5]|[34][0-79]|9[0-7]|10[0-7]|[34]8;5;\d{1,3}|[34]8;2(?:;\d{1,3}){3})"
    r"(?:;|$))*"
)
POINTER = re.compile(r"22;[a-z-]*")
MOST_MARKS = 2

KINDS = {
    frozenset(map(chr, (*range(0x200E, 0x2010), 0x61C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))):
        "a bidirectional control",
    frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))): "a variation selector",
    frozenset(map(chr, (*range(0x1F1E6, 0x1F200), *range(0x1F3FB, 0x1F400)))): "half an emoji",
}  # fmt: skip
CATEGORIES = {"Cc": "a control", "Cf": "a format character", "Cs": "a lone surrogate",
              "Co": "private use", "Cn": "unassigned", "Zl": "a line separator",
              "Zp": "a paragraph separator"}  # fmt: skip


@dataclass(frozen=True)
class Stray:
    """Something that has no business in the output: where, in characters, and what it is."""

    offset: int
    what: str
    sent: str


def strays(output: bytes | str, *, copying: bool = False, lines: bool = False) -> list[Stray]:
    """Everything in the output that may not be there.

    `copying`: the clipboard was asked for. `lines`: plain text for a terminal, with line breaks and
    without any sequence.
    """
    text = output.decode("utf-8", "surrogateescape") if isinstance(output, bytes) else output
    found: list[Stray] = []
    at, marks = 0, 0
    while at < len(text):
        character = text[at]
        if plain := PLAIN.match(text, at):
            at, marks = plain.end(), 0
            continue
        if character == "\x1b" and not lines:
            end, what = _sequence(text, at, copying)
            marks = 0
        else:
            marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
            end, what = at + 1, _graphic(character, marks, lines)
        if what:
            found.append(Stray(at, what, text[at:end][:40]))
        at = end
    return found


def _sequence(text: str, at: int, copying: bool) -> tuple[int, str]:
    """Where the sequence from `at` ends, and what is wrong with it."""
    if match := CSI.match(text, at):
        return match.end(), _csi(*match.groups())
    if match := STRING.match(text, at):
        kind, payload = match.groups()
        number = payload.partition(";")[0]
        if kind == "]" and (POINTER.fullmatch(payload) or (number == "52" and copying)):
            return match.end(), ""
        named = OSC.get(number, number) if kind == "]" else "a string"
        return match.end(), f"{STRINGS[kind]}: {named}"
    return at + 1, "an escape that begins nothing"


def _csi(private: str, parameters: str, between: str, final: str) -> str:
    whole = private + parameters + between + final
    numbers = parameters.split(";")
    allowed = (
        (not private and not between and final in MOVES and len(numbers) <= 2)
        or (not private and not between and final == "m" and SGR.fullmatch(parameters))
        or (private == "?" and not between and final in "hl" and MODES.issuperset(numbers))
        or whole in {"?2026$p", "?2048$p"}
        or (private in "<>" and final == "u" and not between)  # keys told apart, and back
    )
    return "" if allowed else f"CSI {whole}"


def _graphic(character: str, marks: int, lines: bool) -> str:
    category = unicodedata.category(character)
    if character == "\r" or (lines and character == "\n"):
        return ""
    if named := next((named for kind, named in KINDS.items() if character in kind), ""):
        return named
    if category[0] == "M":
        return "a heap of marks" if marks > MOST_MARKS else ""
    without = "a letter without width" if wcwidth.wcwidth(character) == 0 else ""
    return CATEGORIES.get(category, without)
