"""Everything that can be wrong with a lesson: its form, then what the engine makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from attn_engine import Trace
from attn_lessons.answers import Verdict, answer_of, judge
from attn_lessons.code_runner import MOST_SOURCE
from attn_lessons.goals import Seen
from attn_lessons.lesson import (
    Ask,
    CodeAsk,
    Fault,
    GoalAsk,
    LessonFaults,
    NumberAsk,
    Show,
    Step,
)
from attn_lessons.places import Models, Sheet, find, find_all, sheet_of, standard_model, traced
from attn_lessons.reader import Reading, course, read_all

Labels = tuple[tuple[str, ...], tuple[str, ...]]
"""Those of the rows, then of the columns."""

DrawPane = Callable[[Show, Trace], Labels]

LONGEST_LINE = 100
"""Characters of a line of prose, so that the file can be read as it stands."""
LONGEST_CODE = 48
"""Characters of a line that is shown as it is, so that it fits beside the panes."""
LONGEST_WORD = 40
CODE_INDENT = "    "
DECIMALS_READ = 3
"""A number is read off the screen with so many decimals; its tolerance must allow for that."""

ANSWER_FIELDS = {
    "number": "reference",
    "cell": "reference",
    "choice": "options",
    "order": "items",
    "goal": "goal",
    "code": "reference",
}
"""The field that the answer of each kind of task hangs on."""


def check_lesson(
    path: Path, draw_pane: DrawPane | None = None, models: Models = standard_model
) -> tuple[Fault, ...]:
    """All faults of a lesson file in the order of their lines; none if it is right.

    `draw_pane` makes the picture of a show and gives its labels, or raises ValueError with what is
    wrong with it; without it pictures are left unchecked. Code of the lesson runs in a process of its own.
    """
    try:
        reading = read_all(path)
    except LessonFaults as error:
        return error.faults
    faults = [*reading.faults, *_computed_faults(reading, draw_pane, models)]
    for step in reading.lesson.steps:
        faults += _prose_faults(step)
    taken = next((lesson for lesson in course() if lesson.id == reading.lesson.id), None)
    if taken and taken.path.resolve() != path.resolve():
        faults.append(Fault(1, f"the course has a lesson {taken.id!r}; give this one another id"))
    if not reading.faults and not reading.lesson.asks:
        faults.append(Fault(1, "the lesson asks nothing; give it a task"))
    return tuple(sorted(faults, key=lambda fault: fault.line))


def _prose_faults(step: Step) -> Iterator[Fault]:
    fenced = False
    for number, line in enumerate(step.prose.split("\n"), start=step.line):
        if line.startswith("```"):
            fenced = not fenced
        as_it_is = fenced or line.startswith(CODE_INDENT)
        if as_it_is and len(line.removeprefix(CODE_INDENT)) > LONGEST_CODE:
            yield Fault(number, f"this line does not fit; it may have {LONGEST_CODE} characters")
        elif len(line) > LONGEST_LINE:
            yield Fault(number, f"break this line; it may have {LONGEST_LINE} characters")
        elif any(len(word) > LONGEST_WORD for word in line.split()):
            yield Fault(number, f"this line has a word of more than {LONGEST_WORD} characters")


def _computed_faults(
    reading: Reading, draw_pane: DrawPane | None, models: Models
) -> Iterator[Fault]:
    """What the engine finds wrong with what the steps show and ask."""
    said: set[str] = set()
    for number, step in enumerate(reading.lesson.steps):
        if number in reading.unsure:
            continue
        try:
            found, sheet = _computed(step.scene, models)
        except _FieldError as error:
            # What one block sets wrong, those after it have from there.
            if str(error) not in said and number in reading.shows:
                yield Fault(reading.shows[number].line_of(error.field), str(error))
            said.add(str(error))
            continue
        if number in reading.shows:
            for name, sentence in _view_faults(step.scene, found, sheet, draw_pane):
                yield Fault(reading.shows[number].line_of(name), sentence)
        for ask in step.asks:
            block = reading.asks[ask.id]
            sentence = ask_fault(ask, step.scene, models)
            if sentence:
                yield Fault(block.line_of(ANSWER_FIELDS[ask.kind]), sentence)
            if ask.then is not None:
                for sentence in _scene_faults(ask.then, models, draw_pane):
                    said.add(sentence)
                    yield Fault(block.line_of("then"), sentence)


def _scene_faults(scene: Show, models: Models, draw_pane: DrawPane | None) -> Iterator[str]:
    """What is wrong with what a task leads to."""
    try:
        found, sheet = _computed(scene, models)
    except _FieldError as error:
        yield str(error)
        return
    for _, sentence in _view_faults(scene, found, sheet, draw_pane):
        yield sentence


class _FieldError(ValueError):
    """What the engine has against a field of a show."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def _computed(show: Show, models: Models) -> tuple[Trace, Sheet]:
    """The trace and the shown result, put together field by field to name the one that fails."""
    field = "model"
    try:
        models(show.model)
        field = "text"
        traced(Show(show.text, show.model), models)
        field = "layer"
        traced(replace(show, mask=None), models)
        field = "mask"
        found = traced(show, models)
        field = "head"
        return found, sheet_of(found, show.stage, show.head)
    except ValueError as error:
        raise _FieldError(field, str(error)) from None


