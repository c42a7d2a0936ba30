"""`attn-tui show STEP --plain`: a step read out in lines, for screen readers and braille displays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_tui.command.cell import find_cell
from attn_tui.plain.panes import all_lines, cell_line, heading_lines
from attn_tui.view.frame import frame_of
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    from attn_tui.command.selection import Selection
    from attn_tui.view.session import Session

MOST_TERMS = 1_000


def read_out(selection: Selection, session: Session, cell: str | None) -> bytes:
    """All rows of a step, or the arithmetic of a cell of its result. CommandError if it is none."""
    trace = selection.trace
    session = replace(session, step=selection.stage.key, head=selection.head or 0)
    if cell is not None:
        place = find_cell(selection, cell)
        session = session.at(place.row, place.column)
    frame = frame_of(trace, session)
    told = all_lines(frame) if cell is None else [cell_line(frame, MOST_TERMS)]
    lines = [*heading_lines(trace, session), *told]
    return "".join(f"{visible(line).rstrip()}\n" for line in lines).encode()
