"""A line to type in: the sentence while it is edited, the name of a model, a sum of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from unicodedata import category

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.input import Selection

from attn_tui.view.safe_text import Cluster, clusters, is_mark
from attn_tui.widgets.own_keys import act, own_actions


class TextLine(Input):
    """A one-line editor: Enter asks for its text, Esc gives up.

    It shows its text as `safe_text.visible` does and edits the text itself. What is shown as one,
    as ‹200B› or a letter with its accents, is one to the cursor, the mouse and Delete; Backspace
    takes the last accent first.
    """

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
        self._split: tuple[str, tuple[Cluster, ...]] = ("", ())
        super().__init__(text, select_on_focus=selected, placeholder=placeholder)

    def on_mount(self) -> None:
        """Remember whom `Input` has asked to be told of a selection elsewhere on the screen."""
        self._told_of_selections = self.screen.text_selection_started_signal

    def on_unmount(self) -> None:
        """Ask no more: the screen would keep the line as long as it lives."""
        self._told_of_selections.unsubscribe(self)

    async def on_key(self, event: events.Key) -> None:
        """Keys that come at once act in their order; what has no look of its own is typed, too."""
        typed = event.character
        if typed and not typed.isprintable() and category(typed[0]) != "Cc":
            # Joiners, marks of direction, other spaces: `Input` would let go of them.
            self.insert_text_at_cursor(typed)
            event.stop()
            event.prevent_default()
        else:
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

    # What is shown

    def _clusters(self) -> tuple[Cluster, ...]:
        """What the text is shown as, part by part."""
        if self._split[0] != self.value:
            self._split = (self.value, tuple(clusters(self.value)))
        return self._split[1]

    @property
    def _value(self) -> Text:
        return Text("".join(each.shown for each in self._clusters()), no_wrap=True, end="")

    def _position_to_cell(self, position: int) -> int:
        return cell_len("".join(each.shown for each in self._clusters() if each.end <= position))

    def _cell_offset_to_index(self, offset: int) -> int:
        place = offset + self.scroll_offset.x
        for each in self._clusters():
            place -= cell_len(each.shown)
            if place < 0:
                return each.start
        return len(self.value)

    def render_line(self, y: int) -> Strip:
        """The stand-ins, with those of the selection and under the cursor marked."""
        if y or not self.value:
            return super().render_line(y)
        selected, cursor = sorted(self.selection), self.cursor_position
        text = Text(no_wrap=True, end="")
        for each in (*self._clusters(), Cluster(len(self.value), len(self.value) + 1, " ")):
            text.append(each.shown)
            for name, marked in (
                ("selection", selected[0] <= each.start < selected[1]),
                ("cursor", self._cursor_visible and each.start <= cursor < each.end),
            ):
                if marked and self.has_focus:
                    style = self.get_component_rich_style(f"input--{name}")
                    text.stylize(style, len(text) - len(each.shown))
        width, left = self.scrollable_content_region.width + 1, self.scroll_offset.x
        options = self.app.console_options.update_width(self.content_width)
        strip = Strip(self.app.console.render(text, options)).crop(left, left + width)
        return strip.extend_cell_length(width).apply_style(self.rich_style)

    # What the keys do

    def action_cursor_left(self, select: bool = False) -> None:
        """To the start of what is shown as one."""
        super().action_cursor_left(select)
        self._leave_cluster(forward=False)

    def action_cursor_right(self, select: bool = False) -> None:
        """To the end of what is shown as one."""
        super().action_cursor_right(select)
        self._leave_cluster(forward=True)

    def action_delete_right(self) -> None:
        """Take away what is under the cursor, all of it."""
        if self.selection.is_empty:
            self.action_cursor_right(select=True)
        self.delete_selection()

    def action_delete_left(self) -> None:
        """Take away what is before the cursor: an accent alone, anything else as a whole."""
        if self.selection.is_empty and not is_mark(self.value[self.cursor_position - 1 :][:1]):
            self.action_cursor_left(select=True)
        super().action_delete_left()

    def _leave_cluster(self, forward: bool) -> None:
        """Put a cursor that stands inside a cluster at its end or its start."""
        anchor, place = self.selection
        for each in self._clusters():
            if each.start < place < each.end:
                edge = each.end if forward else each.start
                self.selection = Selection(edge if anchor == place else anchor, edge)


ACTIONS = own_actions(TextLine)
