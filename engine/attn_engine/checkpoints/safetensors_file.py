"""A safetensors file as read-only views of its memory-mapped bytes.

The format: eight bytes, little-endian, that count the bytes of a JSON header; the header, which has
for each tensor its dtype, shape, and where its bytes begin and end; then the bytes, row after row.
Read here and not by the safetensors package because that copies each tensor.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attn_engine.checkpoints.json_file import parse_json
from attn_engine.matrix import Array

LONGEST_HEADER = 100_000_000
_FLOATS = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
_ITEM_BYTES = {
    "F64": 8, "I64": 8, "U64": 8, "F32": 4, "I32": 4, "U32": 4, "F16": 2, "BF16": 2, "I16": 2,
    "U16": 2, "I8": 1, "U8": 1, "BOOL": 1, "F8_E4M3": 1, "F8_E5M2": 1,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class StoredTensor:
    """One tensor of a file: where it lies in `memory`, the mapped bytes, and how to read it."""

    path: Path
    name: str
    dtype: str
    shape: tuple[int, ...]
    memory: mmap.mmap
    offset: int

    @property
    def is_half(self) -> bool:
        """Whether it takes two bytes a number, which NumPy is slow with or lacks."""
        return self.dtype in ("F16", "BF16")

    def values(self) -> Array:
        """The numbers: a read-only view of the file, or for half types a float32 copy.

        Raises ValueError for a dtype that holds no floating-point numbers.
        """
        if self.dtype not in _FLOATS:
            raise ValueError(
                f"tensor {self.name} in {self.path} is of dtype {self.dtype}; "
                f"those that work are {', '.join(_FLOATS)}"
            )
        kind, count = _FLOATS[self.dtype], math.prod(self.shape)
        stored: Array = np.frombuffer(self.memory, kind, count, self.offset).reshape(self.shape)
        if self.dtype == "BF16":  # the upper half of a float32's bits
            return (stored.astype(np.uint32) << 16).view(np.float32)
        return stored.astype(np.float32) if self.dtype == "F16" else stored


def open_safetensors(path: Path) -> dict[str, StoredTensor]:
    """The tensors of a file by name; nothing but the header is read.

    Raises ValueError for a file that is missing, cut short or not a safetensors file.
    """
    memory = _map(path)
    if len(memory) < 8:
        raise ValueError(f"{path} is cut short: it has {len(memory)} bytes; get it again")
    length = int.from_bytes(memory[:8], "little")
    if length > LONGEST_HEADER:
        raise ValueError(f"{path} is not a safetensors file: its first bytes make no sense")
    start = 8 + length
    if start > len(memory):
        raise ValueError(
            f"{path} is cut short: its header alone has {length} bytes, and the file has "
            f"{len(memory)}; get it again"
        )
    header = parse_json(memory[8:start], path)
    header.pop("__metadata__", None)
    entries = {name: _entry(name, entry, path) for name, entry in header.items()}
    needed = start + max((end for *_, end in entries.values()), default=0)
    if needed > len(memory):
        raise ValueError(
            f"{path} is cut short: it should have {needed} bytes and has {len(memory)}; "
            "get it again"
        )
    return {
        name: StoredTensor(path, name, dtype, shape, memory, start + begin)
        for name, (dtype, shape, begin, _) in entries.items()
    }


def _map(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            if path.stat().st_size == 0:
                raise ValueError(f"{path} is empty; get it again")
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise ValueError(f"{path.parent} has no {path.name}, which a checkpoint needs") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None


def _entry(name: str, entry: Any, path: Path) -> tuple[str, tuple[int, ...], int, int]:  # noqa: ANN401
    """The dtype, the shape, and the first and the last byte (exclusive) of one tensor."""
    dtype, shape, offsets = (
        (entry.get("dtype"), _counts(entry.get("shape")), _counts(entry.get("data_offsets")))
        if isinstance(entry, Mapping)
        else (None, None, None)
    )
    if isinstance(dtype, str) and shape is not None and offsets is not None and len(offsets) == 2:
        begin, end = offsets
        # A dtype that is not listed is never read, so how many bytes it should have does not matter.
        size = math.prod(shape) * _ITEM_BYTES[dtype] if dtype in _ITEM_BYTES else end - begin
        if end - begin == size >= 0:
            return dtype, shape, begin, end
    raise ValueError(f"{path} is damaged: its entry for tensor {name} makes no sense; get it again")


def _counts(values: object) -> tuple[int, ...] | None:
    """A list of whole numbers of 0 or more as a tuple; None if it is not one."""
    if not isinstance(values, list):
        return None
    are_counts = all(isinstance(it, int) and not isinstance(it, bool) and it >= 0 for it in values)
    return tuple(values) if are_counts else None
