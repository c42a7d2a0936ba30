"""The one rule for texts: what may be walked through, wherever it was typed, piped or passed."""

from __future__ import annotations

import unicodedata

CHARACTER_LIMIT = 20_000
TOKEN_LIMIT = 1_024
"""Scores are (n_heads, n, n): at 1,024 tokens one matrix of two heads takes 8 MiB in float32, and a
walk holds about a dozen; at 8,192 it would take 512 MiB."""

_SPACES = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")
_INVISIBLE = frozenset({"Zs", "Cf"})


def accept_text(raw: str) -> str:
    """The text as the engine gets it: each tab and line break a space, none of them at the end.

    Characters are replaced one for one, so that the offsets of tokens count characters of `raw`.
    Raises ValueError, in one sentence that says what to do, for a text that is empty or invisible,
    longer than CHARACTER_LIMIT, or that holds control characters or bytes that are not UTF-8.
    """
    text = raw.translate(_SPACES).rstrip()
    if all(unicodedata.category(character) in _INVISIBLE for character in text):
        raise ValueError('the text is empty; give a sentence, for example "Money bank grows"')
    if len(text) > CHARACTER_LIMIT:
        raise ValueError(
            f"the text has {len(text):,} characters and the limit is {CHARACTER_LIMIT:,}; "
            "give a shorter one"
        )
    for position, character in enumerate(text):
        _refuse_unprintable(position, character)
    return text


def accept_token_count(n_tokens: int) -> None:
    """Raises ValueError for more tokens than a walk can hold in memory."""
    if n_tokens > TOKEN_LIMIT:
        raise ValueError(
            f"the text makes {n_tokens:,} tokens and the limit is {TOKEN_LIMIT:,}, because every "
            "token is scored against every other; give a shorter one"
        )


def _refuse_unprintable(position: int, character: str) -> None:
    category = unicodedata.category(character)
    if category == "Cs":
        # Python turns each byte of an argument that is not UTF-8 into U+DC80 + byte - 0x80.
        byte = ord(character) - 0xDC00
        what = f"the byte 0x{byte:02x}" if 0x80 <= byte <= 0xFF else f"U+{ord(character):04X}"
        raise ValueError(
            f"the text has {what} at character {position}, which is not UTF-8; save it as UTF-8"
        )
    if category == "Cc":
        raise ValueError(
            f"the text has the control character U+{ord(character):04X} at character {position}; "
            "take it out"
        )
