"""What stands beside the panes: the prose of a step, its tasks, and at the end where to go next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_lessons.lesson import CodeAsk
from attn_tui.view.marked_text import BLANK, Line, Run, marked_lines
from attn_tui.view.task_card import Card, question_lines, reply_lines

if TYPE_CHECKING:
    from attn_lessons.lesson import Lesson
    from attn_tui.view.task_state import TaskState


@dataclass(frozen=True)
class Page:
    """A step as it is shown; `cards` begin at the first task and end at the one to do now.

    `news` is what has happened outside the lesson. `end` has the last lines of the lesson's last
    step, None before it is done; `onward` says where Enter leads when nothing is left to do; `away`
    tells that the panes have the keys, so that Tab comes before it.
    """

    prose: str
    cards: tuple[Card, ...]
    news: tuple[str, ...] = ()
    end: tuple[str, ...] | None = None
    onward: str = ""
    away: bool = False

    @property
    def code(self) -> CodeAsk | None:
        """The task whose code is being written now."""
        card = self.cards[-1] if self.cards else None
        return card.ask if card and card.active and isinstance(card.ask, CodeAsk) else None


def lines_above(page: Page, width: int) -> tuple[Line, ...]:
    """All lines down to the question that is asked now."""
    lines: list[Line] = [line for said in page.news for line in marked_lines(said, width, "told")]
    if lines:
        lines.append(BLANK)
    lines += marked_lines(page.prose, width)
    for place, card in enumerate(page.cards):
        lines += [BLANK, *question_lines(card, width)]
        if place < len(page.cards) - 1:
            lines += reply_lines(card, width)
    return tuple(lines)


def lines_below(page: Page, width: int) -> tuple[Line, ...]:
    """All lines below that question: below the editor, where code is asked for."""
    lines: list[Line] = reply_lines(page.cards[-1], width) if page.cards else []
    for said in page.end or ():
        lines += [BLANK, *marked_lines(said, width)]
    if page.onward:
        keys = "Tab, Enter" if page.away else "Enter"
        lines += [BLANK, (Run(keys, "code"), Run(f"  {page.onward}", "quiet"))]
    return tuple(lines)


def step_title(lesson: Lesson, step: int) -> str:
    """The heading of a step, for the contents; of one without, its first words."""
    prose = lesson.steps[step].prose
    first = next(line.strip() for line in prose.splitlines() if line.strip())
    if first.startswith("#"):
        return first.lstrip("#").strip()
    if step == 0:
        return lesson.title
    return first.replace("*", "").replace("`", "")


def end_lines(lesson: Lesson, states: Mapping[str, TaskState]) -> tuple[str, ...]:
    """What the learner has done of the lesson, in a sentence."""
    right = sum(states[ask.id].right for ask in lesson.asks if ask.id in states)
    total = len(lesson.asks)
    if not total:
        return ()
    left = total - right
    if not left:
        return (f"All {total} tasks are done.",)
    them = "it" if left == 1 else "them"
    return (f"{right} of {total} tasks are done; `i` lists the steps, to come back to {them}.",)
