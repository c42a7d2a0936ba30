"""What `--output FILE` means for every command that has it: its format, and what is kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from attn_tui.command.errors import CommandError
from attn_tui.command.requests import ExportFormat
from attn_tui.export.names import suffix_of

Form = TypeVar("Form", bound=ExportFormat)


def suffixes_said(formats: Sequence[ExportFormat]) -> str:
    """The suffixes that a file may have for its format to be known."""
    return f"the suffixes are {', '.join(map(suffix_of, formats))}"


def format_of(
    asked: Form | None, output: str | None, formats: Sequence[Form], bare: Form | None = None
) -> Form | None:
    """The format that is asked for, else that of the file's suffix; `bare` without a suffix.

    Raises CommandError for a suffix that is not that of any of the formats.
    """
    if asked is not None or output is None:
        return asked
    suffix = Path(output).suffix.lower()
    if not suffix and bare:
        return bare
    for form in formats:
        if suffix in {suffix_of(form), f".{form}"}:
            return form
    raise CommandError(
        f"--output {output!r} does not tell the format; {suffixes_said(formats)}, or give --format"
    )


def keep(output: str | None, force: bool) -> None:
    """Raise CommandError where a file is there already and nothing says to write over it."""
    if output is not None and not force and os.path.isfile(output):
        raise CommandError(f"there is a file {output!r} already; --force writes over it")
