"""What can go wrong on a device while it computes, in one sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from attn_engine.devices import first_line, names

FULL = ("out of memory", "can't allocate memory", "cannot allocate memory")
LOST = ("cuda error", "cuda driver", "cublas_status", "cudnn_status", "hip error", "mps backend")
GIGABYTE = 1e9


class DeviceError(RuntimeError):
    """A device has not enough memory or no longer answers; the message is one sentence."""


@contextmanager
def failures_told(device: str) -> Iterator[None]:
    """Turn torch's failures of a device into a DeviceError that names the devices there are."""
    try:
        yield
    except RuntimeError as error:
        sentence = _sentence(error, device)
        if sentence is None:
            raise
        # The frames of the error hold the arrays that have filled the memory: let go of them.
        raise DeviceError(sentence) from error.with_traceback(None)


def _sentence(error: RuntimeError, device: str) -> str | None:
    """What has happened; None for what is not the device's fault."""
    torch = sys.modules.get("torch")
    if torch is None or isinstance(error, DeviceError):
        return None
    said = str(error).lower()
    there = f"this machine has {', '.join(names(torch))}"
    if _is(error, torch, "OutOfMemoryError") or any(word in said for word in FULL):
        return f"device {device} has not enough memory for this{_free(torch, device)}; {there}"
    if _is(error, torch, "AcceleratorError") or any(word in said for word in LOST):
        return f"device {device} no longer answers ({first_line(error)}); {there}"
    return None


def _is(error: RuntimeError, torch: ModuleType, name: str) -> bool:
    """Whether this is torch's error of that name; older versions do not have them all."""
    kind = getattr(torch, name, None)
    return kind is not None and isinstance(error, kind)


def _free(torch: ModuleType, device: str) -> str:
    if not device.startswith("cuda"):
        return ""
    try:
        free, total = torch.cuda.mem_get_info(torch.device(device))
    except RuntimeError:
        return ""
    return f" ({free / GIGABYTE:.1f} of {total / GIGABYTE:.1f} GB free)"
