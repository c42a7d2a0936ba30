"""Text as bytes of any encoding: what it lacks is spelt in signs that it has."""

from __future__ import annotations

import unicodedata

from attn_tui.terminal.ascii_spelling import SPELT


def encoded(text: str, encoding: str) -> bytes:
    """The bytes; a sign that there is none for becomes its plain form, else a question mark."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_plain(sign, encoding) for sign in text).encode(encoding, "replace")


def _plain(sign: str, encoding: str) -> str:
    if sign.isascii():
        return sign
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        if sign in SPELT:
            return SPELT[sign]
        base = unicodedata.normalize("NFKD", sign)
        return "".join(each for each in base if not unicodedata.combining(each)) or "?"
    return sign
