"""The devices there are: their names, their memory, and the dtypes that they can compute in."""

from __future__ import annotations

import importlib
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from attn_engine.memory import machine_memory

NUMPY_DTYPES = ("float16", "float32", "float64")
TORCH_DTYPES = ("float16", "bfloat16", "float32", "float64")

NOT_INSTALLED = (
    "backend torch needs PyTorch, which is not installed: "
    "pip install 'attn-tui[torch]', or use backend numpy"
)

Memory = tuple[int | None, int | None]


@dataclass(frozen=True)
class Device:
    """Something to compute on with a backend.

    `what` describes it; `dtypes` are those it can compute in; `total` and `free` are bytes of memory,
    None where that cannot be told. `reason` says why it cannot be used, "" if it can.
    """

    backend: str
    name: str
    what: str
    dtypes: tuple[str, ...] = ()
    total: int | None = None
    free: int | None = None
    reason: str = ""


def devices() -> tuple[Device, ...]:
    """What there is to compute on, NumPy first; what torch could use elsewhere, with the reason.

    Imports torch where it is installed, and computes a few numbers on each device in each dtype,
    which on a CUDA device takes the memory that a first use takes.
    """
    total, free = machine_memory()
    cores = _processor()
    found = [Device("numpy", "cpu", cores, NUMPY_DTYPES, total, free)]
    try:
        torch = import_torch()
    except ValueError as error:
        return (*found, Device("torch", "cpu", cores, reason=str(error)))
    found.append(_examined(torch, "cpu", cores, (total, free)))
    return (*found, *_cuda(torch), *_mps(torch))


def load_torch(progress: Callable[[str, int, int], None] | None = None) -> ModuleType:
    """The module torch, imported if it is not yet, which `progress` is told of.

    Raises ValueError, one sentence, where it is not there or cannot be imported.
    """
    if progress is None or "torch" in sys.modules or find_spec("torch") is None:
        return import_torch()
    progress("loading torch", 0, 1)
    torch = import_torch()
    progress("loading torch", 1, 1)
    return torch


def import_torch() -> ModuleType:
    """The module torch. Raises ValueError, one sentence, where it is not there or is broken."""
    try:
        return importlib.import_module("torch")
    except ModuleNotFoundError as error:
        raise ValueError(NOT_INSTALLED) from error
    except (ImportError, OSError, RuntimeError) as error:
        raise ValueError(
            f"PyTorch is installed but cannot be imported ({first_line(error)}): "
            "install it again, or use backend numpy"
        ) from error


def names(torch: ModuleType) -> tuple[str, ...]:
    """The names of the devices that torch can use."""
    cuda = (f"cuda:{index}" for index in range(torch.cuda.device_count()))
    return ("cpu", *cuda, *(("mps",) if torch.backends.mps.is_available() else ()))


def try_out(torch: ModuleType, device: Any, dtype: str) -> None:  # noqa: ANN401 - torch's
    """Compute a few numbers. Raises RuntimeError or TypeError where that cannot be done."""
    ones = torch.ones((2, 2), dtype=getattr(torch, dtype), device=device)
    float(torch.exp(ones @ ones - 2).sum())  # fetching the sum waits for it


def first_line(error: BaseException) -> str:
    """What an error says, without the lines of advice that follow."""
    lines = str(error).strip().splitlines()
    return lines[0].strip().rstrip(".") if lines else type(error).__name__


def dtypes_of(torch: ModuleType, device: Any) -> tuple[tuple[str, ...], str]:  # noqa: ANN401
    """The dtypes that a device computes in, and why it does not in the last of the others."""
    dtypes, reason = [], ""
    for dtype in TORCH_DTYPES:
        try:
            try_out(torch, device, dtype)
            dtypes.append(dtype)
        except (RuntimeError, TypeError) as error:
            reason = first_line(error)
    return tuple(dtypes), reason


def _examined(torch: ModuleType, name: str, what: str, memory: Memory) -> Device:
    dtypes, reason = dtypes_of(torch, torch.device(name))
    return Device("torch", name, what, dtypes, *memory, "" if dtypes else reason)


def _cuda(torch: ModuleType) -> Iterator[Device]:
    count = torch.cuda.device_count()
    for index in range(count):
        name = f"cuda:{index}"
        try:
            what = str(torch.cuda.get_device_name(index))
            free, total = torch.cuda.mem_get_info(index)
        except (RuntimeError, AssertionError) as error:
            yield Device("torch", name, "", reason=first_line(error))
        else:
            yield _examined(torch, name, what, (total, free))
    if count == 0:
        built = torch.version.cuda or torch.version.hip
        reason = "torch finds no GPU here" if built else "this torch was built without CUDA"
        yield Device("torch", "cuda", "NVIDIA or AMD GPU", reason=reason)


def _mps(torch: ModuleType) -> Iterator[Device]:
    what = "GPU of an Apple processor"
    if torch.backends.mps.is_available():
        total = int(torch.mps.recommended_max_memory())
        free = max(0, total - int(torch.mps.driver_allocated_memory()))
        yield _examined(torch, "mps", what, (total, free))
        return
    built = torch.backends.mps.is_built()
    reason = "torch finds none here" if built else "this torch was built without MPS"
    yield Device("torch", "mps", what, reason=reason)


def _processor() -> str:
    return f"processor, {platform.machine() or 'of unknown kind'}"
