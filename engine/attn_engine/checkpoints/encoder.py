"""What BERT and its kin share: encoder layers with the normalisation after each half."""

from __future__ import annotations

from dataclasses import dataclass

from attn_engine.checkpoints.config import Config
from attn_engine.checkpoints.layers import heads_of_rows
from attn_engine.checkpoints.tensors import Tensors
from attn_engine.matrix import Array
from attn_engine.model import Activation, FeedForward, Layer, Norm, Output


@dataclass(frozen=True)
class LayerNames:
    """What the parts of a layer are called; `layer` is formatted with the layer's number."""

    layer: str
    query: str
    key: str
    value: str
    mix: str
    norm_attention: str
    feed_in: str
    feed_out: str
    norm_feed_forward: str


def encoder_layer(tensors: Tensors, config: Config, names: LayerNames, index: int) -> Layer:
    """One layer; projections are stored as (out, in) and seen as one slice a head.

    Raises ValueError for a tensor that is missing or has another shape.
    """
    prefix = names.layer.format(index)
    d_model, n_heads = config.d_model, config.n_heads

    def linear(name: str, n_out: int, n_in: int) -> tuple[Array, Array]:
        return take_linear(tensors, prefix + name, n_out, n_in)

    def heads(name: str) -> tuple[Array, Array]:
        weight, bias = linear(name, d_model, d_model)
        return heads_of_rows(weight, n_heads), bias.reshape(n_heads, -1)

    (w_q, b_q), (w_k, b_k), (w_v, b_v) = map(heads, (names.query, names.key, names.value))
    w_o, b_o = linear(names.mix, d_model, d_model)
    w_in, b_in = linear(names.feed_in, config.d_ff, d_model)
    w_out, b_out = linear(names.feed_out, d_model, config.d_ff)
    return Layer(
        w_q=w_q, w_k=w_k, w_v=w_v, w_o=w_o.T, b_q=b_q, b_k=b_k, b_v=b_v, b_o=b_o,
        norm_attention=take_norm(tensors, prefix + names.norm_attention, config),
        norm_feed_forward=take_norm(tensors, prefix + names.norm_feed_forward, config),
        feed_forward=FeedForward(w_in.T, b_in, w_out.T, b_out, config.activation),
    )  # fmt: skip


@dataclass(frozen=True)
class OutputNames:
    """What the parts of the head that predicts a masked word are called.

    `decoder` is the vocabulary's own matrix, which is the input table unless it is stored; `biases`
    are the names that its bias may have, of which the first that is stored counts.
    """

    dense: str
    norm: str
    decoder: str
    biases: tuple[str, ...]


def masked_word_output(
    tensors: Tensors, config: Config, names: OutputNames, table: Array, activation: Activation
) -> Output | None:
    """The head that predicts a masked word; None if the checkpoint has none.

    Raises ValueError for a tensor that is missing or has another shape.
    """
    if f"{names.dense}.weight" not in tensors:
        return None
    d_model, n_vocabulary = config.d_model, config.n_vocabulary
    dense, b_dense = take_linear(tensors, names.dense, d_model, d_model)
    is_stored = f"{names.decoder}.weight" in tensors
    w = tensors.take(f"{names.decoder}.weight", n_vocabulary, d_model) if is_stored else table
    bias = next((name for name in names.biases if name in tensors), names.biases[-1])
    norm = take_norm(tensors, names.norm, config)
    b = tensors.take(bias, n_vocabulary)
    return Output(dense.T, b_dense, activation, norm, w.T, b)


def take_linear(tensors: Tensors, name: str, n_out: int, n_in: int) -> tuple[Array, Array]:
    """The weight (n_out, n_in) and the bias (n_out) of a linear map as torch stores them."""
    return tensors.take(f"{name}.weight", n_out, n_in), tensors.take(f"{name}.bias", n_out)


def take_norm(tensors: Tensors, name: str, config: Config) -> Norm:
    """A layer normalisation over d_model."""
    weight = tensors.take(f"{name}.weight", config.d_model)
    return Norm(weight, tensors.take(f"{name}.bias", config.d_model), config.eps)
