"""How much memory this process has used at most."""

from __future__ import annotations

import sys
from pathlib import Path


def peak_bytes() -> int:
    """The most memory that the process has held at once, in bytes: its peak resident set."""
    status = Path("/proc/self/status")
    if status.exists():  # the peak that getrusage tells would be inherited from the parent
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource  # noqa: PLC0415 - not on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
