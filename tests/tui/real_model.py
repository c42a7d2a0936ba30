"""A small random model with all that real ones have: special tokens, norms, biases, shared heads."""

from __future__ import annotations

import numpy as np

from attn_engine.matrix import Array
from attn_engine.model import Encoding, Layer, Model, Norm, Pieces, Token

NAME = "small"
KEY = (NAME, "numpy", "cpu", "float32")
"""Under which a screen finds the model in its `models`."""

CONTROL = ("[PAD]", "[CLS]", "[SEP]")
WORDS = "the animal didn't cross street because it was too king queen tire ##d"
VOCABULARY = (*CONTROL, *WORDS.split())


def pieces(text: str) -> tuple[Pieces, ...]:
    """Words at spaces; "tired" is two pieces, found from the left."""
    found, start = [], 0
    for word in text.split():
        start = text.index(word, start)
        steps = (("tire",), ("tire", "##d")) if word.lower() == "tired" else ((word.lower(),),)
        found.append(Pieces(word, start, start + len(word), steps))
        start += len(word)
    return tuple(found)


def encode(text: str) -> Encoding:
    """[CLS], the pieces, [SEP]; a word that the vocabulary lacks is "the"."""
    tokens = [Token("[CLS]", 1, 0, 0, special=True)]
    for word in pieces(text):
        start = word.start
        for piece in word.steps[-1]:
            size = len(piece.removeprefix("##"))
            id_ = VOCABULARY.index(piece if piece in VOCABULARY else "the")
            tokens.append(Token(text[start : start + size], id_, start, start + size))
            start += size
    return Encoding((*tokens, Token("[SEP]", 2, len(text), len(text), special=True)))


def real_model(norms: str = "pre", n_layers: int = 5, n_heads: int = 4, n_kv: int = 2) -> Model:
    """d_model 32, heads of 8; "pre" is a decoder, "post" has token types and a norm after them."""
    random = np.random.default_rng(3)
    d_model, d_head = 32, 8

    def weight(*shape: int) -> Array:
        return random.normal(scale=0.5, size=shape).astype(np.float32)

    def norm() -> Norm:
        return Norm(1 + weight(d_model), weight(d_model), 1e-5)

    layers = tuple(
        Layer(
            weight(n_heads, d_model, d_head),
            weight(n_kv, d_model, d_head),
            weight(n_kv, d_model, d_head),
            weight(n_heads * d_head, d_model),
            b_q=weight(n_heads, d_head),
            b_k=weight(n_kv, d_head),
            b_v=weight(n_kv, d_head),
            b_o=weight(d_model),
            norm_attention=norm(),
        )
        for _ in range(n_layers)
    )
    places = weight(64, d_model)
    post = norms == "post"
    return Model(
        name=NAME,
        about="Random numbers.",
        vocabulary=VOCABULARY,
        table=weight(len(VOCABULARY), d_model),
        encode=encode,
        positions=lambda length: places[:length],
        position_formula="learned",
        dimensions=tuple(map(str, range(d_model))),
        layers=layers,
        norms="post" if post else "pre",
        causal=not post,
        type_row=weight(d_model) if post else None,
        embedding_norm=norm() if post else None,
        pieces=pieces,
        pad_id=0,
    )
