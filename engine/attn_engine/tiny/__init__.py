"""`tiny`: a small transformer trained by this repository's `training` on sentences it makes up.

Weights, tokenizer and config.json lie beside this file; report.md says, with figures on sentences it
has not seen, what its heads do. A pre-norm encoder: x + attention(norm(x)), then
x + feed_forward(norm(x)), with sinusoidal positions and a head that names masked words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from attn_engine.checkpoints.json_file import read_json
from attn_engine.checkpoints.layers import LazyLayers, heads_of_columns
from attn_engine.checkpoints.tensors import Tensors, open_tensors
from attn_engine.checkpoints.tokenizer_files import read_tokenizer
from attn_engine.matrix import Array
from attn_engine.model import FeedForward, Layer, Model, Norm, Output
from attn_engine.positions import sinusoidal

FOLDER = Path(__file__).parent


def tiny_model() -> Model:
    """The trained model that comes with the engine. Raises ValueError if its files are damaged."""
    config = read_json(FOLDER / "config.json")
    tensors = Tensors(open_tensors(FOLDER), prefix="")
    tokenizer = read_tokenizer(FOLDER, "tiny")
    n_vocabulary, d_model = config["vocabulary"], config["d_model"]
    table = tensors.take("embedding.weight", n_vocabulary, d_model)
    output_bias = tensors.take("head_bias", n_vocabulary)
    return Model(
        name="tiny",
        about=f"Trained on {config['trained_on']}. Cannot show {config['cannot_show']}.",
        vocabulary=tokenizer.vocabulary(n_vocabulary),
        table=table,
        encode=tokenizer.encode,
        pieces=tokenizer.pieces,
        positions=partial(sinusoidal, d_model=d_model, base=config["positions_base"]),
        position_formula="P[pos, 2i] = sin(pos / base^(2i/d_model)), P[pos, 2i+1] = its cosine",
        dimensions=tuple(map(str, range(d_model))),
        layers=LazyLayers(config["n_layers"], lambda index: _layer(tensors, config, index)),
        norms="pre",
        final_norm=_norm(tensors, config, "norm"),
        output=Output(None, None, "gelu_tanh", None, table.T, output_bias),
        max_tokens=config["max_length"],
        pad_id=config["special_tokens"]["[PAD]"],
    )


def _norm(tensors: Tensors, config: Mapping[str, Any], name: str) -> Norm:
    weight, bias = (
        tensors.take(f"{name}.{part}", config["d_model"]) for part in ("weight", "bias")
    )
    return Norm(weight, bias, config["layer_norm_eps"])


def _layer(tensors: Tensors, config: Mapping[str, Any], index: int) -> Layer:
    prefix = f"layers.{index}."
    d_model, d_ff, n_heads = config["d_model"], config["d_feed_forward"], config["n_heads"]

    def take(name: str, *shape: int) -> Array:
        return tensors.take(prefix + name, *shape)

    w_q, w_k, w_v = (
        heads_of_columns(take(f"attention.w_{name}", d_model, d_model), n_heads) for name in "qkv"
    )
    b_q, b_k, b_v = (take(f"attention.b_{name}", d_model).reshape(n_heads, -1) for name in "qkv")
    return Layer(
        w_q=w_q, w_k=w_k, w_v=w_v, w_o=take("attention.w_o", d_model, d_model),
        b_q=b_q, b_k=b_k, b_v=b_v, b_o=take("attention.b_o", d_model),
        norm_attention=_norm(tensors, config, f"{prefix}norm_1"),
        norm_feed_forward=_norm(tensors, config, f"{prefix}norm_2"),
        feed_forward=FeedForward(
            take("feed_forward.w_1", d_model, d_ff), take("feed_forward.b_1", d_ff),
            take("feed_forward.w_2", d_ff, d_model), take("feed_forward.b_2", d_model), "gelu_tanh",
        ),
        jobs=tuple(config["jobs"][index]),
    )  # fmt: skip
