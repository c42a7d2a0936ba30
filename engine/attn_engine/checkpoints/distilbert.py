"""DistilBERT's tensors: half of BERT's layers, no token types. Source: Sanh et al. 2019, DistilBERT."""

from __future__ import annotations

from attn_engine.checkpoints.config import Config
from attn_engine.checkpoints.encoder import (
    LayerNames,
    OutputNames,
    encoder_layer,
    masked_word_output,
    take_norm,
)
from attn_engine.checkpoints.parts import Parts
from attn_engine.checkpoints.tensors import Tensors
from attn_engine.model import Layer

PREFIX = "distilbert."

LAYER = LayerNames(
    layer="transformer.layer.{}.",
    query="attention.q_lin",
    key="attention.k_lin",
    value="attention.v_lin",
    mix="attention.out_lin",
    norm_attention="sa_layer_norm",
    feed_in="ffn.lin1",
    feed_out="ffn.lin2",
    norm_feed_forward="output_layer_norm",
)
OUTPUT = OutputNames(
    dense="vocab_transform",
    norm="vocab_layer_norm",
    decoder="vocab_projector",
    biases=("vocab_projector.bias",),
)


def parts(tensors: Tensors, config: Config) -> Parts:
    """The parts of a DistilBERT.

    Raises ValueError for a tensor that is missing or has another shape.
    """

    def layer(tensors: Tensors, index: int) -> Layer:
        return encoder_layer(tensors, config, LAYER, index)

    d_model = config.d_model
    table = tensors.take("embeddings.word_embeddings.weight", config.n_vocabulary, d_model)
    return Parts(
        table,
        tensors.take("embeddings.position_embeddings.weight", config.n_positions, d_model),
        layer,
        norms="post",
        output=masked_word_output(tensors, config, OUTPUT, table, config.activation),
        embedding_norm=take_norm(tensors, "embeddings.LayerNorm", config),
    )
