"""Whether a console of Windows obeys escape sequences, which older ones show as text."""

from __future__ import annotations

import sys
from typing import Protocol

FIRST_BUILD = 14393
"""Windows 10, version 1607: the first whose console draws colours and moves by sequences reliably."""
OUTPUT_HANDLE = -11
"""Standard output, which the picture is drawn on there."""
PROCESSES_SEQUENCES = 0x0004
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING of the console's mode."""


class Console(Protocol):
    """As much of Windows as the check asks for; the two calls may raise OSError."""

    def build(self) -> int: ...  # noqa: D102

    def mode(self) -> int: ...  # noqa: D102

    def set_mode(self, mode: int) -> None: ...  # noqa: D102


def problem_with_console(
    platform: str = sys.platform, console: Console | None = None
) -> str | None:
    """The reason if the console is too old; none on other systems. Its mode is left as it was."""
    if platform != "win32":
        return None
    console = console or _WindowsConsole()
    build = console.build()
    if build >= FIRST_BUILD and _takes_sequences(console):
        return None
    return (
        f"this console of Windows (build {build}) does not understand escape sequences; use Windows "
        "Terminal, or Windows 10 of version 1607 or later without the legacy console"
    )


def _takes_sequences(console: Console) -> bool:
    try:
        mode = console.mode()
        console.set_mode(mode | PROCESSES_SEQUENCES)
        console.set_mode(mode)
    except OSError:
        return False
    return True


class _WindowsConsole:
    """The console of this process."""

    def build(self) -> int:
        if sys.platform != "win32":
            raise OSError("this is not Windows")
        return sys.getwindowsversion().build

    def mode(self) -> int:
        from ctypes import byref, c_ulong  # noqa: PLC0415

        mode = c_ulong()
        _kernel("GetConsoleMode", byref(mode))
        return mode.value

    def set_mode(self, mode: int) -> None:
        from ctypes import c_ulong  # noqa: PLC0415

        _kernel("SetConsoleMode", c_ulong(mode))


def _kernel(function: str, argument: object) -> None:
    import ctypes  # noqa: PLC0415

    if sys.platform != "win32":
        raise OSError("this is not Windows")
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    if not getattr(kernel, function)(kernel.GetStdHandle(OUTPUT_HANDLE), argument):
        raise ctypes.WinError(ctypes.get_last_error())
