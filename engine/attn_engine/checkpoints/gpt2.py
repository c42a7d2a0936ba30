"""GPT-2's tensors. Source: Radford et al. 2019, Language Models are Unsupervised Multitask Learners.

Its linear maps are stored as (in, out), unlike torch's, and queries, keys and values side by side in
one of them. The causal mask that old files carry as `attn.bias` is not a weight and is left alone.
"""

from __future__ import annotations

import numpy as np

from attn_engine.checkpoints.config import Config
from attn_engine.checkpoints.encoder import take_norm
from attn_engine.checkpoints.layers import heads_of_columns
from attn_engine.checkpoints.parts import Parts
from attn_engine.checkpoints.tensors import Tensors
from attn_engine.matrix import Array
from attn_engine.model import FeedForward, Layer, Output

PREFIX = "transformer."


def parts(tensors: Tensors, config: Config) -> Parts:
    """The parts of a GPT-2. Raises ValueError for a tensor that is missing or has another shape."""
    n_vocabulary, d_model = config.n_vocabulary, config.d_model

    def layer(tensors: Tensors, index: int) -> Layer:
        return _layer(tensors, config, index)

    table = tensors.take("wte.weight", n_vocabulary, d_model)
    is_stored = "lm_head.weight" in tensors
    w = tensors.take("lm_head.weight", n_vocabulary, d_model) if is_stored else table
    return Parts(
        table,
        tensors.take("wpe.weight", config.n_positions, d_model),
        layer,
        norms="pre",
        output=Output(None, None, config.activation, None, w.T, None),
        final_norm=take_norm(tensors, "ln_f", config),
    )


def _layer(tensors: Tensors, config: Config, index: int) -> Layer:
    prefix = f"h.{index}."
    d_model, d_ff, n_heads = config.d_model, config.d_ff, config.n_heads

    def linear(name: str, n_in: int, n_out: int) -> tuple[Array, Array]:
        weight = tensors.take(f"{prefix}{name}.weight", n_in, n_out)
        return weight, tensors.take(f"{prefix}{name}.bias", n_out)

    weight, bias = linear("attn.c_attn", d_model, 3 * d_model)
    w_q, w_k, w_v = (heads_of_columns(part, n_heads) for part in np.split(weight, 3, axis=1))
    b_q, b_k, b_v = (part.reshape(n_heads, -1) for part in np.split(bias, 3))
    w_o, b_o = linear("attn.c_proj", d_model, d_model)
    w_in, b_in = linear("mlp.c_fc", d_model, d_ff)
    w_out, b_out = linear("mlp.c_proj", d_ff, d_model)
    return Layer(
        w_q=w_q, w_k=w_k, w_v=w_v, w_o=w_o, b_q=b_q, b_k=b_k, b_v=b_v, b_o=b_o,
        norm_attention=take_norm(tensors, f"{prefix}ln_1", config),
        norm_feed_forward=take_norm(tensors, f"{prefix}ln_2", config),
        feed_forward=FeedForward(w_in, b_in, w_out, b_out, config.activation),
    )  # fmt: skip
