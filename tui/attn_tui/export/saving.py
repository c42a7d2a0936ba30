"""Writing what is taken away: whole or not at all, and never over a file by mistake."""

from __future__ import annotations

from pathlib import Path

from attn_tui.command.errors import CommandError
from attn_tui.command.output import write


class TakenError(ValueError):
    """There is such a file already."""


def save(content: bytes, name: str, *, over: bool = False) -> Path:
    """Write a file; where it is, in full.

    Raises TakenError where there is a file and not `over`, else ValueError, each with one sentence.
    """
    if not name.strip():
        raise ValueError("a file needs a name")
    try:
        path = Path(name).expanduser()
        if path.is_dir():
            raise ValueError(f"{name!r} is a folder; add the name of a file")
        if not path.parent.is_dir():
            raise ValueError(f"there is no folder {str(path.parent)!r}")
        if path.is_file() and not over:
            raise TakenError(f"there is a file {name!r} already")
        write(content, str(path), None)
    except CommandError as error:
        raise ValueError(str(error)) from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(f"cannot write {name!r}: {reason}") from None
    return path.resolve()
