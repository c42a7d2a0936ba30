"""A page beside the panes on which answers are typed: figures of a number, the number of an option."""

from __future__ import annotations

from dataclasses import replace

from textual import events

from attn_lessons.lesson import ChoiceAsk, NumberAsk
from attn_tui.keymap import keymap_of
from attn_tui.keys import LESSON_KEYS
from attn_tui.screens.coded import CodedScreen
from attn_tui.view.task_state import TYPED, TaskState
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.lesson_page import LessonPage

FIGURES_ONLY = "A number is written with figures, as in 0.5, .5, 1/2 or -3."

HELPS = ("hint", "help")
"""What the page's keys do while a number is being typed: no slip of a finger may skip the task."""


class TypedScreen(CodedScreen):
    """Keeps with the task that is open what was typed for it."""

    @property
    def doing(self) -> TaskState:
        """How far the task is that is to be done now."""
        assert self.state.active is not None
        return self.state.tasks[self.state.active.id]

    def now(self, task: TaskState) -> None:
        """The task that is to be done is so far."""
        assert self.state.active is not None
        self.state = self.state.with_task(self.state.active, task)
        self.show_page()

    def on_key(self, event: events.Key) -> None:
        """On the page figures are typed; in the panes all keys are the walk's.

        What the walk types is the value of its own prediction, not of a cell that is pointed at.
        """
        if self.in_panes and not self.pointing:
            return
        event.prevent_default()
        if isinstance(self.focused, LessonPage) and self._takes(event):
            self.page.to_end()
            event.stop()

    @property
    def _number_keys(self) -> frozenset[str]:
        commands = HELPS if self.doing.is_typing else ()
        return keymap_of(self.app).keys_of(LESSON_KEYS, *commands)

    def _takes(self, event: events.Key) -> bool:
        """Whether the task to be done takes a key: as part of a number, as an option."""
        ask, character = self.state.active, event.character
        if isinstance(ask, NumberAsk):
            if event.key == "backspace":
                self.now(self.doing.with_typed(""))
            elif character and character in TYPED:
                self.now(self.doing.with_typed(character))
            elif event.is_printable and event.key not in self._number_keys:
                self.now(replace(self.doing, said=FIGURES_ONLY))
            else:
                return False
            return True
        if isinstance(ask, ChoiceAsk) and character and character in "123456789":
            self.now(self.doing.at(ask, int(character) - 1))
            return True
        return False

    @property
    def in_panes(self) -> bool:
        """Whether the panes have the keys, not the page."""
        return not isinstance(self.focused, LessonPage | CodeEditor)
