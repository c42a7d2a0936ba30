"""A checkpoint's own tokenizer: texts to tokens, and how each word fell into its pieces."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from attn_engine.checkpoints.byte_level import fallback_byte, is_text, to_bytes, visible
from attn_engine.checkpoints.word_steps import WordSteps
from attn_engine.model import Encoding, Pieces, Token

if TYPE_CHECKING:
    import tokenizers


class CheckpointTokenizer:
    """Wraps a tokenizer of the tokenizers library, without its padding and truncation."""

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        self._is_byte_level = b'"ByteLevel"' in _state(tokenizer)
        self._steps = WordSteps(tokenizer)
        unknown = getattr(tokenizer.model, "unk_token", None)
        self._unknown_id = None if unknown is None else tokenizer.token_to_id(unknown)
        self._controls = {
            id_: token.content
            for id_, token in tokenizer.get_added_tokens_decoder().items()
            if token.special
        }

    def __len__(self) -> int:
        """One more than the highest id that a text can get."""
        return 1 + max(self._tokenizer.get_vocab().values(), default=-1)

    def vocabulary(self, length: int) -> tuple[str, ...]:
        """The pieces by id, as one reads them; ids that no text gets are named [unused 7]."""
        pieces = [f"[unused {id_}]" for id_ in range(length)]
        for piece, id_ in self._tokenizer.get_vocab().items():
            pieces[id_] = self._readable(piece)
        return tuple(pieces)

    def encode(self, text: str) -> Encoding:
        """The tokens of a text, with those that the model adds.

        A token's text is the characters of the input that it covers; an accent that the tokenizer
        has drawn into the letter before it, or left out, belongs to that letter. Where several
        tokens share one character, each shows the bytes that it stands for; added tokens, which
        cover nothing, show their names and lie where the token before them ends.
        """
        found = self._tokenizer.encode(_encodable(text))
        spans = _with_accents(text, found.offsets)
        tokens: list[Token] = []
        for id_, piece, (start, end), added in zip(
            found.ids, found.tokens, spans, found.special_tokens_mask, strict=True
        ):
            if added:
                place = tokens[-1].end if tokens else 0
                tokens.append(Token(piece, id_, place, place, special=True))
            else:
                tokens.append(self._token(id_, piece, start, end, text))
        return Encoding(tuple(tokens))

    def pieces(self, text: str) -> tuple[Pieces, ...]:
        """How each word of a text fell into its pieces, from left to right."""
        return tuple(self._words(text))

    def _token(self, id_: int, piece: str, start: int, end: int, text: str) -> Token:
        covered = text[start:end]
        special = id_ in self._controls and covered.strip() == self._controls[id_]
        unknown = id_ == self._unknown_id and not special
        shown = covered if covered and self._is_whole(piece) else self._readable(piece)
        return Token(shown, id_, start, end, special=special, unknown=unknown)

    def _words(self, text: str) -> Iterator[Pieces]:
        found = self._tokenizer.encode(_encodable(text), add_special_tokens=False)
        spans = _with_accents(text, found.offsets)
        rows = zip(found.word_ids, found.ids, found.tokens, spans, strict=True)
        for _, group in groupby(rows, key=lambda row: row[0]):
            _, ids, used, covered = zip(*group, strict=True)
            start, end = min(span[0] for span in covered), max(span[1] for span in covered)
            word = text[start:end]
            is_control = ids[0] in self._controls and word.strip() == self._controls[ids[0]]
            steps = (used,) if is_control else self._steps.of(_encodable(word), used)
            shown = tuple(tuple(map(self._readable, state)) for state in steps)
            yield Pieces(word, start, end, shown, "" if is_control else self._bytes(used))

    def _readable(self, piece: str) -> str:
        data = to_bytes(piece) if self._is_byte_level else None
        return piece if data is None else visible(data)

    def _is_whole(self, piece: str) -> bool:
        """Whether a piece stands for whole characters, not for some bytes of one."""
        if self._is_byte_level:
            data = to_bytes(piece)
            return data is None or is_text(data)
        byte = fallback_byte(piece)
        return byte is None or byte < 0x80

    def _bytes(self, used: tuple[str, ...]) -> str:
        """The bytes of a word in hexadecimal, where its pieces are cut from bytes."""
        if self._is_byte_level:
            return b"".join(to_bytes(piece) or b"" for piece in used).hex(" ").upper()
        data = [fallback_byte(piece) for piece in used]
        return bytes(byte for byte in data if byte is not None).hex(" ").upper()


def _state(tokenizer: tokenizers.Tokenizer) -> bytes:
    """What is done to a text before it is cut into pieces, as JSON."""
    parts = (tokenizer.normalizer, tokenizer.pre_tokenizer)
    return b"".join(part.__getstate__() for part in parts if part is not None)


def _encodable(text: str) -> str:
    """The text with a stand-in for each lone surrogate, which has no UTF-8."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _with_accents(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans, each with the combining marks right after it that no other span has."""
    if text.isascii():
        return list(spans)
    starts = sorted({start for start, end in spans if end > start})
    ends: dict[int, int] = {}
    for _, end in spans:
        if end not in ends:
            after = bisect_left(starts, end)
            limit = starts[after] if after < len(starts) else len(text)
            ends[end] = next((at for at in range(end, limit) if not _is_mark(text[at])), limit)
    return [(start, ends[end] if end > start else end) for start, end in spans]


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
