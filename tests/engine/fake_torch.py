"""Torch with devices that this machine does not have: all of them compute on the processor."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

GIB = 2**30


class FakeTorch(ModuleType):
    """Hands on to torch what is not about devices; keeps in `calls` what a device was asked."""

    def __init__(self, torch: ModuleType, cuda: int = 0, mps: bool = False) -> None:
        super().__init__("torch")
        self.real, self.calls, self.lacks = torch, [], {"mps": ("float64",)}
        self.cuda = SimpleNamespace(
            device_count=lambda: cuda,
            get_device_name=lambda index: f"Card {index}",
            mem_get_info=lambda device: (3 * GIB, 80 * GIB),
            synchronize=lambda device: self.calls.append("synchronize"),
            reset_peak_memory_stats=lambda device: self.calls.append("reset"),
            max_memory_allocated=lambda device: 123_456_789,
        )
        self.mps = SimpleNamespace(
            recommended_max_memory=lambda: 16 * GIB,
            driver_allocated_memory=lambda: GIB,
            current_allocated_memory=lambda: len(self.calls),
            synchronize=lambda: self.calls.append("synchronize"),
        )
        self.backends = SimpleNamespace(
            mps=SimpleNamespace(is_available=lambda: mps, is_built=lambda: mps)
        )

    def device(self, name: str) -> Any:
        """The processor, under whatever name."""
        self.named = name
        return self.real.device("cpu")

    def ones(self, shape: tuple[int, ...], dtype: Any, device: Any) -> Any:
        """As torch does, but in no dtype that the device lacks."""
        if any(dtype is getattr(self.real, name) for name in self.lacks.get(self.named, ())):
            raise TypeError(f"Cannot convert a tensor to {dtype} here.\nAdvice follows.")
        return self.real.ones(shape, dtype=dtype)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


def install(monkeypatch: Any, **devices: Any) -> FakeTorch:
    """Let the engine find such a torch."""
    import torch

    fake = FakeTorch(torch, **devices)
    monkeypatch.setitem(sys.modules, "torch", fake)
    return fake
