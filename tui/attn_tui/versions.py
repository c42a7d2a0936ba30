"""Which version of a package is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_of(package: str) -> str | None:
    """The version; None where the package is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
