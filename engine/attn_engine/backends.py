"""Where the arithmetic runs: NumPy, or torch on one of its devices, imported only if asked for."""

from __future__ import annotations

from types import ModuleType
from typing import Protocol

import numpy as np

from attn_engine.devices import NUMPY_DTYPES, TORCH_DTYPES, dtypes_of, import_torch, names, try_out
from attn_engine.failures import DeviceError, failures_told
from attn_engine.matrix import Array as NumpyArray
from attn_engine.steps import Array


class Backend(Protocol):
    """Puts NumPy arrays where they are computed on, and fetches the results."""

    def array(self, values: NumpyArray) -> Array:
        """The values in the backend's dtype; whole numbers stay whole numbers."""

    def numpy(self, array: Array) -> NumpyArray:
        """The values as NumPy: half types as float32, the others as they are."""

    def wait(self) -> None:
        """Return when all that was asked of the device is done."""

    def watch_memory(self) -> None:
        """Begin anew to watch how much memory is in use."""

    def peak_memory(self) -> int | None:
        """The most bytes in use since `watch_memory`; None where the device cannot tell."""


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

    def watch_memory(self) -> None:
        """NumPy does not count."""

    def peak_memory(self) -> None:
        """See `Backend`."""


class TorchBackend:
    """Torch on one of its devices."""

    def __init__(self, device: str, dtype: str) -> None:
        _check_dtype("torch", dtype, TORCH_DTYPES)
        self._torch = import_torch()
        self._device = self._torch.device(_check_device(self._torch, device))
        self._kind = device.partition(":")[0]
        self._peak = 0
        self._try_out(device, dtype)
        self._dtype = getattr(self._torch, dtype)

    def _try_out(self, device: str, dtype: str) -> None:
        """Compute a little, which also keeps a GPU's first start out of the time of a step."""
        if self._kind == "cpu":
            return
        try:
            with failures_told(device):
                try_out(self._torch, self._device, dtype)
        except DeviceError:
            raise
        except (RuntimeError, TypeError):
            known, _ = dtypes_of(self._torch, self._device)
            raise ValueError(
                f"device {device} cannot compute in {dtype}; it can in {', '.join(known)}"
            ) from None

    @property
    def may_fuse(self) -> bool:
        """Whether torch's fused attention may be used: on mps it has given wrong results."""
        return self._kind != "mps"

    def array(self, values: NumpyArray) -> Array:
        """See `Backend`; weights, which are read-only, are not copied where they are already right."""
        dtype = self._dtype if values.dtype.kind == "f" else None
        if not values.flags.writeable:
            try:
                return self._torch.from_dlpack(values).to(device=self._device, dtype=dtype)
            except BufferError:  # older versions of torch take no read-only memory
                pass
        return self._torch.asarray(values, dtype=dtype, device=self._device, copy=True)

    def fused_attention(
        self, q: NumpyArray, k: NumpyArray, v: NumpyArray, may_attend: NumpyArray
    ) -> NumpyArray:
        """scaled_dot_product_attention of q, k, v: (head, length, width), may_attend: (query, key).

        Raises ValueError where that kernel is not to be trusted.
        """
        if not self.may_fuse:
            raise ValueError(
                f"on {self._kind} the fused kernel has given wrong results: it is not used there"
            )
        q, k, v = (self.array(each)[None] for each in (q, k, v))
        allowed = None if may_attend.all() else self.array(may_attend)
        fused = self._torch.nn.functional.scaled_dot_product_attention
        return self.numpy(fused(q, k, v, attn_mask=allowed)[0])

    def numpy(self, array: Array) -> NumpyArray:
        """See `Backend`."""
        values = array.detach().to("cpu")
        is_half = values.dtype in (self._torch.float16, self._torch.bfloat16)
        fetched: NumpyArray = (values.float() if is_half else values).numpy()
        return fetched

    def wait(self) -> None:
        """A GPU takes orders and works on; wait until its queue is empty."""
        if self._kind == "cuda":
            self._torch.cuda.synchronize(self._device)
        elif self._kind == "mps":
            self._torch.mps.synchronize()
            self._peak = max(self._peak, int(self._torch.mps.current_allocated_memory()))

    def watch_memory(self) -> None:
        """See `Backend`; what other threads do on the device is counted too."""
        self._peak = 0
        if self._kind == "cuda":
            self._torch.cuda.reset_peak_memory_stats(self._device)

    def peak_memory(self) -> int | None:
        """See `Backend`; mps keeps no record, so that it is looked at after each function."""
        if self._kind == "cuda":
            return int(self._torch.cuda.max_memory_allocated(self._device))
        return self._peak if self._kind == "mps" else None


def _check_dtype(backend: str, dtype: str, known: tuple[str, ...]) -> None:
    if dtype not in known:
        raise ValueError(f"backend {backend} has no dtype {dtype!r}; it has {', '.join(known)}")


def _check_device(torch: ModuleType, device: str) -> str:
    present = names(torch)
    if device in present or f"{device}:0" in present:
        return device
    raise ValueError(f"device {device!r} is not there; this machine has {', '.join(present)}")
