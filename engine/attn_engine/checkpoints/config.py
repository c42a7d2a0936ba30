"""What config.json says of a model's sizes, under one set of names for all architectures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from attn_engine.checkpoints.json_file import read_json
from attn_engine.model import Activation

Architecture = Literal["bert", "distilbert", "roberta", "gpt2"]

TITLES: dict[str, str] = {
    "bert": "BERT",
    "distilbert": "DistilBERT",
    "roberta": "RoBERTa",
    "gpt2": "GPT-2",
}
"""The architectures that the engine's own block runs, as people call them."""

ACTIVATIONS: dict[str, Activation] = {
    "gelu": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "relu": "relu",
}

_BERT_KEYS = {
    "d_model": "hidden_size",
    "n_heads": "num_attention_heads",
    "n_layers": "num_hidden_layers",
    "d_ff": "intermediate_size",
    "n_positions": "max_position_embeddings",
    "eps": "layer_norm_eps",
    "activation": "hidden_act",
}
_KEYS: dict[str, dict[str, str]] = {
    "bert": _BERT_KEYS,
    "roberta": _BERT_KEYS,
    "distilbert": {
        "d_model": "dim",
        "n_heads": "n_heads",
        "n_layers": "n_layers",
        "d_ff": "hidden_dim",
        "n_positions": "max_position_embeddings",
        "eps": "layer_norm_eps",
        "activation": "activation",
    },
    "gpt2": {
        "d_model": "n_embd",
        "n_heads": "n_head",
        "n_layers": "n_layer",
        "d_ff": "n_inner",
        "n_positions": "n_positions",
        "eps": "layer_norm_epsilon",
        "activation": "activation_function",
    },
}
_PAD_IDS: dict[str, int | None] = {"bert": 0, "distilbert": 0, "roberta": 1, "gpt2": None}
_PLAIN: dict[str, tuple[Any, ...]] = {
    "position_embedding_type": (None, "absolute"),
    "add_cross_attention": (None, False),
    "scale_attn_weights": (None, True),
    "scale_attn_by_inverse_layer_idx": (None, False),
}
"""Switches that change the mathematics, and the values with which ours is right."""


@dataclass(frozen=True)
class Config:
    """The sizes of a checkpoint: `n_types` counts BERT's token types, `n_positions` position rows.

    `causal` is a decoder's; `pad_id` is the id of the padding token, if there is one.
    """

    architecture: Architecture
    d_model: int
    n_heads: int
    n_layers: int
    d_ff: int
    n_positions: int
    n_vocabulary: int
    n_types: int
    eps: float
    activation: Activation
    causal: bool
    pad_id: int | None

    @property
    def d_head(self) -> int:
        """The width of one head."""
        return self.d_model // self.n_heads


def read_config(folder: Path) -> Config:
    """The config.json of a folder.

    Raises ValueError for a file that is missing or broken, an architecture that is not supported,
    remote code, and options that the engine's block does not have.
    """
    path = folder / "config.json"
    values = read_json(path)
    if values.get("auto_map"):
        raise ValueError(
            f"{path} asks to run code that comes with the model (auto_map), which attn-tui never "
            "does; use a checkpoint without it"
        )
    architecture = _architecture(values, path)
    for key, plain in _PLAIN.items():
        if values.get(key) not in plain:
            raise ValueError(f"{path} has {key} {values[key]!r}, which is not supported")
    numbers = _Numbers(values, _KEYS[architecture], path)
    d_model, n_heads = numbers.count("d_model"), numbers.count("n_heads")
    if d_model % n_heads:
        raise ValueError(
            f"{path}: {d_model} dimensions cannot be shared out to {n_heads} heads evenly"
        )
    return Config(
        architecture=architecture,
        d_model=d_model,
        n_heads=n_heads,
        n_layers=numbers.count("n_layers"),
        d_ff=numbers.count("d_ff", 4 * d_model if architecture == "gpt2" else None),
        n_positions=numbers.count("n_positions"),
        n_vocabulary=numbers.count("vocab_size"),
        n_types=numbers.count("type_vocab_size", 2),
        eps=numbers.eps(1e-5 if architecture == "gpt2" else 1e-12),
        activation=_activation(values, numbers, path),
        causal=architecture == "gpt2" or values.get("is_decoder") is True,
        pad_id=numbers.token_id("pad_token_id", _PAD_IDS[architecture]),
    )


@dataclass(frozen=True)
class _Numbers:
    """The numbers in a config.json, by our names; `keys` has its own names for them."""

    values: Mapping[str, Any]
    keys: Mapping[str, str]
    path: Path

    def count(self, name: str, default: int | None = None) -> int:
        """A number of things, at least 1."""
        key = self.keys.get(name, name)
        value = self.values.get(key)
        value = default if value is None else value
        if value is None:
            raise ValueError(f"{self.path} has no {key}")
        if not _is_whole(value) or value < 1:
            raise ValueError(f"{self.path} has {key} {value!r}; it should be a number of 1 or more")
        return int(value)

    def eps(self, default: float) -> float:
        """The small number that keeps a normalisation from dividing by zero."""
        value = self.values.get(self.keys["eps"], default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise ValueError(f"{self.path} has {self.keys['eps']} {value!r}; it should be above 0")
        return float(value)

    def token_id(self, key: str, default: int | None) -> int | None:
        """The id of a token, or None if the model has no such token."""
        value = self.values.get(key, default)
        if value is not None and (not _is_whole(value) or value < 0):
            raise ValueError(f"{self.path} has {key} {value!r}; it should be 0 or more")
        return None if value is None else int(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _architecture(values: Mapping[str, Any], path: Path) -> Architecture:
    """From model_type, or from the class that wrote the checkpoint where that is missing."""
    classes = values.get("architectures")
    written_by = str(classes[0]) if isinstance(classes, list) and classes else ""
    known = str(values.get("model_type") or "").lower()
    if not known:
        known = next((key for key in TITLES if written_by.lower().startswith(key)), "")
    if known not in TITLES:
        what = known or written_by or "no model_type"
        raise ValueError(
            f"{path} is of architecture {what}, which is not supported; "
            f"those that work are {', '.join(TITLES.values())}"
        )
    return cast(Architecture, known)


def _activation(values: Mapping[str, Any], numbers: _Numbers, path: Path) -> Activation:
    key = numbers.keys["activation"]
    name = values.get(key, "gelu_new" if key == "activation_function" else "gelu")
    if name not in ACTIVATIONS:
        raise ValueError(
            f"{path} has {key} {name!r}, which is not supported; "
            f"those that work are {', '.join(ACTIVATIONS)}"
        )
    return ACTIVATIONS[name]
