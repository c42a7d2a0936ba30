"""What a model's input table knows before any attention: nearest words and sums of words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from attn_engine.matrix import Array
from attn_engine.model import Model

_SIGN = re.compile(r"([+\u2212-])")  # the minus sign of typesetting is as good as the hyphen

SMALLEST_NORM = 1e-12
"""A shorter vector points nowhere; the toy's words without a meaning are such rows."""


class Neighbour(NamedTuple):
    """A word of the vocabulary and the cosine between its row and the vector asked about."""

    word: str
    cosine: float


@dataclass(frozen=True)
class Part:
    """One word of a sum: added (sign 1) or taken away (-1); `id` is its row of the table."""

    sign: int
    word: str
    id: int


def parse_sum(model: Model, expression: str) -> tuple[Part, ...]:
    """Read "king - man + woman"; a single word is a sum of one.

    Raises ValueError, naming the word, for one that is not a single piece of the vocabulary, and
    for an expression in which a word or a sign is missing.
    """
    signs_and_words = _SIGN.split(expression)
    words = [word.strip() for word in signs_and_words[::2]]
    signs = [1, *(1 if sign == "+" else -1 for sign in signs_and_words[1::2])]
    if not words[0] and len(words) > 1:  # the sum starts with a sign of its own
        words, signs = words[1:], signs[1:]
    if not all(words):
        raise ValueError(
            f"{expression.strip()!r} lacks a word; write words joined by + and -, "
            "as in king-man+woman"
        )
    return tuple(Part(s, w, piece_id(model, w)) for s, w in zip(signs, words, strict=True))


def piece_id(model: Model, word: str) -> int:
    """The row of a word that is one piece of the vocabulary; ValueError naming its pieces if not.

    Byte-level tokenizers keep a word with the space before it, so that form is tried first.
    """
    found = []
    for written in (f" {word}", word):
        tokens = [token for token in model.encode(written).tokens if token.start < token.end]
        if len(tokens) == 1 and not tokens[0].unknown and not tokens[0].special:
            return tokens[0].id
        found = tokens
    if len(found) == 1 or not found:
        raise ValueError(f"{word!r} is not in the vocabulary of {model.name}")
    pieces = " ".join(token.text for token in found)
    raise ValueError(
        f"{word!r} is {len(found)} pieces in the vocabulary of {model.name} ({pieces}); "
        "take a word that is one"
    )


def sum_vector(model: Model, parts: tuple[Part, ...]) -> Array:
    """The rows of the parts, added and taken away: (d_model), float64."""
    rows = np.asarray(model.table[[part.id for part in parts]], dtype=np.float64)
    vector: Array = np.array([part.sign for part in parts], dtype=np.float64) @ rows
    return vector


def nearest(model: Model, asked: str | Array, n: int = 10) -> tuple[Neighbour, ...]:
    """The `n` words whose rows of W_E point most nearly where `asked` points, the nearest first.

    `asked` is a vector (d_model) or a sum such as "king-man+woman", whose own words are left out of
    the answer. Rows of zeros point nowhere and are left out too. Raises ValueError for a vector
    that points nowhere, for a wrong shape, and as `parse_sum` does. Source of the arithmetic with
    words: Mikolov, Yih and Zweig 2013, Linguistic Regularities in Continuous Space Word
    Representations.
    """
    excluded: list[int] = []
    vector = asked
    if isinstance(asked, str):
        parts = parse_sum(model, asked)
        vector, excluded = sum_vector(model, parts), [part.id for part in parts]
    found = cosines(model, np.asarray(vector))
    found[excluded] = -np.inf
    count = min(max(n, 0), int(np.isfinite(found).sum()))
    best = np.argsort(-found, kind="stable")[:count]
    return tuple(Neighbour(model.vocabulary[at], float(found[at])) for at in best.tolist())


def cosines(model: Model, vector: Array) -> Array:
    """The cosine of every row of W_E with a vector: (vocabulary); -inf for rows of zeros.

    vector: (d_model). Raises ValueError for one of another shape or without a direction.
    """
    if vector.shape != (model.d_model,):
        raise ValueError(
            f"the vector has shape {vector.shape}; {model.name} needs ({model.d_model},)"
        )
    length = float(np.linalg.norm(vector))
    if not length > SMALLEST_NORM:
        raise ValueError(
            "this adds up to a vector of zeros, which points nowhere and has no nearest word"
        )
    table = model.table
    # Row by row without a second table: a large vocabulary's would not fit in a cache or two.
    norms = np.sqrt(np.einsum("ij,ij->i", table, table))
    products = table @ (vector / length).astype(table.dtype)
    found: Array = np.full(len(table), -np.inf)
    np.divide(products, norms, out=found, where=norms > SMALLEST_NORM)
    return found
