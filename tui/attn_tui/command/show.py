"""`attn-tui show`: print one step and leave, for pipes, screen readers and scripts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from attn_tui.command.destination import keep
from attn_tui.command.errors import CommandError
from attn_tui.command.output import refuse_terminal, write_text
from attn_tui.command.session import accepted, computed, session_for
from attn_tui.text_input import CHARACTER_LIMIT

if TYPE_CHECKING:
    from attn_tui.command.requests import Show
    from attn_tui.command.selection import Selection

MOST_BYTES = 4 * CHARACTER_LIMIT
"""No text within the limit has more in UTF-8; reading stops there, so that an endless pipe ends."""

COLUMNS = 80
"""The width of tables elsewhere than on a terminal."""


def show(request: Show, stdin: TextIO | None, stdout: TextIO | None) -> None:
    """Print the step. Raises CommandError, before anything is written, for what cannot be done."""
    terminal = stdout if request.output is None and stdout and stdout.isatty() else None
    keep(request.output, request.force)
    if request.format == "npz":
        refuse_terminal(request.output, stdout)
    text = accepted(
        read_text(f"show {request.step}", stdin) if request.text is None else request.text
    )
    trace = computed(session_for(request.computation, text, request.layer))

    from attn_tui.command.selection import select  # noqa: PLC0415 - these load NumPy

    selection = select(trace, request.step, request.head, request.matrix)
    if request.plain:
        from attn_tui.command.show_plain import read_out  # noqa: PLC0415

        session = session_for(request.computation, text, request.layer)
        write_text(read_out(selection, session, request.cell), None, stdout, request.ascii)
        return
    content = _content(request, selection, _width(terminal))
    spelt = request.ascii and request.format == "text"
    write_text(_shown(content) if terminal else content, request.output, stdout, spelt)


def read_text(command: str, stdin: TextIO | None) -> str:
    """The text that is piped in, as UTF-8. Raises CommandError where there is none to read."""
    if stdin is None or stdin.isatty():
        raise CommandError(
            f'{command} needs a text, from a pipe or as in attn-tui {command} "River bank"'
        )
    piped = stdin.buffer.read(MOST_BYTES + 1)
    if len(piped) > MOST_BYTES:
        raise CommandError(
            f"the piped text has more than {CHARACTER_LIMIT:,} characters, the limit; "
            "give a shorter one"
        )
    try:
        return piped.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(
            f"the piped text is not UTF-8: it has the byte 0x{piped[error.start]:02x} at offset "
            f"{error.start}; save it as UTF-8"
        ) from None


def _width(terminal: TextIO | None) -> int:
    """The columns of the terminal, if there is one and it says how many."""
    return (terminal and os.get_terminal_size(terminal.fileno()).columns) or COLUMNS


def _shown(content: bytes) -> bytes:
    """As a terminal may get it; a pipe or a file gets every character as it is."""
    from attn_tui.view.safe_text import visible  # noqa: PLC0415

    return "\n".join(map(visible, content.decode().split("\n"))).encode()


def _content(request: Show, selection: Selection, width: int) -> bytes:
    from attn_tui.command import cell, formats, tables  # noqa: PLC0415

    if request.cell is not None:
        return cell.write_cell(selection, cell.find_cell(selection, request.cell), request.format)
    if request.format == "json":
        return formats.as_json(selection)
    if request.format == "csv":
        return formats.as_csv(selection)
    if request.format == "npz":
        return formats.as_npz(selection)
    return tables.as_text(selection, width).encode()
