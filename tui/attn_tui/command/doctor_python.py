"""The doctor's look at Python, the packages, torch and its devices, and the state folder."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from attn_tui.command.findings import Finding
from attn_tui.looking import look
from attn_tui.versions import version_of
from attn_tui.view.places import memory_of

LEAST_PYTHON = (3, 11)
PACKAGES = (
    "textual", "numpy", "plotext", "array-api-compat", "markdown-it-py", "platformdirs", "pygments",
    "tokenizers",
)  # fmt: skip


def examine_python() -> Iterator[Finding]:
    """Is it recent enough?"""
    found = f"{platform.python_version()}, {sys.executable}"
    if sys.version_info < LEAST_PYTHON:
        least = ".".join(map(str, LEAST_PYTHON))
        yield Finding("fix", "python", f"{found}; install attn-tui with Python {least} or newer.")
    else:
        yield Finding("ok", "python", found)


def examine_packages() -> Iterator[Finding]:
    """Is all there that the app imports?"""
    for package in PACKAGES:
        version = version_of(package)
        if version:
            yield Finding("ok", package, version)
        else:
            yield Finding("fix", package, f"not installed; pip install {package}.")


def examine_torch() -> Iterator[Finding]:
    """Is torch there?"""
    if find_spec("torch") is None:
        yield Finding(
            "note",
            "torch",
            "not installed, nor needed: NumPy computes everything here; for a GPU, "
            'pip install "attn-tui[torch]".',
        )
    else:
        yield Finding("ok", "torch", version_of("torch") or "of unknown version")


def examine_devices() -> Iterator[Finding]:
    """What is there to compute on? Another process looks, so that torch is not imported here."""
    for place in look():
        topic = f"{place.backend} {place.name}"
        if not place.reason:
            memory = memory_of(place) or "memory not known"
            dtypes = ", ".join(place.dtypes)
            yield Finding("ok", topic, f"{place.what}; {memory}; {dtypes}")
        elif find_spec("torch") is not None:
            yield Finding("note", topic, f"{place.reason}.")


def examine_state_folder() -> Iterator[Finding]:
    """Can what is to be remembered be written? Nothing is created to find out."""
    from platformdirs import user_state_path  # noqa: PLC0415

    folder = user_state_path("attn-tui", appauthor=False)
    there = _nearest_folder(folder)
    if os.access(there, os.W_OK | os.X_OK):
        yield Finding("ok", "state", f"{folder} can be written")
    else:
        yield Finding(
            "fix", "state", f"{there} cannot be written; allow it, or set XDG_STATE_HOME elsewhere."
        )


def _nearest_folder(path: Path) -> Path:
    return next(folder for folder in (path, *path.parents) if folder.exists())
