"""All ten steps as JSON, each as `show` writes it."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.command.formats import dumps, step_object
from attn_tui.command.selection import select
from attn_tui.export.picked import picked, picked_ids
from attn_tui.export.walk import Walk, facts
from attn_tui.view.titles import STEP_KEYS

OF_A_STEP = ("stage", "title", "formula", "result", "matrices")


def walk_as_json(walk: Walk, head: int | None) -> bytes:
    """One JSON object on one line; its schema is stable (`"schema": 1`).

    What was computed and how ("text", "model", "layer", ...), "tokens" and "key_tokens", and
    "steps": a list of the ten, each with "stage", "title", "formula", "result" and "matrices" as
    `show` writes them. Of axes over the vocabulary there are the words of the text alone;
    "vocabulary_ids" says which. `head` None means all heads.
    """
    told = facts(walk) | {"head": "all" if head is None else head}
    steps = [_step(walk, key, head) for key in STEP_KEYS]
    return dumps({"schema": 1, **told, "vocabulary_ids": picked_ids(walk.trace), "steps": steps})


def _step(walk: Walk, key: str, head: int | None) -> dict[str, object]:
    selection = select(walk.trace, key, head, None)
    matrices = tuple(picked(walk.trace, matrix) for matrix in selection.matrices)
    told = step_object(replace(selection, matrices=matrices))
    return {name: told[name] for name in OF_A_STEP}
