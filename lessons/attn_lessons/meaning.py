"""What a wrong answer would mean: which cell it belongs to, which step it stopped at."""

from __future__ import annotations

import numpy as np

from attn_engine import Trace
from attn_engine.stages import MATRIX_AXES
from attn_lessons.lesson import CellAsk, NumberAsk
from attn_lessons.numbers import figure
from attn_lessons.places import Sheet, sheet_of

Cell = tuple[int, int]

NEAR = 5.0
"""A number that is off by less than so many tolerances was rounded too early."""
MOST_TERMS = 12
"""In a longer sum a slip cannot be told from chance."""
MOST_ALIKE = 3
"""A number that stands in more cells than this points to none of them."""


def of_number(found: Trace, sheet: Sheet, asked: Cell, given: float, ask: NumberAsk) -> str:
    """What a number that is not the one asked for may have come from."""
    right = sheet.value(*asked)
    slack = max(ask.tolerance, 1e-9)
    if right and abs(given + right) <= slack:
        return "The size is right, the sign is not."
    elsewhere = _elsewhere(sheet, asked, given, slack)
    if elsewhere is not None:
        row, column = elsewhere
        where = f"{figure(given)} stands in {sheet.cell(row, column)}."
        return f"{where} Asked is {sheet.cell(*asked)}."
    step = _other_step(found, sheet, asked, given, slack)
    if step:
        return (
            f"{figure(given)} is what this cell holds in the step {step}; {sheet.stage} is asked."
        )
    slip = _slip(found, sheet, asked, given, slack)
    return slip or _size(sheet, right, given, slack, ask.otherwise)


def _slip(found: Trace, sheet: Sheet, asked: Cell, given: float, slack: float) -> str:
    """A slip in the arithmetic that gives the number: a product left out, doubled or turned round."""
    explanation = found.explain(sheet.stage, sheet.head, *asked, matrix=sheet.name)
    terms = [term for term in explanation.terms if term.product]
    if not 2 <= len(terms) <= MOST_TERMS:
        return ""
    off = given - explanation.result
    for term in terms:
        product = f"{figure(term.a)} × {figure(term.b)}"
        for times, said in (
            (-1, "is left out"),
            (1, "is counted twice"),
            (-2, "has lost its sign"),
        ):
            if abs(off - times * term.product) <= slack:
                return f"{figure(given)} comes out if {product} ({term.label}) {said}."
    return ""


def _size(sheet: Sheet, right: float, given: float, slack: float, otherwise: str) -> str:
    """How a number that stands nowhere differs from the right one; the author's word, if any."""
    for factor in (10, 100, 0.1, 0.01):
        if right and abs(given - right * factor) <= slack * factor:
            return "The digits are right; the decimal point is not in its place."
    if sheet.name == "weights" and not 0 <= given <= 1:
        return f"A weight lies between 0 and 1, and {figure(given)} does not."
    if abs(given - right) <= NEAR * slack and right != round(right):
        return "Close. Round less on the way."
    size = f"{figure(given)} is too {'large' if given > right else 'small'}."
    return f"{size} {otherwise}".rstrip()


def of_cell(sheet: Sheet, right: Cell, picked: Cell, ask: CellAsk) -> str:
    """What a cell that is not the extreme one says."""
    row, column = picked
    if row != right[0]:
        return f"This is the row of {sheet.row(row)}; the row of {sheet.row(right[0])} is asked."
    value = figure(sheet.value(row, column))
    more = "larger" if ask.reference.pick == "largest" else "smaller"
    said = f"{sheet.column(column)} has {value} there; another is {more}."
    return f"{said} {ask.otherwise}".rstrip()


def of_order(right: tuple[str, ...], given: tuple[str, ...]) -> str:
    """How far an order is right, and what comes too early then."""
    if sorted(right) != sorted(given):
        return "Some of the items are missing."
    place = next(n for n, (a, b) in enumerate(zip(right, given, strict=True)) if a != b)
    before = f"The first {place} are right. " if place > 1 else "The first is right. "
    return f"{before if place else ''}“{given[place]}” comes later."


def _elsewhere(sheet: Sheet, asked: Cell, given: float, slack: float) -> Cell | None:
    """Another cell that holds the number: mirrored, in the same row, in the same column, anywhere."""
    with np.errstate(invalid="ignore"):
        matching = np.argwhere(np.abs(sheet.values.astype(float) - given) <= slack)
    cells = [(int(row), int(column)) for row, column in matching]
    mirrored = (asked[1], asked[0])
    if mirrored in cells and sheet.rows == sheet.columns:
        return mirrored
    if len(cells) > MOST_ALIKE:
        return None
    ordered = sorted(cells, key=lambda cell: (cell[0] != asked[0], cell[1] != asked[1]))
    return ordered[0] if ordered else None


def _other_step(found: Trace, sheet: Sheet, asked: Cell, given: float, slack: float) -> str | None:
    """The step whose result, a matrix of the same axes, holds the number in the same cell."""
    for stage in found:
        if stage.key == sheet.stage or MATRIX_AXES[stage.result] != MATRIX_AXES[sheet.name]:
            continue
        other = sheet_of(found, stage.key, sheet.head)
        if abs(other.value(*asked) - given) <= slack:
            return stage.key
    return None
