"""A panel to choose another model: one of the known ones, a folder, or a name on the hub."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.panel_keys import MODEL_KEYS
from attn_tui.screens.framed import FramedScreen
from attn_tui.serving.served import NO_OTHER_MODEL, is_allowed, served
from attn_tui.view.known_models import known_models
from attn_tui.view.safe_text import visible
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.text_line import TextLine

OTHER = "a folder or a name on the Hugging Face Hub …"
PLACEHOLDER = "A folder, or a name such as openai-community/gpt2"


class ModelScreen(FramedScreen[str | None]):
    """Hands back the name of a model, or None; loading it is the walk's."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(MODEL_KEYS)

    def __init__(self, present: str) -> None:
        super().__init__()
        self.present = present
        self.known = tuple(model for model in known_models() if is_allowed(model[0]))
        self.visiting = served() is not None

    def compose(self) -> ComposeResult:
        """The known models, and a last line for any other."""
        names = [f"{name:<8} {about}" for name, about in self.known]
        with Vertical():
            yield Static(
                Content(f"Another model; now it is {visible(self.present)}"), classes="heading"
            )
            yield Choices(tuple(names) if self.visiting else (*names, OTHER))
            if self.visiting:
                yield Static(Content(NO_OTHER_MODEL), classes="leave")
            other = f"{keymap_of(self.app).said(MODEL_KEYS, 'other')} type a name   "
            keys = f"Enter choose   {'' if self.visiting else other}Esc back"
            yield Static(Content(keys), classes="leave")

    def on_mount(self) -> None:
        """Begin at the model that is there."""
        names = [name for name, _ in self.known]
        here = names.index(self.present) if self.present in names else len(names)
        self.query_one(Choices).chosen = here

    def action_move(self, by: int) -> None:
        """Choose another line."""
        self.query_one(Choices).move(by)

    async def action_choose(self) -> None:
        """Hand back the chosen model, or ask for the name of another."""
        await self._choose(self.query_one(Choices).chosen)

    async def on_choices_picked(self, message: Choices.Picked) -> None:
        """A click chooses at once."""
        await self._choose(message.index)

    async def _choose(self, index: int) -> None:
        if index < len(self.known):
            self.dismiss(self.known[index][0])
        else:
            await self.action_other()

    async def action_other(self) -> None:
        """Open the line for a name."""
        if not (self.visiting or self.query(TextLine)):
            line = TextLine("", PLACEHOLDER)
            await self.query_one(Vertical).mount(line, after=self.query_one(Choices))
            self.set_focus(line)

    def on_text_line_entered(self, message: TextLine.Entered) -> None:
        """Hand back what was typed; an empty line goes on waiting."""
        if message.text.strip():
            self.dismiss(message.text.strip())

    def on_text_line_cancelled(self) -> None:
        """Back to the list."""
        self.query(TextLine).remove()
