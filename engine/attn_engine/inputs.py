"""What a layer is given: tokens with their padding, the table continued for them, and the mask."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_engine.masks import MaskRules, additive, allowed
from attn_engine.matrix import Array
from attn_engine.model import Encoding, Model, Token

PAD = "[PAD]"


@dataclass(frozen=True, eq=False)
class Inputs:
    """The tokens, padding last, and the vocabulary and W_E in which each token has a row.

    w_e: (vocabulary, d_model); `n_text` counts the tokens that are not padding.
    """

    tokens: tuple[Token, ...]
    n_text: int
    words: tuple[str, ...]
    w_e: Array


def prepare(
    model: Model, encoding: Encoding, padding: int | None, what: str = "the text"
) -> Inputs:
    """Continue the table by the words made up for this text, and pad to `padding` tokens.

    `what` is what the text is called. Raises ValueError for a text without tokens, with more of them
    than `padding`, or for more tokens than the model has positions for.
    """
    tokens, words = encoding.tokens, model.vocabulary + encoding.extra_words
    rows = [model.table] if encoding.extra_rows is None else [model.table, encoding.extra_rows]
    if not tokens:
        raise ValueError(
            "There is no text to trace; write at least one word."
            if what == "the text"
            else f"{what} is empty; write at least one word"
        )
    _check_length(model, len(tokens), padding, what)
    if padding is not None:
        pad_id = model.pad_id
        if pad_id is None:
            if PAD not in words:
                words += (PAD,)
                rows.append(np.zeros((1, model.d_model), model.table.dtype))
            pad_id = words.index(PAD)
        end = max(token.end for token in tokens)
        pad = Token(words[pad_id], pad_id, end, end, special=True)
        tokens += (pad,) * (padding - len(tokens))
    w_e = np.concatenate(rows) if len(rows) > 1 else model.table
    return Inputs(tokens, len(encoding.tokens), words, w_e)


def _check_length(model: Model, n_tokens: int, padding: int | None, what: str) -> None:
    if model.max_tokens is not None and n_tokens > model.max_tokens:
        raise ValueError(
            f"{what} has {n_tokens} tokens, but model {model.name} has positions for "
            f"{model.max_tokens}; shorten it or take another model (toy has no such limit)"
        )
    if padding is not None and padding < n_tokens:
        raise ValueError(
            f"mask padding:{padding} is too short for {what}, which has {n_tokens} tokens"
        )
    if padding is not None and model.max_tokens is not None and padding > model.max_tokens:
        raise ValueError(
            f"mask padding:{padding} is too long: model {model.name} has positions for "
            f"{model.max_tokens} tokens"
        )


def additive_mask(queries: Inputs, keys: Inputs, rules: MaskRules) -> Array:
    """What the mask step adds: (query, key), 0 where a query may attend and -inf elsewhere.

    The places of both are counted from the start of their own text.
    """
    query, key = np.arange(len(queries.tokens))[:, None], np.arange(len(keys.tokens))
    key_lengths = None if rules.padding is None else keys.n_text
    may_attend = allowed(query, key, rules.causal, rules.window, key_lengths)
    nothing = np.zeros((len(query), len(key)), np.float32)
    added: Array = nothing if may_attend is None else additive(may_attend, nothing)
    return added
