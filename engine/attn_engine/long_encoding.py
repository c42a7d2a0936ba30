"""A long text into tokens, a part at a time, so that it can be told how far that is, and be ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from attn_engine.model import Encoding, Model, Token
from attn_engine.pooled_map import Watch

PART = 100_000
"""Characters of a part; about a tenth of a second."""

_SPACE = re.compile(r"\s")


def encode_long(model: Model, text: str, watch: Watch | None = None, part: int = PART) -> Encoding:
    """What `model.encode` makes of a text; `watch` is told the share of it that is done.

    The text is cut before spaces, where no token of a model without a limit of positions crosses.
    The others are given the text in one piece: none that is long fits them.
    """
    if model.max_tokens is not None or len(text) <= part:
        return model.encode(text)
    tokens: list[Token] = []
    extra: dict[str, int] = {}
    rows = []
    for start, stop in _parts(text, part):
        encoding = model.encode(text[start:stop])
        ids = {}
        for place, word in enumerate(encoding.extra_words):
            if word not in extra and encoding.extra_rows is not None:
                rows.append(encoding.extra_rows[place])
            at = extra.setdefault(word, len(model.vocabulary) + len(extra))
            ids[len(model.vocabulary) + place] = at
        tokens += (
            replace(
                each, id=ids.get(each.id, each.id), start=each.start + start, end=each.end + start
            )
            for each in encoding.tokens
        )
        if watch is not None:
            watch(stop / len(text))
    return Encoding(tuple(tokens), tuple(extra), np.array(rows) if rows else None)


def _parts(text: str, part: int) -> Iterator[tuple[int, int]]:
    """Where each part starts and ends: before the first space after so many characters."""
    start = 0
    while start < len(text):
        space = _SPACE.search(text, start + part)
        stop = space.start() if space else len(text)
        yield start, stop
        start = stop
