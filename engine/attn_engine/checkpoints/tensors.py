"""The tensors of a checkpoint under the names of its architecture, each checked as it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from attn_engine.checkpoints.json_file import read_json
from attn_engine.checkpoints.safetensors_file import StoredTensor, open_safetensors
from attn_engine.matrix import Array

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"
_PICKLED = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")


class Tensors:
    """Tensors by name, without the prefix that a model with a head puts before its body's names.

    Old files call a normalisation's weight and bias gamma and beta; here they are weight and bias.
    """

    def __init__(
        self, stored: Mapping[str, StoredTensor], prefix: str, *, outline: bool = False
    ) -> None:
        self._stored = {_canonical(name, prefix): tensor for name, tensor in stored.items()}
        self._outline = outline

    def __contains__(self, name: str) -> bool:
        return name in self._stored

    def outline(self) -> Tensors:
        """The same tensors, of which half types come as zeros that take no memory.

        To build a layer from these is to check its names and shapes, and costs nothing.
        """
        return Tensors(self._stored, "", outline=True)

    def take(self, name: str, *shape: int) -> Array:
        """A tensor, read-only; half types come as float32, the others as views of the file.

        Raises ValueError for one that is missing or has another shape.
        """
        tensor = self._stored.get(name)
        if tensor is None:
            raise ValueError(f"the checkpoint has no tensor {name}, which its architecture needs")
        if tensor.shape != shape:
            raise ValueError(
                f"tensor {tensor.name} in {tensor.path} has shape {tensor.shape}, but config.json "
                f"asks for {shape}"
            )
        if self._outline and tensor.is_half:
            return np.broadcast_to(np.float32(0), shape)
        return tensor.values()


def open_tensors(folder: Path) -> dict[str, StoredTensor]:
    """All tensors of a folder, from one safetensors file or from the shards that its index names.

    Raises ValueError for weights that are missing, damaged, or only there as pickle.
    """
    if (folder / WEIGHTS).exists():
        return open_safetensors(folder / WEIGHTS)
    if (folder / INDEX).exists():
        return _open_shards(folder)
    pickled = sorted(path.name for pattern in _PICKLED for path in folder.glob(pattern))
    if pickled:
        raise ValueError(
            f"{folder} has its weights only as pickle ({pickled[0]}), which can run code when it "
            f"is opened; attn-tui reads {WEIGHTS}, as written by save_pretrained in transformers"
        )
    raise ValueError(f"{folder} has no {WEIGHTS}, which a checkpoint needs")


def _open_shards(folder: Path) -> dict[str, StoredTensor]:
    files = read_json(folder / INDEX).get("weight_map")
    if not isinstance(files, dict) or not all(isinstance(file, str) for file in files.values()):
        raise ValueError(f"{folder / INDEX} has no weight_map, which says what is in which file")
    stored: dict[str, StoredTensor] = {}
    for file in sorted(set(files.values())):
        if Path(file).name != file:
            raise ValueError(f"{folder / INDEX} names a file outside the folder: {file}")
        stored |= open_safetensors(folder / file)
    return stored


def _canonical(name: str, prefix: str) -> str:
    name = name.removeprefix(prefix)
    for old, new in ((".gamma", ".weight"), (".beta", ".bias")):
        if name.endswith(old):
            return name.removesuffix(old) + new
    return name
