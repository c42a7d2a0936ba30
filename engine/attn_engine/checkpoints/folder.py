"""A checkpoint's folder as a model."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from attn_engine.checkpoints import bert, distilbert, gpt2, roberta
from attn_engine.checkpoints.config import TITLES, Config, read_config
from attn_engine.checkpoints.layers import LazyLayers
from attn_engine.checkpoints.parts import Parts
from attn_engine.checkpoints.tensors import Tensors, open_tensors
from attn_engine.checkpoints.tokenizer_files import read_tokenizer
from attn_engine.matrix import Array
from attn_engine.model import Model

_ARCHITECTURES: dict[str, ModuleType] = {
    "bert": bert,
    "distilbert": distilbert,
    "roberta": roberta,
    "gpt2": gpt2,
}


def read_folder(folder: Path, name: str, about: str | None = None) -> Model:
    """The model in a folder; its numbers stay in the file until a trace needs them.

    `about` says what the model is and does, else its architecture does. Raises ValueError, one
    sentence, for files that are missing, damaged or not supported.
    """
    config = read_config(folder)
    architecture = _ARCHITECTURES[config.architecture]
    tensors = Tensors(open_tensors(folder), architecture.PREFIX)
    parts: Parts = architecture.parts(tensors, config)
    outline = tensors.outline()
    for index in range(config.n_layers):
        parts.layer(outline, index)  # raises for what is missing, now and not in mid-walk
    tokenizer = read_tokenizer(folder, config.architecture)
    if len(tokenizer) > config.n_vocabulary:
        raise ValueError(
            f"the tokenizer in {folder} has {len(tokenizer)} tokens, but config.json says "
            f"vocab_size {config.n_vocabulary}"
        )

    def positions(length: int) -> Array:
        rows: Array = parts.positions[:length]
        return rows

    first = parts.first_position
    return Model(
        name=name,
        about=f"{about or _about(config, parts)}: {_sizes(config)}.",
        vocabulary=tokenizer.vocabulary(config.n_vocabulary),
        table=parts.table,
        encode=tokenizer.encode,
        pieces=tokenizer.pieces,
        positions=positions,
        position_formula=f"P[pos] = row {f'pos + {first}' if first else 'pos'} of a learned table",
        dimensions=tuple(map(str, range(config.d_model))),
        layers=LazyLayers(config.n_layers, lambda index: parts.layer(tensors, index)),
        norms=parts.norms,
        causal=config.causal,
        type_row=parts.type_row,
        embedding_norm=parts.embedding_norm,
        final_norm=parts.final_norm,
        output=parts.output,
        max_tokens=len(parts.positions),
        pad_id=config.pad_id,
    )


def _about(config: Config, parts: Parts) -> str:
    predicts = "nothing"
    if parts.output is not None:
        predicts = "the next token" if config.causal else "masked words"
    return f"{TITLES[config.architecture]}, which predicts {predicts}"


def _sizes(config: Config) -> str:
    counts = (config.n_layers, "layer"), (config.n_heads, "head"), (config.d_model, "dimension")
    layers, heads, dimensions = (f"{n} {what}{'s' * (n != 1)}" for n, what in counts)
    return f"{layers} of {heads}, {dimensions}"
