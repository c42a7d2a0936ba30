"""RoBERTa's tensors: BERT's layers, with other positions. Source: Liu et al. 2019, RoBERTa."""

from __future__ import annotations

from dataclasses import replace

from attn_engine.checkpoints import bert
from attn_engine.checkpoints.config import Config
from attn_engine.checkpoints.encoder import OutputNames, masked_word_output
from attn_engine.checkpoints.parts import Parts
from attn_engine.checkpoints.tensors import Tensors

PREFIX = "roberta."

OUTPUT = OutputNames(
    dense="lm_head.dense",
    norm="lm_head.layer_norm",
    decoder="lm_head.decoder",
    biases=("lm_head.decoder.bias", "lm_head.bias"),
)


def parts(tensors: Tensors, config: Config) -> Parts:
    """The parts of a RoBERTa; its first token is at the position after that of the padding's id.

    Raises ValueError for a tensor that is missing or has another shape, or a table of positions that
    is all taken up by padding.
    """
    body = bert.parts(tensors, config)
    first = 1 + (config.pad_id or 0)
    if first >= config.n_positions:
        raise ValueError(
            f"config.json has max_position_embeddings {config.n_positions}, which leaves none "
            f"after pad_token_id {config.pad_id}"
        )
    return replace(
        body,
        positions=body.positions[first:],
        first_position=first,
        output=masked_word_output(tensors, config, OUTPUT, body.table, "gelu"),
    )
