"""A model of random weights, small enough for an oracle and unlike the toy in every count."""

import numpy as np

from attn_engine.model import Encoding, Layer, Model, Token
from attn_engine.positions import sinusoidal

WORDS = ("the", "river", "money", "bank", "flows")


def encode(text):
    """Words at spaces; those that are not known get a row of halves made up for this text."""
    tokens, extra, start = [], [], 0
    for word in text.split():
        start = text.index(word, start)
        unknown = word not in WORDS
        if unknown and word not in extra:
            extra.append(word)
        place = len(WORDS) + extra.index(word) if unknown else WORDS.index(word)
        tokens.append(Token(word, place, start, start + len(word), unknown=unknown))
        start += len(word)
    rows = np.full((len(extra), 6), 0.5, np.float32) if extra else None
    return Encoding(tuple(tokens), tuple(extra), rows)


def small_model(n_layers=2, n_heads=3, d_model=6, d_head=2, **how):
    """d_model 6, three heads of two; pass backend, device and dtype to have it elsewhere."""
    random = np.random.default_rng(7)

    def weight(*shape):
        return random.normal(size=shape).astype(np.float32)

    layers = tuple(
        Layer(
            weight(n_heads, d_model, d_head),
            weight(n_heads, d_model, d_head),
            weight(n_heads, d_model, d_head),
            weight(n_heads * d_head, d_model),
        )
        for _ in range(n_layers)
    )
    return Model(
        name="small",
        about="random numbers",
        vocabulary=WORDS,
        table=weight(len(WORDS), d_model),
        encode=encode,
        positions=lambda length: sinusoidal(length, d_model),
        position_formula="sinusoidal",
        dimensions=tuple(f"d{index}" for index in range(d_model)),
        layers=layers,
        **how,
    )
