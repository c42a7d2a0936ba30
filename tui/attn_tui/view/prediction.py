"""Predict before you see: a veiled row, a guess, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from attn_lessons.numbers import parse_number
from attn_tui.view.arithmetic import explain_cell
from attn_tui.view.narration import quoted
from attn_tui.view.numbers import number, ordinal

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.board import Board
    from attn_tui.view.session import Session


@dataclass(frozen=True)
class Prediction:
    """A row that the learner predicts; `typed` is the value typed so far, "" to pick a cell."""

    row: int
    typed: str = ""


def prompt_of(board: Board, prediction: Prediction) -> tuple[str, str]:
    """What the learner is asked, in two lines."""
    row = quoted(board.result.rows.labels[prediction.row])
    column = quoted(board.result.columns.labels[board.cursor[1]])
    if prediction.typed:
        return (
            f"Your value for the cell {row}, {column}: {prediction.typed}▏",
            "Enter: check it.  Backspace: correct it.  Esc: give up.",
        )
    return (
        f"Predict the row of {row}: where is its largest value? Now at {column}.",
        "← → choose, Enter checks. Or type the value of this cell. Esc gives up.",
    )


def parse_value(typed: str) -> float:
    """The number a learner typed: 0.5, .5, -1, 1/2; ValueError with a sentence otherwise."""
    value = parse_number(typed)
    if value is None:
        raise ValueError(f"{typed} is not a number: type one like 0.5, -1.2 or 1/2")
    return value


def judge(trace: Trace, session: Session, board: Board, prediction: Prediction) -> tuple[str, str]:
    """How far off the guess is, and why; two lines. ValueError when the typed value is no number."""
    values = board.result.values[prediction.row]
    column = board.cursor[1]
    why = explain_cell(trace, session, (prediction.row, column)).text
    if prediction.typed:
        return _judge_value(parse_value(prediction.typed), float(values[column]), why)
    return _judge_choice(trace, session, board, prediction.row, why)


def _judge_value(guess: float, truth: float, why: str) -> tuple[str, str]:
    if guess == truth or abs(guess - truth) <= 0.005:
        return f"Right: it is {number(truth)}.", why
    if not np.isfinite(truth):
        return f"It is {number(truth)}: this cell is masked.", why
    off = abs(guess - truth)
    close = "Close" if off <= max(0.05, 0.1 * abs(truth)) else "Not yet"
    return f"{close}: you said {number(guess)}, it is {number(truth)}, {number(off)} off.", why


def _judge_choice(
    trace: Trace, session: Session, board: Board, row: int, why: str
) -> tuple[str, str]:
    values = board.result.values[row]
    labels = board.result.columns.labels
    chosen, best = board.cursor[1], int(np.argmax(values))
    if values[chosen] == values[best]:
        return f"Right: {quoted(labels[chosen])} is the largest, {number(values[chosen])}.", why
    place = 1 + int((values > values[chosen]).sum())
    verdict = (
        f"{quoted(labels[chosen])} is {number(values[chosen])}, the {ordinal(place)}; the largest is "
        f"{quoted(labels[best])}, {number(values[best])}."
    )
    return verdict, explain_cell(trace, session, (row, best)).text
