"""The key that a sentence of the panes names at its end, as in "w: Q, K, V.": for the screen alone."""

from __future__ import annotations

import re

_TAIL = re.compile(r"(?<=[.?!:]) [A-Za-z]: [^.:]+\.$")


def without_key(sentence: str) -> str:
    """The sentence without it, for where there are no such keys."""
    return _TAIL.sub("", sentence)
