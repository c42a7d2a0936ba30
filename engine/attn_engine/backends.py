"""Where the arithmetic runs: NumPy, or torch on one of its devices, imported only if asked for."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Protocol

import numpy as np

from attn_engine.matrix import Array as NumpyArray
from attn_engine.steps import Array

NUMPY_DTYPES = ("float16", "float32", "float64")
TORCH_DTYPES = ("float16", "bfloat16", "float32", "float64")


class Backend(Protocol):
    """Puts NumPy arrays where they are computed on, and fetches the results."""

    def array(self, values: NumpyArray) -> Array:
        """The values in the backend's dtype; whole numbers stay whole numbers."""

    def numpy(self, array: Array) -> NumpyArray:
        """The values as NumPy: half types as float32, the others as they are."""

    def wait(self) -> None:
        """Return when all that was asked of the device is done."""


def backend_of(name: str, device: str = "cpu", dtype: str = "float32") -> Backend:
    """The backend called `name`, on a device, in a dtype.

    Raises ValueError for a name, device or dtype that is not there, naming those that are.
    """
    if name == "numpy":
        return NumpyBackend(device, dtype)
    if name == "torch":
        return TorchBackend(device, dtype)
    raise ValueError(f"backend {name!r} is not known; there are numpy and torch")


class NumpyBackend:
    """NumPy on the CPU."""

    def __init__(self, device: str, dtype: str) -> None:
        if device != "cpu":
            raise ValueError(
                f"backend numpy computes on device cpu; for {device!r} use backend torch"
            )
        _check_dtype("numpy", dtype, NUMPY_DTYPES)
        self._dtype = np.dtype(dtype)

    def array(self, values: NumpyArray) -> Array:
        """See `Backend`; an array that is already right is handed on without a copy."""
        return values.astype(self._dtype, copy=False) if values.dtype.kind == "f" else values

    def numpy(self, array: Array) -> NumpyArray:
        """See `Backend`."""
        values = np.asarray(array)
        return values.astype(np.float32) if values.dtype == np.float16 else values

    def wait(self) -> None:
        """NumPy returns when it is done."""


class TorchBackend:
    """Torch on one of its devices."""

    def __init__(self, device: str, dtype: str) -> None:
        _check_dtype("torch", dtype, TORCH_DTYPES)
        self._torch = _import_torch()
        self._device = self._torch.device(_check_device(self._torch, device))
        if self._device.type == "mps" and dtype == "float64":
            raise ValueError("device mps has no float64; use float32")
        self._dtype = getattr(self._torch, dtype)

    def array(self, values: NumpyArray) -> Array:
        """See `Backend`; weights, which are read-only, are not copied where they are already right."""
        dtype = self._dtype if values.dtype.kind == "f" else None
        if not values.flags.writeable:
            try:
                return self._torch.from_dlpack(values).to(device=self._device, dtype=dtype)
            except BufferError:  # older versions of torch take no read-only memory
                pass
        return self._torch.asarray(values, dtype=dtype, device=self._device, copy=True)

    def numpy(self, array: Array) -> NumpyArray:
        """See `Backend`."""
        values = array.detach().to("cpu")
        is_half = values.dtype in (self._torch.float16, self._torch.bfloat16)
        fetched: NumpyArray = (values.float() if is_half else values).numpy()
        return fetched

    def wait(self) -> None:
        """A GPU takes orders and works on; wait until its queue is empty."""
        if self._device.type != "cpu":
            getattr(self._torch, self._device.type).synchronize()


def _check_dtype(backend: str, dtype: str, known: tuple[str, ...]) -> None:
    if dtype not in known:
        raise ValueError(f"backend {backend} has no dtype {dtype!r}; it has {', '.join(known)}")


def _import_torch() -> ModuleType:
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise ValueError(
            "backend torch needs PyTorch, which is not installed: "
            "pip install 'attn-tui[torch]', or use backend numpy"
        ) from error


def _check_device(torch: ModuleType, device: str) -> str:
    present = ["cpu", *(f"cuda:{index}" for index in range(torch.cuda.device_count()))]
    if torch.backends.mps.is_available():
        present.append("mps")
    if device in present or f"{device}:0" in present:
        return device
    raise ValueError(f"device {device!r} is not there; this machine has {', '.join(present)}")
