"""What a lesson is: steps of prose, each with what the panes show and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

from attn_lessons.heads import Head

Kind = Literal["number", "cell", "choice", "order", "goal", "code"]
Word = str | int
"""A row or column: a token or the name of a dimension, "bank@6" for the token 6, or its number."""

Pick = Literal["largest", "smallest"]


@dataclass(frozen=True)
class Show:
    """What the panes show, whole: what a `show` block leaves out has its value from before.

    `cell` is (row, column) of the cursor, None where it stays as it is; `operands` says whether the
    step's result is shown with what it is made of; `plot` whether the plot stands in place of the
    matrices where both do not fit, None leaving that to what is shown; `pane` names a picture in place
    of the step's own, None for none. Layers and heads are counted from 0.
    """

    text: str = "Money bank grows"
    model: str = "toy"
    stage: str = "tokenize"
    layer: int = 0
    head: int = 0
    cell: tuple[Word, Word] | None = None
    mask: str | None = None
    variant: Literal["learned", "plain"] = "learned"
    positions: bool = True
    operands: bool = True
    plot: bool | None = None
    pane: str | None = None
    pane_options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reference:
    """Where the engine finds an answer: a cell of a step, or the extreme one of a row.

    `matrix` is None for the result of the step. `changes` are fields of the show that are otherwise
    here than on screen.
    """

    stage: str
    row: Word
    column: Word | None = None
    matrix: str | None = None
    pick: Pick | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)

    def scene(self, show: Show) -> Show:
        """What is shown, changed to where the reference looks: a step, in place of any picture."""
        return replace(show, **self.changes, stage=self.stage, pane=None, pane_options={})


@dataclass(frozen=True)
class Goal:
    """What to bring about: a cell at least or at most so large, or the largest of its row.

    `required` are fields of the show that must have this value for the goal to count.
    """

    stage: str
    row: Word
    column: Word
    matrix: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    required: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Option:
    """One choice; a wrong one says why somebody might take it and why it is wrong."""

    text: str
    right: bool = False
    why: str = ""


@dataclass(frozen=True)
class Ask:
    """A task: its question, hints one after another, what is explained afterwards.

    `then` is what the panes show once it is done; None if they stay as they are.
    """

    kind: ClassVar[Kind]

    id: str
    prompt: str
    hints: tuple[str, ...]
    explanation: str
    line: int
    then: Show | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class NumberAsk(Ask):
    """A number, right within `tolerance` of what the engine computes.

    `otherwise` is said to a wrong one of which nothing better is known.
    """

    kind: ClassVar[Kind] = "number"
    reference: Reference
    tolerance: float
    otherwise: str = ""


@dataclass(frozen=True)
class CellAsk(Ask):
    """A cell, picked with the cursor; `otherwise` is said to a wrong one, after its value."""

    kind: ClassVar[Kind] = "cell"
    reference: Reference
    otherwise: str = ""


@dataclass(frozen=True)
class ChoiceAsk(Ask):
    """One of several options."""

    kind: ClassVar[Kind] = "choice"
    options: tuple[Option, ...]


@dataclass(frozen=True)
class OrderAsk(Ask):
    """Items to put in order; here they are in the right one."""

    kind: ClassVar[Kind] = "order"
    items: tuple[str, ...]


@dataclass(frozen=True)
class GoalAsk(Ask):
    """Something to bring about in the live panes; `solution` are changes of the show that do."""

    kind: ClassVar[Kind] = "goal"
    goal: Goal
    solution: Mapping[str, Any]

    def solved(self, show: Show) -> Show:
        """What is shown, changed so that the goal is reached."""
        return replace(show, **{**self.goal.required, **self.solution})


@dataclass(frozen=True)
class CodeAsk(Ask):
    """A function of NumPy to write.

    `signature` is its first line, `start` the body that the editor offers. `reference` names a
    function of the engine or is an expression; `inputs` gives each argument its axes, a letter for
    a size that is drawn, a number for a fixed one.
    """

    kind: ClassVar[Kind] = "code"
    signature: str
    start: str
    reference: str
    inputs: Mapping[str, tuple[str | int, ...]]


@dataclass(frozen=True)
class Step:
    """A turn of the argument: Markdown, then what the panes show, then what is asked.

    `show` is None where the step says nothing about the panes; `scene` is what they show in any
    case: the show of this step or the last one before it. `line` counts from 1.
    """

    prose: str
    show: Show | None
    asks: tuple[Ask, ...]
    line: int
    scene: Show


@dataclass(frozen=True)
class Lesson:
    """A lesson as its file has it; `needs` are the ids of lessons to do before."""

    id: str
    title: str
    minutes: int
    needs: tuple[str, ...]
    steps: tuple[Step, ...]
    path: Path

    @property
    def head(self) -> Head:
        """What a list says of it."""
        tasks = tuple(ask.id for ask in self.asks)
        return Head(self.id, self.title, self.minutes, len(self.steps), tasks)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All tasks of all steps."""
        return tuple(ask for step in self.steps for ask in step.asks)


@dataclass(frozen=True)
class Fault:
    """What is wrong in a lesson file, in one sentence, and at which line (counted from 1)."""

    line: int
    sentence: str


class LessonFaults(Exception):  # noqa: N818 - it carries faults, it is not one error
    """A file that is no lesson; `faults` says everything that was found, in order of lines."""

    def __init__(self, path: Path, faults: tuple[Fault, ...]) -> None:
        self.path = path
        self.faults = faults
        super().__init__("; ".join(f"{path}:{fault.line}: {fault.sentence}" for fault in faults))
