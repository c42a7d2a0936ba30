"""From the fields of a show to what the panes show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attn_engine import STAGE_KEYS
from attn_lessons.block import Block
from attn_lessons.lesson import Show

MOST_TEXT = 2_000
"""Characters of a text; a longer one is no example, and every task computes it anew."""


def read_scene(block: Block, before: Show) -> Show:
    """What a block makes of the scene before it; whatever is wrong in it the block has noted."""
    changes = scene_fields(block)
    if block.has("stage"):
        changes["stage"] = block.one_of("stage", STAGE_KEYS)
    if block.has("pane"):
        changes["pane"] = block.text("pane", "") or None
    pane_kept = changes.get("pane", before.pane) == before.pane
    options = before.pane_options if pane_kept else {}
    changes["pane_options"] = block.mapping("pane_options", options)
    moved = any(
        changes.get(name, getattr(before, name)) != getattr(before, name)
        for name in ("text", "stage", "model")
    )
    if block.has("cell"):
        changes["cell"] = block.cell("cell")
    elif moved:
        changes["cell"] = None
    if block.has("operands"):
        changes["operands"] = block.flag("operands")
    elif moved or not pane_kept:
        changes["operands"] = True
    if block.has("plot"):
        changes["plot"] = block.flag("plot")
    elif moved or not pane_kept:
        changes["plot"] = None
    return before if block.faults else replace(before, **changes)


def scene_fields(block: Block) -> dict[str, Any]:
    """The fields of a show that are written here, other than the step, the cell and the pane."""
    fields: dict[str, Any] = {}
    for name in ("text", "model"):
        if block.has(name):
            fields[name] = block.text(name)
    if len(fields.get("text", "")) > MOST_TEXT:
        block.fault(f"a text has at most {MOST_TEXT} characters", "text")
        fields["text"] = ""
    for name in ("layer", "head"):
        if block.has(name):
            fields[name] = block.whole(name)
    if block.has("mask"):
        mask = block.text("mask", "none")
        fields["mask"] = None if mask in {"", "none"} else mask
    if block.has("variant"):
        fields["variant"] = block.one_of("variant", ("learned", "plain"))
    if block.has("positions"):
        fields["positions"] = block.flag("positions")
    return fields
