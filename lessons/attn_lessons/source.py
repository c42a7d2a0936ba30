"""Reading a file that anybody may have written: of bounded size, text, and nothing hidden in it."""

from __future__ import annotations

import re
import stat
import unicodedata
from pathlib import Path

from attn_lessons.lesson import Fault, LessonFaults

MOST_BYTES = 256 * 1024
MOST_HIDDEN = 10
"""So many hidden characters are reported one by one; after that the file is given up."""

_ENTITY = re.compile(r"&#(?:x0*([0-9a-f]{1,2})|0*([0-9]{1,3}));", re.IGNORECASE)
_JOINER = "\u200d"


def read_source(path: Path) -> str:
    r"""The text of a lesson file with "\n" for line ends.

    Raises LessonFaults for what is no file, too large, no UTF-8, or has control characters.
    """
    text = _decode(path, _read(path))
    faults = []
    for number, line in enumerate(text.split("\n"), start=1):
        found = hidden_character(line)
        if found:
            faults.append(Fault(number, f"{found} has no place in a lesson; delete it"))
        if len(faults) == MOST_HIDDEN:
            break
    if faults:
        raise LessonFaults(path, tuple(faults))
    return text


def hidden_character(text: str) -> str | None:
    """The first character that would command a terminal instead of showing, told in words."""
    for character in text:
        if character not in "\t\n" and character != _JOINER and _is_hidden(character):
            return _told(ord(character))
    for match in _ENTITY.finditer(text):
        code = int(match[1], 16) if match[1] else int(match[2])
        if _is_hidden(chr(code)):
            return f"{_told(code)}, written as {match[0]},"
    return None


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co"}


def _told(code: int) -> str:
    return "an escape sequence (U+001B)" if code == 0x1B else f"the hidden character U+{code:04X}"


def _read(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            kind = "a folder" if path.is_dir() else "not a file"
            raise _refused(path, f"this is {kind}; a lesson is one Markdown file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _refused(path, "there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(path, f"this file cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise _refused(path, f"the file is larger than {MOST_BYTES // 1024} KiB; make it several")
    return data


def _decode(path: Path, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(path, "this line is not UTF-8; save the file as UTF-8", line) from None
    return text.replace("\r\n", "\n")


def _refused(path: Path, sentence: str, line: int = 1) -> LessonFaults:
    return LessonFaults(path, (Fault(line, sentence),))
