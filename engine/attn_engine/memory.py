"""How much memory the machine has: what a processor computes in."""

from __future__ import annotations

import os
from pathlib import Path

MEMORY_INFO = Path("/proc/meminfo")
GROUP = Path("/sys/fs/cgroup")


def machine_memory() -> tuple[int | None, int | None]:
    """Bytes in all and bytes free, each None where the system does not tell.

    In a container with a limit of its own (cgroup v2) that limit counts.
    """
    total, free = _system_total(), _system_free()
    limit, used = _number(GROUP / "memory.max"), _number(GROUP / "memory.current")
    if limit is None or (total is not None and limit >= total):
        return total, free
    left = None if used is None else max(0, limit - used)
    known = [each for each in (free, left) if each is not None]
    return limit, min(known) if known else None


def _system_total() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _system_free() -> int | None:
    try:
        lines = MEMORY_INFO.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _number(file: Path) -> int | None:
    """The number in a file; None where there is no file, or another word in it."""
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return None
