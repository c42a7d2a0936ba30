"""Right answers, computed by the engine where they are asked for, and the judging of given ones."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from attn_engine import Trace
from attn_lessons import meaning
from attn_lessons.code_runner import run_code, solution_source
from attn_lessons.goals import Seen, judge_goal
from attn_lessons.lesson import (
    Ask,
    CellAsk,
    ChoiceAsk,
    CodeAsk,
    GoalAsk,
    NumberAsk,
    OrderAsk,
    Reference,
    Show,
)
from attn_lessons.numbers import figure, parse_number
from attn_lessons.places import (
    Models,
    Sheet,
    find,
    sheet_of,
    standard_model,
    traced,
)

AS_LARGE = 1e-6
"""Cells whose values differ by less are equally large."""


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what is said to it: for a wrong one, what it would mean.

    `counts` says whether it was an answer at all, worth being asked again after some days.
    """

    right: bool
    text: str
    counts: bool = True


def answer_of(ask: Ask, show: Show, models: Models = standard_model) -> Any:  # noqa: ANN401
    """The right answer, in the form in which `judge` takes it. `show` is the scene of the step.

    - number: a float. cell: (row, column), counted from 0 in the whole matrix.
    - choice: the index of the option. order: the items, a tuple.
    - goal: a Seen of the task's solution. code: the source of a function.

    Raises ValueError, one sentence, if there is none.
    """
    if isinstance(ask, NumberAsk):
        sheet = _sheet(ask.reference, show, models)[1]
        return _finite(sheet, _indices(ask.reference, sheet))
    if isinstance(ask, CellAsk):
        return _extreme_cells(ask.reference, _sheet(ask.reference, show, models)[1])[0]
    if isinstance(ask, ChoiceAsk):
        return next(n for n, option in enumerate(ask.options) if option.right)
    if isinstance(ask, OrderAsk):
        return ask.items
    if isinstance(ask, GoalAsk):
        solved = ask.solved(show)
        return Seen(traced(solved, models), solved.model, solved.head)
    assert isinstance(ask, CodeAsk)
    return solution_source(ask)


def judge(
    ask: Ask,
    show: Show,
    answer: Any,  # noqa: ANN401 - what the learner gave, in the form of `answer_of`
    models: Models = standard_model,
) -> Verdict:
    """Whether an answer is right. A number may also be text as it was typed.

    Blocks for up to five seconds for code. Raises ValueError where `answer_of` does.
    """
    if isinstance(ask, NumberAsk):
        return _judge_number(ask, show, answer, models)
    if isinstance(ask, CellAsk):
        return _judge_cell(ask, show, answer, models)
    if isinstance(ask, ChoiceAsk):
        option = ask.options[answer]
        return Verdict(option.right, "Right." if option.right else option.why)
    if isinstance(ask, OrderAsk):
        given = tuple(answer)
        return Verdict(
            given == ask.items,
            "Right." if given == ask.items else meaning.of_order(ask.items, given),
        )
    if isinstance(ask, GoalAsk):
        reached, text = judge_goal(ask.goal, answer)
        return Verdict(reached, text, counts=reached)
    assert isinstance(ask, CodeAsk)
    result = run_code(ask, answer)
    return Verdict(result.right, result.text)


def shuffled(ask: OrderAsk, seed: int) -> tuple[str, ...]:
    """The items in an order that is not the right one, always the same for a seed."""
    items = list(ask.items)
    shuffle = random.Random(seed).shuffle
    while tuple(items) == ask.items:
        shuffle(items)
    return tuple(items)


def _judge_number(ask: NumberAsk, show: Show, answer: str | float, models: Models) -> Verdict:
    given = parse_number(answer) if isinstance(answer, str) else float(answer)
    if given is None:
        return Verdict(False, "That is no number; write it like 0.5, .5 or 1/2.", counts=False)
    found, sheet = _sheet(ask.reference, show, models)
    asked = _indices(ask.reference, sheet)
    right = _finite(sheet, asked)
    # What a learner reads on screen or works out by hand is rounded; so is what the engine stores.
    if abs(given - right) <= ask.tolerance + abs(right) * 1e-6:
        return Verdict(True, f"Right: {figure(right)}.")
    return Verdict(False, meaning.of_number(found, sheet, asked, given, ask))


def _finite(sheet: Sheet, cell: tuple[int, int]) -> float:
    value = sheet.value(*cell)
    if not np.isfinite(value):
        raise ValueError(f"this cell holds {value}, which is no number to answer with")
    return value


def _judge_cell(ask: CellAsk, show: Show, answer: tuple[int, int], models: Models) -> Verdict:
    _, sheet = _sheet(ask.reference, show, models)
    right = _extreme_cells(ask.reference, sheet)
    row, column = answer
    if not (0 <= row < len(sheet.rows) and 0 <= column < len(sheet.columns)):
        return Verdict(False, "This cell is outside the matrix that is asked about.")
    if (row, column) in right:
        value = figure(sheet.value(row, column))
        return Verdict(True, f"Right: {value} in row {sheet.row(row)}.")
    assert ask.reference.pick is not None
    return Verdict(False, meaning.of_cell(sheet, right[0], (row, column), ask))


def _sheet(reference: Reference, show: Show, models: Models) -> tuple[Trace, Sheet]:
    scene = reference.scene(show)
    found = traced(scene, models)
    return found, sheet_of(found, reference.stage, scene.head, reference.matrix)


def _indices(reference: Reference, sheet: Sheet) -> tuple[int, int]:
    assert reference.column is not None
    return find(reference.row, sheet.rows, "row"), find(reference.column, sheet.columns, "column")


def _extreme_cells(reference: Reference, sheet: Sheet) -> list[tuple[int, int]]:
    """All cells that are the largest or smallest of the row asked about."""
    row = find(reference.row, sheet.rows, "row")
    sign = 1 if reference.pick == "largest" else -1
    values = [sign * sheet.value(row, column) for column in range(len(sheet.columns))]
    return [(row, n) for n, value in enumerate(values) if value >= max(values) - AS_LARGE]


__all__ = ["Seen", "Verdict", "answer_of", "judge", "shuffled"]
