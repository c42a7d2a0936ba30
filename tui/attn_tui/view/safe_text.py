"""The one choke point for text that is not ours: whatever comes in, only plain glyphs come out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

MOST_MARKS = 2
"""Combining marks kept on one base; what follows is counted instead."""

ZERO_WIDTH_JOINER = "\u200d"
NO_BASE = "◌"
INVISIBLE_LETTERS = frozenset("\u115f\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and marks that draw nothing."""

_REGIONAL_A, _REGIONAL_Z = "\U0001f1e6", "\U0001f1ff"
_SKIN_LIGHT, _SKIN_DARK = "\U0001f3fb", "\U0001f3ff"


class Cluster(NamedTuple):
    """Characters `start` to `end` of a text, which are seen as one, and what is shown for them."""

    start: int
    end: int
    shown: str


def visible(text: str) -> str:
    """The text with everything that would not show as itself replaced by something that does.

    Control characters become their pictures (␊ ␛ ␀); bidirectional and zero-width characters,
    lone surrogates, private-use and unassigned ones become their number (‹200B›). Emoji
    sequences are cut to their base, flags become letters (‹DE›), and more than two combining marks
    on a base are counted (‹+5›), as are all variation selectors after one but the first, so that a
    terminal shows as many cells as `rich` measures. Idempotent; linear time.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(cluster.shown for cluster in clusters(text))


def clusters(text: str) -> Iterator[Cluster]:
    """The clusters of a text in their order; together they are all of it, and none is invisible."""
    position = 0
    while position < len(text):
        start, character = position, text[position]
        if is_mark(character) or _is_selector(character):
            base, position = NO_BASE if start == 0 else "", start
        elif _is_flag_letter(character):
            base, position = _flag(text, start)
        elif _is_emoji(character):
            base, position = character, _end_of_emoji(text, start + 1)
        else:
            base, position = shown_alone(character), start + 1
        marks, position = _marks(text, position)
        yield Cluster(start, position, base + marks)


def plain_code(text: str) -> str:
    """A program as its editor holds it: what is seen is what runs, one glyph a character.

    Every kind of line break becomes one, tabs become four spaces, other blanks one; accents are
    drawn into their letters. What would not show as itself is replaced by its stand-in, which Python
    then complains about.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    lines = "\n".join((text + ".").splitlines())[:-1]
    return "".join(map(_code_sign, unicodedata.normalize("NFC", lines)))


def _code_sign(character: str) -> str:
    if character == "\n":
        return character
    if character == "\t":
        return "    "
    if unicodedata.category(character) == "Zs":
        return " "
    return f"‹{ord(character):02X}›" if is_mark(character) else shown_alone(character)


def _marks(text: str, start: int) -> tuple[str, int]:
    """The marks and selectors from `start`, two marks kept and one selector not told; their end."""
    end = start
    while end < len(text) and (is_mark(text[end]) or _is_selector(text[end])):
        end += 1
    marks = [mark for mark in text[start:end] if not _is_selector(mark)]
    selectors = end - start - len(marks)
    more = max(0, len(marks) - MOST_MARKS) + max(0, selectors - 1)
    return "".join(marks[:MOST_MARKS]) + (f"‹+{more}›" if more else ""), end


def _flag(text: str, start: int) -> tuple[str, int]:
    """The letters of a flag, which is a pair of regional indicators; where it ends."""
    end = start + 1
    if end < len(text) and _is_flag_letter(text[end]):
        end += 1
    letters = (chr(ord(letter) - ord(_REGIONAL_A) + ord("A")) for letter in text[start:end])
    return f"‹{''.join(letters)}›", end


def _end_of_emoji(text: str, position: int) -> int:
    """Where the emoji sequence ends whose base stands before `position`."""
    while True:
        position += _is_skin(text[position : position + 1])
        joiner = position + _is_selector(text[position : position + 1])
        if text[joiner : joiner + 1] != ZERO_WIDTH_JOINER or not _is_emoji(
            text[joiner + 1 : joiner + 2]
        ):
            return position
        position = joiner + 2


@lru_cache(maxsize=4096)
def shown_alone(character: str) -> str:
    """One character with nothing around it, or its stand-in."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    hidden = (
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        or character in INVISIBLE_LETTERS
        or (character.isspace() and character != " ")
        or _is_skin(character)
        or _is_flag_letter(character)
        or _is_selector(character)
        or cell_len(character) == 0
    )
    return f"‹{code:02X}›" if hidden else character


def is_mark(character: str) -> bool:
    """Whether the character is drawn on the one before it."""
    return (
        character != ""
        and unicodedata.category(character)[0] == "M"
        and not (_is_selector(character) or character in INVISIBLE_LETTERS)
    )


def _is_selector(character: str) -> bool:
    """Variation selectors choose a glyph and, in some terminals only, change its width."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _is_emoji(character: str) -> bool:
    return (
        character != ""
        and unicodedata.category(character) == "So"
        and character not in INVISIBLE_LETTERS
        and not _is_flag_letter(character)
    )


def _is_flag_letter(character: str) -> bool:
    return _REGIONAL_A <= character <= _REGIONAL_Z


def _is_skin(character: str) -> bool:
    return _SKIN_LIGHT <= character <= _SKIN_DARK
