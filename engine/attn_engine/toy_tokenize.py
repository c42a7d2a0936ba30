"""The toy's tokenizer: whole words, single signs, and a made-up vector for a word it lacks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b

import numpy as np

from attn_engine.matrix import Array
from attn_engine.model import Encoding, Pieces, Token

_JOINER = "\u200d"
_APOSTROPHES = "'\u2019"
_MADE_UP = (-0.33, -0.22, -0.11, 0.11, 0.22, 0.33)
"""Repeated digits, which no word of the toy has, so that a made-up vector shows as one."""


def split(text: str) -> Iterator[tuple[int, int]]:
    """Where the tokens of a text start and end (exclusive), in characters, from left to right.

    Letters and digits run together, with apostrophes inside ("didn't" is one); an ideograph or kana
    and every other character that is not a space stands alone. Accents, variation selectors and
    joined emoji stay with the character before them. Takes time in proportion to the text.
    """
    start = 0
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        end = _word_end(text, start) if _in_word(text[start]) else _sign_end(text, start)
        yield start, end
        start = end


def fold(word: str) -> str:
    """A word as the toy looks it up: without case, and with a plain apostrophe."""
    return word.casefold().replace("\u2019", "'")


def made_up_rows(words: Sequence[str], meanings: int, d_model: int) -> Array:
    """A vector for each unknown word, the same on every machine: (word, d_model), float64.

    Each of the first `meanings` numbers (at most 64) is one of six small ones with a repeated
    digit, picked by a byte of the BLAKE2b digest of the folded word; the others are 0.
    """
    # A lone surrogate can't be UTF-8; "surrogatepass" gives it bytes all the same.
    digests = [
        blake2b(fold(word).encode("utf-8", "surrogatepass"), digest_size=meanings).digest()
        for word in words
    ]
    picked = np.frombuffer(b"".join(digests), np.uint8).reshape(-1, meanings) % len(_MADE_UP)
    rows = np.zeros((len(words), d_model))
    rows[:, :meanings] = np.array(_MADE_UP)[picked]
    return rows


class ToyTokenizer:
    """Turns a text into ids of a vocabulary whose row 0 is padding, which no text can spell."""

    def __init__(self, vocabulary: tuple[str, ...], meanings: int, d_model: int) -> None:
        self._ids = {word: index for index, word in enumerate(vocabulary) if index > 0}
        self._n_words = len(vocabulary)
        self._meanings = meanings
        self._d_model = d_model

    def encode(self, text: str) -> Encoding:
        """The tokens of a text as written; unknown words get ids and rows past the vocabulary."""
        extra: dict[str, int] = {}
        tokens = tuple(self._token(text, start, end, extra) for start, end in split(text))
        if not extra:
            return Encoding(tokens)
        words = tuple(extra)
        return Encoding(tokens, words, made_up_rows(words, self._meanings, self._d_model))

    def pieces(self, text: str) -> tuple[Pieces, ...]:
        """The words of a text, each of which is its own and only piece."""
        spans = ((text[start:end], start, end) for start, end in split(text))
        return tuple(Pieces(word, start, end, ((word,),)) for word, start, end in spans)

    def _token(self, text: str, start: int, end: int, extra: dict[str, int]) -> Token:
        written = text[start:end]
        word = fold(written)
        known = self._ids.get(word)
        if known is not None:
            return Token(written, known, start, end)
        added = extra.setdefault(word, self._n_words + len(extra))
        return Token(written, added, start, end, unknown=True)


def _word_end(text: str, start: int) -> int:
    end = _past_marks(text, start + 1)
    while end < len(text):
        if _in_word(text[end]):
            end = _past_marks(text, end + 1)
        elif text[end] in _APOSTROPHES and _in_word(text[end + 1 : end + 2]):
            end += 1
        else:
            break
    return end


def _sign_end(text: str, start: int) -> int:
    end = start + 1
    if _is_flag_half(text[start]) and _is_flag_half(text[end : end + 1]):
        end += 1
    end = _past_marks(text, end)
    # A joiner glues the next sign on: a family is four emoji and three joiners.
    while text[end - 1] == _JOINER and end < len(text) and not text[end].isspace():
        end = _past_marks(text, end + 1)
    return end


def _past_marks(text: str, end: int) -> int:
    while end < len(text) and _is_mark(text[end]):
        end += 1
    return end


def _in_word(character: str) -> bool:
    """Whether a character (or none) is a letter or digit of a script that writes words apart."""
    if not character or unicodedata.category(character)[0] not in "LN":
        return False
    return not _stands_alone(character)


def _stands_alone(character: str) -> bool:
    """Whether it is an ideograph or kana, written without spaces between words."""
    return (
        "\u2e80" <= character <= "\u30ff"
        or "\uff66" <= character <= "\uff9f"
        or "\u3400" <= character <= "\u9fff"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U0003ffff"
    )


def _is_mark(character: str) -> bool:
    """Whether it belongs to the character before it: an accent, a joiner, a skin tone, a tag."""
    return (
        unicodedata.category(character)[0] == "M"
        or character in ("\u200c", _JOINER)
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
