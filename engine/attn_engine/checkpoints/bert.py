"""BERT's tensors. Source: Devlin et al. 2019, BERT: Pre-training of Deep Bidirectional Transformers."""

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

PREFIX = "bert."

LAYER = LayerNames(
    layer="encoder.layer.{}.",
    query="attention.self.query",
    key="attention.self.key",
    value="attention.self.value",
    mix="attention.output.dense",
    norm_attention="attention.output.LayerNorm",
    feed_in="intermediate.dense",
    feed_out="output.dense",
    norm_feed_forward="output.LayerNorm",
)
OUTPUT = OutputNames(
    dense="cls.predictions.transform.dense",
    norm="cls.predictions.transform.LayerNorm",
    decoder="cls.predictions.decoder",
    biases=("cls.predictions.decoder.bias", "cls.predictions.bias"),
)


def parts(tensors: Tensors, config: Config) -> Parts:
    """The parts of a BERT. Raises ValueError for a tensor that is missing or has another shape."""
    d_model = config.d_model

    def layer(tensors: Tensors, index: int) -> Layer:
        return encoder_layer(tensors, config, LAYER, index)

    table = tensors.take("embeddings.word_embeddings.weight", config.n_vocabulary, d_model)
    types = tensors.take("embeddings.token_type_embeddings.weight", config.n_types, d_model)
    places = tensors.take("embeddings.position_embeddings.weight", config.n_positions, d_model)
    return Parts(
        table,
        places,
        layer,
        norms="post",
        output=masked_word_output(tensors, config, OUTPUT, table, config.activation),
        type_row=types[0],
        embedding_norm=take_norm(tensors, "embeddings.LayerNorm", config),
    )
