"""The editor of a task that asks for code: line numbers, undo, and the attempts made before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from attn_tui.forgetting import forget_watcher
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import EDITOR_KEYS
from attn_tui.view.safe_text import plain_code
from attn_tui.widgets.own_keys import act, own_actions


class CodeEditor(TextArea):
    """Asks for a run with what stands in it; Esc leaves it, PgUp and PgDn leaf through attempts.

    It holds `plain_code` only, so that no character in it is invisible or out of its column.
    """

    DEFAULT_CSS = """
    CodeEditor {
        height: auto; min-height: 5; max-height: 16; width: 1fr;
        border-left: blank !important; padding: 0; margin: 0 0 0 1; background: $panel;
    }
    CodeEditor:focus { border-left: outer $accent !important; background-tint: transparent; }
    CodeEditor:focus .text-area--cursor {
        text-style: reverse; color: $foreground; background: $panel;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(EDITOR_KEYS)

    @dataclass
    class RunAsked(Message):
        """The learner wants this code checked."""

        source: str

    class Left(Message):
        """The learner goes back to the page."""

    def __init__(self) -> None:
        super().__init__(
            "", soft_wrap=False, show_line_numbers=True, tab_behavior="indent", compact=True
        )
        self.attempts: list[str] = []
        self._place = 0

    def on_unmount(self) -> None:
        """Leave nothing of the editor behind."""
        forget_watcher(self.app, self)

    def open(self, start: str, attempts: list[str]) -> None:
        """Begin with what was tried last, else with `start`, which is the first to go back to."""
        self.attempts = [plain_code(source) for source in (start, *attempts)]
        self._place = len(self.attempts) - 1
        self._put(self.attempts[-1])

    def keep(self, source: str) -> None:
        """Remember an attempt."""
        if source != self.attempts[-1]:
            self.attempts.append(source)
        self._place = len(self.attempts) - 1

    def edit(self, edit: Edit) -> EditResult:
        """Take in what is typed or pasted as plain code."""
        edit.text = plain_code(edit.text)
        return super().edit(edit)

    async def on_key(self, event: events.Key) -> None:
        """Esc leads back, Enter keeps the indentation: of both TextArea has its own idea."""
        if event.key == "escape":
            self.action_leave()
        elif event.key == "enter":
            row, column = self.cursor_location
            line = self.document.get_line(row)[:column]
            indent = line[: len(line) - len(line.lstrip(" "))]
            self.insert("\n" + indent + ("    " if line.rstrip().endswith(":") else ""))
        else:
            await act(self, own_actions(CodeEditor, keymap_of(self.app)), event)
            return
        event.stop()
        event.prevent_default()

    def action_run(self) -> None:
        """Ask for a run."""
        self.post_message(self.RunAsked(self.text))

    def action_leave(self) -> None:
        """Ask to go back."""
        self.post_message(self.Left())

    def action_leaf(self, by: int) -> None:
        """Show an earlier or later attempt; the present text is kept as one."""
        if self.text not in self.attempts:
            self.attempts.append(self.text)
            self._place = len(self.attempts) - 1
        self._place = max(0, min(self._place + by, len(self.attempts) - 1))
        self._put(self.attempts[self._place])

    def _put(self, source: str) -> None:
        self.text = source
        self.move_cursor(self.document.end)
