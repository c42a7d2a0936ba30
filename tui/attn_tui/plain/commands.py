"""What may be typed in a lesson: a command, or an answer to the task that is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_lessons.lesson import CellAsk, ChoiceAsk, CodeAsk, NumberAsk, OrderAsk
from attn_tui.view.task_state import TYPED

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask

MARK = ":"
"""What is written behind it is a command in any case."""

NO_NEED = "no need"

HELP: tuple[tuple[str, str], ...] = (
    ("Enter", "read on"),
    ("hint", "one more hint"),
    ("skip", "let the task be"),
    ("again", "do a task of this step again, one that was skipped first"),
    ("task", "the question once more"),
    ("repeat", "the whole step once more"),
    ("next, back", "the step after or before; go 4 goes to step 4"),
    ("where", "how far you are"),
    ("steps", "list the steps"),
    ("row WORD", "a row of what is shown, whole"),
    ("cell WORD, WORD", "the arithmetic of a cell: row, column"),
    ("all", "every matrix of what is shown, whole"),
    ("show softmax", "another of the ten steps of attention; show alone: what is shown now"),
    ("text WORDS", "another text"),
    ("head 1, layer 1", "another head or layer, counted from 0"),
    ("model tiny, mask causal", "another model or mask; mask none takes it away"),
    (
        "positions off, variant plain",
        "without positions or weights; on and learned bring them back",
    ),
    ("project k", "the keys of the step project; q are the queries, v the values"),
    ("near WORD", "the words nearest to it in the model's table; a sum, too: near king-man+woman"),
    ("restore", "what is shown as the step has it"),
    ("check", "whether the goal of a task is reached"),
    ("quit", "leave; your place is kept"),
)
"""The commands with what they do, as the help lists them."""

NAMES = frozenset({
    "help", "hint", "skip", "again", "task", "repeat", "next", "back", "go", "where", "steps",
    "row", "cell", "all", "show", "text", "head", "layer", "model", "mask", "positions",
    "variant", "project", "near", "restore", "check", "quit",
})  # fmt: skip

KEYS = {
    "/": "text", "H": "head", ".": "head", "L": "layer", "M": "model", "m": "mask",
    "o": "positions", "v": "variant", "w": "project", "a": "near", "?": "help", "i": "steps",
    "Tab": NO_NEED, "d": NO_NEED, "Esc": NO_NEED, "Enter": NO_NEED,
    **{str(place): f"show {place}" for place in range(10)},
}  # fmt: skip
"""The keys that lessons name, with the commands that stand for them here."""


@dataclass(frozen=True)
class Command:
    """A command and what was written behind it."""

    name: str
    rest: str = ""


@dataclass(frozen=True)
class Answer:
    """What is to be taken as an answer to the task that is open."""

    text: str


def read(line: str, ask: Ask | None, writing: bool = False) -> Command | Answer:
    """What a line means while a task is open, or none; `writing`: lines of code were begun."""
    written = line.strip()
    if written.startswith(MARK):
        return _command(written[1:].strip()) or Command("unknown", written)
    if isinstance(ask, CodeAsk) and (writing or (written and written not in NAMES)):
        return Answer(line)
    if not written:
        return Command("on")
    if _is_answer(written, ask):
        return Answer(written)
    found = _number(written, ask) or _command(written)
    if found is not None:
        return found
    return Answer(written) if isinstance(ask, NumberAsk | CellAsk) else Command("unknown", written)


def _number(written: str, ask: Ask | None) -> Command | None:
    """A number where nothing is asked: an answer that comes too late, not the key of a step."""
    return Command("unasked", written) if ask is None and written.isdecimal() else None


def keys_line(keys: list[str]) -> str:
    """How to do here what a text says with keys of the screen; "" where it names none."""
    named = list(dict.fromkeys(key for key in keys if key in KEYS))
    told = [f"For {key} type: {_typed(KEYS[key])}." for key in named if KEYS[key] != NO_NEED]
    idle = [key for key in named if KEYS[key] == NO_NEED]
    if idle:
        told.append(f"{' and '.join(idle)} {'is' if len(idle) == 1 else 'are'} not needed.")
    return f"({' '.join(told)})" if told else ""


def _typed(name: str) -> str:
    return {"text": "text WORDS", "model": "model NAME", "near": "near WORD"}.get(name, name)


def _command(written: str) -> Command | None:
    """The command that a line begins with, written out or as the key of the screen."""
    if written.startswith("/"):
        return Command("text", written[1:].strip())
    name, _, rest = written.partition(" ")
    rest = rest.strip()
    if name.casefold() in NAMES and not rest.startswith(","):
        return Command(name.casefold(), rest)
    stands_for = KEYS.get(name)
    if stands_for is None:
        return None
    if stands_for == NO_NEED:
        return Command("no need", name)
    name, _, place = stands_for.partition(" ")
    return Command(name, place or rest)


def _is_answer(written: str, ask: Ask | None) -> bool:
    """Whether a line can only be meant as an answer."""
    if isinstance(ask, NumberAsk):
        return set(written) <= {*TYPED, " ", "%", "+", "e"}
    if isinstance(ask, ChoiceAsk):
        return written.isdecimal() or (len(written) == 1 and written.isalpha())
    if isinstance(ask, OrderAsk):
        return set(written) <= set("0123456789,; ")
    return isinstance(ask, CellAsk) and written.isdecimal()
