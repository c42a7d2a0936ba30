"""How a step and the whole walk become bytes: a writer for each format that holds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attn_tui.command import formats
from attn_tui.command.selection import select
from attn_tui.export.script import as_script
from attn_tui.export.walk_json import walk_as_json
from attn_tui.export.walk_npz import walk_as_npz
from attn_tui.export.walk_text import step_as_text, walk_as_text

if TYPE_CHECKING:
    from attn_tui.command.requests import ExportFormat
    from attn_tui.command.selection import Selection
    from attn_tui.export.walk import Walk

Writer = Callable[["Walk", int | None], bytes]
"""Writes a head, None for all; what holds one head alone, or always all, takes no notice."""


def _as_it_is(write: Callable[[Walk], bytes]) -> Writer:
    return lambda walk, _: write(walk)


def _selected(write: Callable[[Selection], bytes]) -> Writer:
    return lambda walk, head: write(select(walk.trace, walk.session.step, head, None))


def _csv(walk: Walk, _: int | None) -> bytes:
    """One head, since a sheet has no more than two axes."""
    return _selected(formats.as_csv)(walk, walk.session.head)


def _html(walk: Walk, _: int | None) -> bytes:
    from attn_tui.export.page import as_html  # noqa: PLC0415 - more than all other writers need

    return as_html(walk)


STEP_WRITERS: dict[ExportFormat, Writer] = {
    "text": _as_it_is(step_as_text),
    "csv": _csv,
    "json": _selected(formats.as_json),
    "npz": _selected(formats.as_npz),
}

WALK_WRITERS: dict[ExportFormat, Writer] = {
    "html": _html,
    "py": _as_it_is(as_script),
    "npz": _as_it_is(walk_as_npz),
    "text": _as_it_is(walk_as_text),
    "json": walk_as_json,
}
