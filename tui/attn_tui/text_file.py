"""A text from a file: what may be read, however long the file says it is."""

from __future__ import annotations

import re
import stat
from pathlib import Path

LARGEST_FILE = 8 * 2**20
"""Bytes of the longest file that is read; about 1.5 million words."""

_SPACES = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")


def read_text_file(name: str) -> str:
    """The text of a UTF-8 file, each tab and line break a space.

    Raises ValueError, one sentence, for a file that is not there or cannot be read, a folder, one
    that is larger than LARGEST_FILE, empty, binary, or not UTF-8. No more is read than the limit.
    """
    if not name:
        raise ValueError("no file is named; give the name of a text file")
    try:
        path = Path(name).expanduser()
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise ValueError(f"{name!r} is a folder; give a text file")
        if not stat.S_ISREG(about.st_mode):
            raise ValueError(f"{name!r} is no file that can be read to its end; give a text file")
        if about.st_size > LARGEST_FILE:
            raise ValueError(_too_large(name, f"{about.st_size / 2**20:,.1f} MiB"))
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ValueError(f"cannot read {name!r}: {error.strerror or error}") from None
    except RuntimeError as error:
        raise ValueError(f"cannot read {name!r}: {error}") from None
    if len(raw) > LARGEST_FILE:
        raise ValueError(_too_large(name, "more than the limit"))
    return _text(name, raw)


def _too_large(name: str, size: str) -> str:
    limit = f"{LARGEST_FILE // 2**20} MiB"
    return f"{name!r} is too large ({size}); the limit is {limit}, so give a part of it"


def _text(name: str, raw: bytes) -> str:
    if b"\0" in raw:
        raise ValueError(f"{name!r} is a binary file; give a text file in UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{name!r} is not UTF-8: it has the byte 0x{raw[error.start]:02x} at offset "
            f"{error.start:,}; save it as UTF-8"
        ) from None
    text = text.translate(_SPACES).rstrip()
    if not text.strip():
        raise ValueError(f"{name!r} is empty; give a file with a text in it")
    found = _CONTROL.search(text)
    if found:
        raise ValueError(
            f"{name!r} has the control character U+{ord(found[0]):04X} at character "
            f"{found.start():,}; take it out, or give a text file"
        )
    return text
