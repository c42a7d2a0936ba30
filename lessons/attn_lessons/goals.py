"""Goals: whether the live panes show what was to be brought about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attn_engine import Trace
from attn_lessons.lesson import Goal
from attn_lessons.numbers import figure
from attn_lessons.places import Sheet, find_all, sheet_of


@dataclass(frozen=True, eq=False)
class Seen:
    """What the learner has on the panes: the trace, the name its model was asked by, the head."""

    trace: Trace
    model: str
    head: int


def judge_goal(goal: Goal, seen: Seen) -> tuple[bool, str]:
    """Whether the goal is reached, and a sentence: what is there, and what is wanted."""
    astray = _not_as_required(goal, seen)
    if astray:
        return False, astray
    try:
        sheet = sheet_of(seen.trace, goal.stage, seen.head, goal.matrix)
    except ValueError as error:
        return False, f"Not here: {error}."
    rows, columns = find_all(goal.row, sheet.rows), find_all(goal.column, sheet.columns)
    for places, word in ((rows, goal.row), (columns, goal.column)):
        if not places:
            return False, f"The task is about {_named(word)}, which is not there now."
    cells = [(row, column) for row in rows for column in columns]
    if goal.at_least is None and goal.at_most is None:
        return _largest(sheet, cells)
    return _bounded(goal, sheet, cells)


def _largest(sheet: Sheet, cells: list[tuple[int, int]]) -> tuple[bool, str]:
    for row, column in cells:
        if sheet.value(row, column) >= float(np.max(sheet.values[row])):
            return True, f"Reached. {_cell(sheet, row, column)}, the largest of its row."
    row, column = cells[0]
    best = int(np.argmax(sheet.values[row]))
    return False, (
        f"{_cell(sheet, row, column)}; the largest of the row stands at {sheet.column(best)}."
    )


def _bounded(goal: Goal, sheet: Sheet, cells: list[tuple[int, int]]) -> tuple[bool, str]:
    if goal.at_least is not None:
        row, column = max(cells, key=lambda cell: sheet.value(*cell))
        reached = sheet.value(row, column) >= goal.at_least
        wanted = f"{figure(goal.at_least)} or more"
    else:
        assert goal.at_most is not None
        row, column = min(cells, key=lambda cell: sheet.value(*cell))
        reached = sheet.value(row, column) <= goal.at_most
        wanted = f"{figure(goal.at_most)} or less"
    said = _cell(sheet, row, column)
    return reached, f"Reached. {said}." if reached else f"{said}; it takes {wanted}."


def _cell(sheet: Sheet, row: int, column: int) -> str:
    value = figure(sheet.value(row, column))
    return f"R{sheet.cell(row, column)[1:]} has {value}"


def _not_as_required(goal: Goal, seen: Seen) -> str:
    """What is otherwise than the goal requires, in a sentence; "" if nothing is."""
    trace = seen.trace
    plain = trace.variant == "plain"
    present: dict[str, Any] = {
        "text": trace.text,
        "model": seen.model,
        "layer": trace.layer,
        "head": goal.required.get("head") if plain else seen.head,
        "mask": trace.mask,
        "variant": trace.variant,
        "positions": trace.positions,
    }
    for name, wanted in goal.required.items():
        if present[name] != wanted:
            return _ASTRAY[name].format(wanted=_said(wanted), present=_said(present[name]))
    return ""


def _named(word: str | int) -> str:
    return f"row or column {word}" if isinstance(word, int) else word


_ASTRAY = {
    "text": "The words are to stay as they were: {wanted}",
    "model": "This is asked of the model {wanted}; the panes show {present}.",
    "layer": "This is asked in layer {wanted}; the panes show layer {present}.",
    "head": "This is asked in head {wanted}; the panes show head {present}.",
    "mask": "This is asked with the mask {wanted}; now it is {present}.",
    "variant": "This is asked of {wanted} attention; the panes show the {present} one.",
    "positions": "This is asked with positions otherwise than they are now.",
}


def _said(value: Any) -> str:  # noqa: ANN401 - a field of a show
    return "none" if value is None else str(value)
