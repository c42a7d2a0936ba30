"""How much memory this process has held at most, and how much the machine has left."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_STATUS = Path("/proc/self/status")
_MEMORY = Path("/proc/meminfo")


def peak_bytes() -> int:
    """The most memory that the process has held at once since the reset: its peak resident set."""
    if _STATUS.exists():  # getrusage would tell the peak of the parent, if that was higher
        return _kibibytes(_STATUS, "VmHWM") * 1024
    import resource  # noqa: PLC0415 - not on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def reset_peak() -> None:
    """Count the peak from what is held now, where the system can do that (Linux)."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def free_bytes() -> int:
    """What could be used without pushing anything out; without /proc, half of the machine's memory."""
    if _MEMORY.exists():
        return _kibibytes(_MEMORY, "MemAvailable") * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def _kibibytes(file: Path, name: str) -> int:
    line = next(line for line in file.read_text().splitlines() if line.startswith(name))
    return int(line.split()[1])
