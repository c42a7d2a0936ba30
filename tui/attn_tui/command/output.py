"""Where the output goes: to stdout, or to a file that appears whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from attn_tui.command.errors import CommandError


def refuse_terminal(output: str | None, stdout: TextIO | None) -> None:
    """Raise CommandError where an archive of arrays would be written to a terminal."""
    if output is None and stdout is not None and stdout.isatty():
        raise CommandError(
            "npz is for programs and would garble the terminal; name a file with --output FILE"
        )


def write_text(
    content: bytes, output: str | None, stdout: TextIO | None, ascii_only: bool = False
) -> None:
    """Write UTF-8 text for people as `write` does, every character of it ASCII if that is asked."""
    write(_spelt(content) if ascii_only else content, output, stdout)


def _spelt(content: bytes) -> bytes:
    from attn_tui.terminal.ascii_spelling import as_ascii  # noqa: PLC0415 - rarely asked for
    from attn_tui.terminal.cells import cells_of  # noqa: PLC0415

    lines = content.decode().split("\n")
    return "\n".join("".join(as_ascii(cells_of(line))) for line in lines).encode()


def write(content: bytes, output: str | None, stdout: TextIO | None) -> None:
    """Write to the file named `output`, or to stdout if it is None.

    stdout gets the bytes as they are, so that output is UTF-8 whatever the locale says. Raises
    CommandError, in one sentence, where the file cannot be written; a file that was there is then
    as it was.
    """
    try:
        if output is not None:
            _write_file(content, Path(os.path.realpath(output)))
        elif stdout is None:
            raise CommandError("there is no output to write to; use --output FILE")
        else:
            stdout.buffer.write(content)
            stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        where = "to the output" if output is None else repr(output)
        raise CommandError(f"cannot write {where}: {error.strerror}") from None


def _write_file(content: bytes, path: Path) -> None:
    if path.exists() and not path.is_file():
        # A device or a pipe is written to; replacing it by a file would be wrong.
        path.write_bytes(content)
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
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
