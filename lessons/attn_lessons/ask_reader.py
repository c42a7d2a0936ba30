"""From the block of a task to the task."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any

from attn_engine import STAGE_KEYS
from attn_lessons.block import Block
from attn_lessons.lesson import (
    Ask,
    CellAsk,
    ChoiceAsk,
    CodeAsk,
    Goal,
    GoalAsk,
    NumberAsk,
    Option,
    OrderAsk,
    Reference,
    Show,
)
from attn_lessons.scene_reader import read_scene, scene_fields

TOLERANCE = 0.005
"""What a number may be off where the task does not say."""


MOST_CHOICES = 9
"""A choice is made with a single figure."""

_LIST_ITEM = re.compile(r"\s*(\d{1,9}[.)]|[-*+])\s")


def read_ask(block: Block, standard_id: str, scene: Show) -> Ask | None:
    """The task in a block; None if anything in it is wrong, which the block has noted then.

    `scene` is what the panes show while it is asked.
    """
    kind = block.one_of("kind", tuple(_READERS))
    common: dict[str, Any] = {
        "id": block.text("id", standard_id),
        "prompt": block.text("prompt"),
        "hints": block.texts("hints", ()),
        "explanation": block.text("explanation"),
        "line": block.line,
        "then": _then(block, scene),
    }
    if not any(hint.strip() for hint in common["hints"]):
        block.fault("a task needs at least one hint: hints = [ ... ]")
    for name in ("prompt", "explanation"):
        if _LIST_ITEM.match(common[name]):
            block.fault(f"{name} begins like an item of a list; put a word first", name)
    if kind not in _READERS:
        return None
    ask = _READERS[kind](block, common)
    block.refuse_others()
    return None if block.faults else ask


def _then(block: Block, scene: Show) -> Show | None:
    if not block.has("then"):
        return None
    part = block.part("then")
    shown = read_scene(part, scene)
    part.refuse_others()
    return shown


def _number(block: Block, common: dict[str, Any]) -> Ask:
    tolerance = block.number("tolerance", TOLERANCE)
    if tolerance < 0:
        block.fault("tolerance must be 0 or more", "tolerance")
    part = block.part("reference")
    row, column = part.cell("cell")
    reference = _reference(part, row=row, column=column)
    otherwise = block.text("otherwise", "")
    return NumberAsk(**common, reference=reference, tolerance=tolerance, otherwise=otherwise)


def _cell(block: Block, common: dict[str, Any]) -> Ask:
    part = block.part("reference")
    pick = part.one_of("pick", ("largest", "smallest"))
    reference = _reference(part, row=part.word("row"), pick=pick)
    return CellAsk(**common, reference=reference, otherwise=block.text("otherwise", ""))


def _reference(part: Block, **found: Any) -> Reference:  # noqa: ANN401 - fields of a Reference
    stage = part.one_of("stage", STAGE_KEYS)
    matrix = part.text("matrix") if part.has("matrix") else None
    changes = scene_fields(part)
    if part.has("operands"):
        changes["operands"] = part.flag("operands")
    part.refuse_others()
    return Reference(stage=stage, matrix=matrix, changes=changes, **found)


def _choice(block: Block, common: dict[str, Any]) -> Ask:
    options = []
    for part in block.parts("options", "text"):
        option = Option(part.text("text"), part.flag("right"), part.text("why", ""))
        part.refuse_others()
        if not option.right and not option.why.strip():
            part.fault(f"the option {option.text!r} is wrong; say why: why = ...")
        options.append(option)
    if sum(option.right for option in options) != 1:
        block.fault("of the options exactly one must have right = true", "options")
    if not 2 <= len(options) <= MOST_CHOICES:
        block.fault(f"a choice has two to {MOST_CHOICES} options", "options")
    return ChoiceAsk(**common, options=tuple(options))


def _order(block: Block, common: dict[str, Any]) -> Ask:
    items = block.texts("items")
    if not 2 <= len(items) <= MOST_CHOICES or len(set(items)) != len(items):
        block.fault(
            f"items must be two to {MOST_CHOICES}, all different, in the right order", "items"
        )
    return OrderAsk(**common, items=items)


def _goal(block: Block, common: dict[str, Any]) -> Ask:
    part = block.part("goal")
    if sum(map(part.has, ("largest", "at_least", "at_most"))) != 1:
        part.fault("a goal has one of largest = [row, column], at_least, at_most")
    if part.has("largest"):
        row, column = part.cell("largest")
    else:
        row, column = part.word("row"), part.word("column")
    goal = Goal(
        part.one_of("stage", STAGE_KEYS),
        row,
        column,
        matrix=part.text("matrix") if part.has("matrix") else None,
        at_least=part.number("at_least") if part.has("at_least") else None,
        at_most=part.number("at_most") if part.has("at_most") else None,
        required=scene_fields(part),
    )
    part.refuse_others()
    solving = block.part("solution")
    solution = scene_fields(solving)
    solving.refuse_others()
    return GoalAsk(**common, goal=goal, solution=solution)


def _code(block: Block, common: dict[str, Any]) -> Ask:
    signature = block.text("signature")
    inputs = {name: _axes(block, name, axes) for name, axes in block.mapping("inputs").items()}
    arguments = _arguments(signature)
    if arguments is None:
        block.fault("signature must be the first line of a function: def name(x, y):", "signature")
    elif arguments != list(inputs):
        block.fault("inputs must name the arguments of the signature in their order", "inputs")
    reference = block.text("reference")
    start = block.text("start")
    return CodeAsk(**common, signature=signature, start=start, reference=reference, inputs=inputs)


def _axes(block: Block, name: str, axes: Any) -> tuple[str | int, ...]:  # noqa: ANN401 - from TOML
    good = isinstance(axes, list) and all(
        (isinstance(axis, str) and axis.isidentifier()) or (type(axis) is int and 0 < axis <= 64)
        for axis in axes
    )
    if not good:
        block.fault(f'the axes of {name} must be letters or numbers, as in ["n", 3]', "inputs")
        return ()
    return tuple(axes)


def _arguments(signature: str) -> list[str] | None:
    """The names of the arguments of a function's first line; None if it is not one."""
    try:
        parsed = ast.parse(f"{signature}\n    pass").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if len(parsed) != 1 or not isinstance(parsed[0], ast.FunctionDef):
        return None
    return [argument.arg for argument in parsed[0].args.args]


_READERS: Mapping[str, Callable[[Block, dict[str, Any]], Ask]] = {
    "number": _number,
    "cell": _cell,
    "choice": _choice,
    "order": _order,
    "goal": _goal,
    "code": _code,
}
