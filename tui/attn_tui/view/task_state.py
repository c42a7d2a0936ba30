"""How far a learner is with a task: what is typed, chosen, put in order, said; pure changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from attn_lessons.lesson import ChoiceAsk, GoalAsk, OrderAsk

if TYPE_CHECKING:
    from attn_lessons.answers import Verdict
    from attn_lessons.lesson import Ask

TYPED = "0123456789.,-/"
"""The characters that a number is typed with."""

MOST_TYPED = 12


@dataclass(frozen=True)
class TaskState:
    """The present answer and what became of those before.

    `hints` are shown, `typed` is a number, `chosen` the place in a list, `items` a list in its
    present order, one of them `lifted`. `tried` are wrong choices. `said` is what was said to the
    last answer, `judged` whether nothing was typed since, `code` what was run last and `printed`
    what it printed, `right` whether the answer was right.
    """

    hints: int = 0
    typed: str = ""
    chosen: int = 0
    items: tuple[str, ...] = ()
    lifted: bool = False
    tried: frozenset[int] = frozenset()
    said: str = ""
    code: str = ""
    printed: str = ""
    judged: bool = False
    right: bool = False
    skipped: bool = False

    @property
    def done(self) -> bool:
        """Whether the lesson may go on."""
        return self.right or self.skipped

    @property
    def is_typing(self) -> bool:
        """Whether a number is begun and not yet judged."""
        return bool(self.typed) and not self.judged

    def with_hint(self, ask: Ask) -> TaskState:
        """One more hint, as long as there are any."""
        return replace(self, hints=min(self.hints + 1, len(ask.hints)))

    def with_typed(self, character: str) -> TaskState:
        """One more character of a number, the first of another after a verdict; "" takes one away."""
        before = "" if self.judged and character else self.typed
        typed = before + character if character else before[:-1]
        return replace(self, typed=typed[:MOST_TYPED], judged=False)

    def at(self, ask: ChoiceAsk, place: int) -> TaskState:
        """The option at a place of the list, if it has so many."""
        return replace(self, chosen=place) if place < len(ask.options) else self

    def moved(self, ask: Ask, by: int) -> TaskState:
        """The next place of the list, or the lifted item at it."""
        size = len(ask.options) if isinstance(ask, ChoiceAsk) else len(self.items)
        to = max(0, min(self.chosen + by, size - 1))
        if not (isinstance(ask, OrderAsk) and self.lifted):
            return replace(self, chosen=to)
        items = list(self.items)
        items.insert(to, items.pop(self.chosen))
        return replace(self, chosen=to, items=tuple(items))

    def answered(self, right: bool, said: str) -> TaskState:
        """What was said to an answer."""
        tried = self.tried if right else self.tried | {self.chosen}
        return replace(self, right=right, said=said, tried=tried, lifted=False, judged=True)


def verdict_word(ask: Ask, verdict: Verdict) -> str:
    """The words before the reason why an answer is wrong; "" for a right one, and for no answer."""
    if verdict.right:
        return ""
    if isinstance(ask, GoalAsk):
        return "Not yet."
    return "Not right." if verdict.counts else ""
