"""A task as lines: its question, what to do, what was said, hints, the explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_lessons.lesson import CellAsk, ChoiceAsk, CodeAsk, GoalAsk, NumberAsk, OrderAsk
from attn_tui.view.labels import cut
from attn_tui.view.marked_text import (
    Line,
    Look,
    Run,
    marked_lines,
    visible_lines,
    wrapped_line,
)

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask
    from attn_tui.view.task_state import TaskState

BAR = "▌ "
QUIET_BAR = "│ "
ITEM_INDENT = 5
"""The mark and the number before an item of a list."""


@dataclass(frozen=True)
class Card:
    """A task and how far the learner is with it.

    `active` is the one that is to be answered now; `pointing` tells that the cursor of the panes is
    being placed, `busy` that the learner's code runs.
    """

    ask: Ask
    state: TaskState
    active: bool = False
    pointing: bool = False
    busy: bool = False


def question_lines(card: Card, width: int) -> list[Line]:
    """The question, and where there is one, the answer so far."""
    inside = width - len(BAR)
    lines: list[Line] = list(marked_lines(card.ask.prompt, inside, "strong"))
    answer = [] if card.state.done and not _keeps_answer(card) else _answer_lines(card, inside)
    return _barred(card, [*lines, *answer])


def reply_lines(card: Card, width: int) -> list[Line]:
    """What was said to the answer, the hints that were asked for, at the end the explanation."""
    inside = width - len(BAR)
    state = card.state
    lines: list[Line] = []
    if card.busy:
        lines.append((Run("It runs, for five seconds at most …", "quiet"),))
    elif state.right and not isinstance(card.ask, ChoiceAsk):
        lines += _said(f"✓ {state.said}", inside, "right")
    elif state.skipped:
        lines += _said("– Skipped; s takes it up again.", inside, "quiet")
    elif state.said and not state.right:
        authored = isinstance(card.ask, ChoiceAsk)
        lines += (marked_lines if authored else _said)(state.said, inside, "told")
    if state.printed:
        lines += [(Run("It printed:", "quiet"),), *_as_it_is(state.printed, inside)]
    if state.done:
        lines += _as_it_is(state.code, inside)
        lines += marked_lines(card.ask.explanation, inside)
    else:
        lines += _hint_lines(card, inside)
    return _barred(card, lines)


def _as_it_is(text: str, width: int) -> list[Line]:
    """Code, or what it printed: its lines cut, its columns kept."""
    lines = visible_lines(text.rstrip("\n")).split("\n") if text else []
    return [(Run(cut(line, width), "code"),) for line in lines]


def _hint_lines(card: Card, width: int) -> list[Line]:
    lines: list[Line] = []
    hints = card.ask.hints
    for place, hint in enumerate(hints[: card.state.hints], 1):
        named = f"Hint {place} of {len(hints)}: {hint}" if len(hints) > 1 else f"Hint: {hint}"
        lines += marked_lines(named, width, "quiet")
    return lines


def _answer_lines(card: Card, width: int) -> list[Line]:
    ask, state = card.ask, card.state
    if isinstance(ask, NumberAsk):
        end = "▏" if card.active else ""
        return [(Run("= ", "quiet"), Run(f"{state.typed}{end}", "chosen"))]
    if isinstance(ask, ChoiceAsk):
        return _choice_lines(ask, card, width)
    if isinstance(ask, OrderAsk):
        return _order_lines(ask, card, width)
    if not card.active:
        return []
    return _said(_to_do(card), width, "quiet")


def _to_do(card: Card) -> str:
    if isinstance(card.ask, CellAsk):
        if card.pointing:
            return "Point with the arrows, Enter answers."
        return "Enter takes you there, then point with the arrows."
    if isinstance(card.ask, GoalAsk):
        return "Tab takes you to the panes; the task is checked as you go."
    assert isinstance(card.ask, CodeAsk)
    return "Enter takes you into the editor, whose keys stand below then; Esc leads back."


def _choice_lines(ask: ChoiceAsk, card: Card, width: int) -> list[Line]:
    lines: list[Line] = []
    for place, option in enumerate(ask.options):
        here = card.active and place == card.state.chosen
        tried = place in card.state.tried
        look: Look = "chosen" if here else "quiet" if tried else "plain"
        mark = f"{'×' if tried else ''}{'▸' if here else ''}".ljust(2)
        number = Run(f"{place + 1}  ", "quiet")
        if card.state.done:
            mark, look = ("✓ ", "right") if option.right else ("  ", "quiet")
        lines += _listed(mark, number, marked_lines(option.text, width - ITEM_INDENT, look), look)
    return lines


def _listed(mark: str, number: Run, text: Sequence[Line], look: Look) -> list[Line]:
    """An item of a list: its mark and number before the first line."""
    return [
        (Run(mark if n == 0 else "  ", look), number if n == 0 else Run("   "), *line)
        for n, line in enumerate(text)
    ]


def _order_lines(ask: OrderAsk, card: Card, width: int) -> list[Line]:
    lines: list[Line] = []
    for place, item in enumerate(ask.items if card.state.done else card.state.items):
        here = card.active and place == card.state.chosen
        mark = ("↕ " if card.state.lifted else "▸ ") if here else "  "
        look: Look = "chosen" if here else "plain"
        number = Run(f"{place + 1}  ", "quiet")
        lines += _listed(mark, number, marked_lines(item, width - ITEM_INDENT, look), look)
    if card.active:
        lines += _said("Space lifts an item, ↑ ↓ move it, Space sets it down.", width, "quiet")
    return lines


def _keeps_answer(card: Card) -> bool:
    return isinstance(card.ask, ChoiceAsk | OrderAsk)


def _said(text: str, width: int, look: Look) -> list[Line]:
    """A text that is no Markdown, each of its lines wrapped."""
    lines = visible_lines(text.rstrip("\n")).split("\n")
    return [shown for line in lines for shown in wrapped_line([Run(line, look)], width)]


def _barred(card: Card, lines: Iterable[Line]) -> list[Line]:
    """The lines behind the card's bar, a thick one while it is the task to do."""
    bar = Run(BAR, "bar") if card.active else Run(QUIET_BAR, "quiet")
    return [(bar, *line) for line in lines]
