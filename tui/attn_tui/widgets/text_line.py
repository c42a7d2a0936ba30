"""A line to type in: the sentence while it is edited, the name of a model, a sum of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from attn_tui.widgets.own_keys import act, own_actions


class TextLine(Input):
    """A one-line editor: Enter asks for its text, Esc gives up."""

    DEFAULT_CSS = """
    TextLine { height: 1; border: none; border-left: blank; padding: 0 1 0 0; background: $panel; }
    TextLine:focus { border: none; border-left: outer $accent; background-tint: transparent; }
    TextLine > .input--cursor { text-style: reverse; color: $foreground; background: $panel; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel", show=False)]

    @dataclass
    class Entered(Message):
        """The learner asks for this text."""

        text: str

    class Cancelled(Message):
        """The learner wants the old text back."""

    def __init__(
        self, text: str, placeholder: str = "Type a sentence, then Enter", *, selected: bool = False
    ) -> None:
        super().__init__(text, select_on_focus=selected, placeholder=placeholder)
        self.cursor_blink = False

    async def on_key(self, event: events.Key) -> None:
        """Keys that come at once act in their order."""
        await act(self, ACTIONS, event)

    def _on_paste(self, event: events.Paste) -> None:
        """Take in all lines of what is pasted, each break as a space; Input keeps the first only."""
        self.insert_text_at_cursor(" ".join(event.text.splitlines()))
        event.stop()
        event.prevent_default()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Pass the text on."""
        event.stop()
        self.post_message(self.Entered(event.value))

    def action_cancel(self) -> None:
        """Pass the wish on."""
        self.post_message(self.Cancelled())


ACTIONS = own_actions(TextLine)