def _view_faults(
    show: Show, found: Trace, sheet: Sheet, draw_pane: DrawPane | None
) -> Iterator[tuple[str, str]]:
    """What is wrong with the cursor and the picture: the field, and a sentence."""
    drawn: Labels = ((), ())
    if draw_pane is not None and show.pane is not None:
        try:
            drawn = draw_pane(show, found)
        except ValueError as error:
            yield "pane_options" if show.pane_options else "pane", str(error)
    if show.cell is not None and not all(map(find_all, show.cell, drawn)):
        for word, labels, side in zip(
            show.cell, (sheet.rows, sheet.columns), ("row", "column"), strict=True
        ):
            try:
                find(word, labels, side)
            except ValueError as error:
                yield "cell", str(error)


def ask_fault(ask: Ask, scene: Show, models: Models = standard_model) -> str:
    """What is wrong with a task's answer, in a sentence; "" if it can be computed and is accepted."""
    try:
        answer = answer_of(ask, scene, models)
        verdict = judge(ask, scene, answer, models)
        if isinstance(ask, NumberAsk):
            return _number_fault(ask, answer)
        if isinstance(ask, GoalAsk):
            return _goal_fault(ask, scene, verdict, models)
        if isinstance(ask, CodeAsk):
            return _code_fault(ask, scene, verdict, models)
    except ValueError as error:
        return str(error)
    return ""


def _number_fault(ask: NumberAsk, answer: float) -> str:
    if abs(round(answer, DECIMALS_READ) - answer) > ask.tolerance + abs(answer) * 1e-6:
        return (
            f"the tolerance {ask.tolerance:g} is too small: "
            f"the answer rounded to {DECIMALS_READ} decimals would be wrong"
        )
    return ""


def _goal_fault(ask: GoalAsk, scene: Show, solved: Verdict, models: Models) -> str:
    if not solved.right:
        return f"the solution does not reach the goal: {solved.text}"
    unmoved = Seen(traced(scene, models), scene.model, scene.head)
    if judge(ask, scene, unmoved, models).right:
        return "the goal is reached already by what is shown"
    return ""


def _code_fault(ask: CodeAsk, scene: Show, solved: Verdict, models: Models) -> str:
    if not solved.right:
        return solved.text
    source = f"{ask.signature}\n{ask.start}\n"
    try:
        compile(source, "<start>", "exec")
    except (SyntaxError, ValueError) as error:
        return f"signature and start are no function: {error}"
    except (RecursionError, MemoryError):
        return "start is nested too deeply"
    if len(source) > MOST_SOURCE:
        return f"start is longer than {MOST_SOURCE} characters"
    if judge(ask, scene, source, models).right:
        return "what the editor offers at the start is right already"
    return ""
