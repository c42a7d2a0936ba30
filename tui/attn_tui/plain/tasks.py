"""A task as lines: its question, how to answer, what was said to the answer, the explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_lessons.lesson import CellAsk, ChoiceAsk, CodeAsk, GoalAsk, NumberAsk, OrderAsk
from attn_tui.plain.answers import asked_sheet
from attn_tui.plain.spoken import one_line, prose_lines, spoken
from attn_tui.plain.steps import read_out
from attn_tui.view.labels import label
from attn_tui.view.marked_text import visible_lines
from attn_tui.view.task_state import verdict_word

if TYPE_CHECKING:
    from attn_lessons.answers import Verdict
    from attn_lessons.lesson import Ask, Show
    from attn_lessons.places import Models
    from attn_tui.view.task_state import TaskState

RUN = "."
"""The line that runs what was written."""

MOST_COLUMNS = 16
"""Columns that are listed to choose from."""

KINDS = {
    "number": "a number", "cell": "a cell", "choice": "a choice", "order": "an order",
    "goal": "something to bring about", "code": "code to write",
}  # fmt: skip


def question_lines(
    ask: Ask, state: TaskState, scene: Show, models: Models, place: tuple[int, int]
) -> list[str]:
    """The question, what there is to choose from, how to answer; `place` is which task of how many."""
    number, count = place
    which = f"Task {number} of {count}" if count > 1 else "Task"
    lines = [f"{which}, {KINDS[ask.kind]}. {one_line(ask.prompt)}"]
    if isinstance(ask, ChoiceAsk):
        lines += [f"{n}. {one_line(each.text)}" for n, each in enumerate(ask.options, 1)]
    elif isinstance(ask, OrderAsk):
        lines += [f"{n}. {one_line(each)}" for n, each in enumerate(state.items, 1)]
    elif isinstance(ask, CodeAsk):
        lines += ["The function begins so:", *f"{ask.signature}\n{ask.start}".split("\n")]
    return [*lines, *_how(ask, state, scene, models)]


def _how(ask: Ask, state: TaskState, scene: Show, models: Models) -> list[str]:
    """How an answer is written."""
    if isinstance(ask, NumberAsk):
        return ["Answer with a number, as in 0.5, -3 or 1/2."]
    if isinstance(ask, ChoiceAsk):
        return [f"Answer with a number from 1 to {len(ask.options)}."]
    if isinstance(ask, OrderAsk):
        example = " ".join(str(n) for n in range(len(state.items), 0, -1))
        return [f"Answer with the numbers in their right order, as in {example}."]
    if isinstance(ask, CellAsk):
        return _how_cell(ask, scene, models)
    if isinstance(ask, GoalAsk):
        return ["Change what is shown by commands; each change is checked. help lists them."]
    return [
        "Write it line by line, or only what stands below def. A line with only a full stop runs it.",
        "Once you have begun to write, commands need a colon, as in :hint; :again begins anew.",
    ]


def _how_cell(ask: CellAsk, scene: Show, models: Models) -> list[str]:
    sheet = asked_sheet(ask, scene, models)
    columns = [label(sheet.column(place)) for place in range(len(sheet.columns))]
    if len(columns) > MOST_COLUMNS:
        columns = [*columns[:3], f"... to {columns[-1]}"]
    row = ask.reference.row
    row = label(row) if isinstance(row, str) else label(sheet.rows[row])
    return [
        f"The columns are {', '.join(columns)}.",
        f"Answer with a column, or with row and column, as in {row}, {columns[0]}.",
    ]


def verdict_lines(ask: Ask, verdict: Verdict, answer: object = None) -> list[str]:
    """What an answer means, the verdict in its first words."""
    if isinstance(ask, ChoiceAsk):
        said = prose_lines(verdict.text)
        if verdict.right and isinstance(answer, int):
            said = [f"Right: {one_line(ask.options[answer].text)}."]
    else:
        said = [spoken(line) for line in visible_lines(verdict.text).split("\n") if line.strip()]
    word = verdict_word(ask, verdict)
    return [f"{word} {''.join(said[:1])}".strip(), *said[1:]] if word else said


def printed_lines(printed: str) -> list[str]:
    """What the learner's code printed."""
    lines = visible_lines(printed.rstrip("\n")).split("\n") if printed.strip() else []
    return ["It printed:", *lines] if lines else []


def hint_lines(ask: Ask, state: TaskState) -> list[str]:
    """The hint that was asked for last."""
    count = len(ask.hints)
    which = f"Hint {state.hints} of {count}" if count > 1 else "Hint"
    first, *more = read_out(ask.hints[state.hints - 1])
    return [f"{which}: {first}", *more]


def function_of(ask: CodeAsk, lines: list[str]) -> str:
    """The lines as a function: those of its body alone get the signature above them."""
    if any(line.startswith("def ") for line in lines):
        return "\n".join(lines) + "\n"
    indent = "" if all(line.startswith((" ", "\t")) or not line for line in lines) else "    "
    return "\n".join([ask.signature, *(f"{indent}{line}" for line in lines)]) + "\n"
