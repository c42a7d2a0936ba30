"""`attn-tui export`: the walk, or a step of it, as a file that stands by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from attn_tui.command.destination import format_of, keep, suffixes_said
from attn_tui.command.errors import CommandError
from attn_tui.command.output import refuse_terminal, write
from attn_tui.command.requests import EXPORT_FORMATS, PICTURE, ExportFormat
from attn_tui.command.session import accepted, computed, session_for
from attn_tui.command.show import read_text
from attn_tui.terminal.telling import tell
from attn_tui.view.numbers import size

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.command.requests import Export
    from attn_tui.computing import Models
    from attn_tui.export.walk import Walk
    from attn_tui.view.session import Session

OF_ONE_STEP = ("csv", "svg")
"""The formats that hold one step."""
OF_ONE_HEAD = ("text", "csv", "svg", "html", "py")
FIRST_STEP = "tokenize"


def export(
    request: Export, stdin: TextIO | None, stdout: TextIO | None, stderr: TextIO | None
) -> None:
    """Write the file, and say on stderr that it is there.

    Raises CommandError, before anything is written, for what cannot be done.
    """
    form = _format(request)
    _check(request, form, stdout)
    text = accepted(read_text("export", stdin) if request.text is None else request.text)
    models: Models = {}
    session = session_for(request.computation, text, request.layer)
    trace = computed(session, models)
    content = _content(request, form, trace, session, models)
    write(content, request.output, stdout)
    if stderr is not None and request.output is not None and Path(request.output).is_file():
        tell(f"written: {request.output} ({size(len(content))})", stderr)


def _format(request: Export) -> ExportFormat:
    """The format that is asked for, or that of the file's suffix."""
    form = format_of(request.format, request.output, EXPORT_FORMATS)
    if form is None:
        raise CommandError(
            'export needs --output FILE, as in attn-tui export "River bank" --output walk.html; '
            f"or --format to print; {suffixes_said(EXPORT_FORMATS)}"
        )
    return form


def _check(request: Export, form: ExportFormat, stdout: TextIO | None) -> None:
    """Refuse before anything is computed."""
    if form in OF_ONE_STEP and request.step is None:
        raise CommandError(f"{form} holds one step; name it, as in --step softmax")
    if form not in {*OF_ONE_STEP, "text", "npz", "json"} and request.step is not None:
        raise CommandError(f"{form} holds the whole walk; leave out --step")
    if form in OF_ONE_HEAD and request.all_heads:
        raise CommandError(f"{form} shows one head; name it with --head N")
    if request.size is not None and form != "svg":
        raise CommandError(f"--width and --height are those of svg; {form} has none")
    if form == "npz":
        refuse_terminal(request.output, stdout)
    keep(request.output, request.force)


def _content(
    request: Export, form: ExportFormat, trace: Trace, session: Session, models: Models
) -> bytes:
    from dataclasses import replace  # noqa: PLC0415

    from attn_tui.export.walk import Walk  # noqa: PLC0415 - these load NumPy
    from attn_tui.export.writers import STEP_WRITERS, WALK_WRITERS  # noqa: PLC0415

    head = request.head or 0
    if not 0 <= head < trace.n_heads:
        raise CommandError(f"no head {head}; the heads are 0 to {trace.n_heads - 1}")
    row = _row(request.row, trace)
    placed = replace(session, head=head, row=row, key=_most(trace, head, row))
    walk = Walk(trace, replace(placed, step=request.step or FIRST_STEP))
    if form == "svg":
        return _picture(request, walk, models)
    writers = WALK_WRITERS if request.step is None else STEP_WRITERS
    return writers[form](walk, request.head)


def _row(word: str, trace: Trace) -> int:
    """The row that a word or a number means."""
    from attn_lessons.places import find  # noqa: PLC0415
    from attn_lessons.written import word_of  # noqa: PLC0415

    try:
        return find(word_of(word), tuple(token.text for token in trace.tokens), "row")
    except ValueError as error:
        raise CommandError(f"--row: {error}") from None


def _most(trace: Trace, head: int, row: int) -> int:
    """The key that a row looks at most."""
    return int(trace["softmax"]["weights"].of_head(head).values[row].argmax())


def _picture(request: Export, walk: Walk, models: Models) -> bytes:
    from attn_tui.export.headless import picture_of  # noqa: PLC0415 - Textual

    size = request.size or PICTURE
    picture = picture_of(walk.session, models, size, request.terminal)
    return picture.as_svg(f"attn-tui: {walk.session.step}")
