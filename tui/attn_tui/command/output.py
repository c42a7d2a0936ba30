"""Where the output goes: to stdout, or to a file that appears whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from attn_tui.command.errors import CommandError


def write(content: bytes, output: str | None, stdout: TextIO) -> None:
    """Write to the file named `output`, or to stdout if it is None.

    stdout gets the bytes as they are, so that output is UTF-8 whatever the locale says. Raises
    CommandError, in one sentence, where the file cannot be written; a file that was there is then
    as it was.
    """
    if output is None:
        stdout.flush()
        stdout.buffer.write(content)
        stdout.buffer.flush()
        return
    try:
        _write_file(content, Path(os.path.realpath(output)))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f"cannot write {output!r}: {reason}") from None


def _write_file(content: bytes, path: Path) -> None:
    if path.exists() and not path.is_file():
        # A device or a pipe is written to; replacing it by a file would be wrong.
        path.write_bytes(content)
        return
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(temporary, _mode_for(path))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _mode_for(path: Path) -> int:
    """The permissions of the file that is there, or those of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
