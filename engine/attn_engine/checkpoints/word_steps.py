"""The states of a word on its way into pieces, by the merges or the vocabulary of a tokenizer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attn_engine.checkpoints.byte_level import fallback_byte
from attn_engine.checkpoints.pieces import LONGEST, Steps, match_steps, merge_steps

if TYPE_CHECKING:
    import tokenizers


class WordSteps:
    """Retraces what a tokenizer did to a word; reads its rules when first asked."""

    def __init__(self, tokenizer: tokenizers.Tokenizer) -> None:
        self._tokenizer = tokenizer

    def of(self, word: str, used: tuple[str, ...]) -> Steps:
        """The states of a word of which the tokenizer used these pieces.

        Only the pieces themselves where retracing does not end at them, as with rules other than
        BPE's and WordPiece's: no step is shown that did not happen.
        """
        steps: Steps = (used,)
        if self._model["type"] == "BPE":
            symbols = tuple(_symbols(used))
            if len(symbols) > LONGEST:
                return (symbols, used)
            steps = merge_steps(symbols, self._ranks)
        elif self._model["type"] == "WordPiece":
            steps = match_steps(
                self._normalized(word),
                self._vocabulary.__contains__,
                self._model["continuing_subword_prefix"],
                self._model["unk_token"],
                self._model["max_input_chars_per_word"],
            )
        return steps if steps and steps[-1] == used else (used,)

    @cached_property
    def _model(self) -> dict[str, Any]:
        model: dict[str, Any] = json.loads(self._tokenizer.model.__getstate__())
        return model

    @cached_property
    def _ranks(self) -> dict[tuple[str, str], int]:
        return {(left, right): rank for rank, (left, right) in enumerate(self._model["merges"])}

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        vocabulary: dict[str, int] = self._model["vocab"]
        return vocabulary

    def _normalized(self, word: str) -> str:
        normalizer = self._tokenizer.normalizer
        return word if normalizer is None else normalizer.normalize_str(word).strip()


def _symbols(used: tuple[str, ...]) -> Iterator[str]:
    """What BPE starts from: single characters, and the bytes of those it does not know."""
    for piece in used:
        if fallback_byte(piece) is None:
            yield from piece
        else:
            yield piece
