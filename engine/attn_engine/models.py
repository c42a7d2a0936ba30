"""Models by name, by folder, or by their name on the hub."""

from __future__ import annotations

import importlib
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from attn_engine.agreement import COMPARED, compared
from attn_engine.backends import backend_of
from attn_engine.devices import TORCH_DTYPES, load_torch
from attn_engine.model import Model

if TYPE_CHECKING:
    from attn_engine.checkpoints.hub import Progress

NAMES = ("tiny", "toy", "minilm")
"""The models that need neither a folder nor a full name."""


def load_model(
    name: str = "tiny",
    backend: str = "numpy",
    device: str = "cpu",
    dtype: str = "float32",
    progress: Progress | None = None,
) -> Model:
    """The model called `name`, to be traced on a backend, a device and in a dtype.

    `name` is one of `NAMES`, the folder of a checkpoint (config.json, model.safetensors and a
    tokenizer of BERT, DistilBERT, RoBERTa or GPT-2), or a name on the Hugging Face Hub. `progress`
    is told of a download as (what, bytes done, bytes in all), of torch as 0 and 1 of 1, and may raise
    to cancel. Raises
    ValueError, one sentence, for a name, backend, device or dtype that is not there and for a
    checkpoint that is damaged or not supported; DeviceError for a device that is full or gone. On
    mps the model is first compared with the processor.
    """
    if backend == "torch" and dtype in TORCH_DTYPES:
        load_torch(progress)
    backend_of(backend, device, dtype)
    model = _find(name, progress)
    chosen = cast(Literal["numpy", "torch"], backend)
    placed = replace(model, backend=chosen, device=device, dtype=dtype)
    return compared(placed) if device.partition(":")[0] in COMPARED else placed


def is_at_hand(name: str) -> bool:
    """Whether the model of that name, one of `NAMES`, can be loaded without a download."""
    if name != "minilm":
        return True
    from attn_engine.checkpoints.hub import find_cached  # noqa: PLC0415 - the others do without
    from attn_engine.checkpoints.minilm import HUB_NAME, packaged  # noqa: PLC0415

    try:
        return packaged() is not None or find_cached(HUB_NAME) is not None
    except ValueError:  # the package is damaged
        return False


def _find(name: str, progress: Progress | None) -> Model:
    if name == "toy":
        toy = importlib.import_module("attn_engine.toy")
        return cast(Model, toy.toy_model())
    if name == "tiny":
        tiny = importlib.import_module("attn_engine.tiny")
        return cast(Model, tiny.tiny_model())
    if name == "minilm":
        minilm = importlib.import_module("attn_engine.checkpoints.minilm")
        return cast(Model, minilm.minilm_model(progress))
    return _checkpoint(name, progress)


def _checkpoint(name: str, progress: Progress | None) -> Model:
    from attn_engine.checkpoints.folder import read_folder  # noqa: PLC0415 - the toy does without
    from attn_engine.checkpoints.hub import find_model, is_hub_name  # noqa: PLC0415

    folder = Path(name).expanduser()
    if folder.is_dir():
        return read_folder(folder, folder.resolve().name)
    if folder.exists():
        raise ValueError(f"{name} is a file; a model is a folder: give that of the file")
    if not is_hub_name(name):
        raise ValueError(
            f"there is no model {name!r}; there are {', '.join(NAMES)}, folders of checkpoints "
            "and names on the hub"
        )
    try:
        found = find_model(name, progress)
    except ValueError as error:
        meant = get_close_matches(name, NAMES, 1)
        raise ValueError(f"{error}; did you mean {meant[0]}?" if meant else str(error)) from None
    return read_folder(found, name)
