"""Random transformers of every kind that the engine runs, small enough to check each cell of."""

import numpy as np

from attn_engine.model import Encoding, FeedForward, Layer, Model, Norm, Output, Rotary, Token
from attn_engine.positions import sinusoidal

WORDS = tuple("abcdefghij")


def encode(text):
    """One token a letter, spaces left out."""
    letters = [(place, letter) for place, letter in enumerate(text) if letter != " "]
    return Encoding(tuple(Token(x, WORDS.index(x), i, i + 1) for i, x in letters))


def random_model(
    *,
    norms="pre",
    activation="gelu",
    n_layers=2,
    n_heads=4,
    n_kv_heads=4,
    d_head=4,
    d_model=12,
    d_ff=20,
    biases=True,
    rotary=None,
    embedding=False,
    output=False,
    dtype="float64",
    seed=3,
    **fields,
):
    """`embedding`: a type row and a norm before layer 0; `output`: a transform and tied weights."""
    random = np.random.default_rng(seed)

    def weight(*shape):
        return (random.normal(size=shape) / np.sqrt(shape[-2])).astype(dtype)

    def bias(*shape):
        return (0.3 * random.normal(size=shape)).astype(dtype) if biases else None

    def norm():
        return Norm((1 + 0.2 * random.normal(size=d_model)).astype(dtype), bias(d_model), 1e-5)

    def layer():
        return Layer(
            w_q=weight(n_heads, d_model, d_head),
            w_k=weight(n_kv_heads, d_model, d_head),
            w_v=weight(n_kv_heads, d_model, d_head),
            w_o=weight(n_heads * d_head, d_model),
            b_q=bias(n_heads, d_head),
            b_k=bias(n_kv_heads, d_head),
            b_v=bias(n_kv_heads, d_head),
            b_o=bias(d_model),
            norm_attention=norm() if norms != "none" else None,
            norm_feed_forward=norm() if norms != "none" else None,
            feed_forward=FeedForward(
                weight(d_model, d_ff), bias(d_ff), weight(d_ff, d_model), bias(d_model), activation
            ),
        )

    table = random.normal(size=(len(WORDS), d_model)).astype(dtype)
    if rotary is not None:
        rotary = Rotary(*rotary)
    if output:
        fields["output"] = Output(
            weight(d_model, d_model),
            bias(d_model),
            activation,
            norm(),
            table.T,
            bias(len(WORDS)),
        )
    return Model(
        name="random",
        about="random numbers",
        vocabulary=WORDS,
        table=table,
        encode=encode,
        positions=lambda n: np.zeros((n, d_model)) if rotary else sinusoidal(n, d_model),
        position_formula="",
        dimensions=tuple(map(str, range(d_model))),
        layers=tuple(layer() for _ in range(n_layers)),
        norms=norms,
        rotary=rotary,
        type_row=random.normal(size=d_model).astype(dtype) if embedding else None,
        embedding_norm=norm() if embedding else None,
        final_norm=norm() if norms == "pre" else None,
        dtype=dtype,
        **fields,
    )
